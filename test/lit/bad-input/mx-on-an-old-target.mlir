// Microscaling came with a later generation.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      mx-on-an-old-target.mlir:[[# @LINE + 12]]:103: error: 'penguin.qkv' op attribute "quantization" is mx, microscaling is not supported on trn2
// CHECK-NEXT: {{^}}    penguin.qkv hidden(%x : !x) weight(%w : !w) weight_scale(%s : !s) -> out(%y : !y) {quantization = mx}
// CHECK-NEXT: {{^}}                                                                                                      ^{{$}}
// CHECK-NEXT: note: microscaling matmul exists from trn3 on
// CHECK-NOT:  {{.}}

!x = memref<1x200x128xbf16, #neuron.memory<hbm>>
!w = memref<32x384xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!s = memref<4x384xui8, #neuron.memory<hbm>>
!y = memref<1x200x384xbf16, #neuron.memory<hbm>>
module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @f(%x: !x, %w: !w, %s: !s, %y: !y) {
    penguin.qkv hidden(%x : !x) weight(%w : !w) weight_scale(%s : !s) -> out(%y : !y) {quantization = mx}
    return
  }
}
