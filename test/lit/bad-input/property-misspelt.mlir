// A property that is nearly right.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      property-misspelt.mlir:[[# @LINE + 9]]:64: error: 'penguin.qkv' has no attribute 'output_layuot'; did you mean 'output_layout'? (attributes: auto_cast, auto_cast_type, eps, fused_rmsnorm, head_dim, lnc_size, norm_type, num_kv_heads, num_q_heads, output_layout, psum_buf_shape, quantization, sb_buf_shape, use_tkg_qkv_kernel; a discardable one has a dialect prefix)
// CHECK-NEXT: {{^}}  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y) {output_layuot = bsd}
// CHECK-NEXT: {{^}}                                                               ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<1x8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!y = memref<1x8x384xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %w: !w, %y: !y) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y) {output_layuot = bsd}
  return
}
