// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule that the other matmul probes do not have.

// The first free dimension is the pair of rows.

!w2 = memref<128x128x2xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w2, %x: !x3, %y: !z) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op first F dim of LHS and RHS of the double_row matmult must be 2}}
  // expected-note @below {{operand "stationary" has free dimensions [128, 2]}}
  // expected-note @below {{a partition holds its two halves of the contraction one behind the other: [K/2, 2, …]}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w2) moving(%x : !x3) -> psum(%y : !z) {perf_mode = double_row_gen3}
  return
}

// -----

!w3 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!x2 = memref<128x1024xf8E4M3, #neuron.memory<sbuf>>
!z = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w3, %x: !x2, %y: !z) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op first F dim of LHS and RHS of the double_row matmult must be 2}}
  // expected-note @below {{operand "moving" has free dimensions [1024]}}
  // expected-note @below {{a partition holds its two halves of the contraction one behind the other: [K/2, 2, …]}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x2) -> psum(%y : !z) {perf_mode = double_row_gen3}
  return
}

// -----

// One index for each half.

!w3 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w3, %x: !x3, %y: !z) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op Unexpected double row index size}}
  // expected-note @below {{double_row_indices has 3 entries, one for each of the two halves}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x3) -> psum(%y : !z) {perf_mode = double_row_gen3, double_row_indices = [0, 1, 2]}
  return
}

// -----

!w3 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w3, %x: !x3, %y: !z) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op attribute "double_row_indices" is [0, 0], expected each of the halves 0 and 1 once}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x3) -> psum(%y : !z) {perf_mode = double_row_gen3, double_row_indices = [0, 0]}
  return
}

// -----

!wb = memref<128x128xbf16, #neuron.memory<sbuf>>
!xb = memref<128x128xbf16, #neuron.memory<sbuf>>
!yb = memref<128x128xbf16, #neuron.memory<psum>>

func.func @f(%w: !wb, %x: !xb, %y: !yb) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op attribute "double_row_indices" is given, which needs perf_mode = double_row_gen3}}
  penguin.cayman_packed_pe_transpose stationary(%w : !wb) moving(%x : !xb) -> psum(%y : !yb) {double_row_indices = [0, 1]}
  return
}

// -----

// Only Cayman and later pack rows.

!w3 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn1>} {
  func.func @f(%w: !w3, %x: !x3, %y: !z) {
    // expected-error @below {{'penguin.cayman_packed_pe_transpose' op perf_mode=`double_row_gen3` is not supported on trn1}}
    // expected-note @below {{double-row packing exists from trn2 (Cayman) on}}
    penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x3) -> psum(%y : !z) {perf_mode = double_row_gen3}
    return
  }
}

// -----

// What does not go with packing.

!w2 = memref<128x2x128xbf16, #neuron.memory<sbuf>>
!x2 = memref<128x2x512xbf16, #neuron.memory<sbuf>>
!z = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w2, %x: !x2, %y: !z) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op operand "stationary" has element type bf16, double-row packing needs fp8, or ui8 for its raw bytes}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w2) moving(%x : !x2) -> psum(%y : !z) {perf_mode = double_row_gen3}
  return
}

// -----

!w3 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z8 = memref<128x512xf8E4M3, #neuron.memory<psum>>

func.func @f(%w: !w3, %x: !x3, %y: !z8) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op attribute "transpose" is set, which does not go with double-row packing}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x3) -> psum(%y : !z8) {perf_mode = double_row_gen3, transpose = true}
  return
}

// -----

!w2 = memref<128x2x64xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z2 = memref<64x512xf32, #neuron.memory<psum>>

func.func @f(%w: !w2, %x: !x3, %y: !z2) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op attribute "tile_size" has 64 columns, double-row packing does not go with column tiling}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w2) moving(%x : !x3) -> psum(%y : !z2) {perf_mode = double_row_gen3, tile_position = [0, 0], tile_size = [128, 64]}
  return
}

// -----

!wb = memref<128x128xbf16, #neuron.memory<sbuf>>
!xb = memref<128x128xbf16, #neuron.memory<sbuf>>
!yb = memref<128x128xbf16, #neuron.memory<psum>>

func.func @f(%w: !wb, %x: !xb, %y: !yb) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op attribute "perf_mode" is double_pixel, expected none or double_row_gen3}}
  penguin.cayman_packed_pe_transpose stationary(%w : !wb) moving(%x : !xb) -> psum(%y : !yb) {perf_mode = double_pixel}
  return
}

// -----

// Channels are partitions.

!w = memref<64x128xbf16, #neuron.memory<sbuf>>
!eye = memref<64x64xbf16, #neuron.memory<sbuf>>
!y64 = memref<128x64xbf16, #neuron.memory<psum>>

func.func @f(%w: !w, %x: !eye, %y: !y64) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op attribute "num_channels" is 65, operand "stationary" has 64 partitions}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w) moving(%x : !eye) -> psum(%y : !y64) {num_channels = 65}
  return
}

// -----

// The result has one row for each column of the stationary operand, packed or not.

!w3 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z2 = memref<128x1024xf32, #neuron.memory<psum>>

func.func @f(%w: !w3, %x: !x3, %y: !z2) {
  // expected-error @below {{'penguin.cayman_packed_pe_transpose' op operand "psum" holds 128x1024, expected 128x512: [M, N] from stationary [K, M] and moving [K, N]}}
  penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x3) -> psum(%y : !z2) {perf_mode = double_row_gen3}
  return
}
