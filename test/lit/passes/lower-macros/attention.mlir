// Attention: the variant is the kernel's name; a tiled one has one name for all variants and keeps its variant in the bag.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!dS = memref<2x64x256xbf16, #neuron.memory<hbm>>
!Sd = memref<2x256x64xbf16, #neuron.memory<hbm>>
!stats = memref<2x128x2xf32, #neuron.memory<hbm>>
!sink = memref<2x1xbf16, #neuron.memory<hbm>>
!keys = memref<2x64x1024xbf16, #neuron.memory<hbm>>
!values = memref<2x1024x64xbf16, #neuron.memory<hbm>>
!tile = memref<64x256xbf16, #neuron.memory<sbuf>>
!tile_v = memref<128x384xbf16, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @swapped(
// CHECK-NEXT:    bir.bir_kernel "AttentionMMSoftmaxMM"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x256x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, k_layout = "d_s", out_layout = "d_s", q_layout = "d_s",
// CHECK-SAME:      scale = 1.250000e-01 : f32, sliding_window = 0 : i64, strided_q_slicing = false, use_dma_transpose = false,
// CHECK-SAME:      use_flash = false, v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v -> out"}
// CHECK-NEXT:    return
func.func @swapped(%q: !dS, %k: !dS, %v: !Sd, %y: !dS) {
  penguin.attention AttentionMMSoftmaxMM q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !dS) {scale = 0.125}
  return
}

// CHECK-LABEL: func.func @full(
// CHECK-NEXT:    bir.bir_kernel "AttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x256x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x256x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, k_layout = "d_s", out_layout = "s_d", q_layout = "d_s",
// CHECK-SAME:      scale = 1.250000e-01 : f32, sliding_window = 0 : i64, strided_q_slicing = false, use_dma_transpose = false,
// CHECK-SAME:      use_flash = false, v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v -> out"}
// CHECK-NEXT:    return
func.func @full(%q: !dS, %k: !dS, %v: !Sd, %y: !Sd) {
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !Sd)
      {scale = 0.125, out_layout = s_d}
  return
}

// CHECK-LABEL: func.func @causal(
// CHECK-NEXT:    bir.bir_kernel "CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x256x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, k_layout = "d_s", out_layout = "d_s", q_layout = "d_s",
// CHECK-SAME:      scale = 1.000000e+00 : f32, sliding_window = 0 : i64, strided_q_slicing = false, use_dma_transpose = true,
// CHECK-SAME:      use_flash = true, v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v -> out"}
// CHECK-NEXT:    return
func.func @causal(%q: !dS, %k: !dS, %v: !Sd, %y: !dS) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !dS)
      {use_flash = true, use_dma_transpose = true}
  return
}

// CHECK-LABEL: func.func @full_v2(
// CHECK-NEXT:    bir.bir_kernel "V2AttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x256x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, k_layout = "d_s", out_layout = "d_s", q_layout = "d_s",
// CHECK-SAME:      scale = 1.000000e+00 : f32, sliding_window = 0 : i64, strided_q_slicing = false, use_dma_transpose = false,
// CHECK-SAME:      use_flash = false, v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v -> out"}
// CHECK-NEXT:    return
func.func @full_v2(%q: !dS, %k: !dS, %v: !Sd, %y: !dS) {
  penguin.attention V2AttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !dS)
  return
}

// CHECK-LABEL: func.func @causal_v2(
// CHECK-NEXT:    bir.bir_kernel "V2CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x256x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %s : memref<2x1xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, k_layout = "d_s", out_layout = "d_s", q_layout = "d_s",
// CHECK-SAME:      scale = 1.000000e+00 : f32, sliding_window = 64 : i64, strided_q_slicing = false, use_dma_transpose = false,
// CHECK-SAME:      use_flash = false, v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v sink -> out"}
// CHECK-NEXT:    return
func.func @causal_v2(%q: !dS, %k: !dS, %v: !Sd, %s: !sink, %y: !dS) {
  penguin.attention V2CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd) sink(%s : !sink)
      -> out(%y : !dS) {sliding_window = 64}
  return
}

// The statistics of the softmax are outputs.
// CHECK-LABEL: func.func @cached_softmax(
// CHECK-NEXT:    bir.bir_kernel "CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x256x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %m : memref<2x128x2xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>,
// CHECK-SAME:      %r : memref<2x128x2xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = true, k_layout = "d_s", out_layout = "d_s", q_layout = "d_s",
// CHECK-SAME:      scale = 1.000000e+00 : f32, sliding_window = 0 : i64, strided_q_slicing = false, use_dma_transpose = false,
// CHECK-SAME:      use_flash = false, v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v -> out neg_max recip"}
// CHECK-NEXT:    return
func.func @cached_softmax(%q: !dS, %k: !dS, %v: !Sd, %y: !dS, %m: !stats, %r: !stats) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd)
      -> out(%y : !dS) neg_max(%m : !stats) recip(%r : !stats) {cache_softmax = true}
  return
}

// One of four ranks: 256 of 1024 queries.
// CHECK-LABEL: func.func @context_parallel(
// CHECK-NEXT:    bir.bir_kernel "CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      ins(%q : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>,
// CHECK-SAME:      %k : memref<2x64x1024xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 131072, dtype = bf16>,
// CHECK-SAME:      %v : memref<2x1024x64xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 131072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x64x256xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 32768, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, global_n_tiles = 4 : i64, k_layout = "d_s", out_layout = "d_s",
// CHECK-SAME:      q_layout = "d_s", scale = 1.000000e+00 : f32, sliding_window = 0 : i64, strided_q_slicing = true,
// CHECK-SAME:      tile_i = 3 : i64, use_dma_transpose = false, use_flash = false, v_layout = "s_d"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v -> out"}
// CHECK-NEXT:    return
func.func @context_parallel(%q: !dS, %k: !keys, %v: !values, %y: !dS) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !keys) v(%v : !values) -> out(%y : !dS)
      {global_n_tiles = 4, tile_i = 3, strided_q_slicing = true}
  return
}

// CHECK-LABEL: func.func @tiled(
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelAttention"
// CHECK-SAME:      ins(%q : memref<64x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 64]], free = {{\[\[}}1, 256]], dtype = bf16>,
// CHECK-SAME:      %k : memref<64x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 64]], free = {{\[\[}}1, 256]], dtype = bf16>,
// CHECK-SAME:      %v : memref<128x384xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}384, 128]], free = {{\[\[}}1, 128]], offset = 256, access_shape = [128, 128], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<64x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 64]], free = {{\[\[}}1, 256]], dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {cache_softmax = false, k_layout = "d_s", out_layout = "d_s", q_layout = "d_s",
// CHECK-SAME:      scale = 1.000000e+00 : f32, sliding_window = 0 : i64, strided_q_slicing = false, use_dma_transpose = false,
// CHECK-SAME:      use_flash = false, v_layout = "s_d", variant = "CausalAttentionMMSoftmaxMMWithoutSwap"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "q k v -> out"}
// CHECK-NEXT:    return
func.func @tiled(%q: !tile, %k: !tile, %v: !tile_v, %y: !tile) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !tile) k(%k : !tile)
      v(%v tile<offsets = [0, 256], shape = [128, 128]> : !tile_v) -> out(%y : !tile)
  return
}
