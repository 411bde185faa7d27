// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// A transfer between the SBUFs of two cores walks one interval an operand, and registers its buffers as data sets.

!a = memref<128x512xf32, #neuron.memory<sbuf>>
!b = memref<128x8x64xf32, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
// CHECK-LABEL: func.func @whole_buffers(
// CHECK:      bir.gpsimd_sb2sb ins(%src : {{[^%]*}} via #neuron.interval<count = 65536, dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.interval<count = 65536, dtype = f32>) {neuron.datasets = [{name = "src0", is_output = false, elements = 65536 : i64, dtype = f32}, {name = "dst0", is_output = true, elements = 65536 : i64, dtype = f32}]}
  func.func @whole_buffers(%src: !a, %dst: !b) {
    bir.gpsimd_sb2sb ins(%src : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[512, 128]], free = [[64, 8], [1, 64]], dtype = f32>)
    return
  }

  // Whole rows of some partitions are one run as well.
// CHECK-LABEL: func.func @some_partitions(
// CHECK:      bir.gpsimd_sb2sb ins(%src : {{[^%]*}} via #neuron.interval<start = 16384, count = 16384, access_shape = [32, 512], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.interval<count = 16384, access_shape = [32, 512], dtype = f32>) {neuron.datasets = [{name = "src0", is_output = false, elements = 16384 : i64, dtype = f32}, {name = "dst0", is_output = true, elements = 16384 : i64, dtype = f32}]}
  func.func @some_partitions(%src: !a, %dst: !a) {
    bir.gpsimd_sb2sb ins(%src : !a via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], offset = 16384, access_shape = [32, 512], dtype = f32>) -> outs(%dst : !a via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], access_shape = [32, 512], dtype = f32>)
    return
  }
}
