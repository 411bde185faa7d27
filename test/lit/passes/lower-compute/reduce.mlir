// RUN: neuron-opt --lower-compute %s | filecheck %s
// RUN: neuron-opt --lower-compute %s | neuron-opt | filecheck %s

// Reductions become TensorReduce, or one TongaReduceMacroSymbolic an axis. Patterns have a pair a dimension; how many trailing
// elements are reduced is said beside the keys, and the axis selector is left for the legal pattern.

!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
!two = memref<128x2xf32, #neuron.memory<sbuf>>
!block = memref<4x128x8xf32, #neuron.memory<sbuf, partition_dim = 1>>
!row = memref<1x32xf32, #neuron.memory<sbuf>>
!cell = memref<1x1xf32, #neuron.memory<sbuf>>
!deep = memref<128x2x4x8xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
!pair = memref<128x2x4xf32, #neuron.memory<sbuf>>

// 128 partitions of 4 x 8, of which the last 8 are reduced.
// CHECK-LABEL: func.func @trailing
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
// CHECK-SAME:   {op = add, neuron.reduce_size = 8 : i64}
func.func @trailing(%a: !src, %d: !dst) {
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// A size that no split gives goes through: legalisation refuses it.
// CHECK-LABEL: func.func @not_a_divisor
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
// CHECK-SAME:   {op = max, negate = true, neuron.reduce_size = 5 : i64}
func.func @not_a_divisor(%a: !src, %d: !dst) {
  penguin.tensor_reduce max src(%a : !src) -> dst(%d : !dst) {reduce_size = 5, negate = true}
  return
}

// An access is its pattern: every second of the first four elements of a row, from the second row on.
// CHECK-LABEL: func.func @sub_tensor
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 2], [2, 2]], offset = 8, access_shape = [128, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[2, 128]], free = [[1, 2]], dtype = f32>)
// CHECK-SAME:   {op = add, neuron.reduce_size = 2 : i64}
func.func @sub_tensor(%a: !src, %d: !two) {
  penguin.tensor_reduce add src(%a[0, 1, 0][128, 2, 2][1, 1, 2] : !src) -> dst(%d : !two) {reduce_size = 2}
  return
}

// The partitions come first, wherever the memref has them.
// CHECK-LABEL: func.func @block_tensor
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
// CHECK-SAME:   {op = add, neuron.reduce_size = 8 : i64}
func.func @block_tensor(%a: !block, %d: !dst) {
  penguin.tensor_reduce add src(%a : !block) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// Across partitions: nothing of the free part is reduced.
// CHECK-LABEL: func.func @across_partitions
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[32, 1]], free = [[1, 32]], dtype = f32>)
// CHECK-SAME:   {op = max, axis = C}
func.func @across_partitions(%a: !src, %d: !row) {
  penguin.partition_reduce max src(%a : !src) -> dst(%d : !row)
  return
}

// Across partitions and along all of the free part.
// CHECK-LABEL: func.func @everything
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[1, 1]], free = [[1, 1]], dtype = f32>)
// CHECK-SAME:   {op = add, axis = XYZWC, neuron.reduce_size = 32 : i64}
func.func @everything(%a: !src, %d: !cell) {
  penguin.partition_reduce add src(%a : !src) -> dst(%d : !cell) {axis = XYZWC}
  return
}

// Axis by axis, the innermost first: the first step reads the source, each other one what was left.
// CHECK-LABEL: func.func @axis_by_axis
// CHECK:      bir.tonga_reduce_macro_symbolic ins(%a : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[32, 2], [8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%p : {{[^%]*}} via #neuron.ap<partition = [[8, 128]], free = [[4, 2], [1, 4]], dtype = f32>)
// CHECK-SAME:   {op = add, is_first_reduce = true, reduce_axes = ["axis3"], neuron.reduce_size = 8 : i64}
// CHECK:      bir.tonga_reduce_macro_symbolic ins(%p : {{[^%]*}} via #neuron.ap<partition = [[8, 128]], free = [[4, 2], [1, 4]], dtype = f32>)
// CHECK-SAME:   -> outs(%q : {{[^%]*}} via #neuron.ap<partition = [[2, 128]], free = [[1, 2]], dtype = f32>)
// CHECK-SAME:   {op = add, reduce_axes = ["axis2"], neuron.reduce_size = 4 : i64}
// CHECK:      bir.tonga_reduce_macro_symbolic ins(%q : {{[^%]*}} via #neuron.ap<partition = [[2, 128]], free = [[1, 2]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[1, 128]], free = [[1, 1]], dtype = f32>)
// CHECK-SAME:   {op = add, reduce_axes = ["axis1"], neuron.reduce_size = 2 : i64}
func.func @axis_by_axis(%a: !deep, %d: !one, %p: !pair, %q: !two) {
  penguin.neuron_reduce_macro add src(%a : !deep) -> dst(%d : !one) partials(%p : !pair, %q : !two) {axes = [1, 2, 3]}
  return
}

// One axis is one step.
// CHECK-LABEL: func.func @one_axis
// CHECK:      bir.tonga_reduce_macro_symbolic ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
// CHECK-SAME:   {op = min, is_first_reduce = true, reduce_axes = ["axis2"], neuron.reduce_size = 8 : i64}
func.func @one_axis(%a: !src, %d: !dst) {
  penguin.neuron_reduce_macro min src(%a : !src) -> dst(%d : !dst) {axes = [2]}
  return
}

// A discardable attribute stays.
// CHECK-LABEL: func.func @discardable
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
// CHECK-SAME:   {op = add, user.note = "softmax", neuron.reduce_size = 8 : i64}
func.func @discardable(%a: !src, %d: !dst) {
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8, user.note = "softmax"}
  return
}
