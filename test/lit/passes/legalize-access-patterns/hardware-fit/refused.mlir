// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

// Every other partition: an operand occupies consecutive ones.
!a = memref<16x32xf32, #neuron.memory<sbuf>>
!b = memref<8x32xf32, #neuron.memory<sbuf>>

func.func @partition_step(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.tensor_copy' op operand "ins[0]": the step of the partition part [[64, 8]] is 64, it must be 32, one partition}}
  // expected-note @below {{an operand occupies consecutive partitions}}
  // expected-note @below {{target: trn2}}
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[64, 8]], free = [[1, 32]], access_shape = [8, 32], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 8]], free = [[1, 32]], dtype = f32>)
  return
}

// -----

!a = memref<8x32xf32, #neuron.memory<sbuf>>

func.func @negative_partition_step(%src: !a, %dst: !a) {
  // expected-error @below {{'bir.reciprocal' op operand "ins[0]": Negative step in Pattern[0] not supported}}
  // expected-note @below {{the partition part is [[-32, 8]]}}
  // expected-note @below {{target: trn2}}
  // expected-error @below {{'bir.reciprocal' op operand "ins[0]": 8 partitions cannot start at partition 7}}
  // expected-note @below {{they can start at 0, 32, 64 or 96}}
  // expected-note @below {{target: trn2}}
  bir.reciprocal ins(%src : !a via #neuron.ap<partition = [[-32, 8]], free = [[1, 32]], offset = 224, dtype = f32>) -> outs(%dst : !a via #neuron.ap<partition = [[32, 8]], free = [[1, 32]], dtype = f32>)
  return
}

// -----

!a = memref<128x32xf32, #neuron.memory<sbuf>>
!b = memref<8x32xf32, #neuron.memory<sbuf>>

func.func @partitions_in_two_dimensions(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.reciprocal' op operand "ins[0]": too many partition dims! [[1024, 2], [32, 4]]}}
  // expected-note @below {{the source takes 1 partition dimension}}
  // expected-note @below {{target: trn2}}
  bir.reciprocal ins(%src : !a via #neuron.ap<partition = [[1024, 2], [32, 4]], free = [[1, 32]], access_shape = [8, 32], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 8]], free = [[1, 32]], dtype = f32>)
  return
}

// -----

// 33 to 64 partitions start at 0 or 64.
!a = memref<128x32xf32, #neuron.memory<sbuf>>

func.func @start_partition(%src: !a, %dst: !a) {
  // expected-error @below {{'bir.tensor_copy' op operand "ins[0]": tensorcopy src start_partition(32) or dst start_partition(64) is illegal}}
  // expected-note @below {{64 partitions cannot start at partition 32}}
  // expected-note @below {{they can start at 0 or 64}}
  // expected-note @below {{target: trn2}}
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 64]], free = [[1, 32]], offset = 1024, access_shape = [64, 32], dtype = f32>) -> outs(%dst : !a via #neuron.ap<partition = [[32, 64]], free = [[1, 32]], offset = 2048, access_shape = [64, 32], dtype = f32>)
  return
}

// -----

!a = memref<128x32xbf16, #neuron.memory<sbuf>>
!d = memref<32x32xf32, #neuron.memory<psum>>

func.func @start_partition_of_a_matmul(%x: !a, %dst: !d) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]": Illegal start partition in MatMulOp: 16, 0, 0}}
  // expected-note @below {{32 partitions cannot start at partition 16}}
  // expected-note @below {{they can start at 0, 32, 64 or 96}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%x : !a via #neuron.ap<partition = [[32, 32]], free = [[1, 32]], offset = 512, access_shape = [32, 32], dtype = bf16>, %x : !a via #neuron.ap<partition = [[32, 32]], free = [[1, 32]], access_shape = [32, 32], dtype = bf16>) -> outs(%dst : !d via #neuron.ap<partition = [[32, 32]], free = [[1, 32]], dtype = f32>)
  return
}

// -----

// The PSUM of the first generation has 64 partitions.
!a = memref<128x32xf32, #neuron.memory<sbuf>>
!p = memref<128x32xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<inf1>} {
  func.func @partitions(%src: !a, %dst: !p) {
    // expected-error @below {{'bir.tensor_copy' op operand "outs[0]": 128 partitions are walked, psum of inf1 has 64}}
    // expected-note @below {{target: inf1}}
    bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) -> outs(%dst : !p via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
    return
  }
}

// -----

// 512 float32 elements fill a bank; these lie in two.
!a = memref<128x512xbf16, #neuron.memory<sbuf>>
!s = memref<128x128xbf16, #neuron.memory<sbuf>>
!d = memref<128x1024xf32, #neuron.memory<psum>>

func.func @two_banks(%moving: !a, %stationary: !s, %dst: !d) {
  // expected-error @below {{'bir.matmult' op operand "outs[0]": do not support psum multibank}}
  // expected-note @below {{the result of a matmul takes 2048 bytes a partition, in banks 0 to 1; a bank of trn2 has 2048 bytes}}
  // expected-note @below {{cut it so that each piece has at most 512 elements a partition and lies in one bank}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>, %stationary : !s via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%dst : !d via #neuron.ap<partition = [[1024, 128]], free = [[1, 512]], offset = 256, access_shape = [128, 512], dtype = f32>)
  return
}

// -----

!a = memref<128x512xbf16, #neuron.memory<sbuf>>
!s = memref<128x128xbf16, #neuron.memory<sbuf>>
!d = memref<128x512xbf16, #neuron.memory<psum>>

func.func @narrow_result(%moving: !a, %stationary: !s, %dst: !d) {
  // expected-error @below {{'bir.matmult' op operand "outs[0]": a 2-byte element type cannot be written to psum}}
  // expected-note @below {{the result of a matmul takes 4-byte element types on trn2}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>, %stationary : !s via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%dst : !d via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
  return
}

// -----

!a = memref<128x512xbf16, #neuron.memory<sbuf>>
!s = memref<128x128xbf16, #neuron.memory<sbuf>>
!d = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @result_in_sbuf(%moving: !a, %stationary: !s, %dst: !d) {
  // expected-error @below {{'bir.matmult' op operand "outs[0]": Result buffer of matmult must be psum!}}
  // expected-note @below {{it lies in sbuf}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>, %stationary : !s via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%dst : !d via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

!h = memref<128x512xf32, #neuron.memory<hbm>>
!a = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @engine_in_hbm(%src: !h, %dst: !a) {
  // expected-error @below {{'bir.reciprocal' op operand "ins[0]" lies in hbm, the source must be in sbuf or psum}}
  // expected-note @below {{target: trn2}}
  bir.reciprocal ins(%src : !h via #neuron.ap<free = [[1, 65536]], dtype = f32>) -> outs(%dst : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

!a = memref<128x1024xbf16, #neuron.memory<sbuf>>
!s = memref<128x128xbf16, #neuron.memory<sbuf>>
!d = memref<128x512xf32, #neuron.memory<psum>>

func.func @too_many_columns(%moving: !a, %stationary: !s, %dst: !d) {
  // expected-error @below {{'bir.matmult' op operand "ins[0]" has 1024 free elements, the moving operand of a matmul takes at most 512}}
  // expected-note @below {{its free part is [[1, 1024]]}}
  // expected-note @below {{target: trn2}}
  bir.matmult ins(%moving : !a via #neuron.ap<partition = [[1024, 128]], free = [[1, 1024]], dtype = bf16>, %stationary : !s via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%dst : !d via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

!a = memref<128x513xf32, #neuron.memory<sbuf>>
!b = memref<128x6xf32, #neuron.memory<sbuf>>

func.func @too_many_for_statistics(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]" has 513 free elements, the source of batch-norm statistics takes at most 512}}
  // expected-note @below {{its free part is [[1, 513]]}}
  // expected-note @below {{target: trn2}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[513, 128]], free = [[1, 513]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[6, 128]], free = [[1, 6]], dtype = f32>) {apply_transpose = false}
  return
}

// -----

// A prime count beyond 65535 has no factors to be held by.
!a = memref<128x65537xui8, #neuron.memory<sbuf>>

func.func @prime_count(%src: !a, %dst: !a) {
  // expected-error @below {{'bir.tensor_copy' op operand "ins[0]": the count of [1, 65537] is greater than 65535}}
  // expected-note @below {{65537 has no two factors of at most 65535 of which the inner one times 1 is within [-32768, 32767]}}
  // expected-note @below {{target: trn2}}
  // expected-error @below {{'bir.tensor_copy' op operand "outs[0]": the count of [1, 65537] is greater than 65535}}
  // expected-note @below {{65537 has no two factors of at most 65535 of which the inner one times 1 is within [-32768, 32767]}}
  // expected-note @below {{target: trn2}}
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[65537, 128]], free = [[1, 65537]], dtype = ui8>) -> outs(%dst : !a via #neuron.ap<partition = [[65537, 128]], free = [[1, 65537]], dtype = ui8>)
  return
}

// -----

// The descriptor of an activation holds three free dimensions, and an activation is not cut.
!a = memref<128x4x4x4x4xf32, #neuron.memory<sbuf>>
!b = memref<128x16xf32, #neuron.memory<sbuf>>

func.func @activation(%src: !a, %dst: !b) {
  // expected-error @below {{'bir.activation' op operand "ins[0]": Illegal ISA memory access dimension 4, which must be in range of [1, 3]D tensor for ISA mem pattern}}
  // expected-note @below {{the source walks [[64, 2], [16, 2], [4, 2], [1, 2]] inside a partition}}
  // expected-note @below {{it cannot be cut: the elements of the operands of 'bir.activation' do not correspond one to one}}
  // expected-note @below {{target: trn2}}
  bir.activation ins(%src : !a via #neuron.ap<partition = [[256, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[16, 128]], free = [[1, 16]], dtype = f32>) {scale = 1.0, alpha = 0.0}
  return
}
