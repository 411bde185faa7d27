// The gradients of attention: a sink of their own, `is_causal` is a field.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!q = memref<2x64x256xbf16, #neuron.memory<hbm>>
!stats = memref<2x128x2xf32, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @causal(
// CHECK-NEXT:    bir.bir_kernel "BackwardsAttention"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %o : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %do : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %m : memref<2x128x2xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>,
// CHECK-SAME:      %r : memref<2x128x2xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      -> outs(%dq : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %dk : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %dv : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {dropout = 0.000000e+00 : f32, scale = 1.000000e+00 : f32},
// CHECK-SAME:      is_causal = true, fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v out dout neg_max recip -> dq dk dv"}
// CHECK-NEXT:    return
func.func @causal(%q: !q, %k: !q, %v: !q, %o: !q, %do: !q, %m: !stats, %r: !stats, %dq: !q, %dk: !q, %dv: !q) {
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%o : !q) dout(%do : !q) neg_max(%m : !stats)
      recip(%r : !stats) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q) {is_causal = true}
  return
}

// CHECK-LABEL: func.func @full(
// CHECK-NEXT:    bir.bir_kernel "BackwardsAttention"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %o : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %do : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %m : memref<2x128x2xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>,
// CHECK-SAME:      %r : memref<2x128x2xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      -> outs(%dq : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %dk : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %dv : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {dropout = 0.000000e+00 : f32, scale = 1.000000e+00 : f32},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v out dout neg_max recip -> dq dk dv"}
// CHECK-NEXT:    return
func.func @full(%q: !q, %k: !q, %v: !q, %o: !q, %do: !q, %m: !stats, %r: !stats, %dq: !q, %dk: !q, %dv: !q) {
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%o : !q) dout(%do : !q) neg_max(%m : !stats)
      recip(%r : !stats) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}
