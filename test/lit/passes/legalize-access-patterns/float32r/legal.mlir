// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns=strip-fp32r=false %s | filecheck %s --check-prefix=KEPT

// float32r (`tf32`) is a float32 that the PE array reads with less precision. DMA and the transpositions of the vector engine move what
// is stored, float32; `strip-fp32r=false` leaves the patterns alone.

!hbm = memref<32x128xtf32, #neuron.memory<hbm>>
!sbuf = memref<32x128xtf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>
!bank = memref<128x128xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @dma(
// CHECK:      bir.dma_copy ins(%src : {{[^%]*}} via #neuron.ap<free = [[1, 4096]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = f32>)
// KEPT-LABEL: func.func @dma(
// KEPT:      bir.dma_copy ins(%src : {{[^%]*}} via #neuron.ap<free = [[1, 4096]], dtype = tf32>)
// KEPT-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = tf32>)
func.func @dma(%src: !hbm, %dst: !sbuf) {
  bir.dma_copy ins(%src : !hbm via #neuron.ap<free = [[128, 32], [1, 128]], dtype = tf32>) -> outs(%dst : !sbuf via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = tf32>) {mode = Copy}
  return
}

// CHECK-LABEL: func.func @transposition(
// CHECK:      bir.bn_stats ins(%src : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>)
// KEPT-LABEL: func.func @transposition(
// KEPT:      bir.bn_stats ins(%src : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = tf32>)
func.func @transposition(%src: !sbuf, %dst: !stats) {
  bir.bn_stats ins(%src : !sbuf via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = tf32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// A dense matmul computes in float32r, so its patterns keep the type.
// CHECK-LABEL: func.func @matmul(
// CHECK:      bir.matmult ins(%x : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = tf32>, %x : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = tf32>)
func.func @matmul(%x: !sbuf, %dst: !bank) {
  bir.matmult ins(%x : !sbuf via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = tf32>, %x : !sbuf via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = tf32>) -> outs(%dst : !bank via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = f32>)
  return
}
