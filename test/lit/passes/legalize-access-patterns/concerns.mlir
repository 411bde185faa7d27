// RUN: neuron-opt --legalize-access-patterns=concerns=reduce --verify-rewrites %s | filecheck %s

// One concern can be looked at alone: the copy keeps its two free dimensions, since nothing makes it fit.

!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x4xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @one_concern(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>)
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)

func.func @one_concern(%src: !a, %dst: !b) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reduce_size = 8 : i64}
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>)
  return
}
