// The place of a macro is that of its node, and what others attached to it stays.

// RUN: neuron-opt %s --lower-macros --mlir-print-debuginfo | filecheck %s

!x = memref<16xf32, #neuron.memory<hbm>>
!a = memref<1x2x128xbf16, #neuron.memory<hbm>>
!doubled = memref<1x4x128xbf16, #neuron.memory<hbm>>
!up = memref<128x8xbf16, #neuron.memory<hbm>>
!down = memref<8x128xbf16, #neuron.memory<hbm>>
!half = memref<1x4x4x4xbf16, #neuron.memory<hbm>>
!s = memref<1x4x8x8xbf16, #neuron.memory<hbm>>
!shared = memref<16xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %y: !x, %a: !a, %up: !up, %down: !down, %d: !doubled, %i: !half, %j: !s, %u: !shared, %v: !shared) {
  // CHECK:      bir.bir_kernel "softmax"{{.*}} test.note = "a", test.unit} loc("model.py":12:3)
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x) {test.note = "a", test.unit} loc("model.py":12:3)
  // The one in between is not seen.
  // CHECK-NEXT: bir.bir_kernel "MLP"{{.*}} test.note = "b"{{.*}}} loc({{.*}}locations.mlir":[[# @LINE + 1]]:3)
  penguin.mlp attn_out(%a : !a) hidden(%a : !a) gate(%up : !up) up(%up : !up) down(%down : !down) -> out(%d : !doubled)
      {test.note = "b"}
  // CHECK-NEXT: bir.nki_klir_kernel{{.*}} test.note = "c", neuron.func_name = "ResizeNearest"{{.*}}} loc("resize")
  penguin.native_kernel "ResizeNearest" ins(%i : !half) -> outs(%j : !s) {test.note = "c"} loc("resize")
  // CHECK-NEXT: bir.nki_kernel @k{{.*}} test.note = "d"} loc(fused["a", "b"])
  penguin.nki_kernel @k ins(%u : !shared) -> outs(%v : !shared) {test.note = "d"} loc(fused["a", "b"])
  return
}
