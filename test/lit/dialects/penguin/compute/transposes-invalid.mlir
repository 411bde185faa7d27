// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifiers of the reductions of transposes. Whether blocks of 32x32 can be cut out of a pattern is
// not among them: legalisation says.

// What is not reduced is what changes places with the partitions: 32 elements here, 64 there.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!dst = memref<32x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.transpose_tensor_reduce' op non-reduce free size must be size 32}}
  // expected-note @below {{operand "src" has 128 free elements a partition; with reduce_size = 2 that leaves 64 that are not reduced}}
  penguin.transpose_tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 2, y_size = 32}
  return
}

// -----

// A reduce_size that does not divide leaves no whole number.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!dst = memref<32x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.transpose_tensor_reduce' op non-reduce free size must be size 32}}
  // expected-note @below {{operand "src" has 128 free elements a partition; with reduce_size = 3 that leaves 128/3 that are not reduced}}
  penguin.transpose_tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 3, y_size = 32}
  return
}

// -----

// All free elements are reduced.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!four = memref<32x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !four) {
  // expected-error @below {{'penguin.transpose_tensor_reduce' op operand "dst" has 4 elements a partition, all free elements are reduced to 1}}
  penguin.transpose_tensor_reduce add src(%a : !src) -> dst(%d : !four) {reduce_size = 4}
  return
}

// -----

// The lowest free dimension becomes the partitions.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!dst = memref<32x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.transpose_tensor_reduce' op operand "dst" accesses 32 partitions, after the transpose of operand "src" there are 16}}
  // expected-note @below {{operand "src" has 32 partitions, its lowest free dimension 16 elements}}
  penguin.transpose_tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8, y_size = 16}
  return
}

// -----

// Each block of 32 partitions is transposed by itself, so that 128 stay 128.
!tall = memref<128x4x32xf32, #neuron.memory<sbuf>>
!dst = memref<32x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !tall, %d: !dst) {
  // expected-error @below {{'penguin.transpose_tensor_reduce' op operand "dst" accesses 32 partitions, after the transpose of operand "src" there are 128}}
  // expected-note @below {{operand "src" has 128 partitions, its lowest free dimension 32 elements}}
  penguin.transpose_tensor_reduce add src(%a : !tall) -> dst(%d : !dst) {reduce_size = 4}
  return
}

// -----

// No mean here either.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!dst = memref<32x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.transpose_tensor_reduce' op There is not reduce mean!}}
  // expected-note @below {{reduce with add, and multiply by one over the number of elements}}
  penguin.transpose_tensor_reduce mean src(%a : !src) -> dst(%d : !dst) {reduce_size = 4}
  return
}

// -----

// The three sizes say what the free part is made of.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !stats) {
  // expected-error @below {{'penguin.transpose_batchnorm_stats2' op operand "src" has 128 free elements a partition, batch_size * depth * y_size = 4 * 2 * 32 is 256}}
  penguin.transpose_batchnorm_stats2 src(%a : !src) -> dst(%d : !stats) {batch_size = 4, y_size = 32, depth = 2}
  return
}

// -----

// A group of statistics has six values.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!five = memref<32x5xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !five) {
  // expected-error @below {{'penguin.transpose_batchnorm_stats2' op operand "dst" has 5 elements a partition, a group of statistics has 6}}
  penguin.transpose_batchnorm_stats2 src(%a : !src) -> dst(%d : !five) {batch_size = 4, y_size = 32}
  return
}

// -----

// Statistics are those of floats.
!ints = memref<32x4x32xi32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>
func.func @f(%a: !ints, %d: !stats) {
  // expected-error @below {{'penguin.transpose_batchnorm_stats2' op operand "src" has element type i32, expected a float}}
  penguin.transpose_batchnorm_stats2 src(%a : !ints) -> dst(%d : !stats) {batch_size = 4, y_size = 32}
  return
}

// -----

// They are written to SBUF.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!psum = memref<32x6xf32, #neuron.memory<psum>>
func.func @f(%a: !src, %d: !psum) {
  // expected-error @below {{'penguin.transpose_batchnorm_stats2' op operand "dst" lies in psum, expected sbuf}}
  penguin.transpose_batchnorm_stats2 src(%a : !src) -> dst(%d : !psum) {batch_size = 4, y_size = 32}
  return
}

// -----

// The lowest free dimension becomes the partitions here as well.
!src = memref<32x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !stats) {
  // expected-error @below {{'penguin.transpose_batchnorm_stats2' op operand "dst" accesses 32 partitions, after the transpose of operand "src" there are 16}}
  // expected-note @below {{operand "src" has 32 partitions, its lowest free dimension 16 elements}}
  penguin.transpose_batchnorm_stats2 src(%a : !src) -> dst(%d : !stats) {batch_size = 8, y_size = 16}
  return
}
