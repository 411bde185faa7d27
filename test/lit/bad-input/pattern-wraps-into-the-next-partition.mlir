// A partition is 8 elements; the pattern would walk on into the next one.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      pattern-wraps-into-the-next-partition.mlir:[[# @LINE + 8]]:26: error: 'bir.bir_kernel' op operand "ins[0]" the pattern leaves the free extent of a partition
// CHECK-NEXT: {{^}}  bir.bir_kernel "k" ins(%x : !x via #neuron.ap<partition = {{\[\[}}8, 15]], free = {{\[\[}}1, 9]], dtype = f32>)
// CHECK-NEXT: {{^}}                         ^{{$}}
// CHECK-NEXT: note: it reaches from 0 to 8, the free extent of a partition goes from 0 to 7
// CHECK-NOT:  {{.}}

!x = memref<16x8xf32, #neuron.memory<sbuf>>
func.func @f(%x: !x, %y: !x) {
  bir.bir_kernel "k" ins(%x : !x via #neuron.ap<partition = [[8, 15]], free = [[1, 9]], dtype = f32>)
      -> outs(%y : !x via #neuron.ap<partition = [[8, 16]], free = [[1, 8]], dtype = f32>) {fused_rmsnorm = false}
  return
}
