// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifiers of the matmuls. What depends on the target is in matmul-targets.mlir.

// The product is accumulated in PSUM.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn_sbuf = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%m: !kn, %s: !km, %d: !mn_sbuf) {
  // expected-error @below {{'penguin.matmul' op Result buffer of matmult must be psum!}}
  // expected-note @below {{operand "dst" lies in sbuf}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn_sbuf)
  return
}

// -----

// The factors come from SBUF.
!kn_hbm = memref<128x512xbf16, #neuron.memory<hbm>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn_hbm, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op operand "moving" lies in hbm, expected sbuf}}
  penguin.matmul moving(%m : !kn_hbm) stationary(%s : !km) -> dst(%d : !mn)
  return
}

// -----

// The systolic array takes no wide integers.
!kn_i32 = memref<128x512xi32, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn_i32, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op operand "moving" has element type i32, the systolic array takes floats and 8-bit integers}}
  penguin.matmul moving(%m : !kn_i32) stationary(%s : !km) -> dst(%d : !mn)
  return
}

// -----

// 32-bit floats only mix with each other.
!kn_f32 = memref<128x512xf32, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn_f32, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op operand "stationary" has element type bf16, but operand "moving" f32; 32-bit floats only mix with each other}}
  penguin.matmul moving(%m : !kn_f32) stationary(%s : !km) -> dst(%d : !mn)
  return
}

// -----

// The two kinds of e4m3 do not mix.
!kn_e4 = memref<128x512xf8E4M3, #neuron.memory<sbuf>>
!km_e4fn = memref<128x128xf8E4M3FN, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn_e4, %s: !km_e4fn, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op operand "stationary" has element type f8E4M3FN, but operand "moving" f8E4M3; the two kinds of e4m3 do not mix}}
  penguin.matmul moving(%m : !kn_e4) stationary(%s : !km_e4fn) -> dst(%d : !mn)
  return
}

// -----

// Both factors have the contraction across partitions.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km_64 = memref<64x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km_64, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op operand "stationary" has 64 contraction rows (partitions), operand "moving" 128}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km_64) -> dst(%d : !mn)
  return
}

// -----

// Weights are a matrix.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km_3 = memref<128x2x64xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km_3, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op A splittable NeuronWeightTensor should be of rank 2}}
  // expected-note @below {{operand "stationary" is accessed as 128x2x64: besides the partitions, dimensions of 2 and 64 elements; a sub-tensor of one of them, or perf_mode = double_row, is meant}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km_3) -> dst(%d : !mn)
  return
}

// -----

// The product has the columns of both.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!half = memref<64x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km, %d: !half) {
  // expected-error @below {{'penguin.matmul' op operand "dst" accesses 64x512 elements, the product of 128 stationary and 512 moving columns is 128x512}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !half)
  return
}

// -----

// An accumulation that is started is not continued.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "accumulation_flag" is 5, expected one of [0, 1, 2, 3, 4, 6]}}
  // expected-note @below {{1 starts an accumulation group, 2 stops it, 4 continues one that was started before}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn) {accumulation_flag = 5}
  return
}

// -----

// Two rows at once need one-byte elements.
!k2n_bf16 = memref<128x2x512xbf16, #neuron.memory<sbuf>>
!k2m_bf16 = memref<128x2x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !k2n_bf16, %s: !k2m_bf16, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op only support fp8e4m3 and fp8e5m2}}
  // expected-note @below {{operand "moving" has element type bf16}}
  penguin.matmul moving(%m : !k2n_bf16) stationary(%s : !k2m_bf16) -> dst(%d : !mn) {perf_mode = double_row}
  return
}

// -----

// Raw bytes are unsigned.
!k2n_i8 = memref<128x2x512xi8, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !k2n_i8, %s: !k2m, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op only support uint8}}
  // expected-note @below {{operand "moving" has element type i8}}
  penguin.matmul moving(%m : !k2n_i8) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row}
  return
}

// -----

// The halves of the contraction are the first free dimension.
!flat = memref<128x1024xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !flat, %s: !k2m, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op first F dim of LHS and RHS of the double_row matmult must be 2}}
  // expected-note @below {{operand "moving" has the free dimensions [1024]}}
  // expected-note @below {{the K rows of a double row lie in two halves, [K/2, 2, N]}}
  // expected-note @below {{if the 128 partitions are all of K, that is [64, 2, 1024]}}
  penguin.matmul moving(%m : !flat) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row_gen3}
  return
}

// -----

// Or the last one, in the legacy flavour.
!kn2 = memref<128x512x2xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn2, %s: !k2m, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op The last dimension of double_row matmult must have size of 2}}
  // expected-note @below {{operand "stationary" has the free dimensions [2, 128]}}
  // expected-note @below {{the K rows of a double row lie in two halves, [K/2, N, 2]}}
  penguin.matmul moving(%m : !kn2) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row, double_row_flavour = legacy}
  return
}

// -----

// And when software interleaves them.
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!km2 = memref<128x128x2xf8E4M3, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !k2n, %s: !km2, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op The last dimension of double_row matmult must have size of 2}}
  // expected-note @below {{operand "moving" has the free dimensions [2, 512]}}
  // expected-note @below {{the K rows of a double row lie in two halves, [K/2, N, 2]}}
  penguin.matmul moving(%m : !k2n) stationary(%s : !km2) -> dst(%d : !mn) {perf_mode = double_row_sw_interleave}
  return
}

// -----

// A flavour of nothing.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "double_row_flavour" is given, but perf_mode is not a double row}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn) {double_row_flavour = legacy}
  return
}

// -----

// Modes whose layout is not public.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "perf_mode" is double_pixel, whose operand layout is not public; expected none or double_row, double_row_gen3, double_row_sw_interleave}}
  // expected-note @below {{the instruction bir.matmult takes every mode}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn) {perf_mode = double_pixel}
  return
}

// -----

// Two rows at once cannot be transposed.
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !k2n, %s: !k2m, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "is_transpose" does not go together with a double-row perf_mode}}
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row, is_transpose = true}
  return
}

// -----

// A transpose keeps the element type.
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tr = memref<128x128xf32, #neuron.memory<psum>>
func.func @f(%m: !km, %s: !km, %d: !tr) {
  // expected-error @below {{'penguin.matmul' op operand "dst" has element type f32, a transpose keeps that of operand "moving", bf16}}
  penguin.matmul moving(%m : !km) stationary(%s : !km) -> dst(%d : !tr) {is_transpose = true}
  return
}

// -----

// Position and size of a tile go together.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "tile_position" is given alone, tile_position and tile_size go together}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn) {tile_position = [0, 0]}
  return
}

// -----

// A tile is a quarter, a half, or all of the array.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "tile_size" has 96 rows, expected one of 32, 64, 128}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn) {tile_position = [0, 0], tile_size = [96, 128]}
  return
}

// -----

// And stands at a multiple of its size.
!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !kn, %s: !km, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "tile_position" has row 32, which is not a multiple of the 64 rows of the tile}}
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn) {tile_position = [32, 0], tile_size = [64, 128]}
  return
}

// -----

// Two rows at once need all columns.
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !k2n, %s: !k2m, %d: !mn) {
  // expected-error @below {{'penguin.matmul' op attribute "tile_size" tiles columns, which a double-row perf_mode does not allow}}
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row, tile_position = [0, 0], tile_size = [128, 64]}
  return
}

// -----

// The three operands of a sparse matmul have the same contraction.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags_64 = memref<64x32xui16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !x4, %s: !km, %t: !tags_64, %d: !mn) {
  // expected-error @below {{'penguin.matmul_sparse' op LHS, RHS and TAG should has the same number of contract dim!}}
  // expected-note @below {{operand "moving" has 128 partitions}}
  // expected-note @below {{operand "stationary" has 128 partitions}}
  // expected-note @below {{operand "tags" has 64 partitions}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags_64) -> dst(%d : !mn) {compress_ratio = 4}
  return
}

// -----

// Tags are words of four positions.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags_i16 = memref<128x32xi16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !x4, %s: !km, %t: !tags_i16, %d: !mn) {
  // expected-error @below {{'penguin.matmul_sparse' op operand "tags" has element type i16, tags are ui16 words}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags_i16) -> dst(%d : !mn) {compress_ratio = 4}
  return
}

// -----

// One word for four columns.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags_16 = memref<128x16xui16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !x4, %s: !km, %t: !tags_16, %d: !mn) {
  // expected-error @below {{'penguin.matmul_sparse' op operand "tags" has 16 words a partition, 128 columns of operand "stationary" need 32}}
  // expected-note @below {{a word holds 4 positions}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags_16) -> dst(%d : !mn) {compress_ratio = 4}
  return
}

// -----

// Ratios that there are.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !x4, %s: !km, %t: !tags, %d: !mn) {
  // expected-error @below {{'penguin.matmul_sparse' op attribute "compress_ratio" is 8, expected one of 2, 3, 4}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 8}
  return
}

// -----

// The moving operand has a column for every ratio.
!x3 = memref<128x3x2xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !x3, %s: !km, %t: !tags, %d: !mn) {
  // expected-error @below {{'penguin.matmul_sparse' op operand "moving" has 6 elements a partition, not a multiple of compress_ratio = 4}}
  penguin.matmul_sparse moving(%m : !x3) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 4}
  return
}

// -----

// The product of a sparse matmul.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!half = memref<64x512xf32, #neuron.memory<psum>>
func.func @f(%m: !x4, %s: !km, %t: !tags, %d: !half) {
  // expected-error @below {{'penguin.matmul_sparse' op operand "dst" accesses 64x512 elements, the product of 128 stationary and 512 moving columns is 128x512}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !half) {compress_ratio = 4}
  return
}

// -----

// It lies in PSUM, too.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!mn_sbuf = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%m: !x4, %s: !km, %t: !tags, %d: !mn_sbuf) {
  // expected-error @below {{'penguin.matmul_sparse' op Result buffer of matmult must be psum!}}
  // expected-note @below {{operand "dst" lies in sbuf}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !mn_sbuf) {compress_ratio = 4}
  return
}

// -----

// And is even for float32r.
!x4_r = memref<128x4x5xtf32, #neuron.memory<sbuf>>
!km_r = memref<128x128xtf32, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!m5 = memref<128x5xf32, #neuron.memory<psum>>
func.func @f(%m: !x4_r, %s: !km_r, %t: !tags, %d: !m5) {
  // expected-error @below {{'penguin.matmul_sparse' op operand "dst" has 5 elements a partition, a float32r product needs an even number}}
  penguin.matmul_sparse moving(%m : !x4_r) stationary(%s : !km_r) tags(%t : !tags) -> dst(%d : !m5) {compress_ratio = 4}
  return
}

// -----

// The flags of the accumulation are those of a dense matmul.
!x4 = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
func.func @f(%m: !x4, %s: !km, %t: !tags, %d: !mn) {
  // expected-error @below {{'penguin.matmul_sparse' op attribute "accumulation_flag" is 5, expected one of [0, 1, 2, 3, 4, 6]}}
  penguin.matmul_sparse moving(%m : !x4) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 4, accumulation_flag = 5}
  return
}
