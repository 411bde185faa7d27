// RUN: neuron-opt --legalize-access-patterns=double-row-flavour=legacy --verify-rewrites %s | filecheck %s

// The flavour of matmuls that do not say theirs is an option.

!moving = memref<128x512x2xui8, #neuron.memory<sbuf>>
!stationary = memref<128x128x2xui8, #neuron.memory<sbuf>>
!bank = memref<128x512xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @interleaved(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], double_row = [[1, 2]], free = [[2, 512]], dtype = ui8>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[256, 128]], double_row = [[1, 2]], free = [[2, 128]], dtype = ui8>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow, neuron.double_row_flavour = "legacy"}
func.func @interleaved(%moving: !moving, %stationary: !stationary, %dst: !bank) {
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[2, 512], [1, 2]], dtype = ui8>, %stationary : !stationary via #neuron.ap<partition = [[256, 128]], free = [[2, 128], [1, 2]], dtype = ui8>) -> outs(%dst : !bank via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
  return
}
