// The backwards attention sink: `is_causal` is a field of the node and not in its bag.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!q = memref<2x64x256xbf16, #neuron.memory<hbm>>
!s = memref<2x128x2xf32, #neuron.memory<hbm>>

// CHECK:      bir.bir_kernel "BackwardsAttention"
// CHECK-SAME:   {kernel_attrs = {dropout = 0.000000e+00 : f32, scale = 1.000000e+00 : f32}, is_causal = true, fused_rmsnorm = false, lnc_size = 1,
func.func @f(%q: !q, %k: !q, %s: !s, %dq: !q, %dk: !q, %dv: !q) {
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%k : !q) out(%q : !q) dout(%q : !q) neg_max(%s : !s) recip(%s : !s)
      -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q) {is_causal = true}
  return
}
