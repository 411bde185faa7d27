// QKV on whole tensors: layouts, fused residual add, quantisation, the kernel that is chosen.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<1x200x128xbf16, #neuron.memory<hbm>>
!gamma = memref<1x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!w8 = memref<128x384xi8, #neuron.memory<hbm>>
!scale = memref<128x384xf32, #neuron.memory<hbm>>
!bias = memref<1x384xbf16, #neuron.memory<hbm>>
!bsd = memref<1x200x384xbf16, #neuron.memory<hbm>>
!nbsd = memref<3x1x200x128xbf16, #neuron.memory<hbm>>
!nbds = memref<3x1x128x200xbf16, #neuron.memory<hbm>>

// [B, S, F], ordinal 0, is the default and not printed.
// CHECK-LABEL: func.func @plain(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "none", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "hidden weight -> out"}
// CHECK-NEXT:    return
func.func @plain(%x: !x, %w: !w, %y: !bsd) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !bsd)
  return
}

// CHECK-LABEL: func.func @norm_and_bias(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %b : memref<1x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 384, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-05 : f32, fused_add = false, head_dim = 128 : i64, num_kv_heads = 1 : i64,
// CHECK-SAME:      num_q_heads = 1 : i64, quantization = "none", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, neuron.operands = "hidden weight norm_weight bias -> out"}
// CHECK-NEXT:    return
func.func @norm_and_bias(%x: !x, %w: !w, %g: !gamma, %b: !bias, %y: !bsd) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) norm_weight(%g : !gamma) bias(%b : !bias) -> out(%y : !bsd)
      {norm_type = rms_norm, eps = 1.0e-5, num_q_heads = 1, num_kv_heads = 1, head_dim = 128}
  return
}

// CHECK-LABEL: func.func @nbsd(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<3x1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "none", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, output_layout = 1, neuron.operands = "hidden weight -> out"}
// CHECK-NEXT:    return
func.func @nbsd(%x: !x, %w: !w, %y: !nbsd) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !nbsd) {output_layout = nbsd}
  return
}

// CHECK-LABEL: func.func @nbds(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<3x1x128x200xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "none", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, output_layout = 2, neuron.operands = "hidden weight -> out"}
// CHECK-NEXT:    return
func.func @nbds(%x: !x, %w: !w, %y: !nbds) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%y : !nbds) {output_layout = nbds}
  return
}

// The residual add writes the sum over its first input, which is an output too.
// CHECK-LABEL: func.func @fused_add(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %m : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %a : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>,
// CHECK-SAME:      %x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = true, quantization = "none", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, neuron.operands = "hidden mlp_prev attn_prev weight norm_weight -> out hidden_out"}
// CHECK-NEXT:    return
func.func @fused_add(%x: !x, %m: !x, %a: !x, %w: !w, %g: !gamma, %y: !bsd) {
  penguin.qkv hidden(%x : !x) mlp_prev(%m : !x) attn_prev(%a : !x) weight(%w : !w) norm_weight(%g : !gamma)
      -> out(%y : !bsd) hidden_out(%x : !x) {norm_type = rms_norm}
  return
}

// CHECK-LABEL: func.func @quantised(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xi8, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = i8>,
// CHECK-SAME:      %s : memref<128x384xf32, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<1x200x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "row", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, quant_kernel = true, neuron.operands = "hidden weight weight_scale -> out"}
// CHECK-NEXT:    return
func.func @quantised(%x: !x, %w: !w8, %s: !scale, %y: !bsd) {
  penguin.qkv hidden(%x : !x) weight(%w : !w8) weight_scale(%s : !scale) -> out(%y : !bsd) {quantization = row}
  return
}

// Both spellings of a caller's attributes are the same macro.
// CHECK-LABEL: func.func @snake_case(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "none", useTkgQKVKernel = true},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 1, lnc_size = 2, neuron.operands = "hidden weight norm_weight -> out"}
// CHECK-NEXT:    return
func.func @snake_case(%x: !x, %w: !w, %g: !gamma, %y: !bsd) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) norm_weight(%g : !gamma) -> out(%y : !bsd)
      {norm_type = rms_norm, fused_rmsnorm = false, lnc_size = 2, use_tkg_qkv_kernel = true}
  return
}

// CHECK-LABEL: func.func @camel_case(
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %w : memref<128x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 49152, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x384xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 76800, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "none", useTkgQKVKernel = true},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 1, lnc_size = 2, neuron.operands = "hidden weight norm_weight -> out"}
// CHECK-NEXT:    return
func.func @camel_case(%x: !x, %w: !w, %g: !gamma, %y: !bsd) {
  penguin.qkv hidden(%x : !x) weight(%w : !w) norm_weight(%g : !gamma) -> out(%y : !bsd)
      {norm_type = rms_norm, fusedRmsNorm = false, LncSize = 2, useTkgQKVKernel = true}
  return
}
