// A user's kernel reads and writes shared HBM.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      wrong-memory-space.mlir:[[# @LINE + 9]]:29: error: 'penguin.nki_kernel' op The input and output tensor of a NKI kernel must be in shared_hbm address space
// CHECK-NEXT: {{^}}  penguin.nki_kernel @k ins(%x : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}                            ^{{$}}
// CHECK-NEXT: note: operand "ins[0]" lies in hbm
// CHECK-NEXT: note: write #neuron.memory<hbm, shared>
// CHECK-NOT:  {{.}}

!x = memref<16xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  penguin.nki_kernel @k ins(%x : !x) -> outs(%y : !x)
  return
}
