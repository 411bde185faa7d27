// RUN: neuron-opt --lower-compute %s | filecheck %s
// RUN: neuron-opt --lower-compute %s | neuron-opt | filecheck %s

// A reduction or the statistics of a transpose: the instruction's flag says that its operand is transposed, the pattern is not
// swapped, and the sizes of the blocks stand beside the keys.

!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!dst = memref<32x1xf32, #neuron.memory<sbuf>>
!tall = memref<128x4x32xf32, #neuron.memory<sbuf>>
!stats2 = memref<128x12xf32, #neuron.memory<sbuf>>

// Four blocks of 32 x 32, all of which are reduced.
// CHECK-LABEL: func.func @reduce
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[1, 32]], free = [[1, 1]], dtype = f32>)
// CHECK-SAME:   {op = add, apply_transpose = true, neuron.reduce_size = 128 : i64, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
func.func @reduce(%a: !src, %d: !dst) {
  penguin.transpose_tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 4}
  return
}

// Two batches, two deep.
// CHECK-LABEL: func.func @statistics
// CHECK:      bir.bn_stats ins(%a : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[32, 4], [1, 32]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[12, 128]], free = [[1, 12]], dtype = f32>)
// CHECK-SAME:   {apply_transpose = true, neuron.batch_size = 2 : i64, neuron.y_size = 32 : i64, neuron.depth = 2 : i64}
func.func @statistics(%a: !tall, %d: !stats2) {
  penguin.transpose_batchnorm_stats2 src(%a : !tall) -> dst(%d : !stats2) {batch_size = 2, y_size = 32, depth = 2}
  return
}
