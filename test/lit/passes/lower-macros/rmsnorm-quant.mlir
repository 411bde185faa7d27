// RMSNormQuant and its tiled twin: the clamp is a field, the rest stands in the bag.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<1x16x128xbf16, #neuron.memory<hbm>>
!gamma = memref<1x128xbf16, #neuron.memory<hbm>>
!rows = memref<1x16x132xi8, #neuron.memory<hbm>>
!scale = memref<128x1xf32, #neuron.memory<hbm>>
!fp8 = memref<1x16x128xf8E4M3, #neuron.memory<hbm>>
!tile = memref<16x128xbf16, #neuron.memory<sbuf>>
!tile_gamma = memref<1x128xbf16, #neuron.memory<sbuf>>
!tile_rows = memref<16x132xi8, #neuron.memory<sbuf>>

// 4 bytes of scale behind each of 16 rows: 16 * 132 elements.
// CHECK-LABEL: func.func @row(
// CHECK-NEXT:    bir.bir_kernel "RMSNormQuant"
// CHECK-SAME:      ins(%x : memref<1x16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x16x132xi8, #neuron.memory<hbm>> via #neuron.interval<count = 2112, dtype = i8>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-05 : f32, quantization = "row"},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, lower_bound = 1.200000e+03, quant_kernel = true,
// CHECK-SAME:      neuron.operands = "hidden norm_weight -> out"}
// CHECK-NEXT:    return
func.func @row(%x: !x, %g: !gamma, %y: !rows) {
  penguin.rmsnorm_quant hidden(%x : !x) norm_weight(%g : !gamma) -> out(%y : !rows) {eps = 1.0e-5, lower_bound = 1200.0}
  return
}

// The type of the dequantised values is named as Backend IR names it.
// CHECK-LABEL: func.func @static(
// CHECK-NEXT:    bir.bir_kernel "RMSNormQuant"
// CHECK-SAME:      ins(%x : memref<1x16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %s : memref<128x1xf32, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<1x16x128xf8E4M3, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = f8E4M3>)
// CHECK-SAME:      {kernel_attrs = {dst_dtype = "bfloat16", eps = 1.000000e-06 : f32, quantization = "static"},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, quant_kernel = true, neuron.operands = "hidden norm_weight in_scale -> out"}
// CHECK-NEXT:    return
func.func @static(%x: !x, %g: !gamma, %s: !scale, %y: !fp8) {
  penguin.rmsnorm_quant hidden(%x : !x) norm_weight(%g : !gamma) in_scale(%s : !scale) -> out(%y : !fp8)
      {quantization = static, dst_dtype = bf16}
  return
}

// CHECK-LABEL: func.func @no_norm(
// CHECK-NEXT:    bir.bir_kernel "RMSNormQuant"
// CHECK-SAME:      ins(%x : memref<1x16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x16x132xi8, #neuron.memory<hbm>> via #neuron.interval<count = 2112, dtype = i8>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, quantization = "row"},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, quant_kernel = true, neuron.operands = "hidden -> out"}
// CHECK-NEXT:    return
func.func @no_norm(%x: !x, %y: !rows) {
  penguin.rmsnorm_quant hidden(%x : !x) -> out(%y : !rows) {norm_type = no_norm}
  return
}

// CHECK-LABEL: func.func @tiled(
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelRMSNormQuant"
// CHECK-SAME:      ins(%x : memref<16x128xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}128, 16]], free = {{\[\[}}1, 128]], dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}128, 1]], free = {{\[\[}}1, 128]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<16x132xi8, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}132, 16]], free = {{\[\[}}1, 132]], dtype = i8>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, quantization = "row"},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, quant_kernel = true, neuron.operands = "hidden norm_weight -> out"}
// CHECK-NEXT:    return
func.func @tiled(%x: !tile, %g: !tile_gamma, %y: !tile_rows) {
  penguin.rmsnorm_quant hidden(%x : !tile) norm_weight(%g : !tile_gamma) -> out(%y : !tile_rows)
  return
}
