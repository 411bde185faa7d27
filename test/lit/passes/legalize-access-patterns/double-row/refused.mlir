// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

// One column without padding: the rows are one element apart.
!moving = memref<128x2x3xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x1xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<1x3xf32, #neuron.memory<psum>>

func.func @not_aligned(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op operand "ins[1]": incorrect double row step}}
  // expected-note @below {{the step between the rows of the free part [[1, 2], [1, 1]] is 1, which leaves 1 when divided by the alignment 16}}
  // expected-note @below {{pad a row to 16 elements}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[6, 128]], free = [[3, 2], [1, 3]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[2, 128]], free = [[1, 2], [1, 1]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[3, 1]], free = [[1, 3]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// -----

// K is still whole in the partitions.
!moving = memref<128x512xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x128xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

func.func @k_in_the_partitions(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": The first dimension of Cayman double_row matmult must have size of 2}}
  // expected-note @below {{K = 128 lies whole in the partition part [[512, 128]], the free part [[1, 512]] is one row}}
  // expected-note @below {{view the operand as [K / 2, 2, N] = [64, 2, 512]: row k and row k + 64 side by side in a partition}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// -----

// Three rows of four are not two halves of six.
!moving = memref<128x3x4xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x16xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<16x3xf32, #neuron.memory<psum>>

func.func @no_halves(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": The first dimension of Cayman double_row matmult must have size of 2}}
  // expected-note @below {{the free part [[4, 3], [1, 2]] does not fall into two rows: the trailing 3 elements cannot be split off [[4, 3], [1, 2]]: 2 does not divide 3}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[12, 128]], free = [[4, 3], [1, 2]], access_shape = [128, 3, 2], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[32, 128]], free = [[16, 2], [1, 16]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[3, 16]], free = [[1, 3]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// -----

!moving = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<128x128xf32, #neuron.memory<psum>>

func.func @sizes_disagree(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": Unexpected double row index size}}
  // expected-note @below {{it has 1024 elements a partition, 2 * N = 256 are expected}}
  // expected-note @below {{N = 128 by the result}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// -----

!moving = memref<128x2x512xbf16, #neuron.memory<sbuf>>
!stationary = memref<128x2x128xbf16, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

func.func @not_fp8(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": only support fp8e4m3 and fp8e5m2}}
  // expected-note @below {{its elements are bfloat16; uint8 may stand for either}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = bf16>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = bf16>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// -----

!moving = memref<128x2x512xf8E4M3FN, #neuron.memory<sbuf>>
!stationary = memref<128x2x128xf8E4M3FN, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

func.func @too_early(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": only support fp8e4m3 and fp8e5m2}}
  // expected-note @below {{float8_e4m3fn rows exist from v4 (trn3) on}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3FN>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E4M3FN>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
  return
}

// -----

!moving = memref<128x2x512xf8E4M3FN, #neuron.memory<sbuf>>
!stationary = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn3>} {
  func.func @mixed_encodings(%moving: !moving, %stationary: !stationary, %dst: !dst) {
    // expected-error @below {{'bir.matmult' op operand "ins[1]": only support fp8e4m3 and fp8e5m2}}
    // expected-note @below {{the operands are float8_e4m3fn and float8e4: the two e4m3 encodings cannot be mixed}}
    // expected-note @below {{target: trn3}}
    bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3FN>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
    return
  }
}

// -----

!moving = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn1>} {
  func.func @below_cayman(%moving: !moving, %stationary: !stationary, %dst: !dst) {
    // expected-error @below {{'bir.matmult' op perf_mode=`double_row_gen3` is not supported on trn1}}
    // expected-note @below {{target: trn1}}
    bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
    return
  }
}

// -----

// Legacy rows have the 2 last.
!moving = memref<128x2x3xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x3xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<3x3xf32, #neuron.memory<psum>>

func.func @legacy_rows_first(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": The last dimension of double_row matmult must have size of 2}}
  // expected-note @below {{the free part [[1, 2], [2, 3]] does not end in pairs of elements: the trailing 2 elements cannot be split off [[1, 2], [2, 3]]: 2 does not divide 3}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[6, 128]], free = [[1, 2], [2, 3]], access_shape = [128, 2, 3], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[6, 128]], free = [[3, 2], [1, 3]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[3, 3]], free = [[1, 3]], dtype = f32>) {perf_mode = DoubleRow, neuron.double_row_flavour = "legacy"}
  return
}

// -----

!moving = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

func.func @unknown_flavour(%moving: !moving, %stationary: !stationary, %dst: !dst) {
  // expected-error @below {{'bir.matmult' op attribute "neuron.double_row_flavour" is "gen5", it must be "gen3" or "legacy"}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[128, 2], [1, 128]], dtype = f8E4M3>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow, neuron.double_row_flavour = "gen5"}
  return
}
