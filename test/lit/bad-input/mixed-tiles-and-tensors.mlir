// One operand of a bespoke macro is a tile, the others are tensors.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      mixed-tiles-and-tensors.mlir:[[# @LINE + 12]]:22: error: 'penguin.mlp' op Inputs/outputs to mlp_kernel must be all tensors or all tiles, not a mix of both
// CHECK-NEXT: {{^}}  penguin.mlp hidden(%x : !tile) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
// CHECK-NEXT: {{^}}                     ^{{$}}
// CHECK-NEXT: note: operand "hidden" lies in sbuf
// CHECK-NEXT: note: operand "hidden" is a tile (sbuf or psum), operand "gate" is a tensor (hbm)
// CHECK-NOT:  {{.}}

!x = memref<1x8x128xbf16, #neuron.memory<hbm>>
!tile = memref<8x128xbf16, #neuron.memory<sbuf>>
!up = memref<128x24xbf16, #neuron.memory<hbm>>
!down = memref<24x128xbf16, #neuron.memory<hbm>>
func.func @f(%x: !tile, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp hidden(%x : !tile) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
  return
}
