// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// A fused add needs both residuals.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %m: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "mlp_prev" is given without operand 'attn_prev', a fused add needs both or neither}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) mlp_prev(%m : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %a: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "attn_prev" is given without operand 'mlp_prev', a fused add needs both or neither}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden) {norm_type = rms_norm}
  return
}

// -----

// A fused add needs the norm.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %m: !hidden, %a: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op Fused add cannot be done without fused RMSNorm.}}
  // expected-note @below {{norm_type is no_norm, a fused add needs rms_norm}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) mlp_prev(%m : !hidden) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %m: !hidden, %a: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op Fused add cannot be done without fused RMSNorm.}}
  // expected-note @below {{norm_type is layer_norm, a fused add needs rms_norm}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) mlp_prev(%m : !hidden) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden) {norm_type = layer_norm}
  return
}

// -----

// The fused add writes hidden, so hidden is an output too.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %m: !hidden, %a: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "hidden" is written in place by the fused add, which needs operand 'hidden_out'}}
  // expected-note @below {{repeat it behind the arrow: hidden_out(…) with the same value as hidden(…)}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) mlp_prev(%m : !hidden) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %m: !hidden, %a: !hidden, %g: !gamma, %y: !out, %h: !hidden) {
  // expected-error @below {{'penguin.qkv' op operand "hidden_out" is another value than operand "hidden", which the fused add writes in place}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) mlp_prev(%m : !hidden) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%h : !hidden) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "hidden_out" is only written by a fused add, but operands 'mlp_prev' and 'attn_prev' are missing}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden) {norm_type = rms_norm}
  return
}

// -----

// A tile that is written is the tile that is read.

!t = memref<128x512xbf16, #neuron.memory<sbuf>>
!half = memref<128x256xbf16, #neuron.memory<sbuf>>
!wt = memref<128x384xbf16, #neuron.memory<sbuf>>
!gt = memref<1x512xbf16, #neuron.memory<sbuf>>
!ot = memref<128x384xbf16, #neuron.memory<sbuf>>

func.func @f(%x: !t, %m: !half, %a: !half, %w: !wt, %g: !gt, %y: !ot) {
  // expected-error @below {{'penguin.qkv' op operand "hidden_out" is accessed otherwise than operand "hidden", of which it is the write}}
  penguin.qkv hidden(%x tile<offsets = [0, 0], shape = [128, 256]> : !t) mlp_prev(%m : !half) attn_prev(%a : !half) weight(%w : !wt) norm_weight(%g : !gt) -> out(%y : !ot) hidden_out(%x tile<offsets = [0, 256], shape = [128, 256]> : !t) {norm_type = rms_norm}
  return
}

// -----

// The residuals have the shape and the type of hidden.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!short = memref<1x4096x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %m: !short, %a: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "mlp_prev" has shape 1x4096x4096, expected [B, S, H]: dimension 1 is 4096, not 8192 (S = 8192 from operand "hidden")}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) mlp_prev(%m : !short) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!single = memref<1x8192x4096xf32, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %m: !single, %a: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "mlp_prev" has element type f32, expected bf16 like operand "hidden"}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) mlp_prev(%m : !single) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden) {norm_type = rms_norm}
  return
}

// -----

// The norm and its operands.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "norm_type" is rms_norm, which needs operand 'norm_weight'}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "norm_type" is layer_norm, which needs operand 'norm_weight'}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {norm_type = layer_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %g: !gamma, %n: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "norm_bias" is only used by layer_norm, norm_type is rms_norm}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%g : !gamma) norm_bias(%n : !gamma) -> out(%y : !out) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "fused_rmsnorm" is true, but norm_type is no_norm}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {fused_rmsnorm = true}
  return
}

// -----

// Shapes: H and F tie the operands together.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!other = memref<8192x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !other, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has shape 8192x768, expected [H, F]: dimension 0 is 8192, not 4096 (H = 4096 from operand "hidden")}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !other) -> out(%y : !out)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!other = memref<1x384xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %b: !other, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "bias" has shape 1x384, expected [1, F]: dimension 1 is 384, not 768 (F = 768 from operand "weight")}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) bias(%b : !other) -> out(%y : !out)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!flat = memref<4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %g: !flat, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "norm_weight" has rank 1, expected rank 2: [1, H]}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%g : !flat) -> out(%y : !out)
  return
}

// -----

// The layout says how the output reads.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "out" has rank 3, expected rank 4: [n, B, S, d]}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {output_layout = nbsd}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight_tp32 = memref<4096x384xbf16, #neuron.memory<hbm>>
!headst_tp32 = memref<3x1x128x8192xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight_tp32, %y: !headst_tp32) {
  // expected-error @below {{'penguin.qkv' op operand "out" has shape 3x1x128x8192, expected [n, B, S, d]: dimension 2 is 128, not 8192 (S = 8192 from operand "hidden")}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight_tp32) -> out(%y : !headst_tp32) {output_layout = nbsd}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight_tp32 = memref<4096x384xbf16, #neuron.memory<hbm>>
!heads_tp32 = memref<3x1x8192x128xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight_tp32, %y: !heads_tp32) {
  // expected-error @below {{'penguin.qkv' op operand "out" has shape 3x1x8192x128, expected [n, B, S, d]: dimension 3 is 128, not 64 (d = 64)}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight_tp32) -> out(%y : !heads_tp32) {output_layout = nbsd, head_dim = 64}
  return
}

// -----

// Heads times their dimension make F.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has F = 768, expected 1024: 8 heads (4 + 2*2) of 128}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {num_q_heads = 4, num_kv_heads = 2, head_dim = 128}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!heads_tp32 = memref<3x1x8192x128xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !heads_tp32) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has F = 768, expected 384: 3 heads of 128}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !heads_tp32) {output_layout = nbsd}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight_tp32 = memref<4096x384xbf16, #neuron.memory<hbm>>
!heads_tp32 = memref<3x1x8192x128xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight_tp32, %y: !heads_tp32) {
  // expected-error @below {{'penguin.qkv' op operand "out" has 3 heads, num_q_heads + 2*num_kv_heads is 4 (2 + 2*1)}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight_tp32) -> out(%y : !heads_tp32) {output_layout = nbsd, num_q_heads = 2, num_kv_heads = 1}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has F = 768, which 5 heads (3 + 2*1) do not divide}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {num_q_heads = 3, num_kv_heads = 1}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has F = 768, which heads of 80 do not divide}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {head_dim = 80}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "num_q_heads" is given without num_kv_heads}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {num_q_heads = 4}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "num_kv_heads" is given without num_q_heads}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) -> out(%y : !out) {num_kv_heads = 1}
  return
}

// -----

// What the kernels can do.

!x = memref<1x8192x4000xbf16, #neuron.memory<hbm>>
!w = memref<4000x768xbf16, #neuron.memory<hbm>>
!y = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %y: !y) {
  // expected-error @below {{'penguin.qkv' op operand "hidden" has H = 4000, expected H % 128 == 0}}
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
  return
}

// -----

!x = memref<1x8192x24704xbf16, #neuron.memory<hbm>>
!w = memref<24704x768xbf16, #neuron.memory<hbm>>
!y = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %y: !y) {
  // expected-error @below {{'penguin.qkv' op operand "hidden" has H = 24704, at most 24576 is supported}}
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
  return
}

// -----

!x = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x4224xbf16, #neuron.memory<hbm>>
!y = memref<1x8192x4224xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %y: !y) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has F = 4224, at most 4096 is supported}}
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x192xbf16, #neuron.memory<hbm>>
!y = memref<3x1x8192x64xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !w, %y: !y) {
  // expected-error @below {{'penguin.qkv' op operand "out" has head dimension 64, output_layout nbsd needs 128}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !w) -> out(%y : !y) {output_layout = nbsd}
  return
}

// -----

// The decode kernel cannot transpose the heads.

!x = memref<4x1x4096xbf16, #neuron.memory<hbm>>
!weight_tp32 = memref<4096x384xbf16, #neuron.memory<hbm>>
!y = memref<3x4x128x1xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !weight_tp32, %y: !y) {
  // expected-error @below {{'penguin.qkv' op attribute "output_layout" is nbds, which the decode kernel cannot write}}
  // expected-note @below {{use bsd or nbsd, or use_tkg_qkv_kernel = false for the prefill kernel}}
  penguin.qkv hidden(%x : !x) weight(%w : !weight_tp32) -> out(%y : !y) {output_layout = nbds, use_tkg_qkv_kernel = true}
  return
}

// -----

!x = memref<4x1x4096xbf16, #neuron.memory<hbm>>
!mx = memref<1024x768xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!mx_scale = memref<128x768xui8, #neuron.memory<hbm>>
!y = memref<4x1x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !mx, %s: !mx_scale, %y: !y) {
  // expected-error @below {{'penguin.qkv' op attribute "quantization" is mx, which the decode kernel does not have}}
  // expected-note @below {{use_tkg_qkv_kernel = false chooses the prefill kernel}}
  penguin.qkv hidden(%x : !x) weight(%w : !mx) weight_scale(%s : !mx_scale) -> out(%y : !y) {quantization = mx, use_tkg_qkv_kernel = true}
  return
}

// -----

// Quantisation and its scales.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!row_scale = memref<128x768xf32, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %s: !row_scale, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "weight_scale" is given, but quantization is none}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) weight_scale(%s : !row_scale) -> out(%y : !out)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!row = memref<4096x768xi8, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !row, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "quantization" is row, which needs operand 'weight_scale'}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !row) -> out(%y : !out) {quantization = row}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!fp8 = memref<4096x768xf8E4M3, #neuron.memory<hbm>>
!static_scale = memref<128x3xf32, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !fp8, %s: !static_scale, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "quantization" is static, which needs operand 'in_scale'}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !fp8) weight_scale(%s : !static_scale) -> out(%y : !out) {quantization = static}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!row = memref<4096x768xi8, #neuron.memory<hbm>>
!row_scale = memref<128x768xf32, #neuron.memory<hbm>>
!in_scale = memref<128x1xf32, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !row, %s: !row_scale, %i: !in_scale, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "in_scale" is only used by static quantisation, quantization is row}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !row) weight_scale(%s : !row_scale) in_scale(%i : !in_scale) -> out(%y : !out) {quantization = row}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!row = memref<4096x768xi8, #neuron.memory<hbm>>
!other = memref<64x768xf32, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !row, %s: !other, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "weight_scale" has 64 rows, a scale is given once or for all 128 partitions}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !row) weight_scale(%s : !other) -> out(%y : !out) {quantization = row}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!row_scale = memref<128x768xf32, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %s: !row_scale, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has element type bf16, expected a quantised type}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) weight_scale(%s : !row_scale) -> out(%y : !out) {quantization = row}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!row_scale = memref<128x768xf32, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %s: !row_scale, %y: !out) {
  // expected-error @below {{'penguin.qkv' op attribute "quantization" is static_mx, the projection has none, row, static, mx}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) weight_scale(%s : !row_scale) -> out(%y : !out) {quantization = static_mx}
  return
}

// -----

// Tensors and tiles do not mix.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!wt = memref<128x384xbf16, #neuron.memory<sbuf>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !wt, %y: !out) {
  // expected-error @below {{'penguin.qkv' op Inputs/outputs to qkv_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "weight" lies in sbuf}}
  // expected-note @below {{operand "weight" is a tile (sbuf or psum), operand "hidden" is a tensor (hbm)}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !wt) -> out(%y : !out)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!wt = memref<128x384xbf16, #neuron.memory<sbuf>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !wt, %m: !hidden, %a: !hidden, %g: !gamma, %y: !out) {
  // expected-error @below {{'penguin.qkv' op Inputs/outputs to qkv_fused_add_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "weight" lies in sbuf}}
  // expected-note @below {{operand "weight" is a tile (sbuf or psum), operand "hidden" is a tensor (hbm)}}
  penguin.qkv hidden(%x : !hidden) weight(%w : !wt) mlp_prev(%m : !hidden) attn_prev(%a : !hidden) norm_weight(%g : !gamma) -> out(%y : !out) hidden_out(%x : !hidden) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %w: !weight, %y: !out) {
  // expected-error @below {{'penguin.qkv' op operand "hidden" has access 'sub_tensor', qkv_kernel takes 'full' here}}
  // expected-note @below {{a bespoke macro takes whole tensors or whole tiles; a sub-tensor needs penguin.bir_kernel}}
  penguin.qkv hidden(%x[0, 0, 0][1, 128, 4096] : !hidden) weight(%w : !weight) -> out(%y : !out)
  return
}

// -----

// Microscaling needs a target that has it.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!mx = memref<1024x768xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!mx_scale = memref<128x768xui8, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @f(%x: !hidden, %w: !mx, %s: !mx_scale, %y: !out) {
    // expected-error @below {{'penguin.qkv' op attribute "quantization" is mx, microscaling is not supported on trn2}}
    // expected-note @below {{microscaling matmul exists from trn3 on}}
    penguin.qkv hidden(%x : !hidden) weight(%w : !mx) weight_scale(%s : !mx_scale) -> out(%y : !out) {quantization = mx}
    return
  }
}

// -----

// The decode kernel splits H over the cores.

!x = memref<4x1x384xbf16, #neuron.memory<hbm>>
!w = memref<384x768xbf16, #neuron.memory<hbm>>
!y = memref<4x1x768xbf16, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @f(%x: !x, %w: !w, %y: !y) {
    // expected-error @below {{'penguin.qkv' op operand "hidden" has H = 384, the decode kernel shards H / 128 = 3 over 2 cores}}
    // expected-note @below {{give a hidden size whose multiple of 128 divides by lnc}}
    penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y) {use_tkg_qkv_kernel = true}
    return
  }
}

// -----

// Two fused adds that differ in nothing but which operand is which: the second is wrong although the first is right.
!h = memref<1x8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x24xbf16, #neuron.memory<hbm>>
!o = memref<1x8x24xbf16, #neuron.memory<hbm>>
!g = memref<1x128xbf16, #neuron.memory<hbm>>
func.func @f(%x: !h, %a: !h, %b: !h, %w: !w, %g: !g, %y: !o) {
  penguin.qkv hidden(%x : !h) mlp_prev(%a : !h) attn_prev(%b : !h) weight(%w : !w) norm_weight(%g : !g)
      -> out(%y : !o) hidden_out(%x : !h) {norm_type = rms_norm}
  // expected-error @+2 {{'penguin.qkv' op operand "hidden_out" is another value than operand "hidden", which the fused add writes in place}}
  penguin.qkv hidden(%x : !h) mlp_prev(%a : !h) attn_prev(%b : !h) weight(%w : !w) norm_weight(%g : !g)
      -> out(%y : !o) hidden_out(%a : !h) {norm_type = rms_norm}
  return
}
