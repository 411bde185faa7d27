// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// The operand whose start is known at run time only gets a placeholder: a static shape with the affine start. Its own partition part is
// kept where it covers the partitions of the other operand, and derived anew where it does not.

!cache = memref<128x4096xf32, #neuron.memory<sbuf>>
!tile = memref<128x64xf32, #neuron.memory<sbuf>>

// A gather: the source is dynamic, its 128 partitions are those of the result.
// CHECK-LABEL: func.func @own_part(
// CHECK:      bir.tensor_copy_dynamic_src ins(%cache : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [128, 64], dtype = f32>) indices(%i)
// CHECK-SAME:   -> outs(%tile : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
func.func @own_part(%cache: !cache, %tile: !tile, %i: index) {
  bir.tensor_copy_dynamic_src ins(%cache : !cache via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [128, 64], dtype = f32>) indices(%i) -> outs(%tile : !tile via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
  return
}

// One partition is written down, 128 are accessed: 128 consecutive partitions.
// CHECK-LABEL: func.func @derived_part(
// CHECK:      bir.tensor_copy_dynamic_src ins(%cache : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [128, 64], dtype = f32>) indices(%i)
// CHECK-SAME:   -> outs(%tile : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
func.func @derived_part(%cache: !cache, %tile: !tile, %i: index) {
  bir.tensor_copy_dynamic_src ins(%cache : !cache via #neuron.ap<partition = [[4096, 1]], free = [[32, 2], [1, 32]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [1, 64], dtype = f32>) indices(%i) -> outs(%tile : !tile via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
  return
}

// A scatter: the destination is dynamic.
// CHECK-LABEL: func.func @scatter(
// CHECK:      bir.tensor_copy_dynamic_dst ins(%tile : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>) indices(%i)
// CHECK-SAME:   -> outs(%cache : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [128, 64], dtype = f32>)
func.func @scatter(%tile: !tile, %cache: !cache, %i: index) {
  bir.tensor_copy_dynamic_dst ins(%tile : !tile via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>) indices(%i) -> outs(%cache : !cache via #neuron.ap<partition = [[4096, 1]], free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [1, 64], dtype = f32>)
  return
}

// More partitions than needed are kept, by the default rule.
// CHECK-LABEL: func.func @more_than_needed(
// CHECK:      bir.tensor_copy_dynamic_src ins(%cache : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [128, 64], dtype = f32>) indices(%i)
// CHECK-SAME:   -> outs(%tile : {{[^%]*}} via #neuron.ap<partition = [[64, 64]], free = [[1, 64]], access_shape = [64, 64], dtype = f32>)
func.func @more_than_needed(%cache: !cache, %tile: !tile, %i: index) {
  bir.tensor_copy_dynamic_src ins(%cache : !cache via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [128, 64], dtype = f32>) indices(%i) -> outs(%tile : !tile via #neuron.ap<partition = [[64, 64]], free = [[1, 64]], access_shape = [64, 64], dtype = f32>)
  return
}

// A static copy has no placeholder.
// CHECK-LABEL: func.func @static(
// CHECK:      bir.tensor_copy_dynamic_src ins(%cache : {{[^%]*}} via #neuron.ap<partition = [[4096, 1]], free = [[1, 64]], access_shape = [1, 64], dtype = f32>)
// CHECK-SAME:   -> outs(%tile : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
func.func @static(%cache: !cache, %tile: !tile) {
  bir.tensor_copy_dynamic_src ins(%cache : !cache via #neuron.ap<partition = [[4096, 1]], free = [[1, 64]], access_shape = [1, 64], dtype = f32>) -> outs(%tile : !tile via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
  return
}
