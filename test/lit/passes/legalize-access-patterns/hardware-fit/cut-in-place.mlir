// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s

// An instruction that writes where it reads is cut when no piece writes what a later one reads: element by element in place, or
// shifted against the order of the pieces.

!a = memref<128x4096xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @in_place(
// CHECK:      bir.tensor_copy ins(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-NEXT: bir.tensor_copy ins(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], offset = 256, access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], offset = 256, access_shape = [128, 2, 2, 2, 2], dtype = f32>)
func.func @in_place(%x: !a) {
  bir.tensor_copy ins(%x : !a via #neuron.ap<partition = [[4096, 128]], free = [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2, 2], dtype = f32>) -> outs(%x : !a via #neuron.ap<partition = [[4096, 128]], free = [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2, 2], dtype = f32>)
  return
}

// CHECK-LABEL: func.func @shifted_back(
// CHECK:      bir.tensor_copy ins(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], offset = 256, access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-NEXT: bir.tensor_copy ins(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], offset = 512, access_shape = [128, 2, 2, 2, 2], dtype = f32>)
// CHECK-SAME:   -> outs(%x : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[64, 2], [16, 2], [4, 2], [1, 2]], offset = 256, access_shape = [128, 2, 2, 2, 2], dtype = f32>)
func.func @shifted_back(%x: !a) {
  bir.tensor_copy ins(%x : !a via #neuron.ap<partition = [[4096, 128]], free = [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]], offset = 256, access_shape = [128, 2, 2, 2, 2, 2], dtype = f32>) -> outs(%x : !a via #neuron.ap<partition = [[4096, 128]], free = [[256, 2], [64, 2], [16, 2], [4, 2], [1, 2]], access_shape = [128, 2, 2, 2, 2, 2], dtype = f32>)
  return
}
