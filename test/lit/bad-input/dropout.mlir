// The gradients of attention do not know dropout.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      dropout.mlir:[[# @LINE + 10]]:60: error: 'penguin.backwards_attention' op Backwards Attention BIR kernel does not currently support non zero dropout prob
// CHECK-NEXT: {{^}}      -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q) {dropout = 0.1}
// CHECK-NEXT: {{^}}                                                           ^{{$}}
// CHECK-NEXT: note: dropout is 0.1
// CHECK-NOT:  {{.}}

!q = memref<2x64x256xbf16, #neuron.memory<hbm>>
!s = memref<2x128x2xf32, #neuron.memory<hbm>>
func.func @f(%q: !q, %k: !q, %s: !s, %dq: !q, %dk: !q, %dv: !q) {
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%k : !q) out(%q : !q) dout(%q : !q) neg_max(%s : !s) recip(%s : !s)
      -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q) {dropout = 0.1}
  return
}
