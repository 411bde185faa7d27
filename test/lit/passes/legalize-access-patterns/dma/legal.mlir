// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// A plain transfer keeps to the budget of strides (4 unless the target says otherwise); one with a shape to be reshaped to is
// complicated: the budget does not bind it, and the mark tells later runs.

!hbm = memref<4x128x512xbf16, #neuron.memory<hbm>>
!sbuf = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!whole = memref<128x512xbf16, #neuron.memory<hbm>>
!tile = memref<128x512xbf16, #neuron.memory<sbuf>>

// [4, P, F] in HBM to [P, 4, F] on chip: three strides on one side.
// CHECK-LABEL: func.func @plain(
// CHECK:      bir.dma_copy ins(%src : {{[^%]*}} via #neuron.ap<free = [[512, 128], [65536, 4], [1, 512]], access_shape = [128, 4, 512], dtype = bf16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[2048, 128]], free = [[1, 2048]], dtype = bf16>)
func.func @plain(%src: !hbm, %dst: !sbuf) {
  bir.dma_copy ins(%src : !hbm via #neuron.ap<free = [[512, 128], [65536, 4], [1, 512]], access_shape = [128, 4, 512], dtype = bf16>) -> outs(%dst : !sbuf via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>) {mode = Copy}
  return
}

// CHECK-LABEL: func.func @complicated(
// CHECK:      bir.dma_copy ins(%src : {{[^%]*}} via #neuron.ap<free = [[1, 65536]], access_shape = [128, 4, 128], dtype = bf16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], access_shape = [128, 4, 128], dtype = bf16>) {neuron.complicated_dma}
func.func @complicated(%src: !whole, %dst: !tile) {
  bir.dma_copy ins(%src : !whole via #neuron.ap<free = [[512, 128], [1, 512]], dtype = bf16>) -> outs(%dst : !tile via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>) {mode = Copy, neuron.reshape = [[128, 4, 128], [4, 128]]}
  return
}
