// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>

func.func @other_size(%src: !a, %dst: !stats) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]": Incorrect access pattern!}}
  // expected-note @below {{batch_size 2 * depth 1 * y_size 32 is 64 elements, the free part [[32, 4], [1, 32]] has 128}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 2 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// -----

// Rows of 24 elements are not whole columns of 16.
!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<16x6xf32, #neuron.memory<sbuf>>

func.func @no_such_split(%src: !a, %dst: !stats) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]": Incorrect access pattern!}}
  // expected-note @below {{the trailing 16 elements cannot be split off the free part [[32, 4], [1, 24]]: 16 does not divide 24}}
  // expected-note @below {{sizes that can be: 1, 2, 3, 4, 6, 8, 12, 24, 48, 96}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 24]], access_shape = [32, 4, 24], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 16]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 6 : i64, neuron.y_size = 16 : i64, neuron.depth = 1 : i64}
  return
}

// -----

// What the swap would put across the partitions must be one dimension.
!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>

func.func @lowest_of_two_dimensions(%src: !a, %dst: !stats) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]": too many partition dims! [[32, 2], [1, 16]]}}
  // expected-note @below {{the transposition puts the 32 lowest elements of the free part [[32, 4], [1, 16]] across the partitions, which is one dimension}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 16]], access_shape = [32, 4, 16], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 2 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// -----

// 48 partitions are one block and a half.
!a = memref<48x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<48x6xf32, #neuron.memory<sbuf>>

func.func @no_whole_blocks(%src: !a, %dst: !stats) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]": Incorrect partition set!}}
  // expected-note @below {{the partition part [[128, 48]] cannot trade places with the lowest free dimension}}
  // expected-note @below {{48 partitions are neither at most 32 nor a multiple of 32}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 48]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 48]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// -----

// A block starts at a quadrant, and is at most 32 wide.
!a = memref<64x2x64xf32, #neuron.memory<sbuf>>
!stats = memref<64x6xf32, #neuron.memory<sbuf>>

func.func @start_and_width(%src: !a, %dst: !stats) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]": Incorrect partition set!}}
  // expected-note @below {{the partition part [[128, 16]] cannot trade places with the lowest free dimension}}
  // expected-note @below {{it starts at partition 16, a block starts at a multiple of 32}}
  // expected-note @below {{the lowest free dimension has 64 elements, a block has 32}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 16]], free = [[64, 2], [1, 64]], offset = 2048, access_shape = [16, 2, 64], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 64]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 2 : i64, neuron.y_size = 64 : i64, neuron.depth = 1 : i64}
  return
}

// -----

!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>

func.func @partitions_in_two_dimensions(%src: !a, %dst: !stats) {
  // expected-error @below {{'bir.bn_stats' op operand "ins[0]": too many partition dims! [[2048, 2], [128, 4]]}}
  // expected-note @below {{the partition part [[2048, 2], [128, 4]] takes 2 dimensions, hardware has one}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[2048, 2], [128, 4]], free = [[32, 4], [1, 32]], access_shape = [8, 4, 32], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// -----

// After the swap the innermost dimension is what was 32 partitions; half of it cannot be reduced.
!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!sum = memref<32x8xf32, #neuron.memory<sbuf>>

func.func @half_the_lanes(%src: !a, %dst: !sum) {
  // expected-error @below {{'bir.tensor_reduce' op operand "ins[0]": Incorrect access pattern!}}
  // expected-note @below {{after the transposition a partition has [[32, 4], [128, 32]], of which the trailing 16 are reduced}}
  // expected-note @below {{the innermost dimension, what was 32 partitions, is reduced as a whole}}
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !sum via #neuron.ap<partition = [[8, 32]], free = [[1, 8]], dtype = f32>) {op = add, apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64, neuron.reduce_size = 16 : i64}
  return
}

// -----

!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!sum = memref<32x2xf32, #neuron.memory<sbuf>>

func.func @result_too_long(%src: !a, %dst: !sum) {
  // expected-error @below {{'bir.tensor_reduce' op operand "outs[0]" has 2 elements a partition, the transposed source keeps 1}}
  // expected-note @below {{after the transposition a partition has [[32, 4], [128, 32]], of which the trailing 128 are reduced}}
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !sum via #neuron.ap<partition = [[2, 32]], free = [[1, 2]], dtype = f32>) {op = add, apply_transpose = true, neuron.batch_size = 4 : i64, neuron.y_size = 32 : i64, neuron.depth = 1 : i64}
  return
}

// -----

!a = memref<32x4x32xf32, #neuron.memory<sbuf>>
!stats = memref<32x6xf32, #neuron.memory<sbuf>>

func.func @sizes_belong_together(%src: !a, %dst: !stats) {
  // expected-error @below {{'bir.bn_stats' op needs neuron.batch_size and neuron.depth beside neuron.y_size}}
  bir.bn_stats ins(%src : !a via #neuron.ap<partition = [[128, 32]], free = [[32, 4], [1, 32]], dtype = f32>) -> outs(%dst : !stats via #neuron.ap<partition = [[6, 32]], free = [[1, 6]], dtype = f32>) {apply_transpose = true, neuron.y_size = 32 : i64}
  return
}
