// A property in both of its spellings.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      property-twice.mlir:[[# @LINE + 9]]:78: error: attribute 'lnc_size' is given twice
// CHECK-NEXT: {{^}}  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y) {lnc_size = 1, LncSize = 2}
// CHECK-NEXT: {{^}}                                                                             ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<1x8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!y = memref<1x8x384xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %w: !w, %y: !y) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y) {lnc_size = 1, LncSize = 2}
  return
}
