// A macro that does not exist, with unregistered dialects allowed.

// RUN: not neuron-opt %s --allow-unregistered-dialect 2>&1 | filecheck %s

// CHECK:      operation-misspelt.mlir:[[# @LINE + 7]]:3: error: dialect 'penguin' has no operation 'penguin.bir_kernal'; did you mean 'penguin.bir_kernel'?
// CHECK-NEXT: {{^}}  penguin.bir_kernal "softmax" ins(%x : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}  ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<16xf32, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  penguin.bir_kernal "softmax" ins(%x : !x) -> outs(%y : !x)
  return
}
