// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// Every layout of the input, and the routers of public models.

!x = memref<128x4096xbf16, #neuron.memory<hbm>>
!w = memref<4096x8xbf16, #neuron.memory<hbm>>
!l = memref<128x8xf32, #neuron.memory<hbm>>
!i = memref<128x2xi32, #neuron.memory<hbm>>
!xt = memref<4096x128xbf16, #neuron.memory<hbm>>
!xp = memref<8192x4096xbf16, #neuron.memory<hbm>>
!lp = memref<8192x8xf32, #neuron.memory<hbm>>
!ip = memref<8192x2xi32, #neuron.memory<hbm>>
!xq = memref<2x4096xbf16, #neuron.memory<hbm>>
!wq = memref<4096x128xbf16, #neuron.memory<hbm>>
!lq = memref<2x128xf32, #neuron.memory<hbm>>
!iq = memref<2x8xui32, #neuron.memory<hbm>>
!x4 = memref<2x5120xbf16, #neuron.memory<hbm>>
!w4 = memref<5120x128xbf16, #neuron.memory<hbm>>
!l4 = memref<2x128xf32, #neuron.memory<hbm>>
!i4 = memref<2x1xi32, #neuron.memory<hbm>>
!xo = memref<1024x3072xbf16, #neuron.memory<hbm>>
!wo = memref<3072x128xbf16, #neuron.memory<hbm>>
!lo = memref<1024x128xf32, #neuron.memory<hbm>>
!io = memref<1024x4xi32, #neuron.memory<hbm>>
!eo = memref<1024x4xf32, #neuron.memory<hbm>>
!b = memref<1x8xf32, #neuron.memory<hbm>>
!b1 = memref<8xf32, #neuron.memory<hbm>>
!xs = memref<128x128x32xbf16, #neuron.memory<sbuf>>
!as = memref<128x8xf32, #neuron.memory<sbuf>>
!is = memref<128x2xi32, #neuron.memory<sbuf>>

// Mixtral-8x7B, decode of 128 tokens: two of eight experts.
func.func @mixtral_decode(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l)
      expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}
// GENERIC:      "penguin.router_topk"({{[^)]+}}) <{k = 2 : i64, x_hbm_layout = #penguin.token_layout<t_h>,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 0, 1, 1, 1, 0>}>
// CHECK-LABEL: func.func @mixtral_decode(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 2, x_hbm_layout = t_h}{{$}}

// The same from the transposed input.
func.func @mixtral_transposed(%x: !xt, %w: !w, %l: !l, %a: !l, %i: !i) {
  penguin.router_topk x(%x : !xt) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l)
      expert_index(%i : !i) {k = 2, x_hbm_layout = h_t}
  return
}
// CHECK-LABEL: func.func @mixtral_transposed(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 2, x_hbm_layout = h_t}{{$}}

// Prefill.
func.func @mixtral_prefill(%x: !xp, %w: !w, %l: !lp, %a: !lp, %i: !ip) {
  penguin.router_topk x(%x : !xp) weight(%w : !w) -> router_logits(%l : !lp) expert_affinities(%a : !lp)
      expert_index(%i : !ip) {k = 2, x_hbm_layout = t_h, use_indirect_dma_scatter = true}
  return
}
// CHECK-LABEL: func.func @mixtral_prefill(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<8192x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<8192x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<8192x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 2, x_hbm_layout = t_h, use_indirect_dma_scatter = true}{{$}}

// Qwen3-235B-A22B: eight of 128 experts.
func.func @qwen3_235b(%x: !xq, %w: !wq, %l: !lq, %a: !lq, %i: !iq) {
  penguin.router_topk x(%x : !xq) weight(%w : !wq) -> router_logits(%l : !lq) expert_affinities(%a : !lq)
      expert_index(%i : !iq) {k = 8, x_hbm_layout = t_h, norm_topk_prob = true}
  return
}
// CHECK-LABEL: func.func @qwen3_235b(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<2x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<2x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<2x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<2x8xui32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 8, x_hbm_layout = t_h, norm_topk_prob = true}{{$}}

// Llama-4 class: one of 128 experts, by a sigmoid.
func.func @llama_4(%x: !x4, %w: !w4, %l: !l4, %a: !l4, %i: !i4) {
  penguin.router_topk x(%x : !x4) weight(%w : !w4) -> router_logits(%l : !l4) expert_affinities(%a : !l4)
      expert_index(%i : !i4) {k = 1, act_fn = sigmoid, x_hbm_layout = t_h}
  return
}
// CHECK-LABEL: func.func @llama_4(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<2x5120xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<5120x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<2x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<2x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<2x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 1, act_fn = sigmoid, x_hbm_layout = t_h}{{$}}

// gpt-oss-120b class, padded: four of 128 experts; the affinities of the chosen ones are wanted too.
func.func @gpt_oss_prefill(%x: !xo, %w: !wo, %l: !lo, %a: !lo, %i: !io, %e: !eo) {
  penguin.router_topk x(%x : !xo) weight(%w : !wo) -> router_logits(%l : !lo) expert_affinities(%a : !lo)
      expert_index(%i : !io) expert_affinities_topk(%e : !eo) {k = 4, x_hbm_layout = t_h}
  return
}
// CHECK-LABEL: func.func @gpt_oss_prefill(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[E:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<1024x3072xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<3072x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<1024x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<1024x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<1024x4xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities_topk([[E]] : memref<1024x4xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 4, x_hbm_layout = t_h}{{$}}

// A bias of either rank.
func.func @bias(%x: !x, %w: !w, %b: !b, %l: !l, %a: !l, %i: !i) {
  penguin.router_topk x(%x : !x) weight(%w : !w) bias(%b : !b) -> router_logits(%l : !l) expert_affinities(%a : !l)
      expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}
// CHECK-LABEL: func.func @bias(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      bias([[B]] : memref<1x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 2, x_hbm_layout = t_h}{{$}}

func.func @bias_rank_1(%x: !x, %w: !w, %b: !b1, %l: !l, %a: !l, %i: !i) {
  penguin.router_topk x(%x : !x) weight(%w : !w) bias(%b : !b1) -> router_logits(%l : !l) expert_affinities(%a : !l)
      expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}
// CHECK-LABEL: func.func @bias_rank_1(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      bias([[B]] : memref<8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 2, x_hbm_layout = t_h}{{$}}

// On chip the tokens are folded into partitions; results may stay there.
func.func @on_chip(%x: !xs, %w: !w, %l: !l, %a: !as, %i: !is) {
  penguin.router_topk x(%x : !xs) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !as)
      expert_index(%i : !is) {k = 2, x_sb_layout = 2}
  return
}
// CHECK-LABEL: func.func @on_chip(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<128x128x32xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x8xf32, #neuron.memory<sbuf>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x2xi32, #neuron.memory<sbuf>>)
// CHECK-SAME:      {k = 2, x_sb_layout = 2}{{$}}

// A part of a tensor.
func.func @sub_tensor(%x: !xp, %w: !w, %l: !l, %a: !l, %i: !i) {
  penguin.router_topk x(%x[0, 0][128, 4096] : !xp) weight(%w : !w) -> router_logits(%l : !l)
      expert_affinities(%a : !l) expert_index(%i opaque : !i) {k = 2, x_hbm_layout = t_h}
  return
}
// CHECK-LABEL: func.func @sub_tensor(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]][0, 0][128, 4096][1, 1] : memref<8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] opaque : memref<128x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 2, x_hbm_layout = t_h}{{$}}

// Switches of the kernel.
func.func @switches(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l)
      expert_index(%i : !i) {k = 2, act_fn = sigmoid, x_hbm_layout = t_h, router_pre_norm = false,
      use_column_tiling = true, use_indirect_dma_scatter = true, skip_store_expert_index = true}
  return
}
// CHECK-LABEL: func.func @switches(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[L:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:
// CHECK:         penguin.router_topk
// CHECK-SAME:      x([[X]] : memref<128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x8xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> router_logits([[L]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      {k = 2, act_fn = sigmoid, x_hbm_layout = t_h, router_pre_norm = false, use_column_tiling = true, use_indirect_dma_scatter = true, skip_store_expert_index = true}{{$}}
