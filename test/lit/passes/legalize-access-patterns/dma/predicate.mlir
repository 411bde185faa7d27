// RUN: neuron-opt '--legalize-access-patterns=dma-predicate=strides max-strides=2' --verify-rewrites %s | filecheck %s

// The two accounts of which transfers are complicated disagree; by option those beyond the budget are, and none is refused.

!hbm = memref<4x128x512xbf16, #neuron.memory<hbm>>
!sbuf = memref<128x4x512xbf16, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @beyond_the_budget(
// CHECK:      bir.dma_copy ins(%src : {{[^%]*}} via #neuron.ap<free = [[512, 128], [65536, 4], [1, 512]], access_shape = [128, 4, 512], dtype = bf16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[2048, 128]], free = [[1, 2048]], dtype = bf16>) {neuron.complicated_dma}
func.func @beyond_the_budget(%src: !hbm, %dst: !sbuf) {
  bir.dma_copy ins(%src : !hbm via #neuron.ap<free = [[512, 128], [65536, 4], [1, 512]], access_shape = [128, 4, 512], dtype = bf16>) -> outs(%dst : !sbuf via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>) {mode = Copy}
  return
}
