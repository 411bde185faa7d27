// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// In the legacy flavour the two rows are interleaved: the 2 is the last dimension. `double_row` is enumerated before `free`, so the
// order of the walk changes; the flavour stays with the instruction, and tells how to restore the original.

!moving = memref<128x512x2xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x128x2xf8E4M3, #neuron.memory<sbuf>>
!bank = memref<128x512xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @interleaved(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], double_row = [[1, 2]], free = [[2, 512]], dtype = f8E4M3>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], double_row = [[1, 2]], free = [[2, 128]], dtype = f8E4M3>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow, neuron.double_row_flavour = "legacy"}
func.func @interleaved(%moving: !moving, %stationary: !stationary, %dst: !bank) {
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[2, 512], [1, 2]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[2, 128], [1, 2]], dtype = f8E4M3>) -> outs(%dst : !bank via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow, neuron.double_row_flavour = "legacy"}
  return
}
