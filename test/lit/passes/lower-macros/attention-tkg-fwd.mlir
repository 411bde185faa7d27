// Attention of a decode step: the generic library sink, `is_tkg` in the bag.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!q = memref<2x4x1x64xbf16, #neuron.memory<hbm>>
!kv = memref<2x1x1x64xbf16, #neuron.memory<hbm>>
!k_prior = memref<2x1x64x32xbf16, #neuron.memory<hbm>>
!prior = memref<2x1x32x64xbf16, #neuron.memory<hbm>>
!y = memref<2x4x64x1xbf16, #neuron.memory<hbm>>
!pos = memref<2x1xi32, #neuron.memory<hbm>>
!mask = memref<1x2x4x1xbf16, #neuron.memory<hbm>>
!freqs = memref<32x1xf32, #neuron.memory<hbm>>
!ids = memref<2x1xf32, #neuron.memory<hbm>>
!k_out = memref<2x1x64x1xbf16, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @plain(
// CHECK-NEXT:    bir.bir_kernel "AttentionTkgFwd"
// CHECK-SAME:      ins(%q : memref<2x4x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x1x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x1x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %kp : memref<2x1x64x32xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %vp : memref<2x1x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x4x64x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, fuse_rope = false, is_tkg = true, strided_mm1 = false,
// CHECK-SAME:      tp_k_prior = false, use_dma_tp = false, use_pos_id = false},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k_active v_active k_prior v_prior -> out"}
// CHECK-NEXT:    return
func.func @plain(%q: !q, %k: !kv, %v: !kv, %kp: !k_prior, %vp: !prior, %y: !y) {
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k : !kv) v_active(%v : !kv) k_prior(%kp : !k_prior)
      v_prior(%vp : !prior) -> out(%y : !y)
  return
}

// Every operand and attribute.
// CHECK-LABEL: func.func @all(
// CHECK-NEXT:    bir.bir_kernel "AttentionTkgFwd"
// CHECK-SAME:      ins(%q : memref<2x4x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x1x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x1x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %kp : memref<2x1x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %vp : memref<2x1x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %p : memref<2x1xi32, #neuron.memory<hbm>> via #neuron.interval<count = 2, dtype = i32>,
// CHECK-SAME:      %m : memref<1x2x4x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = bf16>,
// CHECK-SAME:      %f : memref<32x1xf32, #neuron.memory<hbm>> via #neuron.interval<count = 32, dtype = f32>,
// CHECK-SAME:      %i : memref<2x1xf32, #neuron.memory<hbm>> via #neuron.interval<count = 2, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<2x4x64x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = bf16>,
// CHECK-SAME:      %ko : memref<2x1x64x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = true, curr_sprior = 16 : i64, full_sprior = 32 : i64, fuse_rope = true,
// CHECK-SAME:      is_tkg = false, strided_mm1 = true, tp_k_prior = true, use_dma_tp = true, use_pos_id = true},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k_active v_active k_prior v_prior pos_id active_mask inv_freqs rope_pos_ids -> out k_out"}
// CHECK-NEXT:    return
func.func @all(%q: !q, %k: !kv, %v: !kv, %kp: !prior, %vp: !prior, %p: !pos, %m: !mask, %f: !freqs, %i: !ids, %y: !y,
    %ko: !k_out) {
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k : !kv) v_active(%v : !kv) k_prior(%kp : !prior) v_prior(%vp : !prior)
      pos_id(%p : !pos) active_mask(%m : !mask) inv_freqs(%f : !freqs) rope_pos_ids(%i : !ids)
      -> out(%y : !y) k_out(%ko : !k_out)
      {curr_sprior = 16, full_sprior = 32, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true,
       use_dma_tp = true, is_tkg = false, cache_softmax = true}
  return
}

// A bucket of the cache: 16 of 32 tokens of 64, which lie 32 * 64 elements apart.
// CHECK-LABEL: func.func @bucket(
// CHECK-NEXT:    bir.bir_kernel "AttentionTkgFwd"
// CHECK-SAME:      ins(%q : memref<2x4x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x1x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x1x1x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %kp : memref<2x1x32x64xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2048, 2], [2048, 1], [64, 16], [1, 64]], access_shape = [2, 1, 16, 64], dtype = bf16>,
// CHECK-SAME:      %vp : memref<2x1x32x64xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2048, 2], [2048, 1], [64, 16], [1, 64]], access_shape = [2, 1, 16, 64], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x4x64x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, fuse_rope = false, is_tkg = true, strided_mm1 = false,
// CHECK-SAME:      tp_k_prior = true, use_dma_tp = false, use_pos_id = false},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k_active v_active k_prior v_prior -> out"}
// CHECK-NEXT:    return
func.func @bucket(%q: !q, %k: !kv, %v: !kv, %kp: !prior, %vp: !prior, %y: !y) {
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k : !kv) v_active(%v : !kv)
      k_prior(%kp[0, 0, 0, 0][2, 1, 16, 64][1, 1, 1, 1] : !prior)
      v_prior(%vp[0, 0, 0, 0][2, 1, 16, 64][1, 1, 1, 1] : !prior) -> out(%y : !y) {tp_k_prior = true}
  return
}
