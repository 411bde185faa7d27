// RUN: neuron-opt --legalize-access-patterns=max-pieces=8 --verify-rewrites --verify-diagnostics --split-input-file %s

// Statistics take all elements at once.
!a = memref<128x4x4x4x4x4xf32, #neuron.memory<sbuf>>
!b = memref<128x6xf32, #neuron.memory<sbuf>>

func.func @statistics(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]": Illegal ISA memory access dimension 5, which must be in range of [1, 4]D tensor for ISA mem pattern}}
  // expected-note @below {{the source of batch-norm statistics walks [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: the elements of the operands of 'bir.bn_stats' do not correspond one to one}}
  // expected-note @below {{target: trn2}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[1024, 128]], free = [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[6, 128]], free = [[1, 6]], dtype = f32>) {apply_transpose = false}
  return
}

// -----

// Four reduced dimensions fill the descriptor; the two kept ones are cut into more pieces than allowed.
!a = memref<128x4x4x4x4x4x4xf32, #neuron.memory<sbuf>>
!b = memref<128x9xf32, #neuron.memory<sbuf>>

func.func @too_many_pieces(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_reduce' op operand "ins[0]": Illegal ISA memory access dimension 6, which must be in range of [1, 4]D tensor for ISA mem pattern}}
  // expected-note @below {{the source walks [[1024, 3], [256, 3], [64, 2], [16, 2], [4, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: it takes 9 pieces, at most 8 are made}}
  // expected-note @below {{target: trn2}}
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[4096, 128]], free = [[1024, 3], [256, 3], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 3, 3, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[9, 128]], free = [[1, 9]], dtype = f32>) {op = add, neuron.reduce_size = 16 : i64}
  return
}

// -----

// The stationary operand is needed whole by every piece.
!m = memref<128x64xbf16, #neuron.memory<sbuf>>
!s = memref<128x4x4x4x4xbf16, #neuron.memory<sbuf>>
!d = memref<16x64xf32, #neuron.memory<psum>>

func.func @stationary(%moving: !m, %stationary: !s, %dst: !d) {
  // expected-error @below {{'bir.matmult' op operand "ins[1]": Illegal ISA memory access dimension 4, which must be in range of [1, 3]D tensor for ISA mem pattern}}
  // expected-note @below {{the stationary operand of a matmul walks [[64, 2], [16, 2], [4, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: the dimensions that are too many belong to an operand that every piece needs whole}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !m via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = bf16>, %stationary : !s via #neuron.ap<partition = [[256, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2], dtype = bf16>) -> outs(%dst : !d via #neuron.ap<partition = [[64, 16]], free = [[1, 64]], dtype = f32>)
  return
}

// -----

// Rows of 4 elements and rows of 9 have no common pieces.
!a = memref<128x6x5x5x5x5xf32, #neuron.memory<sbuf>>
!b = memref<128x8x16xf32, #neuron.memory<sbuf>>

func.func @straddling(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_copy' op operand "ins[0]": Illegal ISA memory access dimension 5, which must be in range of [1, 4]D tensor for ISA mem pattern}}
  // expected-note @below {{the source walks [[625, 3], [125, 2], [25, 3], [5, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: the dimensions of [[625, 3], [125, 2], [25, 3], [5, 2], [1, 2]] and [[16, 8], [1, 9]] straddle one another}}
  // expected-note @below {{target: trn2}}
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[3750, 128]], free = [[625, 3], [125, 2], [25, 3], [5, 2], [1, 2]], access_shape = [128, 3, 2, 3, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[128, 128]], free = [[16, 8], [1, 9]], access_shape = [128, 8, 9], dtype = f32>)
  return
}

// -----

// In place and shifted along every dimension: whatever is cut, a piece would write what a later one still has to read.
!a = memref<128x4096xf32, #neuron.memory<sbuf>>

func.func @overlap(%x: !a) {
  // expected-error @below {{'bir.tensor_copy' op operand "ins[0]": Illegal ISA memory access dimension 5, which must be in range of [1, 4]D tensor for ISA mem pattern}}
  // expected-note @below {{the source walks [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: piece 0 would write what piece 1 reads: [[4096, 128], [256, 3], [16, 2], [4, 2], [1, 2]] from 341 and [[4096, 128], [256, 3], [16, 2], [4, 2], [1, 2]] from 64}}
  // expected-note @below {{target: trn2}}
  // expected-error @below {{'bir.tensor_copy' op operand "outs[0]": Illegal ISA memory access dimension 5, which must be in range of [1, 4]D tensor for ISA mem pattern}}
  // expected-note @below {{the result walks [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: piece 0 would write what piece 1 reads: [[4096, 128], [256, 3], [16, 2], [4, 2], [1, 2]] from 341 and [[4096, 128], [256, 3], [16, 2], [4, 2], [1, 2]] from 64}}
  // expected-note @below {{target: trn2}}
  bir.tensor_copy ins(%x : !a via #neuron.ap<partition = [[4096, 128]], free = [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 3, 2, 2, 2, 2], dtype = f32>) -> outs(%x : !a via #neuron.ap<partition = [[4096, 128]], free = [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]], offset = 341, access_shape = [128, 3, 2, 2, 2, 2], dtype = f32>)
  return
}

// -----

// Others may name the instruction, and would name a piece only.
!a = memref<128x4x4x4x4x4xf32, #neuron.memory<sbuf>>
!b = memref<128x48xf32, #neuron.memory<sbuf>>

func.func @named(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_copy' op operand "ins[0]": Illegal ISA memory access dimension 5, which must be in range of [1, 4]D tensor for ISA mem pattern}}
  // expected-note @below {{the source walks [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: it has a name, by which other instructions may refer to it}}
  // expected-note @below {{target: trn2}}
  bir.tensor_copy @c0 ins(%src : !a via #neuron.ap<partition = [[1024, 128]], free = [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 3, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[48, 128]], free = [[1, 48]], dtype = f32>)
  return
}
