// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --verify-roundtrip | filecheck %s

// Reductions of 32x32 transposes: the lowest free dimension changes places with the partitions, then all is reduced.

!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!dst = memref<32x1xf32, #neuron.memory<sbuf>>
!narrow = memref<32x4x16xf32, #neuron.memory<sbuf>>
!narrow1 = memref<16x1xf32, #neuron.memory<sbuf>>
!tall = memref<128x4x32xf32, #neuron.memory<sbuf>>
!tall1 = memref<128x1xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>
!stats2 = memref<128x12xf32, #neuron.memory<sbuf>>

// 32 partitions of 4 x 32: four blocks. After their transposition a partition has 4 x 32 elements, all of which are reduced.
// CHECK-LABEL: func.func @reduce
// CHECK: penguin.transpose_tensor_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 4}
func.func @reduce(%a: !src, %d: !dst) {
  penguin.transpose_tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 4}
  return
}

// A lowest dimension of 16 elements gives 16 partitions.
// CHECK-LABEL: func.func @narrow
// CHECK: penguin.transpose_tensor_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 4, y_size = 16}
func.func @narrow(%a: !narrow, %d: !narrow1) {
  penguin.transpose_tensor_reduce add src(%a : !narrow) -> dst(%d : !narrow1) {reduce_size = 4, y_size = 16}
  return
}

// Each block of 32 partitions is transposed by itself.
// CHECK-LABEL: func.func @four_quadrants
// CHECK: penguin.transpose_tensor_reduce max src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 4}
func.func @four_quadrants(%a: !tall, %d: !tall1) {
  penguin.transpose_tensor_reduce max src(%a : !tall) -> dst(%d : !tall1) {reduce_size = 4}
  return
}

// Batch-norm statistics: six values a partition.
// CHECK-LABEL: func.func @statistics
// CHECK: penguin.transpose_batchnorm_stats2 src(%a : {{.*}}) -> dst(%d : {{.*}}) {batch_size = 4, y_size = 32}
func.func @statistics(%a: !src, %d: !stats) {
  penguin.transpose_batchnorm_stats2 src(%a : !src) -> dst(%d : !stats) {batch_size = 4, y_size = 32}
  return
}

// Two groups of them.
// CHECK-LABEL: func.func @two_groups
// CHECK: penguin.transpose_batchnorm_stats2 src(%a : {{.*}}) -> dst(%d : {{.*}}) {batch_size = 2, y_size = 32, depth = 2}
func.func @two_groups(%a: !tall, %d: !stats2) {
  penguin.transpose_batchnorm_stats2 src(%a : !tall) -> dst(%d : !stats2) {batch_size = 2, y_size = 32, depth = 2}
  return
}
