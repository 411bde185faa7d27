// RUN: neuron-opt --lower-compute %s | filecheck %s
// RUN: neuron-opt --pass-pipeline='builtin.module(func.func(lower-compute))' %s | filecheck %s

// What is no compute operation is left alone: macros have a pass of their own, and instructions are lowered already.

!x = memref<1x128x512xbf16, #neuron.memory<hbm>>
!w = memref<512x1536xbf16, #neuron.memory<hbm>>
!v = memref<1536x512xbf16, #neuron.memory<hbm>>
!t = memref<128x512xbf16, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    penguin.mlp
// CHECK-NEXT:    bir.tensor_copy
// CHECK-NEXT:    return
func.func @f(%x: !x, %gate: !w, %up: !w, %down: !v, %y: !x, %a: !t, %b: !t) {
  penguin.mlp hidden(%x : !x) gate(%gate : !w) up(%up : !w) down(%down : !v) -> out(%y : !x)
  penguin.tensor_copy src(%a : !t) -> dst(%b : !t)
  return
}
