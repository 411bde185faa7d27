// RUN: neuron-translate --mlir-to-bir-json %s | filecheck %s
// RUN: neuron-translate --mlir-to-bir-json %s | neuron-translate --bir-json-to-mlir | filecheck %s --check-prefix=MLIR

// What lowering leaves: a func.func over memrefs becomes a function. Its arguments are sets with one location each; one
// that is written is an output. What is ours, neuron.*, is not written; the architecture is that of the target.

!h = memref<8x64xbf16, #neuron.memory<hbm, shared>>
!s = memref<128x64xbf16, #neuron.memory<sbuf>>

// CHECK:      {
// CHECK-NEXT:   "arch": "gen3",
// CHECK-NEXT:   "functions": [
// CHECK-NEXT:     {
// CHECK-NEXT:       "allocations": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "Skind": "memory_location_set",
// CHECK-NEXT:           "addr_space": "Shared",
// CHECK-NEXT:           "dtype": "bfloat16",
// CHECK-NEXT:           "kind": "ExternalInput",
// CHECK-NEXT:           "memorylocations": [
// CHECK-NEXT:             {
// CHECK-NEXT:               "Skind": "memory_location",
// CHECK-NEXT:               "name": "x",
// CHECK-NEXT:               "type": "DRAM"
// CHECK-NEXT:             }
// CHECK-NEXT:           ],
// CHECK-NEXT:           "name": "x_set",
// CHECK-NEXT:           "tensorId2MemLocSize": 1,
// CHECK-NEXT:           "tensor_shape": [
// CHECK-NEXT:             8,
// CHECK-NEXT:             64
// CHECK-NEXT:           ]
// CHECK-NEXT:         },
// CHECK:                "kind": "ExternalOutput",
// CHECK:                "name": "y_set",
// CHECK:                "kind": "Internal",
// CHECK:                "name": "t_set",
// CHECK-NEXT:           "partition_dim": 0,
// CHECK:            "name": "Block1"
// CHECK-NOT:    neuron.
// CHECK:        "version": 2
// CHECK-NEXT: }

// MLIR:      module attributes {bir.arch = "gen3"} {
// MLIR:        bir.block @Block1 body {
// MLIR-NEXT:     bir.nki_kernel @kernel ins(%x : memref<8x64xbf16, #neuron.memory<hbm, shared>> via #neuron.ap<free = {{\[\[}}64, 8], [1, 64]], dtype = bf16>) -> outs(%t : memref<128x64xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}64, 128]], free = {{\[\[}}1, 64]], dtype = bf16>) {func_args = {a = "ins[0]"}, func_outs = {o = "outs[0]"}, kernel_source_val = Beta3, sym_name = @"I-0"}
// MLIR-NEXT:     bir.bir_kernel "MLP" ins(%t : memref<128x64xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}64, 1]], free = {{\[\[}}1, 64]], offset = 192, dtype = bf16>) -> outs(%y : memref<8x64xbf16, #neuron.memory<hbm, shared>> via #neuron.ap<free = {{\[\[}}64, 1], [1, 64]], offset = 64, dtype = bf16>) {kernel_attrs = {eps = 1.000000e-05 : f32, flag, sizes = [1 : i64, 2 : i64]}, fused_rmsnorm = false, sym_name = @"I-1"}
// MLIR-NEXT:     bir.return @"I-2"
module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func private @declared(!h)
  func.func @layer(%x: !h, %y: !h) {
    %t = memref.alloc() : !s
    bir.nki_kernel @kernel ins(%x : !h via #neuron.interval<count = 512, dtype = bf16>) -> outs(%t : !s via #neuron.interval<count = 8192, dtype = bf16>) {func_args = {a = "ins[0]"}, func_outs = {o = "outs[0]"}, kernel_source_val = Beta3, neuron.operands = "x -> t"}
    bir.bir_kernel "MLP" ins(%t : !s via #neuron.interval<start = 192, count = 64, dtype = bf16>) -> outs(%y : !h via #neuron.ap<free = [[1, 64]], offset = 64, dtype = bf16>) {kernel_attrs = {eps = 1.0e-5 : f32, flag, sizes = [1 : i32, 2 : i32]}, fused_rmsnorm = false, other.note = 3 : i64}
    return
  }
}
