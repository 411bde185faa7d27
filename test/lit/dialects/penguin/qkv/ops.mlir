// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// The projection to queries, keys and values in every layout, with and without residuals, norm, bias and scales.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!weight = memref<4096x768xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>
!weight_tp32 = memref<4096x384xbf16, #neuron.memory<hbm>>
!heads_tp32 = memref<3x1x8192x128xbf16, #neuron.memory<hbm>>
!headst_tp32 = memref<3x1x128x8192xbf16, #neuron.memory<hbm>>
!hidden_70b = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!weight_70b = memref<8192x512xbf16, #neuron.memory<hbm>>
!gamma_70b = memref<1x8192xbf16, #neuron.memory<hbm>>
!heads_70b = memref<4x1x8192x128xbf16, #neuron.memory<hbm>>
!decode = memref<4x1x8192xbf16, #neuron.memory<hbm>>
!weight_70b_tp8 = memref<8192x1280xbf16, #neuron.memory<hbm>>
!decode_out = memref<4x1x1280xbf16, #neuron.memory<hbm>>
!spec = memref<16x5x8192xbf16, #neuron.memory<hbm>>
!weight_70b_tp64 = memref<8192x384xbf16, #neuron.memory<hbm>>
!spec_out = memref<16x5x384xbf16, #neuron.memory<hbm>>
!bias = memref<1x768xbf16, #neuron.memory<hbm>>
!wide = memref<8192x2560xbf16, #neuron.memory<hbm>>
!wide_out = memref<1x8192x2560xbf16, #neuron.memory<hbm>>
!row = memref<4096x768xi8, #neuron.memory<hbm>>
!row_scale = memref<128x768xf32, #neuron.memory<hbm>>
!fp8 = memref<4096x768xf8E4M3, #neuron.memory<hbm>>
!static_scale = memref<128x3xf32, #neuron.memory<hbm>>
!in_scale = memref<128x1xf32, #neuron.memory<hbm>>
!t = memref<128x512xbf16, #neuron.memory<sbuf>>
!wt = memref<128x384xbf16, #neuron.memory<sbuf>>
!gt = memref<1x512xbf16, #neuron.memory<sbuf>>
!ot = memref<128x384xbf16, #neuron.memory<sbuf>>

// Llama-3.1-8B at TP 8, prefill: four query heads and one of keys and values, behind the norm.
func.func @llama_8b_tp8(%x: !hidden, %w: !weight, %g: !gamma, %y: !out) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%g : !gamma) -> out(%y : !out)
      {norm_type = rms_norm, eps = 1.000000e-05}
  return
}
// GENERIC:      "penguin.qkv"({{[^)]+}})
// GENERIC-SAME:   <{norm_type = #penguin.norm_type<rms_norm>, eps = {{1.0*e-05}} : f32,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0>}>
// CHECK-LABEL: func.func @llama_8b_tp8(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, eps = 1.000000e-05}{{$}}

// Llama-3.1-8B at TP 32: one head each, written head by head.
func.func @llama_8b_tp32_nbsd(%x: !hidden, %w: !weight_tp32, %g: !gamma, %y: !heads_tp32) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight_tp32) norm_weight(%g : !gamma) -> out(%y : !heads_tp32)
      {norm_type = rms_norm, output_layout = nbsd, num_q_heads = 1, num_kv_heads = 1, head_dim = 128}
  return
}
// CHECK-LABEL: func.func @llama_8b_tp32_nbsd(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<3x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, output_layout = nbsd, num_q_heads = 1, num_kv_heads = 1, head_dim = 128}{{$}}

// The same with the heads transposed.
func.func @llama_8b_tp32_nbds(%x: !hidden, %w: !weight_tp32, %g: !gamma, %y: !headst_tp32) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight_tp32) norm_weight(%g : !gamma) -> out(%y : !headst_tp32)
      {norm_type = rms_norm, output_layout = nbds}
  return
}
// CHECK-LABEL: func.func @llama_8b_tp32_nbds(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<3x1x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, output_layout = nbds}{{$}}

// Llama-3.1-70B at TP 32 with the residuals of the previous layer added: hidden is written too.
func.func @llama_70b_tp32_fused_add(%x: !hidden_70b, %m: !hidden_70b, %a: !hidden_70b, %w: !weight_70b,
    %g: !gamma_70b, %y: !heads_70b) {
  penguin.qkv hidden(%x : !hidden_70b) mlp_prev(%m : !hidden_70b) attn_prev(%a : !hidden_70b)
      weight(%w : !weight_70b) norm_weight(%g : !gamma_70b) -> out(%y : !heads_70b) hidden_out(%x : !hidden_70b)
      {norm_type = rms_norm, output_layout = nbsd}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp32_fused_add(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[M:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:
// CHECK-SAME:    [[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      mlp_prev([[M]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      attn_prev([[A]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<8192x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      hidden_out([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, output_layout = nbsd}{{$}}

// The weight was multiplied with gamma beforehand.
func.func @fused_add_skip_gamma(%x: !hidden_70b, %m: !hidden_70b, %a: !hidden_70b, %w: !weight_70b, %y: !heads_70b) {
  penguin.qkv hidden(%x : !hidden_70b) mlp_prev(%m : !hidden_70b) attn_prev(%a : !hidden_70b)
      weight(%w : !weight_70b) -> out(%y : !heads_70b) hidden_out(%x : !hidden_70b)
      {norm_type = rms_norm_skip_gamma, output_layout = nbsd}
  return
}
// CHECK-LABEL: func.func @fused_add_skip_gamma(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[M:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      mlp_prev([[M]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      attn_prev([[A]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<8192x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      hidden_out([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm_skip_gamma, output_layout = nbsd}{{$}}

// Llama-3.1-70B at TP 8, decode, with the decode kernel asked for.
func.func @llama_70b_tp8_decode(%x: !decode, %w: !weight_70b_tp8, %g: !gamma_70b, %y: !decode_out) {
  penguin.qkv hidden(%x : !decode) weight(%w : !weight_70b_tp8) norm_weight(%g : !gamma_70b) -> out(%y : !decode_out)
      {norm_type = rms_norm, use_tkg_qkv_kernel = true}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp8_decode(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<4x1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<8192x1280xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x1x1280xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, use_tkg_qkv_kernel = true}{{$}}

// Llama-3.1-70B at TP 64, five speculated tokens.
func.func @llama_70b_tp64_speculation(%x: !spec, %w: !weight_70b_tp64, %g: !gamma_70b, %y: !spec_out) {
  penguin.qkv hidden(%x : !spec) weight(%w : !weight_70b_tp64) norm_weight(%g : !gamma_70b) -> out(%y : !spec_out)
      {norm_type = rms_norm}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp64_speculation(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<16x5x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<8192x384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<16x5x384xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm}{{$}}

// Without a norm gamma may be passed and is ignored (sequence parallelism); a bias.
func.func @bias_and_ignored_gamma(%x: !hidden, %w: !weight, %g: !gamma, %b: !bias, %y: !out) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%g : !gamma) bias(%b : !bias) -> out(%y : !out)
  return
}
// CHECK-LABEL: func.func @bias_and_ignored_gamma(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      bias([[B]] : memref<1x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x768xbf16, #neuron.memory<hbm>>){{$}}

// Llama-3.1-70B at TP 4: sixteen query heads and two of keys and values.
func.func @llama_70b_tp4_no_norm(%x: !hidden_70b, %w: !wide, %y: !wide_out) {
  penguin.qkv hidden(%x : !hidden_70b) weight(%w : !wide) -> out(%y : !wide_out)
      {num_q_heads = 16, num_kv_heads = 2, head_dim = 128}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp4_no_norm(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<8192x2560xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x2560xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {num_q_heads = 16, num_kv_heads = 2, head_dim = 128}{{$}}

// Only a layer norm has a bias.
func.func @layer_norm(%x: !hidden, %w: !weight, %g: !gamma, %n: !gamma, %y: !out) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%g : !gamma) norm_bias(%n : !gamma)
      -> out(%y : !out) {norm_type = layer_norm}
  return
}
// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[N:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_bias([[N]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = layer_norm}{{$}}

// Row quantisation: a scale for each column of the weight.
func.func @row_quantised(%x: !hidden, %w: !row, %s: !row_scale, %g: !gamma, %y: !out) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !row) weight_scale(%s : !row_scale) norm_weight(%g : !gamma)
      -> out(%y : !out) {norm_type = rms_norm, quantization = row}
  return
}
// CHECK-LABEL: func.func @row_quantised(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x768xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      weight_scale([[S]] : memref<128x768xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = row}{{$}}

// Static quantisation: a scale each for q, k and v, and one for the input.
func.func @static_quantised(%x: !hidden, %w: !fp8, %s: !static_scale, %i: !in_scale, %g: !gamma, %y: !out) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !fp8) weight_scale(%s : !static_scale) in_scale(%i : !in_scale)
      norm_weight(%g : !gamma) -> out(%y : !out) {norm_type = rms_norm, quantization = static}
  return
}
// CHECK-LABEL: func.func @static_quantised(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:{{[^%]+}}[[I:%[^:]+]]:
// CHECK-SAME:    [[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x768xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      weight_scale([[S]] : memref<128x3xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      in_scale([[I]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = static}{{$}}

// Tiles: gamma and the layout are folded into partitions.
func.func @tiled(%x: !t, %w: !wt, %g: !gt, %y: !ot) {
  penguin.qkv hidden(%x : !t) weight(%w tile<offsets = [0, 0], shape = [128, 384]> : !wt) norm_weight(%g : !gt)
      -> out(%y : !ot) {norm_type = rms_norm}
  return
}
// CHECK-LABEL: func.func @tiled(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      weight([[W]] tile<offsets = [0, 0], shape = [128, 384]> : memref<128x384xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> out([[Y]] : memref<128x384xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      {norm_type = rms_norm}{{$}}

// The callers' spellings of attributes are read.
func.func @spellings(%x: !hidden, %w: !weight, %g: !gamma, %y: !out) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%g : !gamma) -> out(%y : !out)
      {norm_type = rms_norm, fusedRmsNorm = true, LncSize = 2, useTkgQKVKernel = false}
  return
}
// CHECK-LABEL: func.func @spellings(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<4096x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, fused_rmsnorm = true, use_tkg_qkv_kernel = false, lnc_size = 2}{{$}}
