// A head dimension beyond what the PE array has partitions for.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      head-dimension.mlir:[[# @LINE + 9]]:44: error: 'penguin.attention' op we do not support head_dim > 128, got head dim 256
// CHECK-NEXT: {{^}}  penguin.attention AttentionMMSoftmaxMM q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !dS)
// CHECK-NEXT: {{^}}                                           ^{{$}}
// CHECK-NEXT: note: operand "q" has d = 256
// CHECK-NOT:  {{.}}

!dS = memref<2x256x512xbf16, #neuron.memory<hbm>>
!Sd = memref<2x512x256xbf16, #neuron.memory<hbm>>
func.func @f(%q: !dS, %k: !dS, %v: !Sd, %y: !dS) {
  penguin.attention AttentionMMSoftmaxMM q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !dS)
  return
}
