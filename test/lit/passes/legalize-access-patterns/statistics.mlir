// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --mlir-pass-statistics --mlir-pass-statistics-display=list %s -o /dev/null 2>&1 | filecheck %s

!a = memref<128x4x4x4x4x4xf32, #neuron.memory<sbuf>>
!b = memref<128x48xf32, #neuron.memory<sbuf>>

// CHECK:      LegalizeAccessPatterns
// CHECK:      (S) 1 num-cut - Instructions cut into several
// CHECK-NEXT: (S) 2 num-pieces - Instructions that they were cut into
// CHECK-NEXT: (S) 1 num-reduce-to-copy - Reductions of one element that became copies
func.func @f(%src: !a, %dst: !b) {
  bir.tensor_copy ins(%src : !a via #neuron.ap<partition = [[1024, 128]], free = [[256, 3], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 3, 2, 2, 2, 2], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[48, 128]], free = [[1, 48]], dtype = f32>)
  bir.tensor_reduce ins(%dst : !b via #neuron.ap<partition = [[48, 128]], free = [[1, 48]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[48, 128]], free = [[1, 48]], dtype = f32>) {op = add, neuron.reduce_size = 1 : i64}
  return
}
