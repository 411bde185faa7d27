// The router of a mixture of experts.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<16x128xbf16, #neuron.memory<hbm>>
!w = memref<128x8xbf16, #neuron.memory<hbm>>
!bias = memref<1x8xbf16, #neuron.memory<hbm>>
!l = memref<16x8xbf16, #neuron.memory<hbm>>
!i = memref<16x2xi32, #neuron.memory<hbm>>
!topk = memref<16x2xbf16, #neuron.memory<hbm>>
!chip = memref<128x16x1xbf16, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @hbm(
// CHECK-NEXT:    bir.bir_kernel "RouterTopK"
// CHECK-SAME:      ins(%x : memref<16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 1024, dtype = bf16>)
// CHECK-SAME:      -> outs(%l : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %a : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %i : memref<16x2xi32, #neuron.memory<hbm>> via #neuron.interval<count = 32, dtype = i32>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "softmax", k = 2 : i64, norm_topk_prob = false, router_pre_norm = true,
// CHECK-SAME:      shard_on_tokens = false, skip_store_expert_index = false, skip_store_router_logits = false,
// CHECK-SAME:      use_column_tiling = false, use_indirect_dma_scatter = false, x_hbm_layout = "t_h"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "x weight -> router_logits expert_affinities expert_index"}
// CHECK-NEXT:    return
func.func @hbm(%x: !x, %w: !w, %l: !l, %a: !l, %i: !i) {
  penguin.router_topk x(%x : !x) weight(%w : !w) -> router_logits(%l : !l) expert_affinities(%a : !l)
      expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
  return
}

// Tokens on chip are taken as the tile that covers them, beside tensors.
// CHECK-LABEL: func.func @sbuf(
// CHECK-NEXT:    bir.bir_kernel "RouterTopK"
// CHECK-SAME:      ins(%x : memref<128x16x1xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}16, 128]], free = {{\[\[}}1, 16], [1, 1]], dtype = bf16>,
// CHECK-SAME:      %w : memref<128x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 1024, dtype = bf16>,
// CHECK-SAME:      %b : memref<1x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = bf16>)
// CHECK-SAME:      -> outs(%l : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %a : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %i : memref<16x2xi32, #neuron.memory<hbm>> via #neuron.interval<count = 32, dtype = i32>,
// CHECK-SAME:      %t : memref<16x2xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "sigmoid", k = 2 : i64, norm_topk_prob = true, router_pre_norm = true,
// CHECK-SAME:      shard_on_tokens = false, skip_store_expert_index = false, skip_store_router_logits = false,
// CHECK-SAME:      use_column_tiling = false, use_indirect_dma_scatter = false, x_sb_layout = 1 : i64},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "x weight bias -> router_logits expert_affinities expert_index expert_affinities_topk"}
// CHECK-NEXT:    return
func.func @sbuf(%x: !chip, %w: !w, %b: !bias, %l: !l, %a: !l, %i: !i, %t: !topk) {
  penguin.router_topk x(%x : !chip) weight(%w : !w) bias(%b : !bias) -> router_logits(%l : !l) expert_affinities(%a : !l)
      expert_index(%i : !i) expert_affinities_topk(%t : !topk)
      {k = 2, x_sb_layout = 1, act_fn = sigmoid, router_pre_norm = true, norm_topk_prob = true}
  return
}
