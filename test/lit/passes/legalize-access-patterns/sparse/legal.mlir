// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// The moving operand of a structured-sparse matmul holds `compress_ratio` candidates for every kept row. That dimension has to stand
// by itself, also where it continues the ones inside it; which candidates are kept stands in the tags.

!moving = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!three = memref<128x3x512xbf16, #neuron.memory<sbuf>>
!stationary = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @four_candidates(
// CHECK:      bir.matmult_sparse ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 4}
func.func @four_candidates(%moving: !moving, %stationary: !stationary, %tags: !tags, %dst: !dst) {
  bir.matmult_sparse ins(%moving : !moving via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>, %stationary : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : !tags via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 4, neuron.sparse_carve}
  return
}

// Also when the pattern does not show the dimension yet.
// CHECK-LABEL: func.func @three_candidates_in_one_run(
// CHECK:      bir.matmult_sparse ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[1536, 128]], free = [[512, 3], [1, 512]], dtype = bf16>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 3}
func.func @three_candidates_in_one_run(%moving: !three, %stationary: !stationary, %tags: !tags, %dst: !dst) {
  bir.matmult_sparse ins(%moving : !three via #neuron.ap<partition = [[1536, 128]], free = [[1, 1536]], dtype = bf16>, %stationary : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : !tags via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 3, neuron.sparse_carve}
  return
}
