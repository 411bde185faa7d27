// A local reproducer has the IR as it was before the failing pass, and only that pass, where it ran.

// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=1 test-convergence=true}),cse)' --mlir-pass-pipeline-crash-reproducer=%t.mlir --mlir-pass-pipeline-local-reproducer 2>&1 | filecheck %s --check-prefix=SCREEN -DFILE=%t
// RUN: filecheck %s --input-file=%t.mlir
// RUN: not neuron-opt --run-reproducer %t.mlir 2>&1 | filecheck %s --check-prefix=AGAIN
// RUN: not neuron-opt %s --cse --mlir-pass-pipeline-local-reproducer 2>&1 | filecheck %s --check-prefix=NEEDS

// SCREEN: neuron-opt: pass 'canonicalize' failed on 'func.func' operation: @f: reproducer generated at '[[FILE]].mlir'

// CHECK:      {{^}}module {
// CHECK:      arith.addi
// CHECK-NOT:  arith.addi
// CHECK:      pipeline: "builtin.module(func.func(canonicalize{top-down=true max-iterations=1 max-num-rewrites=none test-convergence=true disable-patterns={} enable-patterns={}}))",

// AGAIN:      error: 'func.func' op patterns did not converge after 1 iteration;
// NEEDS:      neuron-opt: error: --mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=<file>

func.func @f(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.addi %x, %zero : i32
  %b = arith.addi %x, %zero : i32
  return %a, %b : i32, i32
}
