// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// Columns; the rules that it shares with the other probes stand in row_tiled_mm/invalid.mlir.

!w32 = memref<128x32xbf16, #neuron.memory<sbuf>>
!x128 = memref<128x512xbf16, #neuron.memory<sbuf>>
!y32 = memref<32x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w32, %x: !x128, %y: !y32) {
  // expected-error @below {{'penguin.column_tiled_mm' op attribute "tile_position" starts at column 48, expected a multiple of the tile's 32 columns}}
  penguin.column_tiled_mm stationary(%w : !w32) moving(%x : !x128) -> psum(%y : !y32) {tile_position = [0, 48], tile_size = [128, 32]}
  return
}

// -----

!w32 = memref<128x32xbf16, #neuron.memory<sbuf>>
!x128 = memref<128x512xbf16, #neuron.memory<sbuf>>
!y32 = memref<32x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w32, %x: !x128, %y: !y32) {
  // expected-error @below {{'penguin.column_tiled_mm' op attribute "tile_position" starts at column 128, a tile of 32 columns then leaves the 128 of the PE array}}
  penguin.column_tiled_mm stationary(%w : !w32) moving(%x : !x128) -> psum(%y : !y32) {tile_position = [0, 128], tile_size = [128, 32]}
  return
}
