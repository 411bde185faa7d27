// RUN: neuron-opt --lower-compute --legalize-access-patterns --verify-rewrites %s | filecheck %s

// What this pass leaves for legalisation is what legalisation consumes: no attribute is left over, and every part that was to be
// carved out of a pattern is there.

!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
!block = memref<32x4x32xf32, #neuron.memory<sbuf>>
!column = memref<32x1xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
!x = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!w = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>

// The reduced elements have a part of their own, and the axis selector follows.
// CHECK-LABEL: func.func @reduce
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>)
// CHECK-NOT:  neuron.reduce_size
func.func @reduce(%a: !src, %d: !dst) {
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// CHECK-LABEL: func.func @reduce_macro
// CHECK:      bir.tonga_reduce_macro_symbolic ins(%a : {{[^%]*}} free = [[8, 4]], reduce = [[1, 8]], dtype = f32>) -> outs(%d
// CHECK:      bir.tonga_reduce_macro_symbolic ins(%d : {{[^%]*}}partition = [[4, 128]], reduce = [[1, 4]], dtype = f32>) -> outs(%o
// CHECK-NOT:  neuron.reduce_size
func.func @reduce_macro(%a: !src, %d: !dst, %o: !one) {
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%o : !one) partials(%d : !dst) {axes = [1, 2]}
  return
}

// After a transposition two dimensions are reduced: the four blocks, and what were the partitions.
// CHECK-LABEL: func.func @transposes
// CHECK:      bir.tensor_reduce ins(%a : {{[^%]*}} free = [[32, 4], [1, 32]], dtype = f32>)
// CHECK-SAME:   {op = add, axis = XY, apply_transpose = true}
// CHECK:      bir.bn_stats ins(%a : {{[^%]*}} free = [[32, 4], [1, 32]], dtype = f32>)
// CHECK-SAME:   {apply_transpose = true}
func.func @transposes(%a: !block, %d: !column, %s: !stats) {
  penguin.transpose_tensor_reduce add src(%a : !block) -> dst(%d : !column) {reduce_size = 4}
  penguin.transpose_batchnorm_stats2 src(%a : !block) -> dst(%s : !stats) {batch_size = 4, y_size = 32}
  return
}

// The two rows are 512 and 128 elements apart.
// CHECK-LABEL: func.func @double_row
// CHECK:      bir.matmult ins(%m : {{[^%]*}} double_row = [[512, 2]], free = [[1, 512]], dtype = f8E4M3>,
// CHECK-SAME:   %s : {{[^%]*}} double_row = [[128, 2]], free = [[1, 128]], dtype = f8E5M2>)
func.func @double_row(%m: !k2n, %s: !k2m, %d: !mn) {
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row}
  return
}

// CHECK-LABEL: func.func @sparse
// CHECK:      bir.matmult_sparse ins(%m : {{[^%]*}} free = [[512, 4], [1, 512]], dtype = bf16>
// CHECK-SAME:   {compress_ratio = 4}
func.func @sparse(%m: !x, %s: !w, %t: !tags, %d: !mn) {
  penguin.matmul_sparse moving(%m : !x) stationary(%s : !w) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 4}
  return
}
