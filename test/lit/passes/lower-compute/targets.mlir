// RUN: neuron-opt --lower-compute --split-input-file --verify-diagnostics %s

// What a target refuses is refused before anything is lowered; see dialects/penguin/compute/matmul-targets.mlir for all of it.

!k2n = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!k2m = memref<128x2x128xf8E5M2, #neuron.memory<sbuf>>
!mn = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn1>} {
  func.func @f(%m: !k2n, %s: !k2m, %d: !mn) {
    // expected-error @below {{'penguin.matmul' op perf_mode=`double_row` is not supported on trn1}}
    // expected-note @below {{two rows at once exist from trn2 on}}
    penguin.matmul moving(%m : !k2n) stationary(%s : !k2m) -> dst(%d : !mn) {perf_mode = double_row}
    return
  }
}
