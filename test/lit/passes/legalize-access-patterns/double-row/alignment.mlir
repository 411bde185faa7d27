// RUN: neuron-opt --legalize-access-patterns=double-row-stride-alignment=8 --verify-rewrites %s | filecheck %s

// The alignment of the distance between rows is known by inference only, so an option sets it; the target attribute, where it sets
// it, wins (alignment-refused.mlir).

!moving = memref<128x2x512xf8E4M3, #neuron.memory<sbuf>>
!stationary = memref<128x2x8xf8E4M3, #neuron.memory<sbuf>>
!bank = memref<8x512xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @eight_apart(
// CHECK:      bir.matmult ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[1024, 128]], double_row = [[512, 2]], free = [[1, 512]], dtype = f8E4M3>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[16, 128]], double_row = [[8, 2]], free = [[1, 8]], dtype = f8E4M3>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 8]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
func.func @eight_apart(%moving: !moving, %stationary: !stationary, %dst: !bank) {
  bir.matmult ins(%moving : !moving via #neuron.ap<partition = [[1024, 128]], free = [[512, 2], [1, 512]], dtype = f8E4M3>, %stationary : !stationary via #neuron.ap<partition = [[16, 128]], free = [[8, 2], [1, 8]], dtype = f8E4M3>) -> outs(%dst : !bank via #neuron.ap<partition = [[512, 8]], free = [[1, 512]], dtype = f32>) {perf_mode = DoubleRow}
  return
}
