// The hidden size of two operands differs.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      wrong-hidden-size.mlir:[[# @LINE + 9]]:38: error: 'penguin.qkv' op operand "weight" has shape 256x384, expected [H, F]: dimension 0 is 256, not 128 (H = 128 from operand "hidden")
// CHECK-NEXT: {{^}}  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
// CHECK-NEXT: {{^}}                                     ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<1x8x128xbf16, #neuron.memory<hbm>>
!w = memref<256x384xbf16, #neuron.memory<hbm>>
!y = memref<1x8x384xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %w: !w, %y: !y) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
  return
}
