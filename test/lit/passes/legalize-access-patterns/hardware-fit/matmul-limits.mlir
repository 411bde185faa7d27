// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s

// What a matmul takes depends on what it does: a transposition writes the element type that it reads, into PSUM too; rows that software
// interleaved count double.

!x = memref<128x128xbf16, #neuron.memory<sbuf>>
!t = memref<128x128xbf16, #neuron.memory<psum>>
!moving = memref<128x512x2xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x128x2xf8E4M3, #neuron.memory<sbuf>>
!bank = memref<128x512xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @transposition(
// CHECK:      bir.matmult ins(%x : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %x : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
// CHECK-SAME:   -> outs(%t : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) {is_transpose = true}
func.func @transposition(%x: !x, %t: !t) {
  bir.matmult ins(%x : !x via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %x : !x via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%t : !t via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>) {is_transpose = true}
  return
}

// CHECK-LABEL: func.func @software_interleave(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], free = [[1, 1024]], dtype = f8E4M3>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], free = [[1, 256]], dtype = f8E4M3>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRowSwInterleave}
func.func @software_interleave(%moving: !moving, %stationary: !stationary, %dst: !bank) {
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[2, 512], [1, 2]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[2, 128], [1, 2]], dtype = f8E4M3>) -> outs(%dst : !bank via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRowSwInterleave}
  return
}
