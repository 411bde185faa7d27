// The tiled matmuls and the packed transpose of the hardware benchmarks.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!w = memref<32x64xbf16, #neuron.memory<sbuf>>
!x = memref<32x96xbf16, #neuron.memory<sbuf>>
!y = memref<64x96xf32, #neuron.memory<psum>>
!w8 = memref<32x2x64xf8E4M3, #neuron.memory<sbuf>>
!x8 = memref<32x2x96xf8E4M3, #neuron.memory<sbuf>>
!wide = memref<32x512xbf16, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @row_tiled(
// CHECK-NEXT:    bir.bir_kernel "RowTiledMM"
// CHECK-SAME:      ins(%w : memref<32x64xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}64, 32]], free = {{\[\[}}1, 64]], dtype = bf16>,
// CHECK-SAME:      %x : memref<32x96xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}96, 32]], free = {{\[\[}}1, 96]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<64x96xf32, #neuron.memory<psum>> via #neuron.ap<partition = {{\[\[}}96, 64]], free = {{\[\[}}1, 96]], dtype = f32>)
// CHECK-SAME:      {kernel_attrs = {tile_position = [64 : i64, 0 : i64], tile_size = [32 : i64, 64 : i64],
// CHECK-SAME:      transpose = false},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "stationary moving -> psum"}
// CHECK-NEXT:    return
func.func @row_tiled(%w: !w, %x: !x, %y: !y) {
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
      {tile_position = [64, 0], tile_size = [32, 64]}
  return
}

// CHECK-LABEL: func.func @column_tiled(
// CHECK-NEXT:    bir.bir_kernel "ColumnTiledMM"
// CHECK-SAME:      ins(%w : memref<32x64xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}64, 32]], free = {{\[\[}}1, 64]], dtype = bf16>,
// CHECK-SAME:      %x : memref<32x96xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}96, 32]], free = {{\[\[}}1, 96]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<64x96xf32, #neuron.memory<psum>> via #neuron.ap<partition = {{\[\[}}96, 64]], free = {{\[\[}}1, 96]], dtype = f32>)
// CHECK-SAME:      {kernel_attrs = {tile_position = [0 : i64, 64 : i64], tile_size = [128 : i64, 64 : i64],
// CHECK-SAME:      transpose = false},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "stationary moving -> psum"}
// CHECK-NEXT:    return
func.func @column_tiled(%w: !w, %x: !x, %y: !y) {
  penguin.column_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
      {tile_position = [0, 64], tile_size = [128, 64]}
  return
}

// A strided part of a buffer: every second of 192 columns from column 8 on.
// CHECK-LABEL: func.func @strided_operand(
// CHECK-NEXT:    bir.bir_kernel "RowTiledMM"
// CHECK-SAME:      ins(%w : memref<32x64xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}64, 32]], free = {{\[\[}}1, 64]], dtype = bf16>,
// CHECK-SAME:      %x : memref<32x512xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}512, 32]], free = {{\[\[}}2, 96]], offset = 8, access_shape = [32, 96], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<64x96xf32, #neuron.memory<psum>> via #neuron.ap<partition = {{\[\[}}96, 64]], free = {{\[\[}}1, 96]], dtype = f32>)
// CHECK-SAME:      {kernel_attrs = {transpose = false},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "stationary moving -> psum"}
// CHECK-NEXT:    return
func.func @strided_operand(%w: !w, %x: !wide, %y: !y) {
  penguin.row_tiled_mm stationary(%w : !w) moving(%x[0, 8][32, 96][1, 2] : !wide) -> psum(%y : !y)
  return
}

// CHECK-LABEL: func.func @packed_transpose(
// CHECK-NEXT:    bir.bir_kernel "CaymanPackedPETranspose"
// CHECK-SAME:      ins(%w : memref<32x2x64xf8E4M3, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}128, 32]], free = {{\[\[}}64, 2], [1, 64]], dtype = f8E4M3>,
// CHECK-SAME:      %x : memref<32x2x96xf8E4M3, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}192, 32]], free = {{\[\[}}96, 2], [1, 96]], dtype = f8E4M3>)
// CHECK-SAME:      -> outs(%y : memref<64x96xf32, #neuron.memory<psum>> via #neuron.ap<partition = {{\[\[}}96, 64]], free = {{\[\[}}1, 96]], dtype = f32>)
// CHECK-SAME:      {kernel_attrs = {double_row_indices = [1 : i64, 0 : i64], num_channels = 32 : i64, perf_mode = "double_row_gen3",
// CHECK-SAME:      transpose = false},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "stationary moving -> psum"}
// CHECK-NEXT:    return
func.func @packed_transpose(%w: !w8, %x: !x8, %y: !y) {
  penguin.cayman_packed_pe_transpose stationary(%w : !w8) moving(%x : !x8) -> psum(%y : !y)
      {perf_mode = double_row_gen3, double_row_indices = [1, 0], num_channels = 32}
  return
}
