// A memref that lies nowhere.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      no-memory-space.mlir:[[# @LINE + 7]]:36: error: 'penguin.bir_kernel' op operand "ins[0]" has no memory space; it needs #neuron.memory<hbm>, <sbuf> or <psum>
// CHECK-NEXT: {{^}}  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}                                   ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<16xbf16>
func.func @f(%x: !x, %y: !x) {
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x)
  return
}
