// A node is replaced by the body of its kernel; a second one gets names of its own, a named one those of its name.

// RUN: neuron-opt %s --inline-bir-kernels=kernel-library=%S/Inputs --mlir-pass-statistics 2>%t.statistics | filecheck %s
// RUN: filecheck %s --check-prefix=STATISTICS --input-file %t.statistics

!x = memref<16xf32, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    bir.dma_copy @RouterTopK_copy ins(%x : memref<16xf32, #neuron.memory<hbm>> via #neuron.interval<count = 16, dtype = f32>) -> outs(%y : memref<16xf32, #neuron.memory<hbm>> via #neuron.interval<count = 16, dtype = f32>)
// CHECK-NEXT:    bir.dma_copy @RouterTopK_1_copy ins(%y
// CHECK-NEXT:    bir.dma_copy @mine_copy ins(%x
// CHECK-NEXT:    return

// STATISTICS: InlineBirKernels
// STATISTICS-NEXT: (S) 3 num-inlined - Library kernels inlined

func.func @f(%x: !x, %y: !x) {
  bir.bir_kernel "RouterTopK" ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {fused_rmsnorm = true}
  bir.bir_kernel "RouterTopK" ins(%y : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%x : !x via #neuron.interval<count = 16, dtype = f32>) {fused_rmsnorm = true}
  bir.bir_kernel "RouterTopK" ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {fused_rmsnorm = true, sym_name = @mine}
  return
}
