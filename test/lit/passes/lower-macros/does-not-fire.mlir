// Only macros are lowered: computations, other dialects and what is lowered already stay as they are.

// RUN: neuron-opt %s --lower-macros > %t.once
// RUN: filecheck %s --input-file=%t.once
// RUN: neuron-opt %t.once --lower-macros | diff %t.once -
// RUN: neuron-opt %s > %t.before
// RUN: diff %t.before %t.once

!x = memref<16x32xbf16, #neuron.memory<sbuf>>
!i = memref<16xf32, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    arith.constant
// CHECK-NEXT:    penguin.tensor_copy
// CHECK-NEXT:    bir.bir_kernel "softmax"
// CHECK-NEXT:    return
func.func @f(%x: !x, %y: !x, %i: !i) {
  %c = arith.constant 1 : i32
  penguin.tensor_copy src(%x : !x) -> dst(%y : !x)
  bir.bir_kernel "softmax" ins(%i : !i via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%i : !i via #neuron.interval<count = 16, dtype = f32>) {fused_rmsnorm = true}
  return
}
