// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

!cache = memref<128x4096xf32, #neuron.memory<sbuf>>
!tile = memref<128x64xf32, #neuron.memory<sbuf>>

// Every other partition cannot be extended to consecutive ones.
func.func @every_other_partition(%cache: !cache, %tile: !tile, %i: index) {
  // expected-error @below {{'bir.tensor_copy_dynamic_src' op operand "ins[0]": Incorrect partition set!}}
  // expected-note @below {{the partition part [[8192, 16]] cannot be extended to 128 consecutive partitions: its step is 8192, one partition is 4096 elements}}
  bir.tensor_copy_dynamic_src ins(%cache : !cache via #neuron.ap<partition = [[8192, 16]], free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [16, 64], dtype = f32>) indices(%i) -> outs(%tile : !tile via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
  return
}

// -----

!cache = memref<128x4096xf32, #neuron.memory<sbuf>>
!tile = memref<128x64xf32, #neuron.memory<sbuf>>

func.func @two_dimensions(%cache: !cache, %tile: !tile, %i: index) {
  // expected-error @below {{'bir.tensor_copy_dynamic_src' op operand "ins[0]": too many partition dims! [[131072, 4], [4096, 4]]}}
  // expected-note @below {{the partition part [[131072, 4], [4096, 4]] takes 2 dimensions, hardware has one}}
  bir.tensor_copy_dynamic_src ins(%cache : !cache via #neuron.ap<partition = [[131072, 4], [4096, 4]], free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [16, 64], dtype = f32>) indices(%i) -> outs(%tile : !tile via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
  return
}
