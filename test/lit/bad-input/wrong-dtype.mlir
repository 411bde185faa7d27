// Weights of integers without a quantisation.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      wrong-dtype.mlir:[[# @LINE + 9]]:38: error: 'penguin.qkv' op operand "weight" has element type i32, expected a float
// CHECK-NEXT: {{^}}  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
// CHECK-NEXT: {{^}}                                     ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<1x8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xi32, #neuron.memory<hbm>>
!y = memref<1x8x384xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %w: !w, %y: !y) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
  return
}
