// RUN: neuron-opt --legalize-access-patterns=sparse-layout=interleaved --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns=sparse-layout=interleaved --legalize-access-patterns %s | filecheck %s

// No public source says whether the candidates are walked one after the other or lane by lane; by option, lane by lane.

!moving = memref<128x4x512xbf16, #neuron.memory<sbuf>>
!stationary = memref<128x128xbf16, #neuron.memory<sbuf>>
!tags = memref<128x32xui16, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @lane_by_lane(
// CHECK:      bir.matmult_sparse ins(%moving : {{[^%]*}} via #neuron.ap<partition = [[2048, 128]], free = [[1, 512], [512, 4]], access_shape = [128, 512, 4], dtype = bf16>, %stationary : {{[^%]*}} via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 4}
func.func @lane_by_lane(%moving: !moving, %stationary: !stationary, %tags: !tags, %dst: !dst) {
  bir.matmult_sparse ins(%moving : !moving via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>, %stationary : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>, %tags : !tags via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = ui16>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 4, neuron.sparse_carve}
  return
}
