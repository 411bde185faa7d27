// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// A matmul on a part of the columns of the PE array.

!w32 = memref<128x32xbf16, #neuron.memory<sbuf>>
!x128 = memref<128x512xbf16, #neuron.memory<sbuf>>
!y32 = memref<32x512xf32, #neuron.memory<psum>>

// The second 32 columns of the PE array.
func.func @second_columns(%w: !w32, %x: !x128, %y: !y32) {
  penguin.column_tiled_mm stationary(%w : !w32) moving(%x : !x128) -> psum(%y : !y32)
      {tile_position = [0, 32], tile_size = [128, 32]}
  return
}
// GENERIC:      "penguin.column_tiled_mm"({{[^)]+}}) <{tile_position = array<i64: 0, 32>, tile_size = array<i64: 128, 32>,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 1>}>
// CHECK-LABEL: func.func @second_columns(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.column_tiled_mm
// CHECK-SAME:      stationary([[W]] : memref<128x32xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<32x512xf32, #neuron.memory<psum>>)
// CHECK-SAME:      {tile_position = [0, 32], tile_size = [128, 32]}{{$}}
