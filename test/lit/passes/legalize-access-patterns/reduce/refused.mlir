// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x4xf32, #neuron.memory<sbuf>>

func.func @not_a_factor(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_reduce' op operand "ins[0]": Incorrect access pattern!}}
  // expected-note @below {{the trailing 5 elements cannot be split off the free part [[1, 32]]: 5 does not divide 32}}
  // expected-note @below {{sizes that can be: 1, 2, 4, 8, 16, 32}}
  // expected-note @below {{target: trn2}}
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reduce_size = 5 : i64}
  return
}

// -----

// Five dimensions that nothing merges: the selector names at most four.
!a = memref<128x3x4x4x4x4x4xf32, #neuron.memory<sbuf>>
!b = memref<128x3xf32, #neuron.memory<sbuf>>

func.func @too_many_dims(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_reduce' op operand "ins[0]": Too many reduce dims}}
  // expected-note @below {{the trailing 32 elements of the free part [[1024, 3], [256, 2], [64, 2], [16, 2], [4, 2], [1, 2]] are [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]]: 5 dimensions, the limit is 4}}
  // expected-note @below {{target: trn2}}
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[3072, 128]], free = [[1024, 3], [256, 2], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 3, 2, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[3, 128]], free = [[1, 3]], dtype = f32>) {op = add, neuron.reduce_size = 32 : i64}
  return
}

// -----

// The result must have what is kept.
!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x8xf32, #neuron.memory<sbuf>>

func.func @result_too_long(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_reduce' op operand "outs[0]" has 8 elements a partition, the source keeps 4}}
  // expected-note @below {{the source keeps [[8, 4]] and reduces [[1, 8]]}}
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[8, 128]], free = [[1, 8]], dtype = f32>) {op = add, neuron.reduce_size = 8 : i64}
  return
}

// -----

!b = memref<128x4xf32, #neuron.memory<sbuf>>

func.func @negated_copy(%src: !b, %dst: !b) {
  // expected-error @below {{'bir.tensor_reduce' op a reduction of one element is a copy, and a copy cannot negate}}
  // expected-note @below {{neuron.reduce_size is 1}}
  bir.tensor_reduce ins(%src : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, negate = true, neuron.reduce_size = 1 : i64}
  return
}

// -----

!b = memref<128x4xf32, #neuron.memory<sbuf>>

func.func @not_positive(%src: !b, %dst: !b) {
  // expected-error @below {{'bir.tensor_reduce' op attribute "neuron.reduce_size" is 0, it must be at least 1}}
  bir.tensor_reduce ins(%src : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reduce_size = 0 : i64}
  return
}
