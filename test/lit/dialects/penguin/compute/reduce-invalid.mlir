// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifiers of the reductions. That a reduce_size does not divide is not among them: the split
// of the access pattern fails then, and legalisation says why.

// A reduction works on chip.
!hbm = memref<128x4x8xf32, #neuron.memory<hbm>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !hbm, %d: !dst) {
  // expected-error @below {{'penguin.tensor_reduce' op operand "src" lies in hbm, expected sbuf or psum}}
  penguin.tensor_reduce add src(%a : !hbm) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// -----

// A compute instruction owns its access; opaque ones are for kernels.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.tensor_reduce' op operand "src" is accessed opaquely, a compute instruction needs an explicit access}}
  // expected-note @below {{opaque is for kernels, which tile their operands themselves}}
  penguin.tensor_reduce add src(%a opaque : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// -----

// There is no mean on the vector engine.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.tensor_reduce' op There is not reduce mean!}}
  // expected-note @below {{reduce with add, and multiply by one over the number of elements}}
  penguin.tensor_reduce mean src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// -----

// Nor across partitions.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!row = memref<1x32xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !row) {
  // expected-error @below {{'penguin.partition_reduce' op There is not reduce mean!}}
  // expected-note @below {{reduce with add, and multiply by one over the number of elements}}
  penguin.partition_reduce mean src(%a : !src) -> dst(%d : !row)
  return
}

// -----

// A word that is no operation.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{unknown 'op' 'sum' (one of: add, mult, max, min, abs_max, abs_min, bitwise_and, bitwise_or, bitwise_xor, logical_and, logical_or, logical_xor, mean)}}
  penguin.tensor_reduce sum src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// -----

// Bits are those of integers.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.tensor_reduce' op operand "src" has element type f32, bitwise_or works on integers}}
  penguin.tensor_reduce bitwise_or src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// -----

// The reduced elements have to be counted.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.tensor_reduce' needs attribute 'reduce_size' (a 64-bit integer of at least 1)}}
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst)
  return
}

// -----

// At least one element is reduced.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'reduce_size' is a 64-bit integer of at least 1, found 0}}
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 0}
  return
}

// -----

// Both sides have the same partitions.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!half = memref<64x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !half) {
  // expected-error @below {{'penguin.tensor_reduce' op operand "dst" accesses 64 partitions, operand "src" 128}}
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !half) {reduce_size = 8}
  return
}

// -----

// One result for each group of reduced elements.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !one) {
  // expected-error @below {{'penguin.tensor_reduce' op operand "dst" has 1 element a partition, reducing 8 of the 32 of operand "src" leaves 4}}
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !one) {reduce_size = 8}
  return
}

// -----

// What is accessed counts, not the memref.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.tensor_reduce' op operand "dst" has 4 elements a partition, reducing 8 of the 16 of operand "src" leaves 2}}
  penguin.tensor_reduce add src(%a tile<offsets = [0, 0, 0], shape = [128, 2, 8]> : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// -----

// A reduction across partitions leaves one.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.partition_reduce' op operand "dst" accesses 128 partitions, a reduction across partitions leaves 1}}
  penguin.partition_reduce add src(%a : !src) -> dst(%d : !dst)
  return
}

// -----

// Axis C keeps the free dimensions.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!cell = memref<1x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !cell) {
  // expected-error @below {{'penguin.partition_reduce' op operand "dst" has 1 element, reducing operand "src" along C leaves 32}}
  penguin.partition_reduce add src(%a : !src) -> dst(%d : !cell)
  return
}

// -----

// Axis XYZWC keeps nothing.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!row = memref<1x32xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !row) {
  // expected-error @below {{'penguin.partition_reduce' op operand "dst" has 32 elements, reducing operand "src" along XYZWC leaves 1}}
  penguin.partition_reduce add src(%a : !src) -> dst(%d : !row) {axis = XYZWC}
  return
}

// -----

// Only the two axes that have C in them.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!row = memref<1x32xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !row) {
  // expected-error @below {{unknown 'axis' 'XY' (one of: C, XYZWC)}}
  penguin.partition_reduce add src(%a : !src) -> dst(%d : !row) {axis = XY}
  return
}

// -----

// A macro without axes reduces nothing.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op attribute "axes" is empty, there is nothing to reduce}}
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%d : !dst) {axes = []}
  return
}

// -----

// An axis is reduced once.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op attribute "axes" is [2, 2], an axis is reduced once}}
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%d : !dst) {axes = [2, 2]}
  return
}

// -----

// An axis is a dimension of the source.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op attribute "axes" is [3], operand "src" has rank 3}}
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%d : !dst) {axes = [3]}
  return
}

// -----

// The partitions are reduced by another instruction.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !dst) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op attribute "axes" is [0], dimension 0 lies across the partitions}}
  // expected-note @below {{penguin.partition_reduce reduces across partitions}}
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%d : !dst) {axes = [0]}
  return
}

// -----

// The axes are the last free dimensions; the note has the permutation that would make them so.
!deep = memref<128x2x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !deep, %d: !dst) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op attribute "axes" is [1], the reduced dimensions are the last free ones, here [3]}}
  // expected-note @below {{permuting the free dimensions [1, 2, 3] to [2, 3, 1] puts them there}}
  penguin.neuron_reduce_macro add src(%a : !deep) -> dst(%d : !dst) {axes = [1]}
  return
}

// -----

// Every step but the last needs a buffer for what it leaves.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !one) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op attribute "axes" has 2 axes, which leave 1 partial result, but 'partials' has 0 buffers}}
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%d : !one) {axes = [1, 2]}
  return
}

// -----

// A buffer for a partial result has its size: the innermost axis goes first.
!deep = memref<128x2x4x8xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !deep, %d: !one, %p: !dst, %q: !dst) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op operand "partials[0]" has 4 elements a partition, reducing dimension 3 of operand "src" leaves 8}}
  penguin.neuron_reduce_macro add src(%a : !deep) -> dst(%d : !one) partials(%p : !dst, %q : !dst) {axes = [1, 2, 3]}
  return
}

// -----

// And its partitions.
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
!half = memref<64x4xf32, #neuron.memory<sbuf>>
func.func @f(%a: !src, %d: !one, %p: !half) {
  // expected-error @below {{'penguin.neuron_reduce_macro' op operand "partials[0]" accesses 64 partitions, operand "src" 128}}
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%d : !one) partials(%p : !half) {axes = [1, 2]}
  return
}
