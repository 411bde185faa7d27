// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// Hardware fit makes the parts flat again; the shape that was asked for stays as the logical shape.

!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x32xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @contiguous(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], access_shape = [128, 2, 16], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
func.func @contiguous(%src: !a, %dst: !b) {
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>) {neuron.reshape = [[2, 16], unit]}
  return
}
