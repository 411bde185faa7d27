// A kernel that the registry does not have.

// RUN: not neuron-opt %s --lower-macros 2>&1 | filecheck %s

// CHECK:      unknown-registry-name.mlir:[[# @LINE + 8]]:25: error: 'penguin.native_kernel' op Internal NKI kernel 'ResizeNearst' is not registered. Available kernels: ['SelectAndScatter', 'ResizeNearest', 'Conv2d_pbp_0f1b_0i1o_01fb_experimental_1', 'Conv2d_pbp_fb01_io01_01bf_experimental_1', 'Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh', 'Conv1d_depthwise_bf01_oi01_bf01', 'conv2d_column_packing', 'conv2d_column_packing_io10', 'conv2d_column_packing_1', 'blockwise_mm', 'conv2d_depthwise_f01b_o01i_bf01', 'tiled_pf_transpose', 'tiled_dve_transpose_10']
// CHECK-NEXT: {{^}}  penguin.native_kernel "ResizeNearst" ins(%x : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}                        ^{{$}}
// CHECK-NEXT: note: did you mean 'ResizeNearest'?
// CHECK-NOT:  {{.}}

!x = memref<16xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  penguin.native_kernel "ResizeNearst" ins(%x : !x) -> outs(%y : !x)
  return
}
