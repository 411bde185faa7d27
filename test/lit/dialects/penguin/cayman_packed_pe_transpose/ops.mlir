// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// A transpose through the PE array, packed and plain.

!w3 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!x3 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!z = memref<128x512xf32, #neuron.memory<psum>>
!x3b = memref<128x2x512xf8E5M2, #neuron.memory<sbuf>>
!w8 = memref<128x2x128xui8, #neuron.memory<sbuf>>
!x8 = memref<128x2x512xui8, #neuron.memory<sbuf>>
!wb = memref<128x128xbf16, #neuron.memory<sbuf>>
!xb = memref<128x128xbf16, #neuron.memory<sbuf>>
!yb = memref<128x128xbf16, #neuron.memory<psum>>

// Two rows packed into each partition: the first free dimension is the pair.
func.func @double_row(%w: !w3, %x: !x3, %y: !z) {
  penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x3) -> psum(%y : !z)
      {perf_mode = double_row_gen3, double_row_indices = [0, 1]}
  return
}
// GENERIC:      "penguin.cayman_packed_pe_transpose"({{[^)]+}})
// GENERIC-SAME:   <{perf_mode = #penguin.matmul_perf_mode<double_row_gen3>, double_row_indices = array<i64: 0, 1>,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 1>}>
// CHECK-LABEL: func.func @double_row(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.cayman_packed_pe_transpose
// CHECK-SAME:      stationary([[W]] : memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x512xf32, #neuron.memory<psum>>)
// CHECK-SAME:      {perf_mode = double_row_gen3, double_row_indices = [0, 1]}{{$}}

// The two fp8 types may meet.
func.func @mixed_fp8(%w: !w3, %x: !x3b, %y: !z) {
  penguin.cayman_packed_pe_transpose stationary(%w : !w3) moving(%x : !x3b) -> psum(%y : !z)
      {perf_mode = double_row_gen3}
  return
}
// CHECK-LABEL: func.func @mixed_fp8(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.cayman_packed_pe_transpose
// CHECK-SAME:      stationary([[W]] : memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<128x2x512xf8E5M2, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x512xf32, #neuron.memory<psum>>)
// CHECK-SAME:      {perf_mode = double_row_gen3}{{$}}

// Raw bytes.
func.func @raw_bytes(%w: !w8, %x: !x8, %y: !z) {
  penguin.cayman_packed_pe_transpose stationary(%w : !w8) moving(%x : !x8) -> psum(%y : !z)
      {perf_mode = double_row_gen3}
  return
}
// CHECK-LABEL: func.func @raw_bytes(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.cayman_packed_pe_transpose
// CHECK-SAME:      stationary([[W]] : memref<128x2x128xui8, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<128x2x512xui8, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x512xf32, #neuron.memory<psum>>)
// CHECK-SAME:      {perf_mode = double_row_gen3}{{$}}

// Without packing.
func.func @plain(%w: !wb, %x: !xb, %y: !yb) {
  penguin.cayman_packed_pe_transpose stationary(%w : !wb) moving(%x : !xb) -> psum(%y : !yb)
      {transpose = true, num_channels = 128}
  return
}
// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.cayman_packed_pe_transpose
// CHECK-SAME:      stationary([[W]] : memref<128x128xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      moving([[X]] : memref<128x128xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> psum([[Y]] : memref<128x128xbf16, #neuron.memory<psum>>)
// CHECK-SAME:      {num_channels = 128, transpose = true}{{$}}
