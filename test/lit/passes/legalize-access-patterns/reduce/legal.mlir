// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// The trailing `neuron.reduce_size` elements of the source's free part become its `reduce` part, and the axis selector counts
// the dimensions of that part.

!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x4xf32, #neuron.memory<sbuf>>
!two = memref<128x2xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
!wide = memref<128x4x16x8xf32, #neuron.memory<sbuf>>
!row = memref<1x1xf32, #neuron.memory<sbuf>>

// The last dimension: one reduced dimension, axis X, which is the default.
// CHECK-LABEL: func.func @last_dimension(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add}
func.func @last_dimension(%src: !a, %dst: !b) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reduce_size = 8 : i64}
  return
}

// 16 trailing elements: the dimension of 4 is cut in two.
// CHECK-LABEL: func.func @inside_a_dimension(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[16, 2]], reduce = [[1, 16]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[2, 128]], free = [[1, 2]], dtype = f32>) {op = add}
func.func @inside_a_dimension(%src: !a, %dst: !two) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !two via #neuron.ap<partition = [[2, 128]], free = [[1, 2]], dtype = f32>) {op = add, neuron.reduce_size = 16 : i64}
  return
}

// Two dimensions that lie apart in memory stay two: axis XY.
// CHECK-LABEL: func.func @two_axes(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[128, 4]], reduce = [[16, 8], [1, 8]], access_shape = [128, 4, 8, 8], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = max, axis = XY}
func.func @two_axes(%src: !wide, %dst: !b) {
  bir.tensor_reduce ins(%src : !wide via #neuron.ap<partition = [[512, 128]], free = [[128, 4], [16, 8], [1, 8]], access_shape = [128, 4, 8, 8], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = max, neuron.reduce_size = 64 : i64}
  return
}

// Unit dimensions do not count: hardware drops them, so [[8, 1], [1, 8]] is one reduced dimension.
// CHECK-LABEL: func.func @unit_dimension(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], access_shape = [128, 4, 1, 8], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add}
func.func @unit_dimension(%src: !a, %dst: !b) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [8, 1], [1, 8]], access_shape = [128, 4, 1, 8], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reduce_size = 8 : i64}
  return
}

// A reduction of one element is a copy.
// CHECK-LABEL: func.func @one_element(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
func.func @one_element(%src: !b, %dst: !b) {
  bir.tensor_reduce ins(%src : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reduce_size = 1 : i64}
  return
}

// Across the partitions too: the selector stays what it is.
// CHECK-LABEL: func.func @across_partitions(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], reduce = [[1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[1, 1]], dtype = f32>) {op = add, axis = XYZWC}
func.func @across_partitions(%src: !a, %dst: !row) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !row via #neuron.ap<partition = [[1, 1]], free = [[1, 1]], dtype = f32>) {op = add, axis = XYZWC, neuron.reduce_size = 32 : i64}
  return
}

// The macro that reduces axis by axis has no selector.
// CHECK-LABEL: func.func @macro(
// CHECK:      bir.tonga_reduce_macro_symbolic ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, is_first_reduce = true, reduce_axes = ["axis2"]}
func.func @macro(%src: !a, %dst: !b) {
  bir.tonga_reduce_macro_symbolic ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, is_first_reduce = true, reduce_axes = ["axis2"], neuron.reduce_size = 8 : i64}
  return
}

// Without a reduce size there is nothing to fold.
// CHECK-LABEL: func.func @nothing_to_fold(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add}
func.func @nothing_to_fold(%src: !a, %dst: !b) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add}
  return
}
