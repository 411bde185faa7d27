// RUN: neuron-opt --legalize-access-patterns=partition-rule=different --verify-rewrites %s | filecheck %s

// Which comparison makes the original derive the part anew is not known: by option, any difference does.

!cache = memref<128x4096xf32, #neuron.memory<sbuf>>
!tile = memref<128x64xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @more_than_needed(
// CHECK:      bir.tensor_copy_dynamic_src ins(%cache : {{[^%]*}} via #neuron.ap<partition = [[4096, 64]], free = [[1, 64]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [64, 64], dtype = f32>) indices(%i)
// CHECK-SAME:   -> outs(%tile : {{[^%]*}} via #neuron.ap<partition = [[64, 64]], free = [[1, 64]], access_shape = [64, 64], dtype = f32>)
func.func @more_than_needed(%cache: !cache, %tile: !tile, %i: index) {
  bir.tensor_copy_dynamic_src ins(%cache : !cache via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [128, 64], dtype = f32>) indices(%i) -> outs(%tile : !tile via #neuron.ap<partition = [[64, 64]], free = [[1, 64]], access_shape = [64, 64], dtype = f32>)
  return
}
