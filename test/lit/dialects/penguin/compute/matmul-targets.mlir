// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// What a target refuses of matmuls that another one takes, and how much one instruction takes at all.

// Two rows at once exist from trn2 on.
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn1>} {
func.func @f(%m: !k2n, %s: !k2m, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op perf_mode=`double_row_gen3` is not supported on trn1}}
  // expected-note @below {{two rows at once exist from trn2 on}}
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row_gen3}
  return
}
}

// -----

// As do compressed operands.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn1>} {
func.func @f(%m: !x4, %s: !km, %t: !tags, %d: !mn) {
  // expected-error @below {{'penguin.matmul_sparse' op is not supported on trn1}}
  // expected-note @below {{matmuls with a compressed operand exist from trn2 on}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 4}
  return
}
}

// -----

// And tiles of 32 rows.
!q = memref<32x512xbf16, #neuron.memory<sbuf>>
!qm = memref<32x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn1>} {
func.func @f(%m: !q, %s: !qm, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "tile_size" has 32 rows, which trn1 does not have}}
  // expected-note @below {{tiles of 32 rows exist from trn2 on}}
  penguin.matmul moving(%m : !q) stationary(%s : !qm) -> dst(%d : !mn) {tile_position = [32, 0], tile_size = [32, 128]}
  return
}
}

// -----

// One matmul has 128 rows.
!k256 = memref<256x512xbf16, #neuron.memory<sbuf>>
!km256 = memref<256x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn2>} {
func.func @f(%m: !k256, %s: !km256, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op operand "moving" has 256 contraction rows, one matmul on trn2 takes 128}}
  penguin.matmul moving(%m : !k256) stationary(%s : !km256) -> dst(%d : !mn)
  return
}
}

// -----

// 128 stationary columns.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!m256 = memref<128x256xbf16, #neuron.memory<sbuf>>
!d256 = memref<256x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn2>} {
func.func @f(%m: !kn, %s: !m256, %d: !d256) {
  // expected-error @below {{'penguin.matmul' op operand "stationary" has 256 columns, one matmul on trn2 takes 128}}
  penguin.matmul moving(%m : !kn) stationary(%s : !m256) -> dst(%d : !d256)
  return
}
}

// -----

// 64 of them on inf1.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<inf1>} {
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op operand "stationary" has 128 columns, one matmul on inf1 takes 64}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn)
  return
}
}

// -----

// 512 moving columns.
!kn1024 = memref<128x1024xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn1024 = memref<128x1024xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn2>} {
func.func @f(%m: !kn1024, %s: !km, %d: !mn1024) {
  // expected-error @below {{'penguin.matmul' op operand "moving" has 1024 columns, one matmul on trn2 takes 512}}
  penguin.matmul moving(%m : !kn1024) stationary(%s : !km) -> dst(%d : !mn1024)
  return
}
}

// -----

// 4096 on trn3, twice that for a narrower result: the same with a bf16 result passes (see matmul.mlir).
!kn5000 = memref<128x5000xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!d5000 = memref<128x5000xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn3>} {
func.func @f(%m: !kn5000, %s: !km, %d: !d5000) {
  // expected-error @below {{'penguin.matmul' op operand "moving" has 5000 columns, one matmul on trn3 takes 4096}}
  penguin.matmul moving(%m : !kn5000) stationary(%s : !km) -> dst(%d : !d5000)
  return
}
}

// -----

// PSUM is written in four bytes.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn_bf16 = memref<128x512xbf16, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn2>} {
func.func @f(%m: !kn, %s: !km, %d: !mn_bf16) {
  // expected-error @below {{'penguin.matmul' op operand "dst" has element type bf16 of 2 bytes, PSUM on trn2 is written in 4 bytes}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn_bf16)
  return
}
}

// -----

// One accumulation stays in one bank: this one starts in the middle of one.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!big = memref<128x2048xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn2>} {
func.func @f(%m: !kn, %s: !km, %d: !big) {
  // expected-error @below {{'penguin.matmul' op do not support psum multibank}}
  // expected-note @below {{bytes 1024 to 3071 of a partition lie in banks 0 to 1; a bank of trn2 has 2048, and one accumulation stays in one}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d tile<offsets = [0, 256], shape = [128, 512]> : !big)
  return
}
}

// -----

// An operand starts at a quadrant that has room for it.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn2>} {
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op Illegal start partition in MatMulOp: 48}}
  // expected-note @below {{operand "moving" accesses 32 partitions from 48 on, so many may start at 0 or 32 or 64 or 96}}
  penguin.matmul moving(%m tile<offsets = [48, 0], shape = [32, 512]> : !kn) stationary(%s tile<offsets = [32, 0], shape = [32, 128]> : !km) -> dst(%d : !mn)
  return
}
}
