// Without a tracer and without artefacts the error says what would help; modules without registry kernels need neither.

// RUN: not neuron-opt %s --lower-macros --trace-kernels=artifact-dir=%t 2>&1 | filecheck %s
// RUN: not neuron-opt %s --lower-macros --trace-kernels 2>&1 | filecheck %s --check-prefix=NOWHERE
// RUN: neuron-opt %S/../../../../examples/users-kernel.mlir --lower-macros --trace-kernels -o /dev/null

!x = memref<16x8xbf16, #neuron.memory<hbm>>
!y = memref<8x16xbf16, #neuron.memory<hbm>>

// CHECK:      nothing-to-trace-with.mlir:{{[0-9]+}}:3: error: 'bir.nki_klir_kernel' op has kernel tiled_pf_transpose to trace: there is nothing to trace kernels with
// CHECK-NEXT: penguin.native_kernel "tiled_pf_transpose"
// CHECK-NEXT: ^
// CHECK-NEXT: note: install the vendor's compiler (the Python packages neuronx-cc and nki), whose front end traces
// CHECK-NEXT: note: or pass artifact-source=DIR, a directory of artefacts that were traced elsewhere
// CHECK-NEXT: note: or install a package with an entry point in the group 'neuron_opt.kernel_tracers'
// CHECK-NOT:  error:

// NOWHERE: error: 'bir.nki_klir_kernel' op has kernel tiled_pf_transpose to trace, and nowhere to put the artefact
// NOWHERE: note: pass artifact-dir=DIR

func.func @f(%x: !x, %y: !y) {
  penguin.native_kernel "tiled_pf_transpose" ins(%x : !x) -> outs(%y : !y)
  penguin.native_kernel "tiled_pf_transpose" ins(%x : !x) -> outs(%y : !y)
  return
}
