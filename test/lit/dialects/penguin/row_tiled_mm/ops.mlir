// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// A matmul on a part of the rows of the PE array.

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>
!big = memref<128x512xbf16, #neuron.memory<sbuf>>
!eye = memref<64x64xbf16, #neuron.memory<sbuf>>
!y64 = memref<128x64xbf16, #neuron.memory<psum>>

// The lower 64 rows of the PE array.
func.func @lower_rows(%w: !w, %x: !x, %y: !y) {
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
      {tile_position = [64, 0], tile_size = [64, 128]}
  return
}
// GENERIC:      "penguin.row_tiled_mm"({{[^)]+}}) <{tile_position = array<i64: 64, 0>, tile_size = array<i64: 64, 128>,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 1>}>
// CHECK-LABEL: func.func @lower_rows(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.row_tiled_mm
// CHECK-SAME:      stationary([[W]] : memref<64x128xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<64x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x512xf32, #neuron.memory<psum>>)
// CHECK-SAME:      {tile_position = [64, 0], tile_size = [64, 128]}{{$}}

// All rows.
func.func @all_rows(%w: !w, %x: !x, %y: !y) {
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
  return
}
// CHECK-LABEL: func.func @all_rows(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.row_tiled_mm
// CHECK-SAME:      stationary([[W]] : memref<64x128xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<64x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x512xf32, #neuron.memory<psum>>){{$}}

// A part of what lies in SBUF, as a sub-tensor and as a tile.
func.func @parts(%w: !big, %x: !big, %y: !y) {
  penguin.row_tiled_mm stationary(%w[64, 0][64, 128] : !big)
      moving(%x tile<offsets = [64, 0], shape = [64, 512]> : !big) -> psum(%y : !y)
  return
}
// CHECK-LABEL: func.func @parts(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.row_tiled_mm
// CHECK-SAME:      stationary([[W]][64, 0][64, 128][1, 1] : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] tile<offsets = [64, 0], shape = [64, 512]> : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x512xf32, #neuron.memory<psum>>){{$}}

// An opaque operand: the kernel knows.
func.func @opaque_operand(%w: !w, %x: !x, %y: !y) {
  penguin.row_tiled_mm stationary(%w opaque : !w) moving(%x opaque<nelements = 4096> : !x) -> psum(%y : !y)
  return
}
// CHECK-LABEL: func.func @opaque_operand(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.row_tiled_mm
// CHECK-SAME:      stationary([[W]] opaque : memref<64x128xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] opaque<nelements = 4096> : memref<64x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x512xf32, #neuron.memory<psum>>){{$}}

// Data pass through unchanged, so that the result has their type.
func.func @transposed(%w: !w, %x: !eye, %y: !y64) {
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !eye) -> psum(%y : !y64) {transpose = true}
  return
}
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.row_tiled_mm
// CHECK-SAME:      stationary([[W]] : memref<64x128xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<64x64xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x64xbf16, #neuron.memory<psum>>)
// CHECK-SAME:      {transpose = true}{{$}}
