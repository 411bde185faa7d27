// RUN: neuron-ap explain %s:17 | filecheck %s
// RUN: neuron-ap explain %s:18:outs[0] | filecheck %s --check-prefix=ONE
// RUN: neuron-ap explain %s:20:src | filecheck %s --check-prefix=PENGUIN
// RUN: neuron-ap explain %s:13 | filecheck %s --check-prefix=ALIAS
// RUN: not neuron-ap explain %s:21 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not neuron-ap explain %s:17:ins[1] 2>&1 | filecheck %s --check-prefix=OPERAND
// RUN: not neuron-ap diff %s:17 %s:17 2>&1 | filecheck %s --check-prefix=SEVERAL

// A pattern can be meant by its place in a file: by the line of the operation, and by its operand. Then the memref is known.

!t = memref<128x32xf32, #neuron.memory<sbuf>>
!d = memref<128x16xf32, #neuron.memory<sbuf>>
#upper = #neuron.ap<partition = [[32, 64]], free = [[1, 32]], offset = 2048, dtype = f32>

func.func @f(%a: !t, %b: !t, %d: !d) {
  // An operation may stand in several lines; any of them means it.
  bir.tensor_copy ins(%a : !t via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
      -> outs(%b : !t via #neuron.ap<partition = [[32, 128]], free = [[-1, 32]], offset = 31, dtype = f32>)
  // An operation of the penguin dialect has the plain patterns of its accesses.
  penguin.tensor_copy src(%a[0, 0][128, 16][1, 2] : !t) -> dst(%d : !d)
  return
}

// CHECK:      position.mlir:17 ins[0]: #neuron.ap<partition = {{\[\[}}32, 128]], free = {{\[\[}}1, 32]], dtype = f32>
// CHECK:      memref       memref<128x32xf32, #neuron.memory<sbuf>>
// CHECK-NEXT: bounds       inside
// CHECK:      position.mlir:17 outs[0]: #neuron.ap<
// CHECK:      element 31 + 32*p - i

// ONE-NOT:  ins[0]
// ONE:      position.mlir:18 outs[0]: #neuron.ap<partition = {{\[\[}}32, 128]], free = {{\[\[}}-1, 32]], offset = 31, dtype = f32>
// ONE:      contiguous   no, single elements 1 apart, backwards, in each partition

// PENGUIN:  position.mlir:20 src: #neuron.ap<partition = {{\[\[}}32, 128]], free = {{\[\[}}2, 16]], access_shape = [128, 16], dtype = f32>

// ALIAS:    position.mlir:13: #neuron.ap<partition = {{\[\[}}32, 64]], free = {{\[\[}}1, 32]], offset = 2048, dtype = f32>
// ALIAS:    element 2048 + 32*p + i

// NONE:     neuron-ap: error: {{.*}}position.mlir:21 has no access pattern: return
// OPERAND:  neuron-ap: error: {{.*}}position.mlir:17 has no operand 'ins[1]' with a pattern (it has: ins[0], outs[0])
// SEVERAL:  neuron-ap: error: {{.*}}position.mlir:17 has 2 patterns, of which one is compared (it has: ins[0], outs[0]); write {{.*}}position.mlir:17:ins[0]
