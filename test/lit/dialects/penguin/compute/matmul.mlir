// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --verify-roundtrip | filecheck %s

// Matmuls: the contraction lies across the partitions of both factors, the product in PSUM.

!kn = memref<128x512xbf16, #neuron.memory<sbuf>>
!km = memref<128x128xbf16, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>
!kn_f32 = memref<128x512xf32, #neuron.memory<sbuf>>
!km_r = memref<128x128xtf32, #neuron.memory<sbuf>>
!big = memref<128x4096xbf16, #neuron.memory<sbuf>>
!banks = memref<128x2048xf32, #neuron.memory<psum>>
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!k2n_u8 = memref<128x2x512xui8, #neuron.memory<sbuf>>
!one = memref<128x2x16xf8E4M3, #neuron.memory<sbuf>>
!m1 = memref<1x512xf32, #neuron.memory<psum>>
!kn2 = memref<128x512x2xf8E4M3, #neuron.memory<sbuf>>
!km2 = memref<128x128x2xf8E4M3, #neuron.memory<sbuf>>
!t = memref<128x128xbf16, #neuron.memory<psum>>
!k64 = memref<64x512xbf16, #neuron.memory<sbuf>>
!m64 = memref<64x128xbf16, #neuron.memory<sbuf>>
!x = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!x_r = memref<128x2x512xtf32, #neuron.memory<sbuf>>

// A whole tile: 128 rows, 128 stationary and 512 moving columns.
// CHECK-LABEL: func.func @dense
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}})
func.func @dense(%m: !kn, %s: !km, %d: !mn) {
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d : !mn)
  return
}

// float32 mixes with float32r, which is float32 as far as memory is concerned.
// CHECK-LABEL: func.func @wide
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}})
func.func @wide(%m: !kn_f32, %s: !km_r, %d: !mn) {
  penguin.matmul moving(%m : !kn_f32) stationary(%s : !km_r) -> dst(%d : !mn)
  return
}

// An accumulation group over two tiles: the first starts it, the second stops it.
// CHECK-LABEL: func.func @accumulate
// CHECK: penguin.matmul moving(%m tile<offsets = [0, 0], shape = [128, 512]> : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {accumulation_flag = 1}
// CHECK: penguin.matmul moving(%m tile<offsets = [0, 512], shape = [128, 512]> : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {accumulation_flag = 6}
func.func @accumulate(%m: !big, %s: !km, %d: !mn) {
  penguin.matmul moving(%m tile<offsets = [0, 0], shape = [128, 512]> : !big) stationary(%s : !km) -> dst(%d : !mn) {accumulation_flag = 1}
  penguin.matmul moving(%m tile<offsets = [0, 512], shape = [128, 512]> : !big) stationary(%s : !km) -> dst(%d : !mn) {accumulation_flag = 6}
  return
}

// One bank out of four.
// CHECK-LABEL: func.func @one_bank
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d tile<offsets = [0, 1024], shape = [128, 512]> : {{.*}})
func.func @one_bank(%m: !kn, %s: !km, %d: !banks) {
  penguin.matmul moving(%m : !kn) stationary(%s : !km) -> dst(%d tile<offsets = [0, 1024], shape = [128, 512]> : !banks)
  return
}

// Two rows at once: 256 rows of the contraction in two halves. The kinds of one-byte floats may differ.
// CHECK-LABEL: func.func @double_row
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {perf_mode = double_row}
func.func @double_row(%m: !k2n, %s: !k2m, %d: !mn) {
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row}
  return
}

// The older name of the mode, and raw bytes.
// CHECK-LABEL: func.func @older_name
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {perf_mode = double_row_gen3}
func.func @older_name(%m: !k2n_u8, %s: !k2m, %d: !mn) {
  penguin.matmul moving(%m : !k2n_u8) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row_gen3}
  return
}

// One stationary column, padded to 16 so that the halves are 16 apart.
// CHECK-LABEL: func.func @padded
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s tile<offsets = [0, 0, 0], shape = [128, 2, 1]> : {{.*}}) -> dst(%d : {{.*}}) {perf_mode = double_row}
func.func @padded(%m: !k2n, %s: !one, %d: !m1) {
  penguin.matmul moving(%m : !k2n) stationary(%s tile<offsets = [0, 0, 0], shape = [128, 2, 1]> : !one) -> dst(%d : !m1) {perf_mode = double_row}
  return
}

// The legacy flavour interleaves the halves.
// CHECK-LABEL: func.func @legacy
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {perf_mode = double_row, double_row_flavour = legacy}
func.func @legacy(%m: !kn2, %s: !km2, %d: !mn) {
  penguin.matmul moving(%m : !kn2) stationary(%s : !km2) -> dst(%d : !mn) {perf_mode = double_row, double_row_flavour = legacy}
  return
}

// And so does software.
// CHECK-LABEL: func.func @software_interleave
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {perf_mode = double_row_sw_interleave}
func.func @software_interleave(%m: !kn2, %s: !km2, %d: !mn) {
  penguin.matmul moving(%m : !kn2) stationary(%s : !km2) -> dst(%d : !mn) {perf_mode = double_row_sw_interleave}
  return
}

// A transpose is a matmul with the identity, and keeps the element type.
// CHECK-LABEL: func.func @transpose
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {is_transpose = true}
func.func @transpose(%m: !km, %s: !km, %d: !t) {
  penguin.matmul moving(%m : !km) stationary(%s : !km) -> dst(%d : !t) {is_transpose = true}
  return
}

// The lower half of the rows of the array.
// CHECK-LABEL: func.func @half_of_the_array
// CHECK: penguin.matmul moving(%m : {{.*}}) stationary(%s : {{.*}}) -> dst(%d : {{.*}}) {tile_position = [64, 0], tile_size = [64, 128]}
func.func @half_of_the_array(%m: !k64, %s: !m64, %d: !mn) {
  penguin.matmul moving(%m : !k64) stationary(%s : !m64) -> dst(%d : !mn) {tile_position = [64, 0], tile_size = [64, 128]}
  return
}

// One in four rows of the stationary operand was kept; the tags say which.
// CHECK-LABEL: func.func @sparse
// CHECK: penguin.matmul_sparse moving(%m : {{.*}}) stationary(%s : {{.*}}) tags(%t : {{.*}}) -> dst(%d : {{.*}}) {compress_ratio = 4}
func.func @sparse(%m: !x, %s: !km, %t: !tags, %d: !mn) {
  penguin.matmul_sparse moving(%m : !x) stationary(%s : !km) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 4}
  return
}

// Of float32r, whose product has an even number of columns.
// CHECK-LABEL: func.func @sparse_wide
// CHECK: penguin.matmul_sparse moving(%m : {{.*}}) stationary(%s : {{.*}}) tags(%t : {{.*}}) -> dst(%d : {{.*}}) {compress_ratio = 2}
func.func @sparse_wide(%m: !x_r, %s: !km_r, %t: !tags, %d: !mn) {
  penguin.matmul_sparse moving(%m : !x_r) stationary(%s : !km_r) tags(%t : !tags) -> dst(%d : !mn) {compress_ratio = 2}
  return
}
