// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// Kernels of the internal registry, with the shapes of public models.

!img = memref<2x640x32x32xbf16, #neuron.memory<hbm>>
!big = memref<2x640x64x64xbf16, #neuron.memory<hbm>>
!seq = memref<1x1536x1x515xbf16, #neuron.memory<hbm>>
!k4 = memref<1536x1x1x4xbf16, #neuron.memory<hbm>>
!seqo = memref<1x1536x1x512xbf16, #neuron.memory<hbm>>
!qseq = memref<1x2560x1x131xbf16, #neuron.memory<hbm>>
!qk4 = memref<2560x1x1x4xbf16, #neuron.memory<hbm>>
!qseqo = memref<1x2560x1x128xbf16, #neuron.memory<hbm>>
!next = memref<1x96x56x56xbf16, #neuron.memory<hbm>>
!k7 = memref<96x1x7x7xbf16, #neuron.memory<hbm>>
!mobile = memref<1x32x112x112xbf16, #neuron.memory<hbm>>
!k3 = memref<32x1x3x3xbf16, #neuron.memory<hbm>>
!wgx = memref<16x96x56x56xbf16, #neuron.memory<hbm>>
!wgk = memref<16x96x56x56xbf16, #neuron.memory<hbm>>
!wgo = memref<7x7x1x96xbf16, #neuron.memory<hbm>>
!stem = memref<16x3x224x224xbf16, #neuron.memory<hbm>>
!stemg = memref<16x64x112x112xbf16, #neuron.memory<hbm>>
!stemo = memref<7x7x3x64xbf16, #neuron.memory<hbm>>
!vae = memref<4x2x64x64xbf16, #neuron.memory<hbm>>
!vaek = memref<4x320x3x3xbf16, #neuron.memory<hbm>>
!vaeo = memref<64x64x2x320xbf16, #neuron.memory<hbm>>
!p0 = memref<64x4x64x2xbf16, #neuron.memory<hbm>>
!p0k = memref<3x4x3x320xbf16, #neuron.memory<hbm>>
!p0o = memref<64x64x320x2xbf16, #neuron.memory<hbm>>
!pool = memref<1x64x112x112xbf16, #neuron.memory<hbm>>
!pools = memref<1x64x56x56xbf16, #neuron.memory<hbm>>
!a = memref<4096x1024xbf16, #neuron.memory<hbm>>
!at = memref<1024x4096xbf16, #neuron.memory<hbm>>
!h = memref<4097x4096xbf16, #neuron.memory<hbm>>
!aff = memref<32776x1xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!pos = memref<11776xi32, #neuron.memory<hbm>>
!blk = memref<23x1xi32, #neuron.memory<hbm>>
!blk1 = memref<23xi32, #neuron.memory<hbm>>

// The upsampling of a diffusion UNet.
func.func @resize(%a: !img, %y: !big) {
  penguin.native_kernel "ResizeNearest" ins(%a : !img) -> outs(%y : !big) {attrs = {scale = [2, 2]}}
  return
}
// GENERIC:      "penguin.native_kernel"({{[^)]+}}) <{func_name = "ResizeNearest", attrs = {scale = [2 : i64, 2 : i64]},
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 0>}>
// CHECK-LABEL: func.func @resize(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "ResizeNearest"
// CHECK-SAME:      ins([[A]] : memref<2x640x32x32xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<2x640x64x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {scale = [2 : i64, 2 : i64]}}{{$}}

// The causal convolution of a state-space layer.
func.func @causal_conv1d(%a: !seq, %b: !k4, %y: !seqo) {
  penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01" ins(%a : !seq, %b : !k4) -> outs(%y : !seqo)
      {attrs = {feature_group_count = 1536 : i64, padding = [[0, 0], [0, 0]], rhs_dilation = [1, 1], stride = [1,
      1]}}
  return
}
// CHECK-LABEL: func.func @causal_conv1d(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01"
// CHECK-SAME:      ins([[A]] : memref<1x1536x1x515xbf16, #neuron.memory<hbm>>, [[B]] : memref<1536x1x1x4xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<1x1536x1x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {feature_group_count = 1536 : i64, padding = [[0 : i64, 0 : i64], [0 : i64, 0 : i64]], rhs_dilation = [1 : i64, 1 : i64], stride = [1 : i64, 1 : i64]}}{{$}}

// Qwen3.5-2B at TP 4.
func.func @delta_net_conv1d(%a: !qseq, %b: !qk4, %y: !qseqo) {
  penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01" ins(%a : !qseq, %b : !qk4) -> outs(%y : !qseqo)
  return
}
// CHECK-LABEL: func.func @delta_net_conv1d(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "Conv1d_depthwise_bf01_oi01_bf01"
// CHECK-SAME:      ins([[A]] : memref<1x2560x1x131xbf16, #neuron.memory<hbm>>, [[B]] : memref<2560x1x1x4xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<1x2560x1x128xbf16, #neuron.memory<hbm>>){{$}}

// ConvNeXt-T, depthwise 7x7.
func.func @convnext(%a: !next, %b: !k7, %y: !next) {
  penguin.native_kernel "conv2d_depthwise_f01b_o01i_bf01" ins(%a : !next, %b : !k7) -> outs(%y : !next)
      {attrs = {feature_group_count = 96 : i64, in_perm = [1, 0, 3, 2], padding = [[3, 3], [3, 3]], stride = [1, 1]}}
  return
}
// CHECK-LABEL: func.func @convnext(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "conv2d_depthwise_f01b_o01i_bf01"
// CHECK-SAME:      ins([[A]] : memref<1x96x56x56xbf16, #neuron.memory<hbm>>, [[B]] : memref<96x1x7x7xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<1x96x56x56xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {feature_group_count = 96 : i64, in_perm = [1 : i64, 0 : i64, 3 : i64, 2 : i64], padding = [[3 : i64, 3 : i64], [3 : i64, 3 : i64]], stride = [1 : i64, 1 : i64]}}{{$}}

// MobileNet, depthwise 3x3, one image.
func.func @mobilenet(%a: !mobile, %b: !k3, %y: !mobile) {
  penguin.native_kernel "conv2d_column_packing_1" ins(%a : !mobile, %b : !k3) -> outs(%y : !mobile)
      {attrs = {feature_group_count = 32 : i64, stride = [1, 1]}}
  return
}
// CHECK-LABEL: func.func @mobilenet(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "conv2d_column_packing_1"
// CHECK-SAME:      ins([[A]] : memref<1x32x112x112xbf16, #neuron.memory<hbm>>, [[B]] : memref<32x1x3x3xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<1x32x112x112xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {feature_group_count = 32 : i64, stride = [1 : i64, 1 : i64]}}{{$}}

// The weight gradient of a depthwise convolution: an image a channel.
func.func @depthwise_weight_gradient(%a: !wgx, %b: !wgk, %y: !wgo) {
  penguin.native_kernel "conv2d_column_packing" ins(%a : !wgx, %b : !wgk) -> outs(%y : !wgo)
      {attrs = {batch_group_count = 96 : i64, rhs_dilation = [1, 1]}}
  return
}
// CHECK-LABEL: func.func @depthwise_weight_gradient(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "conv2d_column_packing"
// CHECK-SAME:      ins([[A]] : memref<16x96x56x56xbf16, #neuron.memory<hbm>>, [[B]] : memref<16x96x56x56xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<7x7x1x96xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {batch_group_count = 96 : i64, rhs_dilation = [1 : i64, 1 : i64]}}{{$}}

func.func @depthwise_weight_gradient_io10(%a: !wgx, %b: !wgk, %y: !wgo) {
  penguin.native_kernel "conv2d_column_packing_io10" ins(%a : !wgx, %b : !wgk) -> outs(%y : !wgo)
      {attrs = {batch_group_count = 96 : i64}}
  return
}
// CHECK-LABEL: func.func @depthwise_weight_gradient_io10(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "conv2d_column_packing_io10"
// CHECK-SAME:      ins([[A]] : memref<16x96x56x56xbf16, #neuron.memory<hbm>>, [[B]] : memref<16x96x56x56xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<7x7x1x96xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {batch_group_count = 96 : i64}}{{$}}

// The weight gradient of ResNet's first layer.
func.func @resnet_stem_weight_gradient(%a: !stem, %b: !stemg, %y: !stemo) {
  penguin.native_kernel "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh" ins(%a : !stem, %b : !stemg) -> outs(%y : !stemo)
      {attrs = {padding = [[3, 2], [3, 2]], rhs_dilation = [2, 2]}}
  return
}
// CHECK-LABEL: func.func @resnet_stem_weight_gradient(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh"
// CHECK-SAME:      ins([[A]] : memref<16x3x224x224xbf16, #neuron.memory<hbm>>, [[B]] : memref<16x64x112x112xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<7x7x3x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {padding = [[3 : i64, 2 : i64], [3 : i64, 2 : i64]], rhs_dilation = [2 : i64, 2 : i64]}}{{$}}

// The first convolution of a diffusion UNet, dense, in two layouts.
func.func @unet_in(%a: !vae, %b: !vaek, %y: !vaeo) {
  penguin.native_kernel "Conv2d_pbp_fb01_io01_01bf_experimental_1" ins(%a : !vae, %b : !vaek) -> outs(%y : !vaeo)
      {attrs = {padding = [[1, 1], [1, 1]]}}
  return
}
// CHECK-LABEL: func.func @unet_in(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "Conv2d_pbp_fb01_io01_01bf_experimental_1"
// CHECK-SAME:      ins([[A]] : memref<4x2x64x64xbf16, #neuron.memory<hbm>>, [[B]] : memref<4x320x3x3xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<64x64x2x320xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {padding = [[1 : i64, 1 : i64], [1 : i64, 1 : i64]]}}{{$}}

func.func @unet_in_0f1b(%a: !p0, %b: !p0k, %y: !p0o) {
  penguin.native_kernel "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1" ins(%a : !p0, %b : !p0k) -> outs(%y : !p0o)
      {attrs = {padding = [[1, 1], [1, 1]]}}
  return
}
// CHECK-LABEL: func.func @unet_in_0f1b(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1"
// CHECK-SAME:      ins([[A]] : memref<64x4x64x2xbf16, #neuron.memory<hbm>>, [[B]] : memref<3x4x3x320xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<64x64x320x2xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {padding = [[1 : i64, 1 : i64], [1 : i64, 1 : i64]]}}{{$}}

// The gradient of a maximum over windows.
func.func @max_pool_gradient(%a: !pool, %b: !pools, %y: !pool) {
  penguin.native_kernel "SelectAndScatter" ins(%a : !pool, %b : !pools) -> outs(%y : !pool)
      {attrs = {stride = [2, 2], window = [3, 3]}}
  return
}
// CHECK-LABEL: func.func @max_pool_gradient(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "SelectAndScatter"
// CHECK-SAME:      ins([[A]] : memref<1x64x112x112xbf16, #neuron.memory<hbm>>, [[B]] : memref<1x64x56x56xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<1x64x112x112xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {stride = [2 : i64, 2 : i64], window = [3 : i64, 3 : i64]}}{{$}}

// Transposes.
func.func @pf_transpose(%a: !a, %y: !at) {
  penguin.native_kernel "tiled_pf_transpose" ins(%a : !a) -> outs(%y : !at)
  return
}
// CHECK-LABEL: func.func @pf_transpose(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "tiled_pf_transpose"
// CHECK-SAME:      ins([[A]] : memref<4096x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<1024x4096xbf16, #neuron.memory<hbm>>){{$}}

func.func @dve_transpose(%a: !a, %y: !at) {
  penguin.native_kernel "tiled_dve_transpose_10" ins(%a : !a) -> outs(%y : !at)
  return
}
// CHECK-LABEL: func.func @dve_transpose(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "tiled_dve_transpose_10"
// CHECK-SAME:      ins([[A]] : memref<4096x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<1024x4096xbf16, #neuron.memory<hbm>>){{$}}

// Mixtral-8x7B at TP 8, prefill of 4096 tokens in blocks of 512.
func.func @mixtral_blockwise(%a: !h, %b: !aff, %c: !gu, %d: !d, %e: !pos, %f: !blk, %y: !h) {
  penguin.native_kernel "blockwise_mm" ins(%a : !h, %b : !aff, %c : !gu, %d : !d, %e : !pos, %f : !blk)
      -> outs(%y : !h) {attrs = {block_size = 512 : i64}}
  return
}
// CHECK-LABEL: func.func @mixtral_blockwise(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[C:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:
// CHECK-SAME:    [[E:%[^:]+]]:{{[^%]+}}[[F:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "blockwise_mm"
// CHECK-SAME:      ins([[A]] : memref<4097x4096xbf16, #neuron.memory<hbm>>, [[B]] : memref<32776x1xbf16, #neuron.memory<hbm>>, [[C]] : memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>, [[D]] : memref<8x1792x4096xbf16, #neuron.memory<hbm>>, [[E]] : memref<11776xi32, #neuron.memory<hbm>>, [[F]] : memref<23x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<4097x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {block_size = 512 : i64}}{{$}}

func.func @mixtral_blockwise_rank_1(%a: !h, %b: !aff, %c: !gu, %d: !d, %e: !pos, %f: !blk1, %y: !h) {
  penguin.native_kernel "blockwise_mm" ins(%a : !h, %b : !aff, %c : !gu, %d : !d, %e : !pos, %f : !blk1)
      -> outs(%y : !h) {attrs = {block_size = 512 : i64}}
  return
}
// CHECK-LABEL: func.func @mixtral_blockwise_rank_1(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:{{[^%]+}}[[C:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:
// CHECK-SAME:    [[E:%[^:]+]]:{{[^%]+}}[[F:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "blockwise_mm"
// CHECK-SAME:      ins([[A]] : memref<4097x4096xbf16, #neuron.memory<hbm>>, [[B]] : memref<32776x1xbf16, #neuron.memory<hbm>>, [[C]] : memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>, [[D]] : memref<8x1792x4096xbf16, #neuron.memory<hbm>>, [[E]] : memref<11776xi32, #neuron.memory<hbm>>, [[F]] : memref<23xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<4097x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {attrs = {block_size = 512 : i64}}{{$}}

// An opaque access: the kernel owns the tiling.
func.func @opaque_access(%a: !img, %y: !big) {
  penguin.native_kernel "ResizeNearest" ins(%a opaque : !img) -> outs(%y opaque<nelements = 4096> : !big)
  return
}
// CHECK-LABEL: func.func @opaque_access(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "ResizeNearest"
// CHECK-SAME:      ins([[A]] opaque : memref<2x640x32x32xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] opaque<nelements = 4096> : memref<2x640x64x64xbf16, #neuron.memory<hbm>>){{$}}

// A name that is not known here: the lowering, which owns the registry, reports it.
func.func @unknown_name(%a: !img, %y: !big) {
  penguin.native_kernel "ResizeNeerest" ins(%a : !img) -> outs(%y : !big)
  return
}
// CHECK-LABEL: func.func @unknown_name(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.native_kernel "ResizeNeerest"
// CHECK-SAME:      ins([[A]] : memref<2x640x32x32xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<2x640x64x64xbf16, #neuron.memory<hbm>>){{$}}
