// RUN: neuron-opt --lower-compute --mlir-pass-statistics %s -o %t 2>&1 | filecheck %s

// Every instruction is counted.

!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>
!one = memref<128x1xf32, #neuron.memory<sbuf>>

// CHECK:      LowerCompute
// CHECK-NEXT:   (S) 1 num-tensor-reduce       - Reductions (27)
// CHECK-NEXT:   (S) 2 num-reduce-macro        - Steps of reductions axis by axis (109)
func.func @f(%a: !src, %d: !dst, %o: !one) {
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  penguin.neuron_reduce_macro add src(%a : !src) -> dst(%o : !one) partials(%d : !dst) {axes = [1, 2]}
  return
}
