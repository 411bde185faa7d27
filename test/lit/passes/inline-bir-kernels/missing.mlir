// A name that the library lacks is an error that lists near names, with the caret under the name.

// RUN: not neuron-opt %s --inline-bir-kernels=kernel-library=%S/Inputs 2>&1 | filecheck %s

!x = memref<16xf32, #neuron.memory<hbm>>

// CHECK:      missing.mlir:{{[0-9]+}}:18: error: 'bir.bir_kernel' op kernel 'RouterTopk' is not in the library '{{.*}}Inputs'
// CHECK-NEXT: bir.bir_kernel "RouterTopk"
// CHECK-NEXT: ^
// CHECK-NEXT: note: near names: RouterTopK
// CHECK-NEXT: note: it has: RouterTopK
// CHECK-NOT:  error:

func.func @f(%x: !x, %y: !x) {
  bir.bir_kernel "RouterTopk" ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {fused_rmsnorm = true}
  return
}
