// An operand that is given twice.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      operand-twice.mlir:[[# @LINE + 9]]:47: error: operand 'weight' is given twice
// CHECK-NEXT: {{^}}  penguin.qkv hidden(%x : !x) weight(%w : !w) weight(%w : !w) -> out(%y : !y)
// CHECK-NEXT: {{^}}                                              ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<1x8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!y = memref<1x8x384xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %w: !w, %y: !y) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) weight(%w : !w) -> out(%y : !y)
  return
}
