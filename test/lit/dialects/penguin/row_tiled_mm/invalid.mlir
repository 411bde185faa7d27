// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier; the three matmul probes share them.

// The result is in PSUM, the operands in SBUF.

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!other = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%w: !w, %x: !x, %y: !other) {
  // expected-error @below {{'penguin.row_tiled_mm' op Result buffer of matmult must be psum!}}
  // expected-note @below {{operand "psum" lies in sbuf}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !other)
  return
}

// -----

!other = memref<64x128xbf16, #neuron.memory<hbm>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !other, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" lies in hbm, expected sbuf}}
  penguin.row_tiled_mm stationary(%w : !other) moving(%x : !x) -> psum(%y : !y)
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!other = memref<64x512xbf16, #neuron.memory<psum>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !other, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "moving" lies in psum, expected sbuf}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !other) -> psum(%y : !y)
  return
}

// -----

// Both operands contract over the same partitions, and the result has what is left of both.

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x128 = memref<128x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x128, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "moving" contracts over 128 partitions, operand "stationary" over 64}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x128) -> psum(%y : !y)
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!other = memref<128x256xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !other) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "psum" holds 128x256, expected 128x512: [M, N] from stationary [K, M] and moving [K, N]}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !other)
  return
}

// -----

// The PE array has 128 rows and columns.

!w2 = memref<64x256xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y2 = memref<256x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w2, %x: !x, %y: !y2) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" has M = 256, at most 128 fit the columns of the PE array}}
  penguin.row_tiled_mm stationary(%w : !w2) moving(%x : !x) -> psum(%y : !y2)
  return
}

// -----

!w2 = memref<256x128xbf16, #neuron.memory<sbuf>>
!x2 = memref<256x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w2, %x: !x2, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" has K = 256, at most 128 fit the rows of the PE array}}
  penguin.row_tiled_mm stationary(%w : !w2) moving(%x : !x2) -> psum(%y : !y)
  return
}

// -----

// A tile has a position and a size.

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op attribute "tile_position" is given without tile_size}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [64, 0]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op attribute "tile_size" is given without tile_position}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_size = [64, 128]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op attribute "tile_size" has 48 rows, expected one of 32, 64, 128}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [0, 0], tile_size = [48, 128]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op attribute "tile_size" has 16 columns, expected one of 32, 64, 128}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [0, 0], tile_size = [64, 16]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op attribute "tile_position" starts at row 32, expected a multiple of the tile's 64 rows}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [32, 0], tile_size = [64, 128]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op attribute "tile_position" starts at row 128, a tile of 64 rows then leaves the 128 of the PE array}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [128, 0], tile_size = [64, 128]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" has K = 64, the tile has 32 rows}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [0, 0], tile_size = [32, 128]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" has M = 128, the tile has 64 columns}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [0, 0], tile_size = [64, 64]}
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !x, %y: !y) {
  // expected-error @below {{'tile_position' is a list of 2 integers of at least 0, found [0, 0, 0]}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [0, 0, 0], tile_size = [64, 64]}
  return
}

// -----

// Element types.

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!xf = memref<64x512xf32, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !xf, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "moving" has element type f32, operand "stationary" bf16: f32 and tf32 only multiply with f32 and tf32}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !xf) -> psum(%y : !y)
  return
}

// -----

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!eye = memref<64x64xbf16, #neuron.memory<sbuf>>
!other = memref<128x64xf32, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !eye, %y: !other) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "psum" has element type f32, a transpose keeps that of its data, bf16}}
  penguin.row_tiled_mm stationary(%w : !w) moving(%x : !eye) -> psum(%y : !other) {transpose = true}
  return
}

// -----

!other = memref<64x128xi32, #neuron.memory<sbuf>>
!x = memref<64x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !other, %x: !x, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" has element type i32, expected a matmul type}}
  penguin.row_tiled_mm stationary(%w : !other) moving(%x : !x) -> psum(%y : !y)
  return
}

// -----

// An access leaves what it accesses.

!big = memref<128x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !big, %x: !big, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" is accessed outside of its memref in dimension 0}}
  // expected-note @below {{the access reaches from 96 to 159, the dimension goes from 0 to 127}}
  penguin.row_tiled_mm stationary(%w[96, 0][64, 128] : !big) moving(%x : !big) -> psum(%y : !y)
  return
}

// -----

!big = memref<128x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !big, %x: !big, %y: !y) {
  // expected-error @below {{'penguin.row_tiled_mm' op operand "stationary" BIR requires access shape and symbolic ap dim matching for access: #penguin.tile<offsets = [0], shape = [64]>}}
  // expected-note @below {{the access has 1 dimensions, the memref 2}}
  penguin.row_tiled_mm stationary(%w tile<offsets = [0], shape = [64]> : !big) moving(%x : !big) -> psum(%y : !y)
  return
}

// -----

// What depends on the target.

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<64x1024xbf16, #neuron.memory<sbuf>>
!y = memref<128x1024xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @f(%w: !w, %x: !x, %y: !y) {
    // expected-error @below {{'penguin.row_tiled_mm' op operand "moving" has N = 1024, at most 512 are supported on trn2}}
    penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
    return
  }
}

// -----

!w = memref<32x128xbf16, #neuron.memory<sbuf>>
!x = memref<32x512xbf16, #neuron.memory<sbuf>>
!y = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn1>} {
  func.func @f(%w: !w, %x: !x, %y: !y) {
    // expected-error @below {{'penguin.row_tiled_mm' op attribute "tile_size" has 32 rows or columns, which is not supported on trn1}}
    // expected-note @below {{tiles of 32 exist from trn2 on}}
    penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y) {tile_position = [0, 0], tile_size = [32, 128]}
    return
  }
}
