// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// The legal form: every part flat, never merged across parts, and the logical shape beside them where the operand's own shape does
// not give the original back.

!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x32xf32, #neuron.memory<sbuf>>
!wide = memref<128x4x16xf32, #neuron.memory<sbuf>>
!block = memref<4x128x8xf32, #neuron.memory<sbuf, partition_dim = 1>>
!u = memref<128x1x32xf32, #neuron.memory<sbuf>>

// Dimensions that continue one another merge; [128, 4, 8] is the shape of the operand, so nothing has to be said.
// CHECK-LABEL: func.func @contiguous(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @contiguous(%src: !a, %dst: !b) {
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
  return
}

// Gaps stay.
// CHECK-LABEL: func.func @gaps(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[16, 4], [1, 8]], access_shape = [128, 2, 2, 8], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @gaps(%src: !wide, %dst: !b) {
  bir.tensor_copy ins(%src : !wide via #neuron.ap<partition = [[64, 128]], free = [[32, 2], [16, 2], [1, 8]], access_shape = [128, 2, 2, 8], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
  return
}

// A transposed walk says its logical shape, which is not the operand's.
// CHECK-LABEL: func.func @transposed(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 8], [8, 4]], access_shape = [128, 8, 4], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @transposed(%src: !a, %dst: !b) {
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[1, 8], [8, 4]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
  return
}

// A broadcast is a step of 0; a reversed walk has a negative one.
// CHECK-LABEL: func.func @broadcast_and_reverse(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[0, 4], [-1, 8]], offset = 7, access_shape = [128, 4, 8], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @broadcast_and_reverse(%src: !a, %dst: !b) {
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[0, 4], [-1, 8]], offset = 7, access_shape = [128, 4, 8], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
  return
}

// The partition dimension of a block tensor is its second; patterns have it first.
// CHECK-LABEL: func.func @block_tensor(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @block_tensor(%src: !block, %dst: !b) {
  bir.tensor_copy ins(%src : !block via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
  return
}

// Unit dimensions go; the partition pair stays, also of one partition.
// CHECK-LABEL: func.func @units(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 1]], free = [[1, 32]], access_shape = [1, 1, 32], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 1]], free = [[1, 32]], access_shape = [1, 1, 32], dtype = f32>)
func.func @units(%src: !u, %dst: !u) {
  bir.tensor_copy ins(%src : !u via #neuron.ap<partition = [[32, 1]], free = [[32, 1], [1, 32]], access_shape = [1, 1, 32], dtype = f32>) -> outs(%dst : !u via #neuron.ap<partition = [[32, 1]], free = [[32, 1], [1, 32]], access_shape = [1, 1, 32], dtype = f32>)
  return
}
