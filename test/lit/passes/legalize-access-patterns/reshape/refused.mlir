// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

!a = memref<128x4x16xf32, #neuron.memory<sbuf>>
!b = memref<128x32xf32, #neuron.memory<sbuf>>

// Rows with gaps cannot be joined.
func.func @gaps(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_copy' op operand "ins[0]" cannot be reshaped without moving data}}
  // expected-note @below {{free part: cannot reshape [[16, 4], [1, 8]] to [2, 16] without moving data: 16 (dimension 1) does not divide 8, what is left of the pair it falls in}}
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[64, 128]], free = [[16, 4], [1, 8]], access_shape = [128, 4, 8], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) {neuron.reshape = [[2, 16], unit]}
  return
}

// -----

!b = memref<128x32xf32, #neuron.memory<sbuf>>

func.func @other_size(%src: !b, %dst: !b) {
  // expected-error @below {{'bir.tensor_copy' op operand "outs[0]" cannot be reshaped without moving data}}
  // expected-note @below {{free part: cannot reshape [[1, 32]] to [5, 5]: it has 32 elements, the shape 25}}
  bir.tensor_copy ins(%src : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) {neuron.reshape = [unit, [5, 5]]}
  return
}

// -----

!b = memref<128x32xf32, #neuron.memory<sbuf>>

func.func @one_entry_an_operand(%src: !b, %dst: !b) {
  // expected-error @below {{'bir.tensor_copy' op attribute "neuron.reshape" must have one entry an operand, the sizes of its free part or unit}}
  // expected-note @below {{the instruction has 2 operands, the attribute is [[4 : i64, 8 : i64]]}}
  bir.tensor_copy ins(%src : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) {neuron.reshape = [[4, 8]]}
  return
}

// -----

!b = memref<128x4x8xf32, #neuron.memory<sbuf>>
!d = memref<128x4xf32, #neuron.memory<sbuf>>

func.func @split_off_already(%src: !b, %dst: !d) {
  // expected-error @below {{'bir.tensor_reduce' op operand "ins[0]" cannot be reshaped without moving data}}
  // expected-note @below {{double_row or reduce has been split off already; restore the original pattern first}}
  bir.tensor_reduce ins(%src : !b via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>) -> outs(%dst : !d via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reshape = [[2, 2], unit]}
  return
}
