// What only the lowering can know: names that the registry does not have, and the kernel that the number of tokens chooses.
// One run reports all of them.

// RUN: neuron-opt %s --lower-macros --verify-diagnostics --split-input-file

!x = memref<16xf32, #neuron.memory<hbm>>

func.func @names(%x: !x, %y: !x) {
  // expected-error @+2 {{'penguin.native_kernel' op Internal NKI kernel 'ResizeNearst' is not registered. Available kernels: ['SelectAndScatter', 'ResizeNearest', 'Conv2d_pbp_0f1b_0i1o_01fb_experimental_1', 'Conv2d_pbp_fb01_io01_01bf_experimental_1', 'Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh', 'Conv1d_depthwise_bf01_oi01_bf01', 'conv2d_column_packing', 'conv2d_column_packing_io10', 'conv2d_column_packing_1', 'blockwise_mm', 'conv2d_depthwise_f01b_o01i_bf01', 'tiled_pf_transpose', 'tiled_dve_transpose_10']}}
  // expected-note @below {{did you mean 'ResizeNearest'?}}
  penguin.native_kernel "ResizeNearst" ins(%x : !x) -> outs(%y : !x)
  // A library kernel is none of the registry's.
  // expected-error @+2 {{'penguin.native_kernel' op Internal NKI kernel 'MLP' is not registered. Available kernels: [}}
  // expected-note @below {{a kernel of the library is written penguin.bir_kernel "MLP"}}
  penguin.native_kernel "MLP" ins(%x : !x) -> outs(%y : !x)
  return
}

func.func @case(%x: !x, %y: !x) {
  // Case counts, and so does the function's name where it differs from the kernel's.
  // expected-error @+2 {{Internal NKI kernel 'resizenearest' is not registered.}}
  // expected-note @below {{did you mean 'ResizeNearest'?}}
  penguin.native_kernel "resizenearest" ins(%x : !x) -> outs(%y : !x)
  // expected-error @+2 {{Internal NKI kernel 'conv2d_pbp_fb01_io01_01bf_kernel_experimental_1' is not registered.}}
  // expected-note @below {{did you mean 'Conv2d_pbp_fb01_io01_01bf_experimental_1'?}}
  penguin.native_kernel "conv2d_pbp_fb01_io01_01bf_kernel_experimental_1" ins(%x : !x) -> outs(%y : !x)
  return
}

// -----

!x = memref<4x1x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!y = memref<3x4x128x1xbf16, #neuron.memory<hbm>>

func.func @decode_layout(%x: !x, %w: !w, %y: !y) {
  // expected-error @+2 {{'penguin.qkv' op attribute "output_layout" is nbds, which the decode kernel cannot write}}
  // expected-note @below {{use bsd or nbsd, or use_tkg_qkv_kernel = false for the prefill kernel}}
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y) {output_layout = nbds}
  return
}

// -----

!x = memref<1x97x128xbf16, #neuron.memory<hbm>>
!w = memref<128x4224xbf16, #neuron.memory<hbm>>
!y = memref<1x97x4224xbf16, #neuron.memory<hbm>>

func.func @prefill_width(%x: !x, %w: !w, %y: !y) {
  // expected-error @below {{'penguin.qkv' op operand "weight" has F = 4224, at most 4096 is supported}}
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
  return
}

// -----

!x = memref<1x4x384xbf16, #neuron.memory<hbm>>
!w = memref<384x384xbf16, #neuron.memory<hbm>>
!y = memref<1x4x384xbf16, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @decode_shards(%x: !x, %w: !w, %y: !y) {
    // expected-error @+2 {{'penguin.qkv' op operand "hidden" has H = 384, the decode kernel shards H / 128 = 3 over 2 cores}}
    // expected-note @below {{give a hidden size whose multiple of 128 divides by lnc}}
    penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !y)
    return
  }
}
