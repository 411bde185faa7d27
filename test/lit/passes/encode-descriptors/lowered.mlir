// RUN: neuron-opt --verify-rewrites --lower-compute --legalize-access-patterns --encode-descriptors %s | filecheck %s

// From Penguin to bytes. Nothing is allocated here: every memref starts at address 0 of its memory.

!a = memref<128x32xf32, #neuron.memory<sbuf>>
!r = memref<128x4xf32, #neuron.memory<sbuf>>
!m8 = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!s8 = memref<128x2x128xf8E4M3, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>
!h = memref<128x32xf32, #neuron.memory<hbm>>

// The reduced elements are the innermost dimension, slot 0.
// CHECK-LABEL: func.func @reduce
// CHECK:      bir.tensor_reduce
// CHECK-SAME: neuron.descriptors = [
// CHECK-SAME: {bytes = "00000000 0100 0800 0100 0100 0800 0400 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 128 : i64, start = "0x00000000", wire_type = 10 : i64},
// CHECK-SAME: {bytes = "00000000 0100 0100 0100 0100 0400 0100 0100 0100", kind = "MEM_PATTERN4D", operand = "outs[0]", partitions = 128 : i64, start = "0x00000000", wire_type = 10 : i64}]
func.func @reduce(%a: !a, %r: !r) {
  penguin.tensor_reduce add src(%a : !a) -> dst(%r : !r) {reduce_size = 8}
  return
}

// The two rows of an fp8 matmul are the outer dimension; partitions are never in a descriptor.
// CHECK-LABEL: func.func @double_row
// CHECK:      bir.matmult
// CHECK-SAME: {bytes = "00000000 0100 0002 0100 0002 0200 0100", kind = "TENSOR3D", operand = "ins[0]", partitions = 128 : i64, start = "0x00000000", wire_type = 14 : i64},
// CHECK-SAME: {bytes = "00000000 0100 8000 0100 8000 0200 0100", kind = "TENSOR3D", operand = "ins[1]", partitions = 128 : i64, start = "0x00000000", wire_type = 14 : i64},
// CHECK-SAME: {bytes = "00000002 0100 0100 0100 0002 0100 0100", kind = "MEM_PATTERN3D", operand = "outs[0]", partitions = 128 : i64, start = "0x02000000", wire_type = 10 : i64}]
func.func @double_row(%m: !m8, %s: !s8, %p: !p) {
  penguin.matmul moving(%m : !m8) stationary(%s : !s8) -> dst(%p : !p) {perf_mode = double_row}
  return
}

// DMA has descriptors of another sort.
// CHECK-LABEL: func.func @load
// CHECK:      bir.dma_copy
// CHECK-NOT:  neuron.descriptors
// CHECK:      return
func.func @load(%h: !h, %a: !a) {
  penguin.dma_copy src(%h : !h) -> dst(%a : !a)
  return
}
