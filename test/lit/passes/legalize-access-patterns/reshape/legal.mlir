// RUN: neuron-opt --legalize-access-patterns=concerns=reshape --verify-rewrites %s | filecheck %s

// `neuron.reshape` gives the free part of each operand another shape; no data moves. The entry of an operand that keeps its shape
// is `unit`.

!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x32xf32, #neuron.memory<sbuf>>
!wide = memref<128x4x16xf32, #neuron.memory<sbuf>>

// A contiguous part takes every shape of as many elements.
// CHECK-LABEL: func.func @contiguous(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[16, 2], [1, 16]], access_shape = [128, 2, 16], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @contiguous(%src: !a, %dst: !b) {
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) {neuron.reshape = [[2, 16], unit]}
  return
}

// Rows with gaps are split, not joined.
// CHECK-LABEL: func.func @gaps(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[32, 2], [16, 2], [1, 8]], access_shape = [128, 2, 2, 8], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @gaps(%src: !wide, %dst: !b) {
  bir.tensor_copy ins(%src : !wide via #neuron.ap<partition = [[64, 128]], free = [[16, 4], [1, 8]], access_shape = [128, 4, 8], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) {neuron.reshape = [[2, 2, 8], [32]]}
  return
}
