// RUN: neuron-opt --legalize-access-patterns --verify-rewrites %s | filecheck %s
// RUN: neuron-opt --verify-rewrites --legalize-access-patterns --legalize-access-patterns %s | filecheck %s

// A descriptor holds counts up to 65535 and steps up to 32767. Merging can make a count too great; then it is factored again, with the
// greatest inner count that keeps the outer step in range.

!bytes = memref<128x2x65536xui8, #neuron.memory<sbuf>>
!sum = memref<128x1xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @long_copy(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[131072, 128]], free = [[16384, 8], [1, 16384]], dtype = ui8>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[131072, 128]], free = [[16384, 8], [1, 16384]], dtype = ui8>)
func.func @long_copy(%src: !bytes, %dst: !bytes) {
  bir.tensor_copy ins(%src : !bytes via #neuron.ap<partition = [[131072, 128]], free = [[65536, 2], [1, 65536]], dtype = ui8>) -> outs(%dst : !bytes via #neuron.ap<partition = [[131072, 128]], free = [[65536, 2], [1, 65536]], dtype = ui8>)
  return
}

// The reduced elements take two dimensions now, and the axis selector says so.
// CHECK-LABEL: func.func @long_reduction(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[131072, 128]], reduce = [[16384, 8], [1, 16384]], dtype = ui8>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[1, 128]], dtype = f32>) {op = add, axis = XY}
func.func @long_reduction(%src: !bytes, %dst: !sum) {
  bir.tensor_reduce ins(%src : !bytes via #neuron.ap<partition = [[131072, 128]], free = [[65536, 2], [1, 65536]], dtype = ui8>) -> outs(%dst : !sum via #neuron.ap<partition = [[1, 128]], free = [[1, 1]], dtype = f32>) {op = add, neuron.reduce_size = 131072 : i64}
  return
}

// A broadcast has no step that could be too great.
// CHECK-LABEL: func.func @long_broadcast(
// CHECK:      bir.tensor_copy ins(%src : {{[^%]*}} via #neuron.ap<partition = [[1, 128]], free = [[0, 4], [0, 32768]], access_shape = [128, 131072], dtype = f32>)
// CHECK-SAME:   -> outs(%dst : {{[^%]*}} via #neuron.ap<partition = [[131072, 128]], free = [[16384, 8], [1, 16384]], dtype = ui8>)
func.func @long_broadcast(%src: !sum, %dst: !bytes) {
  bir.tensor_copy ins(%src : !sum via #neuron.ap<partition = [[1, 128]], free = [[0, 131072]], access_shape = [128, 131072], dtype = f32>) -> outs(%dst : !bytes via #neuron.ap<partition = [[131072, 128]], free = [[65536, 2], [1, 65536]], dtype = ui8>)
  return
}
