// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

!a = memref<128x512xf32, #neuron.memory<sbuf>>
!b = memref<128x256xf32, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  // Half of every row leaves gaps.
  func.func @half_rows(%src: !a, %dst: !b) {
    // expected-error @below {{'bir.gpsimd_sb2sb' op operand "ins[0]" is not one contiguous run, which a transfer between cores needs}}
    // expected-note @below {{it walks [[512, 128], [1, 256]]: 32768 elements over a span of 65280}}
    // expected-note @below {{copy the elements to a buffer of their own first}}
    bir.gpsimd_sb2sb ins(%src : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 256]], access_shape = [128, 256], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[256, 128]], free = [[1, 256]], dtype = f32>)
    return
  }
}

// -----

!a = memref<128x512xf32, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @run_time_start(%src: !a, %dst: !a, %i: index) {
    // expected-error @below {{'bir.gpsimd_sb2sb' op operand "ins[0]" is not one contiguous run, which a transfer between cores needs}}
    // expected-note @below {{its start is computed from indices, an interval has a static start}}
    bir.gpsimd_sb2sb ins(%src : !a via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], start = affine_map<(d0) -> (d0 * 512)>, access_shape = [32, 512], dtype = f32>) indices(%i) -> outs(%dst : !a via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], access_shape = [32, 512], dtype = f32>)
    return
  }
}
