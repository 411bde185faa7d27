// What a pass has to say without it being wrong is a remark, on standard error like everything that is not IR.

// RUN: neuron-opt %s --lower-macros=kernel-metrics -o %t 2>&1 | filecheck %s -DFILE=%s
// RUN: neuron-opt %s --lower-macros=kernel-metrics -o %t --mlir-diagnostic-verbosity-level=warnings 2>&1 | filecheck %s --check-prefix=QUIET --allow-empty
// RUN: neuron-opt %s --lower-macros=kernel-metrics 2> %t | filecheck %s --check-prefix=OUTPUT
// RUN: neuron-opt %s --lower-macros=kernel-metrics --verify-diagnostics -o %t

// CHECK:      [[FILE]]:[[# @LINE + 8]]:1: remark: 'builtin.module' op kernel metrics: BIR_KERNEL mine: 1
// CHECK-NEXT: {{^}}module {{{$}}
// CHECK-NEXT: {{^\^$}}
// QUIET-NOT:  remark
// OUTPUT-NOT: remark
// OUTPUT:     bir.bir_kernel "mine"

// expected-remark @+1 {{kernel metrics: BIR_KERNEL mine: 1}}
module {
  func.func @f(%a: memref<16xbf16, #neuron.memory<hbm>>, %b: memref<16xbf16, #neuron.memory<hbm>>) {
    penguin.bir_kernel "mine" ins(%a : memref<16xbf16, #neuron.memory<hbm>>) -> outs(%b : memref<16xbf16, #neuron.memory<hbm>>)
    return
  }
}
