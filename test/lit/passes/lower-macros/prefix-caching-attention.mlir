// Attention behind a cached prefix: the generic library sink, found by the name the caller gives.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!q = memref<2x64x32xbf16, #neuron.memory<hbm>>
!kv = memref<2x32x64xbf16, #neuron.memory<hbm>>
!prior = memref<2x128x64xbf16, #neuron.memory<hbm>>
!mask = memref<1x128xi32, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @causal(
// CHECK-NEXT:    bir.bir_kernel "V2CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x64x32xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %kp : memref<2x128x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 16384, dtype = bf16>,
// CHECK-SAME:      %vp : memref<2x128x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 16384, dtype = bf16>,
// CHECK-SAME:      %m : memref<1x128xi32, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = i32>)
// CHECK-SAME:      -> outs(%y : memref<2x64x32xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {k_layout = "s_d", out_layout = "d_s", q_layout = "d_s", scale = 1.000000e+00 : f32,
// CHECK-SAME:      v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k_active v_active k_prior v_prior attention_mask -> out"}
// CHECK-NEXT:    return
func.func @causal(%q: !q, %k: !kv, %v: !kv, %kp: !prior, %vp: !prior, %m: !mask, %y: !q) {
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q) k_active(%k : !kv)
      v_active(%v : !kv) k_prior(%kp : !prior) v_prior(%vp : !prior) attention_mask(%m : !mask) -> out(%y : !q)
  return
}

// CHECK-LABEL: func.func @full(
// CHECK-NEXT:    bir.bir_kernel "V2AttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>,
// CHECK-SAME:      %kp : memref<2x128x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 16384, dtype = bf16>,
// CHECK-SAME:      %vp : memref<2x128x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 16384, dtype = bf16>,
// CHECK-SAME:      %m : memref<1x128xi32, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = i32>)
// CHECK-SAME:      -> outs(%y : memref<2x32x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 4096, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {k_layout = "s_d", out_layout = "s_d", q_layout = "s_d", scale = 1.000000e+00 : f32,
// CHECK-SAME:      v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k_active v_active k_prior v_prior attention_mask -> out"}
// CHECK-NEXT:    return
func.func @full(%q: !kv, %k: !kv, %v: !kv, %kp: !prior, %vp: !prior, %m: !mask, %y: !kv) {
  penguin.prefix_caching_attention "V2AttentionMMSoftmaxMMWithoutSwap" q(%q : !kv) k_active(%k : !kv)
      v_active(%v : !kv) k_prior(%kp : !prior) v_prior(%vp : !prior) attention_mask(%m : !mask) -> out(%y : !kv)
      {q_layout = s_d, out_layout = s_d}
  return
}
