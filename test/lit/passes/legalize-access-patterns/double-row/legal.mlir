// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// Double row: K = 256 lies as 128 partitions times the first free dimension of size 2. The two rows become the part `double_row`,
// whose step is the distance between row k and row k + 128.

!moving = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!column = memref<128x2x16xf8E5M2, #neuron.memory<sbuf>>
!bank = memref<128x512xf32, #neuron.memory<psum>>
!row = memref<1x512xf32, #neuron.memory<psum>>
!bf = memref<128x128xbf16, #neuron.memory<sbuf>>
!square = memref<128x128xf32, #neuron.memory<psum>>

// 128 x 256 times 256 x 512.
// CHECK-LABEL: func.func @whole_tile(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], double_row = [[512, 2]], free = [[1, 512]], dtype = f8E4M3>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], double_row = [[128, 2]], free = [[1, 128]], dtype = f8E4M3>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
func.func @whole_tile(%moving: !moving, %stationary: !stationary, %dst: !bank) {
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E4M3>) -> outs(%dst : !bank via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// One column in rows that are padded to 16 elements: the step is 16, although a row has one element.
// CHECK-LABEL: func.func @padded_column(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], double_row = [[512, 2]], free = [[1, 512]], dtype = f8E4M3>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], double_row = [[16, 2]], access_shape = [128, 2, 1], dtype = f8E5M2>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 1]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
func.func @padded_column(%moving: !moving, %stationary: !column, %dst: !row) {
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>, %stationary : !column via #neuron.ap<partition = [[32, 128]], free = [[16, 2], [1, 1]], access_shape = [128, 2, 1], dtype = f8E5M2>) -> outs(%dst : !row via #neuron.ap<partition = [[512, 1]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// Another performance mode has no rows to carve.
// CHECK-LABEL: func.func @dense(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = f32>)
func.func @dense(%moving: !bf, %stationary: !bf, %dst: !square) {
  bir.matmult ins(%moving : !bf via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %stationary : !bf via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%dst : !square via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = f32>)
  return
}
