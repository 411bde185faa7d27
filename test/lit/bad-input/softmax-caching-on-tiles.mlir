// The statistics of the softmax are kept for tensors only.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      softmax-caching-on-tiles.mlir:[[# @LINE + 7]]:108: error: 'penguin.attention' op Softmax caching not supported yet for tiled attention_kernel. Pass in tensors instead of tiles.
// CHECK-NEXT: {{^}}  penguin.attention AttentionMMSoftmaxMM q(%q : !t) k(%k : !t) v(%v : !t) -> out(%y : !t) {cache_softmax = true}
// CHECK-NEXT: {{^}}                                                                                                           ^{{$}}
// CHECK-NOT:  {{.}}

!t = memref<64x256xbf16, #neuron.memory<sbuf>>
func.func @f(%q: !t, %k: !t, %v: !t, %y: !t) {
  penguin.attention AttentionMMSoftmaxMM q(%q : !t) k(%k : !t) v(%v : !t) -> out(%y : !t) {cache_softmax = true}
  return
}
