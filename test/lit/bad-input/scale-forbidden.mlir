// Causal attention has no scale of its own.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      scale-forbidden.mlir:[[# @LINE + 11]]:16: error: 'penguin.attention' op CausalAttentionMMSoftmaxMMWithoutSwap only supports scale equal to 1.0
// CHECK-NEXT: {{^}}      {scale = 0.125}
// CHECK-NEXT: {{^}}               ^{{$}}
// CHECK-NEXT: note: scale is 0.125
// CHECK-NEXT: note: divide q by sqrt(d) beforehand
// CHECK-NOT:  {{.}}

!dS = memref<2x64x256xbf16, #neuron.memory<hbm>>
!Sd = memref<2x256x64xbf16, #neuron.memory<hbm>>
func.func @f(%q: !dS, %k: !dS, %v: !Sd, %y: !dS) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !dS)
      {scale = 0.125}
  return
}
