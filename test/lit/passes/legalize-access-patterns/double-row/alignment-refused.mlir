// RUN: neuron-opt '--legalize-access-patterns=double-row-stride-alignment=8 align-moving=true' --verify-rewrites --verify-diagnostics --split-input-file %s

!moving = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x8xf8E4M3, #neuron.memory<sbuf>>
!bank = memref<8x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn2, double_row_stride_alignment = 32>} {
  func.func @target_wins(%moving: !moving, %stationary: !stationary, %dst: !bank) {
    // expected-error @below {{'bir.matmult' op operand "ins[1]": incorrect double row step}}
    // expected-note @below {{the step between the rows of the free part [[8, 2], [1, 8]] is 8, which leaves 8 when divided by the alignment 32}}
    // expected-note @below {{pad a row to 32 elements}}
    // expected-note @below {{target: trn2}}
    bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[16, 128]], free = [[8, 2], [1, 8]], dtype = f8E4M3>) -> outs(%dst : !bank via #neuron.ap<partition = [[512, 8]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
    return
  }
}

// -----

// By option the moving operand is held against the alignment as well.
!moving = memref<128x2x4xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x8xf8E4M3, #neuron.memory<sbuf>>
!bank = memref<8x4xf32, #neuron.memory<psum>>

func.func @moving_too(%moving: !moving, %stationary: !stationary, %dst: !bank) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": incorrect double row step}}
  // expected-note @below {{the step between the rows of the free part [[4, 2], [1, 4]] is 4, which leaves 4 when divided by the alignment 8}}
  // expected-note @below {{pad a row to 8 elements}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[8, 128]], free = [[4, 2], [1, 4]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[16, 128]], free = [[8, 2], [1, 8]], dtype = f8E4M3>) -> outs(%dst : !bank via #neuron.ap<partition = [[4, 8]], free = [[1, 4]], dtype = f32>) {perf_mode = DoubleRow}
  return
}
