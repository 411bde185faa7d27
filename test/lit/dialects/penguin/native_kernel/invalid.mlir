// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// How many inputs and outputs there are.

!img = memref<2x640x32x32xbf16, #neuron.memory<hbm>>
!big = memref<2x640x64x64xbf16, #neuron.memory<hbm>>

func.func @f(%a: !img, %b: !img, %y: !big) {
  // expected-error @below {{'penguin.native_kernel' op ResizeNearest takes 1 input, found 2}}
  penguin.native_kernel "ResizeNearest" ins(%a : !img, %b : !img) -> outs(%y : !big)
  return
}

// -----

!pool = memref<1x64x112x112xbf16, #neuron.memory<hbm>>

func.func @f(%a: !pool, %y: !pool) {
  // expected-error @below {{'penguin.native_kernel' op SelectAndScatter takes 2 inputs, found 1}}
  penguin.native_kernel "SelectAndScatter" ins(%a : !pool) -> outs(%y : !pool)
  return
}

// -----

!vae = memref<4x2x64x64xbf16, #neuron.memory<hbm>>
!vaeo = memref<64x64x2x320xbf16, #neuron.memory<hbm>>

func.func @f(%a: !vae, %y: !vaeo) {
  // expected-error @below {{'penguin.native_kernel' op Conv2d_pbp_fb01_io01_01bf_experimental_1 takes 2 inputs, found 1}}
  penguin.native_kernel "Conv2d_pbp_fb01_io01_01bf_experimental_1" ins(%a : !vae) -> outs(%y : !vaeo)
  return
}

// -----

!img = memref<2x640x32x32xbf16, #neuron.memory<hbm>>
!big = memref<2x640x64x64xbf16, #neuron.memory<hbm>>

func.func @f(%a: !img, %y: !big, %x: !big) {
  // expected-error @below {{'penguin.native_kernel' op ResizeNearest has 1 output, found 2}}
  penguin.native_kernel "ResizeNearest" ins(%a : !img) -> outs(%y : !big, %x : !big)
  return
}

// -----

!img = memref<2x640x32x32xbf16, #neuron.memory<hbm>>

func.func @f(%a: !img) {
  // expected-error @below {{'penguin.native_kernel' op has no outputs, so that it could have no effect: -> outs(…)}}
  penguin.native_kernel "ResizeNearest" ins(%a : !img)
  return
}

// -----

// A resize keeps the batch.

!img = memref<2x640x32x32xbf16, #neuron.memory<hbm>>
!other = memref<1x640x64x64xbf16, #neuron.memory<hbm>>

func.func @f(%a: !img, %y: !other) {
  // expected-error @below {{'penguin.native_kernel' op operand "outs[0]" has shape 1x640x64x64, expected [N, _, _, _]: dimension 0 is 1, not 2 (N = 2 from operand "ins[0]")}}
  penguin.native_kernel "ResizeNearest" ins(%a : !img) -> outs(%y : !other)
  return
}

// -----

!other = memref<640x32x32xbf16, #neuron.memory<hbm>>
!big = memref<2x640x64x64xbf16, #neuron.memory<hbm>>

func.func @f(%a: !other, %y: !big) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[0]" has rank 3, expected rank 4: [N, _, _, _]}}
  penguin.native_kernel "ResizeNearest" ins(%a : !other) -> outs(%y : !big)
  return
}

// -----

// One-dimensional convolutions have one extent and a short window, and no stride.

!other = memref<1x1536x2x515xbf16, #neuron.memory<hbm>>
!k4 = memref<1536x1x1x4xbf16, #neuron.memory<hbm>>
!seqo = memref<1x1536x1x512xbf16, #neuron.memory<hbm>>

func.func @f(%a: !other, %b: !k4, %y: !seqo) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[0]" has shape 1x1536x2x515, expected [N, C, 1, W]: dimension 2 is 2, not 1}}
  penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01" ins(%a : !other, %b : !k4) -> outs(%y : !seqo)
  return
}

// -----

!seq = memref<1x1536x1x515xbf16, #neuron.memory<hbm>>
!other = memref<768x1x1x4xbf16, #neuron.memory<hbm>>
!seqo = memref<1x1536x1x512xbf16, #neuron.memory<hbm>>

func.func @f(%a: !seq, %b: !other, %y: !seqo) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[1]" has shape 768x1x1x4, expected [C, 1, 1, Wf]: dimension 0 is 768, not 1536 (C = 1536 from operand "ins[0]")}}
  penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01" ins(%a : !seq, %b : !other) -> outs(%y : !seqo)
  return
}

// -----

!seq = memref<1x1536x1x515xbf16, #neuron.memory<hbm>>
!other = memref<1536x1x1x512xbf16, #neuron.memory<hbm>>
!seqo = memref<1x1536x1x512xbf16, #neuron.memory<hbm>>

func.func @f(%a: !seq, %b: !other, %y: !seqo) {
  // expected-error @below {{'penguin.native_kernel' op expect small conv window}}
  // expected-note @below {{the filter is 512 wide, it has to be narrower than 512}}
  penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01" ins(%a : !seq, %b : !other) -> outs(%y : !seqo)
  return
}

// -----

!seq = memref<1x1536x1x515xbf16, #neuron.memory<hbm>>
!k4 = memref<1536x1x1x4xbf16, #neuron.memory<hbm>>
!seqo = memref<1x1536x1x512xbf16, #neuron.memory<hbm>>

func.func @f(%a: !seq, %b: !k4, %y: !seqo) {
  // expected-error @below {{'penguin.native_kernel' op Only support stride of size 1}}
  // expected-note @below {{Conv1d_depthwise_bf01_oi01_bf01 has stride = [1, 2]}}
  penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01" ins(%a : !seq, %b : !k4) -> outs(%y : !seqo) {attrs = {stride = [1, 2]}}
  return
}

// -----

!next = memref<1x96x56x56xbf16, #neuron.memory<hbm>>
!k7 = memref<96x1x7x7xbf16, #neuron.memory<hbm>>

func.func @f(%a: !next, %b: !k7, %y: !next) {
  // expected-error @below {{'penguin.native_kernel' op Only support dilation of size 1}}
  // expected-note @below {{conv2d_depthwise_f01b_o01i_bf01 has rhs_dilation = [2, 2]}}
  penguin.native_kernel "conv2d_depthwise_f01b_o01i_bf01" ins(%a : !next, %b : !k7) -> outs(%y : !next) {attrs = {rhs_dilation = [2, 2]}}
  return
}

// -----

// Depthwise: one group a channel.

!mobile = memref<1x32x112x112xbf16, #neuron.memory<hbm>>
!k3 = memref<32x1x3x3xbf16, #neuron.memory<hbm>>

func.func @f(%a: !mobile, %b: !k3, %y: !mobile) {
  // expected-error @below {{'penguin.native_kernel' op depthwise conv only}}
  // expected-note @below {{feature_group_count is 16, there are 32 channels}}
  penguin.native_kernel "conv2d_column_packing_1" ins(%a : !mobile, %b : !k3) -> outs(%y : !mobile) {attrs = {feature_group_count = 16 : i64}}
  return
}

// -----

!other = memref<2x32x112x112xbf16, #neuron.memory<hbm>>
!k3 = memref<32x1x3x3xbf16, #neuron.memory<hbm>>

func.func @f(%a: !other, %b: !k3, %y: !other) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[0]" has shape 2x32x112x112, expected [1, C, H, W]: dimension 0 is 2, not 1}}
  penguin.native_kernel "conv2d_column_packing_1" ins(%a : !other, %b : !k3) -> outs(%y : !other)
  return
}

// -----

// Column packing: one filter for each image.

!wgx = memref<16x96x56x56xbf16, #neuron.memory<hbm>>
!other = memref<16x32x56x56xbf16, #neuron.memory<hbm>>
!wgo32 = memref<7x7x1x32xbf16, #neuron.memory<hbm>>

func.func @f(%a: !wgx, %b: !other, %y: !wgo32) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[1]" has O = 32, expected the batch 96 of operand "ins[0]": batch_group_count == N == O}}
  penguin.native_kernel "conv2d_column_packing" ins(%a : !wgx, %b : !other) -> outs(%y : !wgo32)
  return
}

// -----

!wgx = memref<16x96x56x56xbf16, #neuron.memory<hbm>>
!wgk = memref<16x96x56x56xbf16, #neuron.memory<hbm>>
!wgo = memref<7x7x1x96xbf16, #neuron.memory<hbm>>

func.func @f(%a: !wgx, %b: !wgk, %y: !wgo) {
  // expected-error @below {{'penguin.native_kernel' op attribute "attrs" has batch_group_count = 48, expected 96: batch_group_count == N == O}}
  penguin.native_kernel "conv2d_column_packing" ins(%a : !wgx, %b : !wgk) -> outs(%y : !wgo) {attrs = {batch_group_count = 48 : i64}}
  return
}

// -----

// The dense convolution of rows.

!p0 = memref<64x4x64x2xbf16, #neuron.memory<hbm>>
!other = memref<129x4x3x320xbf16, #neuron.memory<hbm>>
!p0o = memref<64x64x320x2xbf16, #neuron.memory<hbm>>

func.func @f(%a: !p0, %b: !other, %y: !p0o) {
  // expected-error @below {{'penguin.native_kernel' op H_filter > 128}}
  // expected-note @below {{operand "ins[1]" has a filter height of 129}}
  penguin.native_kernel "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1" ins(%a : !p0, %b : !other) -> outs(%y : !p0o)
  return
}

// -----

!vae = memref<4x2x64x64xbf16, #neuron.memory<hbm>>
!other = memref<3x320x3x3xbf16, #neuron.memory<hbm>>
!vaeo = memref<64x64x2x320xbf16, #neuron.memory<hbm>>

func.func @f(%a: !vae, %b: !other, %y: !vaeo) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[1]" has shape 3x320x3x3, expected [C, O, Hf, Wf]: dimension 0 is 3, not 4 (C = 4 from operand "ins[0]")}}
  penguin.native_kernel "Conv2d_pbp_fb01_io01_01bf_experimental_1" ins(%a : !vae, %b : !other) -> outs(%y : !vaeo)
  return
}

// -----

// With other permutations only ranks are certain.

!vae = memref<4x2x64x64xbf16, #neuron.memory<hbm>>
!other = memref<320x3x3xbf16, #neuron.memory<hbm>>
!vaeo = memref<64x64x2x320xbf16, #neuron.memory<hbm>>

func.func @f(%a: !vae, %b: !other, %y: !vaeo) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[1]" has rank 3, expected rank 4: [_, _, _, _]}}
  penguin.native_kernel "Conv2d_pbp_fb01_io01_01bf_experimental_1" ins(%a : !vae, %b : !other) -> outs(%y : !vaeo) {attrs = {kern_perm = [1, 0, 2, 3]}}
  return
}

// -----

// The scattered gradient lies where the window was slid.

!pool = memref<1x64x112x112xbf16, #neuron.memory<hbm>>
!pools = memref<1x64x56x56xbf16, #neuron.memory<hbm>>

func.func @f(%a: !pool, %b: !pools, %y: !pools) {
  // expected-error @below {{'penguin.native_kernel' op operand "outs[0]" has shape 1x64x56x56, expected 1x64x112x112 like operand "ins[0]"}}
  penguin.native_kernel "SelectAndScatter" ins(%a : !pool, %b : !pools) -> outs(%y : !pools)
  return
}

// -----

!pool = memref<1x64x112x112xbf16, #neuron.memory<hbm>>
!other = memref<64x56x56xbf16, #neuron.memory<hbm>>

func.func @f(%a: !pool, %b: !other, %y: !pool) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[1]" has rank 3, expected 4 like operand "ins[0]"}}
  penguin.native_kernel "SelectAndScatter" ins(%a : !pool, %b : !other) -> outs(%y : !pool)
  return
}

// -----

// A transpose keeps its elements and their type.

!a = memref<4096x1024xbf16, #neuron.memory<hbm>>
!other = memref<1024x2048xbf16, #neuron.memory<hbm>>

func.func @f(%a: !a, %y: !other) {
  // expected-error @below {{'penguin.native_kernel' op operand "outs[0]" holds 2097152 elements, operand "ins[0]" 4194304}}
  penguin.native_kernel "tiled_pf_transpose" ins(%a : !a) -> outs(%y : !other)
  return
}

// -----

!a = memref<4096x1024xbf16, #neuron.memory<hbm>>
!other = memref<1024x4096xf32, #neuron.memory<hbm>>

func.func @f(%a: !a, %y: !other) {
  // expected-error @below {{'penguin.native_kernel' op operand "outs[0]" has element type f32, expected bf16 like operand "ins[0]"}}
  penguin.native_kernel "tiled_dve_transpose_10" ins(%a : !a) -> outs(%y : !other)
  return
}

// -----

!a = memref<4096x1024xbf16, #neuron.memory<hbm>>
!at = memref<1024x4096xbf16, #neuron.memory<hbm>>

func.func @f(%a: !a, %b: !a, %y: !at) {
  // expected-error @below {{'penguin.native_kernel' op tiled_pf_transpose takes one input to one output}}
  penguin.native_kernel "tiled_pf_transpose" ins(%a : !a, %b : !a) -> outs(%y : !at)
  return
}

// -----

// Blocks of tokens.

!h = memref<4097x4096xbf16, #neuron.memory<hbm>>
!aff = memref<32776x1xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!pos = memref<11776xi32, #neuron.memory<hbm>>
!blk = memref<23x1xi32, #neuron.memory<hbm>>

func.func @f(%a: !h, %b: !aff, %c: !gu, %d: !d, %e: !pos, %f: !blk, %y: !h) {
  // expected-error @below {{'penguin.native_kernel' op Only support block_size in [128, 256, 512, 1024], found 384}}
  penguin.native_kernel "blockwise_mm" ins(%a : !h, %b : !aff, %c : !gu, %d : !d, %e : !pos, %f : !blk) -> outs(%y : !h) {attrs = {block_size = 384 : i64}}
  return
}

// -----

!h = memref<4097x4096xbf16, #neuron.memory<hbm>>
!aff = memref<32776x1xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>

func.func @f(%a: !h, %b: !aff, %c: !gu, %d: !d, %y: !h) {
  // expected-error @below {{'penguin.native_kernel' op blockwise_mm takes at least 6 inputs, found 4}}
  // expected-note @below {{in this order: hidden_states, expert_affinities_masked, gate_up_proj_weight, down_proj_weight, token_position_to_id, block_to_expert}}
  penguin.native_kernel "blockwise_mm" ins(%a : !h, %b : !aff, %c : !gu, %d : !d) -> outs(%y : !h)
  return
}

// -----

!h9 = memref<4097x8704xbf16, #neuron.memory<hbm>>
!aff = memref<32776x1xbf16, #neuron.memory<hbm>>
!gu9 = memref<8x8704x2x1792xbf16, #neuron.memory<hbm>>
!d9 = memref<8x1792x8704xbf16, #neuron.memory<hbm>>
!pos = memref<11776xi32, #neuron.memory<hbm>>
!blk = memref<23x1xi32, #neuron.memory<hbm>>

func.func @f(%a: !h9, %b: !aff, %c: !gu9, %d: !d9, %e: !pos, %f: !blk, %y: !h9) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[0]" Hidden dim must be between 512 and 8192, found 8704}}
  penguin.native_kernel "blockwise_mm" ins(%a : !h9, %b : !aff, %c : !gu9, %d : !d9, %e : !pos, %f : !blk) -> outs(%y : !h9)
  return
}

// -----

!h9 = memref<4097x4224xbf16, #neuron.memory<hbm>>
!aff = memref<32776x1xbf16, #neuron.memory<hbm>>
!gu9 = memref<8x4224x2x1792xbf16, #neuron.memory<hbm>>
!d9 = memref<8x1792x4224xbf16, #neuron.memory<hbm>>
!pos = memref<11776xi32, #neuron.memory<hbm>>
!blk = memref<23x1xi32, #neuron.memory<hbm>>

func.func @f(%a: !h9, %b: !aff, %c: !gu9, %d: !d9, %e: !pos, %f: !blk, %y: !h9) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[0]" Hidden dim size must be multiples of 512, found 4224}}
  penguin.native_kernel "blockwise_mm" ins(%a : !h9, %b : !aff, %c : !gu9, %d : !d9, %e : !pos, %f : !blk) -> outs(%y : !h9)
  return
}

// -----

!h = memref<4097x4096xbf16, #neuron.memory<hbm>>
!aff = memref<32776x1xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!other = memref<8x896x4096xbf16, #neuron.memory<hbm>>
!pos = memref<11776xi32, #neuron.memory<hbm>>
!blk = memref<23x1xi32, #neuron.memory<hbm>>

func.func @f(%a: !h, %b: !aff, %c: !gu, %d: !other, %e: !pos, %f: !blk, %y: !h) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[3]" has shape 8x896x4096, expected [E, I, H]: dimension 1 is 896, not 1792 (I = 1792 from operand "ins[2]")}}
  penguin.native_kernel "blockwise_mm" ins(%a : !h, %b : !aff, %c : !gu, %d : !other, %e : !pos, %f : !blk) -> outs(%y : !h)
  return
}

// -----

!h = memref<4097x4096xbf16, #neuron.memory<hbm>>
!other = memref<4097x1xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!pos = memref<11776xi32, #neuron.memory<hbm>>
!blk = memref<23x1xi32, #neuron.memory<hbm>>

func.func @f(%a: !h, %b: !other, %c: !gu, %d: !d, %e: !pos, %f: !blk, %y: !h) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[1]" holds 4097 affinities, expected 32776: one a token and expert (T = 4097, E = 8)}}
  penguin.native_kernel "blockwise_mm" ins(%a : !h, %b : !other, %c : !gu, %d : !d, %e : !pos, %f : !blk) -> outs(%y : !h)
  return
}

// -----

!h = memref<4097x4096xbf16, #neuron.memory<hbm>>
!aff = memref<32776x1xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!pos = memref<11776xi32, #neuron.memory<hbm>>
!blk = memref<23x1xi32, #neuron.memory<hbm>>

func.func @f(%a: !h, %b: !aff, %c: !gu, %d: !d, %e: !pos, %f: !blk, %y: !h) {
  // expected-error @below {{'penguin.native_kernel' op operand "ins[4]" holds 11776 positions, expected 5888: 23 blocks of block_size = 256}}
  penguin.native_kernel "blockwise_mm" ins(%a : !h, %b : !aff, %c : !gu, %d : !d, %e : !pos, %f : !blk) -> outs(%y : !h) {attrs = {block_size = 256 : i64}}
  return
}

// -----

// The bag is a dictionary.

!img = memref<2x640x32x32xbf16, #neuron.memory<hbm>>
!big = memref<2x640x64x64xbf16, #neuron.memory<hbm>>

func.func @f(%a: !img, %y: !big) {
  // expected-error @below {{'attrs' is a dictionary, found 1 : i64}}
  penguin.native_kernel "ResizeNearest" ins(%a : !img) -> outs(%y : !big) {attrs = 1}
  return
}
