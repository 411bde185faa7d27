// RUN: neuron-opt --verify-rewrites --lower-compute --legalize-access-patterns --split-input-file --verify-diagnostics %s

// What the operations leave to legalisation is refused there, with the place of the operation that asked for it.

!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>

// 5 does not divide the 32 elements of a partition.
func.func @reduce(%a: !src, %d: !dst) {
  // expected-error @below {{'bir.tensor_reduce' op operand "ins[0]": Incorrect access pattern!}}
  // expected-note @below {{the trailing 5 elements cannot be split off the free part [[1, 32]]: 5 does not divide 32}}
  // expected-note @below {{sizes that can be: 1, 2, 4, 8, 16, 32}}
  // expected-note @below {{target: trn2}}
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 5}
  return
}

// -----

// One stationary column: its two rows are 1 element apart.
!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x1xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<1x512xf32, #neuron.memory<psum>>

func.func @double_row(%m: !k2n, %s: !k2m, %d: !mn) {
  // expected-error @below {{'bir.matmult' op operand "ins[1]": incorrect double row step}}
  // expected-note @below {{the step between the rows of the free part [[1, 2], [1, 1]] is 1, which leaves 1 when divided by the alignment 16}}
  // expected-note @below {{pad a row to 16 elements}}
  // expected-note @below {{target: trn2}}
  penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row}
  return
}
