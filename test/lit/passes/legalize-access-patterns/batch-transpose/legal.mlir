// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// A free part of batch_size * depth * y_size elements, in blocks of 32 partitions by y_size elements: the lowest dimension trades places
// with the partitions. The pattern stays unswapped, with that dimension by itself, so that hardware sees where a block ends.

!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!narrow = memref<32x4x2x16xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>
!half = memref<16x6xf32, #neuron.memory<sbuf>>
!sum = memref<32x1xf32, #neuron.memory<sbuf>>
!t = memref<16x4x32xf32, #neuron.memory<sbuf>>
!u = memref<32x4x16xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @statistics(
// CHECK:      bir.bn_stats ins(%src : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = true}
func.func @statistics(%src: !a, %dst: !stats) {
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// Blocks of 16 columns: batches and depth are merged, the lowest dimension is not.
// CHECK-LABEL: func.func @narrow_blocks(
// CHECK:      bir.bn_stats ins(%src : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[16, 8], [1, 16]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[6, 16]], free = [[1, 6]], dtype = f32>) {apply_transpose = true}
func.func @narrow_blocks(%src: !narrow, %dst: !half) {
  bir.bn_stats ins(%src : !narrow via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [16, 2], [1, 16]], dtype = f32>) -> outs(%dst : !half via #neuron.ap<partition = [[6, 16]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 16 : i64, neuron.depth = 2 : i64}
  return
}

// A reduction of all that lies in a partition after the swap: the batches, and what was the partitions. Two axes.
// CHECK-LABEL: func.func @reduction(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[1, 32]], dtype = f32>) {op = add, axis = XY, apply_transpose = true}
func.func @reduction(%src: !a, %dst: !sum) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !sum via #neuron.ap<partition = [[1, 32]], free = [[1, 1]], dtype = f32>) {op = add, apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// A reduction of the innermost dimension of the swapped view alone.
// CHECK-LABEL: func.func @reduction_of_the_lanes(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[6, 32]], free = [[1, 4]], access_shape = [32, 4], dtype = f32>) {op = add, apply_transpose = true}
func.func @reduction_of_the_lanes(%src: !a, %dst: !stats) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 4]], access_shape = [32, 4], dtype = f32>) {op = add, apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64, neuron.reduce_size = 32 : i64}
  return
}

// A plain transposition has the swapped view for a result: 16 partitions, and 32 elements in its lowest dimension.
// CHECK-LABEL: func.func @stream(
// CHECK:      bir.stream_transpose ins(%src : {{[^%]*}} via #neuron.ap<partition = [[64, 32]], free = [[16, 4], [1, 16]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[128, 16]], free = [[32, 4], [1, 32]], dtype = f32>)
func.func @stream(%src: !u, %dst: !t) {
  bir.stream_transpose ins(%src : !u via #neuron.ap<partition = [[64, 32]], free = [[16, 4], [1, 16]], dtype = f32>) -> outs(%dst : !t via #neuron.ap<partition = [[128, 16]], free = [[32, 4], [1, 32]], dtype = f32>) {neuron.batch_size = 4 : i64, neuron.y_size = 16 : i64, neuron.depth = 1 : i64}
  return
}

// Without the flag there is no transposition.
// CHECK-LABEL: func.func @no_transposition(
// CHECK:      bir.bn_stats ins(%src : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>)
func.func @no_transposition(%src: !a, %dst: !stats) {
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = false}
  return
}
