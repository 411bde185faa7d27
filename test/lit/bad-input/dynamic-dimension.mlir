// A kernel is compiled for one shape.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      dynamic-dimension.mlir:[[# @LINE + 7]]:36: error: 'penguin.bir_kernel' op operand "ins[0]" has dynamic dimension 0; Neuron kernels are compiled for static shapes
// CHECK-NEXT: {{^}}  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}                                   ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<?x8xf32, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x)
  return
}
