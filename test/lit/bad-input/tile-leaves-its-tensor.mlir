// The last row of the tile is not there.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      tile-leaves-its-tensor.mlir:[[# @LINE + 8]]:36: error: 'penguin.bir_kernel' op operand "ins[0]" is accessed outside of its memref in dimension 0
// CHECK-NEXT: {{^}}  penguin.bir_kernel "softmax" ins(%x tile<offsets = [9, 0], shape = [8, 8]> : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}                                   ^{{$}}
// CHECK-NEXT: note: the access reaches from 9 to 16, the dimension goes from 0 to 15
// CHECK-NOT:  {{.}}

!x = memref<16x8xf32, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  penguin.bir_kernel "softmax" ins(%x tile<offsets = [9, 0], shape = [8, 8]> : !x) -> outs(%y : !x)
  return
}
