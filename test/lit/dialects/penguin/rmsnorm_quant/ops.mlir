// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// Row and static quantisation, with and without the norm, of tensors of any rank and of tiles.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>
!scale = memref<128x1xf32, #neuron.memory<hbm>>
!static = memref<1x256x8192xf8E4M3, #neuron.memory<hbm>>
!h2 = memref<1x2x16384xbf16, #neuron.memory<hbm>>
!g2 = memref<16384xbf16, #neuron.memory<hbm>>
!r2 = memref<1x2x16388xf8E4M3, #neuron.memory<hbm>>
!h160 = memref<1x160x16384xbf16, #neuron.memory<hbm>>
!g16k = memref<1x16384xbf16, #neuron.memory<hbm>>
!s160 = memref<1x160x16384xf8E4M3, #neuron.memory<hbm>>
!h2048 = memref<2x2048x16384xbf16, #neuron.memory<hbm>>
!r2048 = memref<2x2048x16388xf8E4M3, #neuron.memory<hbm>>
!flat = memref<65536x8192xbf16, #neuron.memory<hbm>>
!flat_row = memref<65536x8196xi8, #neuron.memory<hbm>>
!deep = memref<1x2x3x512xbf16, #neuron.memory<hbm>>
!g512 = memref<1x512xbf16, #neuron.memory<hbm>>
!deep_row = memref<1x2x3x516xi8, #neuron.memory<hbm>>
!t = memref<128x512xbf16, #neuron.memory<sbuf>>
!gt = memref<1x512xbf16, #neuron.memory<sbuf>>
!rt = memref<128x516xi8, #neuron.memory<sbuf>>

// Llama-3.1-70B, a shard of 256 tokens: each row gets its scale as four bytes behind it.
func.func @llama_70b_row(%x: !hidden, %g: !gamma, %y: !row) {
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row)
      {eps = 1.000000e-05, lower_bound = 1.200000e+03}
  return
}
// GENERIC:      "penguin.rmsnorm_quant"({{[^)]+}}) <{eps = {{1.0*e-05}} : f32, lower_bound = {{1.20*e\+03}} : f32,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 0, 1>}>
// CHECK-LABEL: func.func @llama_70b_row(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x256x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x256x8196xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      {eps = 1.000000e-05, lower_bound = 1.200000e+03}{{$}}

// One scale for everything.
func.func @llama_70b_static(%x: !hidden, %g: !gamma, %s: !scale, %y: !static) {
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) in_scale(%s : !scale) -> out(%y : !static)
      {quantization = static}
  return
}
// CHECK-LABEL: func.func @llama_70b_static(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x256x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      in_scale([[S]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x256x8192xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      {quantization = static}{{$}}

// Quantisation alone.
func.func @no_norm(%x: !hidden, %y: !row) {
  penguin.rmsnorm_quant hidden(%x : !hidden) -> out(%y : !row) {norm_type = no_norm}
  return
}
// CHECK-LABEL: func.func @no_norm(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x256x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x256x8196xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = no_norm}{{$}}

// What the values are dequantised to.
func.func @dst_dtype_bf16(%x: !hidden, %g: !gamma, %y: !row) {
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {dst_dtype = bf16}
  return
}
// CHECK-LABEL: func.func @dst_dtype_bf16(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x256x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x256x8196xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      {dst_dtype = bf16}{{$}}

func.func @dst_dtype_f32(%x: !hidden, %g: !gamma, %y: !row) {
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {dst_dtype = f32}
  return
}
// CHECK-LABEL: func.func @dst_dtype_f32(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x256x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x256x8196xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      {dst_dtype = f32}{{$}}

// The widest hidden size; gamma of rank 1.
func.func @two_tokens(%x: !h2, %g: !g2, %y: !r2) {
  penguin.rmsnorm_quant hidden(%x : !h2) norm_weight(%g : !g2) -> out(%y : !r2)
  return
}
// CHECK-LABEL: func.func @two_tokens(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x2x16384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<16384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x2x16388xf8E4M3, #neuron.memory<hbm>>){{$}}

func.func @static_160(%x: !h160, %g: !g16k, %s: !scale, %y: !s160) {
  penguin.rmsnorm_quant hidden(%x : !h160) norm_weight(%g : !g16k) in_scale(%s : !scale) -> out(%y : !s160)
      {quantization = static}
  return
}
// CHECK-LABEL: func.func @static_160(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x160x16384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x16384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      in_scale([[S]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x160x16384xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      {quantization = static}{{$}}

func.func @row_2048(%x: !h2048, %g: !g16k, %y: !r2048) {
  penguin.rmsnorm_quant hidden(%x : !h2048) norm_weight(%g : !g16k) -> out(%y : !r2048)
  return
}
// CHECK-LABEL: func.func @row_2048(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<2x2048x16384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x16384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<2x2048x16388xf8E4M3, #neuron.memory<hbm>>){{$}}

// Any rank from 2 on.
func.func @rank_2(%x: !flat, %g: !gamma, %y: !flat_row) {
  penguin.rmsnorm_quant hidden(%x : !flat) norm_weight(%g : !gamma) -> out(%y : !flat_row)
  return
}
// CHECK-LABEL: func.func @rank_2(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<65536x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<65536x8196xi8, #neuron.memory<hbm>>){{$}}

func.func @rank_4(%x: !deep, %g: !g512, %y: !deep_row) {
  penguin.rmsnorm_quant hidden(%x : !deep) norm_weight(%g : !g512) -> out(%y : !deep_row)
  return
}
// CHECK-LABEL: func.func @rank_4(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<1x2x3x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x2x3x516xi8, #neuron.memory<hbm>>){{$}}

// Tiles.
func.func @tiled(%x: !t, %g: !gt, %y: !rt) {
  penguin.rmsnorm_quant hidden(%x : !t) norm_weight(%g : !gt) -> out(%y : !rt)
  return
}
// CHECK-LABEL: func.func @tiled(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.rmsnorm_quant
// CHECK-SAME:      hidden([[X]] : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> out([[Y]] : memref<128x516xi8, #neuron.memory<sbuf>>){{$}}
