// The sum of a residual add is kept, but nothing is added.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      residual-without-its-pair.mlir:[[# @LINE + 11]]:107: error: 'penguin.mlp' op Fused add requires both mlp_out and attn_out to be provided or neither of them
// CHECK-NEXT: {{^}}  penguin.mlp hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x) add_out(%sum : !x)
// CHECK-NEXT: {{^}}  ^{{$}}
// CHECK-NEXT: note: operand 'add_out' keeps the sum of the residual add, but operand 'attn_out' is missing
// CHECK-NEXT: note: give attn_out(%…), or leave add_out out
// CHECK-NOT:  {{.}}

!x = memref<1x8x128xbf16, #neuron.memory<hbm>>
!up = memref<128x24xbf16, #neuron.memory<hbm>>
!down = memref<24x128xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %gate: !up, %up: !up, %down: !down, %y: !x, %sum: !x) {
  penguin.mlp hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x) add_out(%sum : !x)
  return
}
