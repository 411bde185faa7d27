// Two dimensions where three are needed.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      wrong-rank.mlir:[[# @LINE + 9]]:22: error: 'penguin.qkv' op operand "hidden" has rank 2, expected rank 3: [B, S, H]
// CHECK-NEXT: {{^}}  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
// CHECK-NEXT: {{^}}                     ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!y = memref<1x8x384xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %w: !w, %y: !y) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
  return
}
