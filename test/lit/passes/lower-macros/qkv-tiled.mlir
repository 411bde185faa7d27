// QKV on tiles: the twin's name, and an explicit pattern for every operand.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<128x512xbf16, #neuron.memory<sbuf>>
!w = memref<128x2x384xbf16, #neuron.memory<sbuf>>
!gamma = memref<1x256xbf16, #neuron.memory<sbuf>>
!y = memref<128x384xbf16, #neuron.memory<sbuf>>

// 128 * 256 elements of 256 a row are 128 tokens, more than the threshold of decode.
// CHECK-LABEL: func.func @tiled(
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelQKV"
// CHECK-SAME:      ins(%x : memref<128x512xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}512, 128]], free = {{\[\[}}1, 256]], offset = 256, access_shape = [128, 256], dtype = bf16>,
// CHECK-SAME:      %w : memref<128x2x384xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}768, 128]], free = {{\[\[}}384, 2], [1, 384]], dtype = bf16>,
// CHECK-SAME:      %g : memref<1x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 1]], free = {{\[\[}}1, 256]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<128x384xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}384, 128]], free = {{\[\[}}1, 384]], dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "none", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, neuron.operands = "hidden weight norm_weight -> out"}
// CHECK-NEXT:    return
func.func @tiled(%x: !x, %w: !w, %g: !gamma, %y: !y) {
  penguin.qkv hidden(%x tile<offsets = [0, 256], shape = [128, 256]> : !x) weight(%w : !w) norm_weight(%g : !gamma)
      -> out(%y : !y) {norm_type = rms_norm}
  return
}

// The partitions may be another dimension than the first: here 32 partitions of 4 * 64 elements.
!x1 = memref<4x32x64xbf16, #neuron.memory<sbuf, partition_dim = 1>>
!w1 = memref<64x128xbf16, #neuron.memory<sbuf>>
!y1 = memref<32x512xbf16, #neuron.memory<sbuf>>
// CHECK-LABEL: func.func @partition_dim(
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelQKV"
// CHECK-SAME:      ins(%x : memref<4x32x64xbf16, #neuron.memory<sbuf, partition_dim = 1>> via #neuron.ap<partition = {{\[\[}}256, 32]], free = {{\[\[}}64, 4], [1, 64]], dtype = bf16>,
// CHECK-SAME:      %w : memref<64x128xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}128, 64]], free = {{\[\[}}1, 128]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<32x512xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}512, 32]], free = {{\[\[}}1, 512]], dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {eps = 1.000000e-06 : f32, fused_add = false, quantization = "none", useTkgQKVKernel = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "hidden weight -> out"}
// CHECK-NEXT:    return
func.func @partition_dim(%x: !x1, %w: !w1, %y: !y1) {
  penguin.qkv hidden(%x : !x1) weight(%w : !w1) -> out(%y : !y1)
  return
}
