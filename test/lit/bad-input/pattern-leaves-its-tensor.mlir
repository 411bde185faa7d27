// The pattern goes on behind the last element.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      pattern-leaves-its-tensor.mlir:[[# @LINE + 8]]:26: error: 'bir.bir_kernel' op operand "ins[0]" the pattern leaves the memref
// CHECK-NEXT: {{^}}  bir.bir_kernel "k" ins(%x : !x via #neuron.ap<free = {{\[\[}}2, 9]], dtype = f32>)
// CHECK-NEXT: {{^}}                         ^{{$}}
// CHECK-NEXT: note: it reaches from 0 to 16, the memref goes from 0 to 15
// CHECK-NOT:  {{.}}

!x = memref<16xf32, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  bir.bir_kernel "k" ins(%x : !x via #neuron.ap<free = [[2, 9]], dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {fused_rmsnorm = false}
  return
}
