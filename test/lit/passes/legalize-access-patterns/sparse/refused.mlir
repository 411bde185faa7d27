// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

!moving = memref<128x5x8xbf16, #neuron.memory<sbuf>>
!stationary = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!dst = memref<128x8xf32, #neuron.memory<psum>>

func.func @not_that_many_pieces(%moving: !moving, %stationary: !stationary, %tags: !tags, %dst: !dst) {
  // expected-error @below {{'bir.matmult_sparse' op operand "ins[0]": Incorrect access pattern!}}
  // expected-note @below {{the free part [[8, 5], [1, 8]] has 40 elements, which are not 3 equal pieces}}
  bir.matmult_sparse ins(%moving : !moving via #neuron.ap<partition = [[40, 128]], free = [[8, 5], [1, 8]], dtype = bf16>, %stationary : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : !tags via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>) -> outs(%dst : !dst via #neuron.ap<partition = [[8, 128]], free = [[1, 8]], dtype = f32>) {compress_ratio = 3, neuron.sparse_carve}
  return
}

// -----

// Four candidates at 0, 64, 100 and 164 are not evenly spaced.
!moving = memref<128x256xbf16, #neuron.memory<sbuf>>
!stationary = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!dst = memref<128x8xf32, #neuron.memory<psum>>

func.func @not_evenly_spaced(%moving: !moving, %stationary: !stationary, %tags: !tags, %dst: !dst) {
  // expected-error @below {{'bir.matmult_sparse' op operand "ins[0]": Incorrect access pattern!}}
  // expected-note @below {{the 4 pieces of the free part [[100, 2], [64, 2], [1, 8]] are not evenly spaced, they are at [[100, 2], [64, 2]]}}
  bir.matmult_sparse ins(%moving : !moving via #neuron.ap<partition = [[256, 128]], free = [[100, 2], [64, 2], [1, 8]], access_shape = [128, 2, 2, 8], dtype = bf16>, %stationary : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : !tags via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>) -> outs(%dst : !dst via #neuron.ap<partition = [[8, 128]], free = [[1, 8]], dtype = f32>) {compress_ratio = 4, neuron.sparse_carve}
  return
}

// -----

!moving = memref<128x4x8xbf16, #neuron.memory<sbuf>>
!stationary = memref<64x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!dst = memref<128x8xf32, #neuron.memory<psum>>

func.func @partitions_disagree(%moving: !moving, %stationary: !stationary, %tags: !tags, %dst: !dst) {
  // expected-error @below {{'bir.matmult_sparse' op LHS, RHS and TAG should has the same number of contract dim!}}
  // expected-note @below {{their partition parts have 128, 64, 128 partitions}}
  bir.matmult_sparse ins(%moving : !moving via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = bf16>, %stationary : !stationary via #neuron.ap<partition = [[128, 64]], free = [[1, 128]], dtype = bf16>, %tags : !tags via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>) -> outs(%dst : !dst via #neuron.ap<partition = [[8, 128]], free = [[1, 8]], dtype = f32>) {compress_ratio = 4, neuron.sparse_carve}
  return
}
