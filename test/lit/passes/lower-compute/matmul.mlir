// RUN: neuron-opt --lower-compute %s | filecheck %s
// RUN: neuron-opt --lower-compute %s | neuron-opt | filecheck %s

// Matmuls: the moving operand comes first, then the stationary one, then the tags. Two rows and the compress ratio are dimensions of
// the plain patterns still.

!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
!knr = memref<128x512xtf32, #neuron.memory<sbuf>>
!kmr = memref<128x128xtf32, #neuron.memory<sbuf>>
!banks = memref<128x2048xf32, #neuron.memory<psum>>
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!kn2 = memref<128x512x2xf8E4M3, #neuron.memory<sbuf>>
!km2 = memref<128x128x2xf8E4M3, #neuron.memory<sbuf>>
!t = memref<128x128xbf16, #neuron.memory<psum>>
!k64 = memref<64x512xbf16, #neuron.memory<sbuf>>
!m64 = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>

// A whole tile.
// CHECK-LABEL: func.func @dense
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
func.func @dense(%m: !kn, %s: !km, %d: !mn) {
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn)
  return
}

// float32r is what the pattern says; that it is stored as float32 is for legalisation to note.
// CHECK-LABEL: func.func @wide
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = tf32>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = tf32>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
func.func @wide(%m: !knr, %s: !kmr, %d: !mn) {
  penguin.matmul moving(%m : !knr) stationary(%s : !kmr) -> dst(%d : !mn)
  return
}

// One bank of four, and the first tile of an accumulation group.
// CHECK-LABEL: func.func @one_bank
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[2048, 128]], free = [[1, 512]], offset = 1024, access_shape = [128, 512], dtype = f32>)
// CHECK-SAME:   {accumulation_flag = 1}
func.func @one_bank(%m: !kn, %s: !km, %d: !banks) {
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d tile<offsets = [0, 1024], shape = [128, 512]> : !banks) {accumulation_flag = 1}
  return
}

// Both names of the mode are one in Backend IR.
// CHECK-LABEL: func.func @double_row
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E5M2>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
// CHECK-SAME:   {perf_mode = DoubleRow}
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E5M2>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
// CHECK-SAME:   {replication_num_rows = 128, perf_mode = DoubleRow}
func.func @double_row(%m: !k2n, %s: !k2m, %d: !mn) {
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row}
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row_gen3, replication_num_rows = 128}
  return
}

// The legacy flavour says so: its two rows are the last dimension.
// CHECK-LABEL: func.func @legacy
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[2, 512], [1, 2]], dtype = f8E4M3>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], free = [[2, 128], [1, 2]], dtype = f8E4M3>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
// CHECK-SAME:   {perf_mode = DoubleRow, neuron.double_row_flavour = "legacy"}
func.func @legacy(%m: !kn2, %s: !km2, %d: !mn) {
  penguin.matmul moving(%m : !kn2) stationary(%s : !km2) -> dst(%d : !mn) {perf_mode = double_row, double_row_flavour = legacy}
  return
}

// Rows that software interleaved need no carving.
// CHECK-LABEL: func.func @software_interleave
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[2, 512], [1, 2]], dtype = f8E4M3>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], free = [[2, 128], [1, 2]], dtype = f8E4M3>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
// CHECK-SAME:   {perf_mode = DoubleRowSwInterleave}
func.func @software_interleave(%m: !kn2, %s: !km2, %d: !mn) {
  penguin.matmul moving(%m : !kn2) stationary(%s : !km2) -> dst(%d : !mn) {perf_mode = double_row_sw_interleave}
  return
}

// A transpose.
// CHECK-LABEL: func.func @transpose
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   {is_transpose = true}
func.func @transpose(%m: !km, %s: !km, %d: !t) {
  penguin.matmul moving(%m : !km) stationary(%s : !km) -> dst(%d : !t) {is_transpose = true}
  return
}

// A part of the array.
// CHECK-LABEL: func.func @half_of_the_array
// CHECK:      bir.matmult ins(%m : {{[^%]*}} via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], dtype = bf16>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[128, 64]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
// CHECK-SAME:   {tile_size = [64, 128], tile_position = [64, 0]}
func.func @half_of_the_array(%m: !k64, %s: !m64, %d: !mn) {
  penguin.matmul moving(%m : !k64) stationary(%s : !m64) -> dst(%d : !mn) {tile_position = [64, 0], tile_size = [64, 128]}
  return
}

// With a compressed operand: the ratio of 4 is to be carved out of the moving operand.
// CHECK-LABEL: func.func @sparse
// CHECK:      bir.matmult_sparse ins(%m : {{[^%]*}} via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>,
// CHECK-SAME:   %s : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>,
// CHECK-SAME:   %t : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
// CHECK-SAME:   {compress_ratio = 4, neuron.sparse_carve}
func.func @sparse(%m: !x, %s: !km, %t: !tags, %d: !mn) {
  penguin.matmul_sparse moving(%m : !x) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 4}
  return
}
