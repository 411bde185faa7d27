// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// The twin of the user's kernel that names a compiled artefact.

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>
!s = memref<1x1xf32, #neuron.memory<hbm, shared>>

// A kernel that is compiled already.
func.func @compiled(%x: !x, %s: !s, %y: !x) {
  penguin.nki_klir_kernel @scale ins(%x : !x, %s : !s) -> outs(%y : !x) {func_args = ["x", "factor"],
      func_outs = ["y"], klir_binary = "scale.bir.json", nki_binary_version_identifier = "1.0.0",
      enable_device_dump = true}
  return
}
// GENERIC:      "penguin.nki_klir_kernel"({{[^)]+}}) <{
// GENERIC-SAME:   klir_binary = "scale.bir.json"
// CHECK-LABEL: func.func @compiled(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.nki_klir_kernel @scale
// CHECK-SAME:      ins([[X]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>, [[S]] : memref<1x1xf32, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      -> outs([[Y]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      {klir_binary = "scale.bir.json", nki_binary_version_identifier = "1.0.0", enable_device_dump = true, func_args = ["x", "factor"], func_outs = ["y"]}{{$}}

// The format is the default one.
func.func @format(%x: !x, %y: !x) {
  penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x)
      {klir_binary = "scale.bir.json", kernel_format = "bir"}
  return
}
// CHECK-LABEL: func.func @format(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.nki_klir_kernel @scale
// CHECK-SAME:      ins([[X]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      -> outs([[Y]] : memref<128x512xbf16, #neuron.memory<hbm, shared>>)
// CHECK-SAME:      {klir_binary = "scale.bir.json"}{{$}}
