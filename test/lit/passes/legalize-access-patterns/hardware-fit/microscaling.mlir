// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// The scales of a microscaling operand of 128 partitions lie at partitions i * 32 + j, j < 4: the only partition part of two
// dimensions. Those of 32 partitions lie in the first 4.

!moving = memref<128x512xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!stationary = memref<128x128xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!ms = memref<128x512xf8E8M0FNU, #neuron.memory<sbuf>>
!ss = memref<128x128xf8E8M0FNU, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn3>} {
// CHECK-LABEL: func.func @quadrants(
// CHECK:      bir.matmult_mx ins(%m : memref<128x512xvector<4xf8E4M3FN>, #neuron.memory<sbuf>> via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = vector<4xf8E4M3FN>>, %s : memref<128x128xvector<4xf8E4M3FN>, #neuron.memory<sbuf>> via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = vector<4xf8E4M3FN>>, %ms : {{[^%]*}} via #neuron.ap<partition = [[16384, 4], [512, 4]], free = [[1, 512]], access_shape = [16, 512], dtype = f8E8M0FNU>, %ss : {{[^%]*}} via #neuron.ap<partition = [[4096, 4], [128, 4]], free = [[1, 128]], access_shape = [16, 128], dtype = f8E8M0FNU>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  func.func @quadrants(%m: !moving, %s: !stationary, %ms: !ms, %ss: !ss, %dst: !dst) {
    bir.matmult_mx ins(%m : !moving via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = vector<4xf8E4M3FN>>, %s : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = vector<4xf8E4M3FN>>, %ms : !ms via #neuron.ap<partition = [[16384, 4], [512, 4]], free = [[1, 512]], access_shape = [16, 512], dtype = f8E8M0FNU>, %ss : !ss via #neuron.ap<partition = [[4096, 4], [128, 4]], free = [[1, 128]], access_shape = [16, 128], dtype = f8E8M0FNU>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    return
  }
}
