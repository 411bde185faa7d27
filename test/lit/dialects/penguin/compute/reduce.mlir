// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --verify-roundtrip | filecheck %s

// Reductions: along the free dimensions, across partitions, and axis by axis.

!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
!two = memref<128x2xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>
!ints = memref<128x4x8xi32, #neuron.memory<sbuf>>
!ints1 = memref<128x4xi32, #neuron.memory<sbuf>>
!block = memref<4x128x8xf32, #neuron.memory<sbuf, partition_dim = 1>>
!acc = memref<128x32xf32, #neuron.memory<psum>>
!row = memref<1x32xf32, #neuron.memory<sbuf>>
!cell = memref<1x1xf32, #neuron.memory<sbuf>>
!deep = memref<128x2x4x8xf32, #neuron.memory<sbuf>>
!pair = memref<128x2x4xf32, #neuron.memory<sbuf>>

// The last 8 of 32 elements a partition; 4 results are left.
// CHECK-LABEL: func.func @trailing
// CHECK: penguin.tensor_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 8}
func.func @trailing(%a: !src, %d: !dst) {
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// What is reduced need not be a dimension: the last 16 elements are half of the first free one, and all of the second.
// CHECK-LABEL: func.func @part_of_a_dimension
// CHECK: penguin.tensor_reduce max src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 16}
func.func @part_of_a_dimension(%a: !src, %d: !two) {
  penguin.tensor_reduce max src(%a : !src) -> dst(%d : !two) {reduce_size = 16}
  return
}

// The result changes its sign.
// CHECK-LABEL: func.func @negated
// CHECK: penguin.tensor_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 32, negate = true}
func.func @negated(%a: !src, %d: !one) {
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !one) {reduce_size = 32, negate = true}
  return
}

// A size that does not divide is taken here. The split of the pattern is what fails, when it is made legal.
// CHECK-LABEL: func.func @not_a_divisor
// CHECK: penguin.tensor_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 5}
func.func @not_a_divisor(%a: !src, %d: !dst) {
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 5}
  return
}

// Bits of integers.
// CHECK-LABEL: func.func @bits
// CHECK: penguin.tensor_reduce bitwise_and src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 8}
func.func @bits(%a: !ints, %d: !ints1) {
  penguin.tensor_reduce bitwise_and src(%a : !ints) -> dst(%d : !ints1) {reduce_size = 8}
  return
}

// What is accessed counts, not the memref: every second of the first four elements of a row.
// CHECK-LABEL: func.func @sub_tensor
// CHECK: penguin.tensor_reduce add src(%a[0, 0, 0][128, 4, 2][1, 1, 2] : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 2}
func.func @sub_tensor(%a: !src, %d: !dst) {
  penguin.tensor_reduce add src(%a[0, 0, 0][128, 4, 2][1, 1, 2] : !src) -> dst(%d : !dst) {reduce_size = 2}
  return
}

// A block tensor has its partitions elsewhere; its free dimensions are the others.
// CHECK-LABEL: func.func @block_tensor
// CHECK: penguin.tensor_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 8}
func.func @block_tensor(%a: !block, %d: !dst) {
  penguin.tensor_reduce add src(%a : !block) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// From PSUM, where a matmul left it.
// CHECK-LABEL: func.func @from_psum
// CHECK: penguin.tensor_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {reduce_size = 8}
func.func @from_psum(%a: !acc, %d: !dst) {
  penguin.tensor_reduce add src(%a : !acc) -> dst(%d : !dst) {reduce_size = 8}
  return
}

// Across partitions: one row is left. Axis C is the default, and not printed.
// CHECK-LABEL: func.func @across_partitions
// CHECK: penguin.partition_reduce max src(%a : {{.*}}) -> dst(%d : {{.*}})
func.func @across_partitions(%a: !src, %d: !row) {
  penguin.partition_reduce max src(%a : !src) -> dst(%d : !row) {axis = C}
  return
}

// Across partitions and along everything else.
// CHECK-LABEL: func.func @everything
// CHECK: penguin.partition_reduce add src(%a : {{.*}}) -> dst(%d : {{.*}}) {axis = XYZWC}
func.func @everything(%a: !src, %d: !cell) {
  penguin.partition_reduce add src(%a : !src) -> dst(%d : !cell) {axis = XYZWC}
  return
}

// One axis needs no buffer in between.
// CHECK-LABEL: func.func @one_axis
// CHECK: penguin.neuron_reduce_macro add src(%a : {{.*}}) -> dst(%d : {{.*}}) {axes = [2]}
func.func @one_axis(%a: !src, %d: !dst) {
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%d : !dst) {axes = [2]}
  return
}

// Three axes need two: after the innermost axis 8 elements are left, after the next 2.
// CHECK-LABEL: func.func @three_axes
// CHECK: penguin.neuron_reduce_macro add src(%a : {{.*}}) -> dst(%d : {{.*}}) partials(%p : {{.*}}, %q : {{.*}}) {axes = [1, 2, 3]}
func.func @three_axes(%a: !deep, %d: !one, %p: !pair, %q: !two) {
  penguin.neuron_reduce_macro add src(%a : !deep) -> dst(%d : !one) partials(%p : !pair, %q : !two) {axes = [1, 2, 3]}
  return
}
