// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// A user's own kernel.

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>
!s = memref<1x1xf32, #neuron.memory<hbm, shared>>

// A function of the user's, with the names of its parameters.
func.func @named(%x: !x, %s: !s, %y: !x) {
  penguin.nki_kernel @scale ins(%x : !x, %s : !s) -> outs(%y : !x) {func_args = ["x", "factor"], func_outs = ["y"]}
  return
}
// GENERIC:      "penguin.nki_kernel"({{[^)]+}})
// GENERIC-SAME:   <{func = @scale, func_args = ["x", "factor"], func_outs = ["y"], operandSegmentSizes = array<i32: 2, 1, 0>}>
// CHECK-LABEL: func.func @named(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.nki_kernel @scale
// CHECK-SAME:      ins([[X]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>, [[S]] : memref<1x1xf32, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      -> outs([[Y]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      {func_args = ["x", "factor"], func_outs = ["y"]}{{$}}

// Names may be left to the lowering.
func.func @unnamed(%x: !x, %y: !x) {
  penguin.nki_kernel @copy ins(%x : !x) -> outs(%y : !x)
  return
}
// CHECK-LABEL: func.func @unnamed(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.nki_kernel @copy
// CHECK-SAME:      ins([[X]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      -> outs([[Y]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>){{$}}

// A name that is no identifier.
func.func @quoted(%x: !x, %y: !x) {
  penguin.nki_kernel @"my kernel" ins(%x : !x) -> outs(%y : !x) {sb_buf_shape = [1024, 128]}
  return
}
// CHECK-LABEL: func.func @quoted(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.nki_kernel @"my kernel"
// CHECK-SAME:      ins([[X]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      -> outs([[Y]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      {sb_buf_shape = [1024, 128]}{{$}}
