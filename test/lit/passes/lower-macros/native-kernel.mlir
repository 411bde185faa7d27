// The thirteen kernels of the registry: a node that names what its trace will write.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!s = memref<1x4x8x8xbf16, #neuron.memory<hbm>>
!half = memref<1x4x4x4xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @SelectAndScatter(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<1x4x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 256, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x4x4x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 64, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x4x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 256, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "SelectAndScatter-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "SelectAndScatter", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {window = 2 : i64}}
// CHECK-NEXT:    return
func.func @SelectAndScatter(%x: !s, %g: !half, %y: !s) {
  penguin.native_kernel "SelectAndScatter" ins(%x : !s, %g : !half) -> outs(%y : !s) {attrs = {window = 2 : i64}}
  return
}

// CHECK-LABEL: func.func @ResizeNearest(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<1x4x4x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 64, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x4x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 256, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "ResizeNearest-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "ResizeNearest", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @ResizeNearest(%x: !half, %y: !s) {
  penguin.native_kernel "ResizeNearest" ins(%x : !half) -> outs(%y : !s)
  return
}

!hcwn = memref<8x3x8x2xbf16, #neuron.memory<hbm>>
!hcwo = memref<3x3x3x4xbf16, #neuron.memory<hbm>>
!hwon = memref<6x6x4x2xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @pbp_0f1b(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<8x3x8x2xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 384, dtype = bf16>,
// CHECK-SAME:      %k : memref<3x3x3x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 108, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<6x6x4x2xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 288, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @pbp_0f1b(%x: !hcwn, %k: !hcwo, %y: !hwon) {
  penguin.native_kernel "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1" ins(%x : !hcwn, %k : !hcwo) -> outs(%y : !hwon)
  return
}

!cnhw = memref<3x2x8x8xbf16, #neuron.memory<hbm>>
!cohw = memref<3x4x3x3xbf16, #neuron.memory<hbm>>
!hwno = memref<6x6x2x4xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @pbp_fb01(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<3x2x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 384, dtype = bf16>,
// CHECK-SAME:      %k : memref<3x4x3x3xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 108, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<6x6x2x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 288, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "Conv2d_pbp_fb01_io01_01bf_experimental_1-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "Conv2d_pbp_fb01_io01_01bf_experimental_1", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @pbp_fb01(%x: !cnhw, %k: !cohw, %y: !hwno) {
  penguin.native_kernel "Conv2d_pbp_fb01_io01_01bf_experimental_1" ins(%x : !cnhw, %k : !cohw) -> outs(%y : !hwno)
  return
}

// CHECK-LABEL: func.func @Pcinh(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<3x2x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 384, dtype = bf16>,
// CHECK-SAME:      %k : memref<3x4x3x3xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 108, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<6x6x2x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 288, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {stride = [1 : i64, 1 : i64], padding = {{\[\[}}0 : i64, 0 : i64], [0 : i64, 0 : i64]]}}
// CHECK-NEXT:    return
func.func @Pcinh(%x: !cnhw, %k: !cohw, %y: !hwno) {
  penguin.native_kernel "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh" ins(%x : !cnhw, %k : !cohw) -> outs(%y : !hwno)
      {attrs = {stride = [1, 1], padding = [[0, 0], [0, 0]]}}
  return
}

!nc1w = memref<2x3x1x8xbf16, #neuron.memory<hbm>>
!c11w = memref<3x1x1x4xbf16, #neuron.memory<hbm>>
!nc1o = memref<2x3x1x5xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @Conv1d_depthwise(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<2x3x1x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 48, dtype = bf16>,
// CHECK-SAME:      %k : memref<3x1x1x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 12, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x3x1x5xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 30, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "Conv1d_depthwise_bf01_oi01_bf01-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "Conv1d_depthwise_bf01_oi01_bf01", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @Conv1d_depthwise(%x: !nc1w, %k: !c11w, %y: !nc1o) {
  penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01" ins(%x : !nc1w, %k : !c11w) -> outs(%y : !nc1o)
  return
}

!cnhw4 = memref<3x4x8x8xbf16, #neuron.memory<hbm>>
!hw1o = memref<6x6x1x4xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @conv2d_column_packing(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<3x4x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 768, dtype = bf16>,
// CHECK-SAME:      %k : memref<3x4x3x3xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 108, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<6x6x1x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 144, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "conv2d_column_packing-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "conv2d_column_packing", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @conv2d_column_packing(%x: !cnhw4, %k: !cohw, %y: !hw1o) {
  penguin.native_kernel "conv2d_column_packing" ins(%x : !cnhw4, %k : !cohw) -> outs(%y : !hw1o)
  return
}

// CHECK-LABEL: func.func @conv2d_column_packing_io10(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<3x4x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 768, dtype = bf16>,
// CHECK-SAME:      %k : memref<3x4x3x3xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 108, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<6x6x1x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 144, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "conv2d_column_packing_io10-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "conv2d_column_packing_io10", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @conv2d_column_packing_io10(%x: !cnhw4, %k: !cohw, %y: !hw1o) {
  penguin.native_kernel "conv2d_column_packing_io10" ins(%x : !cnhw4, %k : !cohw) -> outs(%y : !hw1o)
  return
}

!c1hw = memref<4x1x3x3xbf16, #neuron.memory<hbm>>
!one = memref<1x4x6x6xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @conv2d_column_packing_1(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<1x4x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 256, dtype = bf16>,
// CHECK-SAME:      %k : memref<4x1x3x3xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 36, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x4x6x6xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 144, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "conv2d_column_packing_1-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "conv2d_column_packing_1", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @conv2d_column_packing_1(%x: !s, %k: !c1hw, %y: !one) {
  penguin.native_kernel "conv2d_column_packing_1" ins(%x : !s, %k : !c1hw) -> outs(%y : !one)
  return
}

!h = memref<17x512xbf16, #neuron.memory<hbm>>
!aff = memref<34x1xbf16, #neuron.memory<hbm>>
!gu = memref<2x512x2x64xbf16, #neuron.memory<hbm>>
!dn = memref<2x64x512xbf16, #neuron.memory<hbm>>
!pos = memref<384xi32, #neuron.memory<hbm>>
!blk = memref<3xi32, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @blockwise_mm(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<17x512xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 8704, dtype = bf16>,
// CHECK-SAME:      %a : memref<34x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 34, dtype = bf16>,
// CHECK-SAME:      %gu : memref<2x512x2x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 131072, dtype = bf16>,
// CHECK-SAME:      %d : memref<2x64x512xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 65536, dtype = bf16>,
// CHECK-SAME:      %p : memref<384xi32, #neuron.memory<hbm>> via #neuron.interval<count = 384, dtype = i32>,
// CHECK-SAME:      %b : memref<3xi32, #neuron.memory<hbm>> via #neuron.interval<count = 3, dtype = i32>)
// CHECK-SAME:      -> outs(%y : memref<17x512xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 8704, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "blockwise_mm-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]", arg2 = "ins[2]", arg3 = "ins[3]",
// CHECK-SAME:      arg4 = "ins[4]", arg5 = "ins[5]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "blockwise_mm", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {block_size = 128 : i64}}
// CHECK-NEXT:    return
func.func @blockwise_mm(%x: !h, %a: !aff, %gu: !gu, %d: !dn, %p: !pos, %b: !blk, %y: !h) {
  penguin.native_kernel "blockwise_mm" ins(%x : !h, %a : !aff, %gu : !gu, %d : !dn, %p : !pos, %b : !blk)
      -> outs(%y : !h) {attrs = {block_size = 128}}
  return
}

!chwn = memref<3x8x8x2xbf16, #neuron.memory<hbm>>
!chw1 = memref<3x3x3x1xbf16, #neuron.memory<hbm>>
!nchw = memref<2x3x6x6xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @conv2d_depthwise(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<3x8x8x2xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 384, dtype = bf16>,
// CHECK-SAME:      %k : memref<3x3x3x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 27, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x3x6x6xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 216, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "conv2d_depthwise_f01b_o01i_bf01-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]", arg1 = "ins[1]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "conv2d_depthwise_f01b_o01i_bf01", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @conv2d_depthwise(%x: !chwn, %k: !chw1, %y: !nchw) {
  penguin.native_kernel "conv2d_depthwise_f01b_o01i_bf01" ins(%x : !chwn, %k : !chw1) -> outs(%y : !nchw)
  return
}

!m = memref<16x8xbf16, #neuron.memory<hbm>>
!mt = memref<8x16xbf16, #neuron.memory<hbm>>
// CHECK-LABEL: func.func @tiled_pf_transpose(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<8x16xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "tiled_pf_transpose-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "tiled_pf_transpose", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @tiled_pf_transpose(%x: !m, %y: !mt) {
  penguin.native_kernel "tiled_pf_transpose" ins(%x : !m) -> outs(%y : !mt)
  return
}

// CHECK-LABEL: func.func @tiled_dve_transpose_10(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<8x16xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "tiled_dve_transpose_10-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "tiled_dve_transpose_10", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @tiled_dve_transpose_10(%x: !m, %y: !mt) {
  penguin.native_kernel "tiled_dve_transpose_10" ins(%x : !m) -> outs(%y : !mt)
  return
}
