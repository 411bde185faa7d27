// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// A fused add needs both residuals.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden, %s: !hidden) {
  // expected-error @below {{'penguin.mlp' op Fused add requires both mlp_out and attn_out to be provided or neither of them}}
  // expected-note @below {{operand 'add_out' keeps the sum of the residual add, but operand 'attn_out' is missing}}
  // expected-note @below {{give attn_out(%…), or leave add_out out}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) add_out(%s : !hidden) {norm_type = rms_norm}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!pre = memref<1x8192x8196xi8, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%a: !h70, %x: !pre, %g: !g70, %gate: !uq, %gs: !us, %up: !uq, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op MLP kernel cannot have both fused residual add and sequence parallel RMSnorm!}}
  // expected-note @below {{operand 'hidden' is already row-quantised (i8), operand 'attn_out' would be added to it}}
  penguin.mlp attn_out(%a : !h70) hidden(%x : !pre) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us) up(%up : !uq) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

// The norm and its operands.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op attribute "norm_type" is rms_norm, which needs operand 'norm_weight'}}
  penguin.mlp hidden(%x : !hidden) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op attribute "norm_type" is layer_norm, which needs operand 'norm_weight'}}
  penguin.mlp hidden(%x : !hidden) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) {norm_type = layer_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %nb: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "norm_bias" is only used by layer_norm, norm_type is no_norm}}
  penguin.mlp hidden(%x : !hidden) norm_bias(%nb : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op attribute "fused_rmsnorm" is true, but norm_type is no_norm}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) {fused_rmsnorm = true}
  return
}

// -----

// The gate.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op needs operand 'gate'}}
  // expected-note @below {{set skip_gate for a block without a gate projection}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) up(%up : !up) down(%down : !down) -> out(%y : !hidden)
  return
}

// -----

// Shapes: H and I tie the operands together.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!other = memref<4096x896xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !other, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "up" has shape 4096x896, expected [H, I]: dimension 1 is 896, not 1792 (I = 1792 from operand "gate")}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !other) down(%down : !down) -> out(%y : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!other = memref<1792x2048xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !other, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "down" has shape 1792x2048, expected [I, H]: dimension 1 is 2048, not 4096 (H = 4096 from operand "hidden")}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !other) -> out(%y : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>
!other = memref<1x4096x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !other) {
  // expected-error @below {{'penguin.mlp' op operand "out" has shape 1x4096x4096, expected [B, S, H]: dimension 1 is 4096, not 8192 (S = 8192 from operand "hidden")}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !other)
  return
}

// -----

!other = memref<8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !other, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !other) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" has rank 2, expected rank 3: [B, S, H]}}
  penguin.mlp hidden(%x : !other) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !other)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>
!bh = memref<1x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %b: !bh, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "up_bias" has shape 1x4096, expected [1, I]: dimension 1 is 4096, not 1792 (I = 1792 from operand "gate")}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) up_bias(%b : !bh) -> out(%y : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!u70 = memref<8192x896xbf16, #neuron.memory<hbm>>
!d70 = memref<896x8192xbf16, #neuron.memory<hbm>>

func.func @f(%a: !hidden, %x: !h70, %g: !g70, %gate: !u70, %up: !u70, %down: !d70, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" has shape 1x8192x8192, expected [B, S, H]: dimension 2 is 8192, not 4096 (H = 4096 from operand "attn_out")}}
  penguin.mlp attn_out(%a : !hidden) hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) up(%up : !u70) down(%down : !d70) -> out(%y : !h70) {norm_type = rms_norm}
  return
}

// -----

// The doubled output goes with a residual only.

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!u70 = memref<8192x896xbf16, #neuron.memory<hbm>>
!d70 = memref<896x8192xbf16, #neuron.memory<hbm>>
!doubled = memref<1x16384x8192xbf16, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !u70, %up: !u70, %down: !d70, %y: !doubled) {
  // expected-error @below {{'penguin.mlp' op operand "out" has shape 1x16384x8192, expected [B, S, H]: dimension 1 is 16384, not 8192 (S = 8192 from operand "hidden")}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) up(%up : !u70) down(%down : !d70) -> out(%y : !doubled) {norm_type = rms_norm}
  return
}

// -----

// The hidden size.

!x = memref<1x8192x4000xbf16, #neuron.memory<hbm>>
!u = memref<4000x1792xbf16, #neuron.memory<hbm>>
!d = memref<1792x4000xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %gate: !u, %up: !u, %down: !d, %y: !x) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" Unsupported hidden dimension 4000; expected H % 128 == 0.}}
  penguin.mlp hidden(%x : !x) gate(%gate : !u) up(%up : !u) down(%down : !d) -> out(%y : !x)
  return
}

// -----

// Quantisation and its scales.

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !uq, %gs: !us, %up: !uq, %us: !us, %down: !dq, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op attribute "quantization" is row, which needs operand 'down_scale'}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us) up(%up : !uq) up_scale(%us : !us) down(%down : !dq) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!u70 = memref<8192x896xbf16, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!d70 = memref<896x8192xbf16, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !u70, %gs: !us, %up: !u70, %down: !d70, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "gate_scale" is given, but quantization is none}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) gate_scale(%gs : !us) up(%up : !u70) down(%down : !d70) -> out(%y : !h70) {norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op attribute "lower_bound" clamps quantised values, but quantization is none}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) {lower_bound = 1.0}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !uq, %gs: !us, %up: !uq, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op attribute "lower_bound" is -1.0, it cannot be negative}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us) up(%up : !uq) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row, lower_bound = -1.0}
  return
}

// -----

!pre = memref<1x8192x8196xi8, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uf = memref<8192x896xf8E4M3, #neuron.memory<hbm>>
!one = memref<128x1xf32, #neuron.memory<hbm>>
!df = memref<896x8192xf8E4M3, #neuron.memory<hbm>>
!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>

func.func @f(%x: !pre, %g: !g70, %gate: !uf, %gs: !one, %up: !uf, %us: !one, %down: !df, %ds: !one, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" is row-quantised (i8), but quantization is static}}
  penguin.mlp hidden(%x : !pre) norm_weight(%g : !g70) gate(%gate : !uf) gate_scale(%gs : !one) up(%up : !uf) up_scale(%us : !one) down(%down : !df) down_scale(%ds : !one) -> out(%y : !h70) {norm_type = rms_norm, quantization = static}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!one = memref<128x1xf32, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !uq, %gs: !one, %up: !uq, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "gate_scale" has shape 128x1, expected [128, I]: dimension 1 is 1, not 896 (I = 896 from operand "gate")}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !one) up(%up : !uq) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uf = memref<8192x896xf8E4M3, #neuron.memory<hbm>>
!one = memref<128x1xf32, #neuron.memory<hbm>>
!df = memref<896x8192xf8E4M3, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !uf, %gs: !one, %up: !uf, %us: !one, %down: !df, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "down_scale" has shape 128x8192, expected [128, 1]: dimension 1 is 8192, not 1}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uf) gate_scale(%gs : !one) up(%up : !uf) up_scale(%us : !one) down(%down : !df) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = static}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!u70 = memref<8192x896xbf16, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !u70, %gs: !us, %up: !uq, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "gate" has element type bf16, expected a quantised type}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) gate_scale(%gs : !us) up(%up : !uq) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !uq, %up: !uq, %down: !dq, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "gate" has element type i8, expected a float}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) up(%up : !uq) down(%down : !dq) -> out(%y : !h70) {norm_type = rms_norm}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!other = memref<128x896xbf16, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !uq, %gs: !other, %up: !uq, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "gate_scale" has element type bf16, expected float32}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !other) up(%up : !uq) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

// A pre-quantised row has four bytes of scale behind it.

!other = memref<1x8192x8192xi8, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>
!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>

func.func @f(%x: !other, %g: !g70, %gate: !uq, %gs: !us, %up: !uq, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" has shape 1x8192x8192, expected [B, S, H+4]: dimension 2 is 8192, not 8196 (H = 8192 from operand "norm_weight")}}
  penguin.mlp hidden(%x : !other) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us) up(%up : !uq) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

// Microscaling.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!ux = memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!xs = memref<16x8x512xui8, #neuron.memory<hbm>>
!dx = memref<128x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @f(%x: !hidden, %g: !gamma, %gate: !ux, %gs: !xs, %up: !ux, %us: !xs, %down: !dx, %ds: !xs, %y: !hidden) {
    // expected-error @below {{'penguin.mlp' op attribute "quantization" is mx, microscaling is not supported on trn2}}
    // expected-note @below {{microscaling matmul exists from trn3 on}}
    penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !ux) gate_scale(%gs : !xs) up(%up : !ux) up_scale(%us : !xs) down(%down : !dx) down_scale(%ds : !xs) -> out(%y : !hidden) {norm_type = rms_norm, quantization = mx}
    return
  }
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!ux = memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!xs = memref<16x8x512xui8, #neuron.memory<hbm>>
!dx = memref<128x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>

func.func @f(%a: !hidden, %x: !hidden, %g: !gamma, %gate: !ux, %gs: !xs, %up: !ux, %us: !xs, %down: !dx, %ds: !xs, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op attribute "quantization" does not work with a fused residual add}}
  penguin.mlp attn_out(%a : !hidden) hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !ux) gate_scale(%gs : !xs) up(%up : !ux) up_scale(%us : !xs) down(%down : !dx) down_scale(%ds : !xs) -> out(%y : !hidden) {norm_type = rms_norm, quantization = mx}
  return
}

// -----

!h = memref<1x8192x4224xbf16, #neuron.memory<hbm>>
!g = memref<1x4224xbf16, #neuron.memory<hbm>>
!u = memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!xs = memref<16x8x512xui8, #neuron.memory<hbm>>
!d = memref<128x1x4224xvector<4xf8E4M3FN>, #neuron.memory<hbm>>

func.func @f(%x: !h, %g: !g, %gate: !u, %gs: !xs, %up: !u, %us: !xs, %down: !d, %ds: !xs, %y: !h) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" has H = 4224, microscaling needs H % 512 == 0}}
  penguin.mlp hidden(%x : !h) norm_weight(%g : !g) gate(%gate : !u) gate_scale(%gs : !xs) up(%up : !u) up_scale(%us : !xs) down(%down : !d) down_scale(%ds : !xs) -> out(%y : !h) {norm_type = rms_norm, quantization = mx}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!u = memref<128x8x640xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!xs = memref<16x8x512xui8, #neuron.memory<hbm>>
!d = memref<128x2x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !u, %gs: !xs, %up: !u, %us: !xs, %down: !d, %ds: !xs, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "up" has I = 640, microscaling needs I % 512 == 0, or I < 512 and I % 32 == 0}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !u) gate_scale(%gs : !xs) up(%up : !u) up_scale(%us : !xs) down(%down : !d) down_scale(%ds : !xs) -> out(%y : !hidden) {norm_type = rms_norm, quantization = mx}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!u = memref<128x4x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!xs = memref<16x8x512xui8, #neuron.memory<hbm>>
!ux = memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!dx = memref<128x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !u, %gs: !xs, %up: !ux, %us: !xs, %down: !dx, %ds: !xs, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "gate" has shape 128x4x512, expected 128x8x512, packed for H = 4096 and I = 512}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !u) gate_scale(%gs : !xs) up(%up : !ux) up_scale(%us : !xs) down(%down : !dx) down_scale(%ds : !xs) -> out(%y : !hidden) {norm_type = rms_norm, quantization = mx}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!ux = memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!xs = memref<16x8x512xui8, #neuron.memory<hbm>>
!d = memref<64x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !ux, %gs: !xs, %up: !ux, %us: !xs, %down: !d, %ds: !xs, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "down" has shape 64x1x4096, expected 128x1x4096, packed for H = 4096 and I = 512}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !ux) gate_scale(%gs : !xs) up(%up : !ux) up_scale(%us : !xs) down(%down : !d) down_scale(%ds : !xs) -> out(%y : !hidden) {norm_type = rms_norm, quantization = mx}
  return
}

// -----

// Only static quantisation scales the inputs of the projections.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!one = memref<128x1xf32, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %gate: !up, %up: !up, %gi: !one, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "gate_up_in_scale" is only used by static quantisation, quantization is none}}
  penguin.mlp hidden(%x : !hidden) gate(%gate : !up) up(%up : !up) gate_up_in_scale(%gi : !one) down(%down : !down) -> out(%y : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>
!one = memref<128x1xf32, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %gate: !up, %up: !up, %down: !down, %di: !one, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "down_in_scale" is only used by static quantisation, quantization is none}}
  penguin.mlp hidden(%x : !hidden) gate(%gate : !up) up(%up : !up) down(%down : !down) down_in_scale(%di : !one) -> out(%y : !hidden)
  return
}

// -----

// Tensors and tiles do not mix, and a sub-tensor is neither.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!ut = memref<128x2048xbf16, #neuron.memory<sbuf>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !ut, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op Inputs/outputs to mlp_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "up" lies in sbuf}}
  // expected-note @below {{operand "up" is a tile (sbuf or psum), operand "hidden" is a tensor (hbm)}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !ut) down(%down : !down) -> out(%y : !hidden)
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!u70 = memref<8192x896xbf16, #neuron.memory<hbm>>
!ut = memref<128x2048xbf16, #neuron.memory<sbuf>>
!d70 = memref<896x8192xbf16, #neuron.memory<hbm>>

func.func @f(%a: !h70, %x: !h70, %g: !g70, %gate: !u70, %up: !ut, %down: !d70, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op Inputs/outputs to mlp_fused_add_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "up" lies in sbuf}}
  // expected-note @below {{operand "up" is a tile (sbuf or psum), operand "attn_out" is a tensor (hbm)}}
  penguin.mlp attn_out(%a : !h70) hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) up(%up : !ut) down(%down : !d70) -> out(%y : !h70) {norm_type = rms_norm}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!ut = memref<128x2048xbf16, #neuron.memory<sbuf>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%x: !h70, %g: !g70, %gate: !uq, %gs: !us, %up: !ut, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op Inputs/outputs to quant_mlp_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "up" lies in sbuf}}
  // expected-note @below {{operand "up" is a tile (sbuf or psum), operand "hidden" is a tensor (hbm)}}
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us) up(%up : !ut) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!ut = memref<128x2048xbf16, #neuron.memory<sbuf>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>

func.func @f(%a: !h70, %x: !h70, %g: !g70, %gate: !uq, %gs: !us, %up: !ut, %us: !us, %down: !dq, %ds: !ds, %y: !h70) {
  // expected-error @below {{'penguin.mlp' op Inputs/outputs to quant_mlp_fused_add_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "up" lies in sbuf}}
  // expected-note @below {{operand "up" is a tile (sbuf or psum), operand "attn_out" is a tensor (hbm)}}
  penguin.mlp attn_out(%a : !h70) hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us) up(%up : !ut) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) {norm_type = rms_norm, quantization = row}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" has access 'sub_tensor', mlp_kernel takes 'full' here}}
  // expected-note @below {{a bespoke macro takes whole tensors or whole tiles; a sub-tensor needs penguin.bir_kernel}}
  penguin.mlp hidden(%x[0, 0, 0][1, 128, 4096] : !hidden) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' op operand "hidden" has access 'opaque', mlp_kernel takes 'full' here}}
  // expected-note @below {{a bespoke macro takes whole tensors or whole tiles; a sub-tensor needs penguin.bir_kernel}}
  penguin.mlp hidden(%x opaque : !hidden) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden)
  return
}

// -----

// Tiles of one shape relation hold equally many elements.

!t = memref<128x512xbf16, #neuron.memory<sbuf>>
!ut = memref<128x2048xbf16, #neuron.memory<sbuf>>
!half = memref<128x256xbf16, #neuron.memory<sbuf>>

func.func @f(%x: !t, %gate: !ut, %up: !ut, %down: !ut, %y: !half) {
  // expected-error @below {{'penguin.mlp' op operand "out" holds 32768 elements, operand "hidden" of the same shape [B, S, H] holds 65536}}
  penguin.mlp hidden(%x : !t) gate(%gate : !ut) up(%up : !ut) down(%down : !ut) -> out(%y : !half)
  return
}

// -----

// What the text says.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' has no attribute 'norm_typ'; did you mean 'norm_type'? (attributes: act_fn, auto_cast, auto_cast_type, eps, fused_rmsnorm, is_tkg, lower_bound, norm_type, psum_buf_shape, quantization, sb_buf_shape, skip_gate; a discardable one has a dialect prefix)}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) {norm_typ = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{attribute 'norm_type' is given twice}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) {norm_type = rms_norm, norm_type = rms_norm}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{unknown 'act_fn' 'relu'; did you mean 'gelu'? (one of: silu, gelu, gelu_tanh_approx, swish)}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !hidden) {act_fn = relu}
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %up: !up, %y: !hidden) {
  // expected-error @below {{'penguin.mlp' needs operand 'down': down(%…)}}
  penguin.mlp hidden(%x : !hidden) up(%up : !up) -> out(%y : !hidden)
  return
}

// -----

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  // expected-error @below {{'gat' is not an operand of 'penguin.mlp'; did you mean 'gate'? (operands: attn_out, hidden, norm_weight, norm_bias, gate, gate_scale, up, up_scale, gate_up_in_scale, down, down_scale, down_in_scale, gate_bias, up_bias, down_bias, out, add_out)}}
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down) gat(%x : !hidden) -> out(%y : !hidden)
  return
}

// -----

// In the generic form a wrong value is reported with the attribute that has it.
func.func @f(%x: memref<1x1x128xf32, #neuron.memory<hbm>>, %w: memref<128x128xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'penguin.mlp' op attribute "eps" is 1 : i32, expected a 32-bit float}}
  "penguin.mlp"(%x, %w, %w, %w, %x) <{eps = 1 : i32, operandSegmentSizes = array<i32: 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0>}> : (memref<1x1x128xf32, #neuron.memory<hbm>>, memref<128x128xf32, #neuron.memory<hbm>>, memref<128x128xf32, #neuron.memory<hbm>>, memref<128x128xf32, #neuron.memory<hbm>>, memref<1x1x128xf32, #neuron.memory<hbm>>) -> ()
  return
}
