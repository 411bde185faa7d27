// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// An instruction with more dimensions than its descriptors hold is cut in pieces: along the same logical dimensions of all operands, as
// few pieces as there can be, the outer dimensions first.

!a = memref<128x4x4x4x4x4xf32, #neuron.memory<sbuf>>
!b = memref<128x48xf32, #neuron.memory<sbuf>>
!w = memref<128x4x4x4x4xbf16, #neuron.memory<sbuf>>
!s = memref<128x128xbf16, #neuron.memory<sbuf>>
!bank = memref<128x64xf32, #neuron.memory<psum>>
!c = memref<128x8xf32, #neuron.memory<sbuf>>
!far = memref<128x2x40000xui8, #neuron.memory<sbuf>>
!near = memref<128x2x16xui8, #neuron.memory<sbuf>>

// Five free dimensions, a copy holds four: the outer one of the dimensions of 2 is cut, for two copies of four dimensions each.
// CHECK-LABEL: func.func @copy(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[256, 3], [16, 2], [4, 2], [1, 2]], access_shape = [128, 3, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[48, 128]], free = [[16, 3], [1, 8]], access_shape = [128, 3, 2, 2, 2], dtype = f32>)
// CHECK-NEXT: bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[256, 3], [16, 2], [4, 2], [1, 2]], offset = 64, access_shape = [128, 3, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[48, 128]], free = [[16, 3], [1, 8]], offset = 8, access_shape = [128, 3, 2, 2, 2], dtype = f32>)
func.func @copy(%src: !a, %dst: !b) {
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[1024, 128]], free = [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 3, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[48, 128]], free = [[1, 48]], dtype = f32>)
  return
}

// The moving operand of a matmul holds three. Its columns are cut, with those of the result; the stationary operand stays whole.
// CHECK-LABEL: func.func @matmul(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], free = [[16, 3], [4, 2], [1, 2]], access_shape = [128, 3, 2, 2], dtype = bf16>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 12]], access_shape = [128, 3, 2, 2], dtype = f32>) {accumulation_flag = 3}
// CHECK-NEXT: bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], free = [[16, 3], [4, 2], [1, 2]], offset = 64, access_shape = [128, 3, 2, 2], dtype = bf16>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 12]], offset = 12, access_shape = [128, 3, 2, 2], dtype = f32>) {accumulation_flag = 3}
func.func @matmul(%moving: !w, %stationary: !s, %dst: !bank) {
  bir.matmult ins(%moving : !w via #neuron.ap<partition = [[256, 128]], free = [[64, 2], [16, 3], [4, 2], [1, 2]], access_shape = [128, 2, 3, 2, 2], dtype = bf16>, %stationary : !s via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%dst : !bank via #neuron.ap<partition = [[64, 128]], free = [[1, 24]], access_shape = [128, 24], dtype = f32>) {accumulation_flag = 3}
  return
}

// The kept dimensions of a reduction are cut, the reduced ones never.
// CHECK-LABEL: func.func @reduction(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[64, 2], [16, 2]], reduce = [[4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[8, 128]], free = [[1, 4]], access_shape = [128, 2, 2], dtype = f32>) {op = add, axis = XY}
// CHECK-NEXT: bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[64, 2], [16, 2]], reduce = [[4, 2], [1, 2]], offset = 256, access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[8, 128]], free = [[1, 4]], offset = 4, access_shape = [128, 2, 2], dtype = f32>) {op = add, axis = XY}
func.func @reduction(%src: !a, %dst: !c) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[1024, 128]], free = [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !c via #neuron.ap<partition = [[8, 128]], free = [[1, 8]], dtype = f32>) {op = add, neuron.reduce_size = 4 : i64}
  return
}

// A step that no descriptor holds is left to the pieces.
// CHECK-LABEL: func.func @step_out_of_range(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[80000, 128]], free = [[1, 16]], access_shape = [128, 16], dtype = ui8>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 16]], access_shape = [128, 16], dtype = ui8>)
// CHECK-NEXT: bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[80000, 128]], free = [[1, 16]], offset = 40000, access_shape = [128, 16], dtype = ui8>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 16]], offset = 16, access_shape = [128, 16], dtype = ui8>)
func.func @step_out_of_range(%src: !far, %dst: !near) {
  bir.tensor_copy ins(%src : !far via #neuron.ap<partition = [[80000, 128]], free = [[40000, 2], [1, 16]], access_shape = [128, 2, 16], dtype = ui8>) -> outs(%dst : !near via #neuron.ap<partition = [[32, 128]], free = [[16, 2], [1, 16]], dtype = ui8>)
  return
}
