// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// The layout of x has to be said, because T may equal H.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "x" lies in hbm, which needs attribute 'x_hbm_layout'}}
  // expected-note @below {{x_hbm_layout = t_h for [T, H], h_t for [H, T]; the shape cannot tell them apart when T == H}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "x" has shape 128x4096, expected [H, T]: dimension 0 is 128, not 4096 (H = 4096 from operand "weight")}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = h_t}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op attribute "x_sb_layout" is given, but x lies in hbm}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h, x_sb_layout = 0}
  return
}

// -----

!xs = memref<128x128x32xbf16, #neuron.memory<sbuf>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !xs, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op attribute "x_hbm_layout" is given, but x lies in sbuf}}
  penguin.router_topk x(%x : !xs) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

!xs = memref<128x128x32xbf16, #neuron.memory<sbuf>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !xs, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op x_sb_layout must be 0, 1 or 2}}
  // expected-note @below {{x_sb_layout is 3}}
  penguin.router_topk x(%x : !xs) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_sb_layout = 3}
  return
}

// -----

!other = memref<128x128x16xbf16, #neuron.memory<sbuf>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !other, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "x" has shape 128x128x16, expected [128, T, H/128]: dimension 2 is 16, not 32 (H = 4096 from operand "weight")}}
  penguin.router_topk x(%x : !other) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2}
  return
}

// -----

// Shapes.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!other = memref<128x16xf32, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !other, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "router_logits" has shape 128x16, expected [T, E]: dimension 1 is 16, not 8 (E = 8 from operand "weight")}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !other) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "expert_index" has shape 128x2, expected [T, K]: dimension 1 is 2, not 4 (K = 4)}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 4, x_hbm_layout = t_h}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!other = memref<16xf32, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %b: !other, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "bias" has shape 16, expected [E]: dimension 0 is 16, not 8 (E = 8 from operand "weight")}}
  penguin.router_topk x(%x : !x) weight(%w : !w) bias(%b : !other) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

// Element types: x and the weight are multiplied.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!other = memref<4096x8xf32, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !other, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "weight" has element type f32, expected bf16 like operand "x"}}
  penguin.router_topk x(%x : !x) weight(%w : !other) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!other = memref<128x2xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !other) {
  // expected-error @below {{'penguin.router_topk' op operand "expert_index" has element type f32, expected an integer}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !other) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

// Memories.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!other = memref<4096x8xbf16, #neuron.memory<sbuf>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !other, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "weight" lies in sbuf, expected hbm}}
  penguin.router_topk x(%x : !x) weight(%w : !other) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!other = memref<128x8xf32, #neuron.memory<psum>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !other, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "expert_affinities" lies in psum, expected hbm or sbuf}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !other) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

// Limits of the kernel.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x16xbf16, #neuron.memory<hbm>>
!l = memref<128x16xf32, #neuron.memory<hbm>>
!i = memref<128x9xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op attribute "k" is 9, at most 8 experts of a token can be chosen}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 9, x_hbm_layout = t_h}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x4xbf16, #neuron.memory<hbm>>
!l = memref<128x4xf32, #neuron.memory<hbm>>
!i = memref<128x8xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op attribute "k" is 8, but there are 4 experts}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 8, x_hbm_layout = t_h}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x513xbf16, #neuron.memory<hbm>>
!l = memref<128x513xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "weight" E (513) must be <= gemm_moving_fmax (512)}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

!x = memref<128x4000xbf16, #neuron.memory<hbm>>
!w = memref<4000x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op operand "weight" H (4000) must be a multiple of pmax (128)}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// -----

// A sigmoid behind the choice scatters by DMA.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op attribute "act_fn" is sigmoid, which without router_pre_norm needs use_indirect_dma_scatter = true}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, act_fn = sigmoid, x_hbm_layout = t_h, router_pre_norm = false}
  return
}

// -----

!x = memref<200x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<200x8xf32, #neuron.memory<hbm>>
!i = memref<200x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op attribute "use_indirect_dma_scatter" is set, which needs T <= 128 or T % 128 == 0, found T = 200}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h, use_indirect_dma_scatter}
  return
}

// -----

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  // expected-error @below {{'penguin.router_topk' op attribute "skip_store_router_logits" cannot be set: the compiler refuses a kernel whose output is never written (NCC_IGCA090)}}
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h, skip_store_router_logits}
  return
}

// -----

// Tokens are shared out among physical cores.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @f(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
    // expected-error @below {{'penguin.router_topk' op attribute "shard_on_tokens" is set, which needs lnc = 2, the target is trn2}}
    penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h, shard_on_tokens}
    return
  }
}
