// The common attention sink always says `cache_softmax`, `use_flash` and `use_dma_transpose`, and names the kernel by its
// variant, or, on tiles, by the one name of the twin.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!dS = memref<2x64x256xbf16, #neuron.memory<hbm>>
!t = memref<64x256xbf16, #neuron.memory<sbuf>>

// CHECK:      bir.bir_kernel "V2AttentionMMSoftmaxMMWithoutSwap" ins(
// CHECK-SAME:   via #neuron.interval<count = 32768, dtype = bf16>
// CHECK-SAME:   {kernel_attrs = {cache_softmax = false, {{.*}}use_dma_transpose = false, use_flash = false,
// CHECK-NOT:    variant
// CHECK-NEXT: bir.bir_kernel "TiledNativeKernelAttention" ins(
// CHECK-SAME:   via #neuron.ap<partition = {{\[\[}}256, 64]], free = {{\[\[}}1, 256]], dtype = bf16>
// CHECK-SAME:   {kernel_attrs = {cache_softmax = false, {{.*}}use_dma_transpose = false, use_flash = true,
// CHECK-SAME:   variant = "V2AttentionMMSoftmaxMMWithoutSwap"}
func.func @f(%q: !dS, %k: !dS, %y: !dS, %tq: !t, %tk: !t, %ty: !t) {
  penguin.attention V2AttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%k : !dS) -> out(%y : !dS) {v_layout = d_s}
  penguin.attention V2AttentionMMSoftmaxMMWithoutSwap q(%tq : !t) k(%tk : !t) v(%tk : !t) -> out(%ty : !t)
      {use_flash = true}
  return
}
