// When a pass fails, IR and pipeline are written into one file: the IR before the first pass, and the whole pipeline.
// Nothing is written when no pass fails.

// RUN: rm -f %t.*
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse,canonicalize{max-iterations=1 test-convergence=true},cse)' --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | filecheck %s --check-prefix=SCREEN -DFILE=%t
// RUN: filecheck %s --input-file=%t.mlir
// RUN: not neuron-opt --run-reproducer %t.mlir 2>&1 | filecheck %s --check-prefix=AGAIN
// RUN: neuron-opt %s --cse --mlir-pass-pipeline-crash-reproducer=%t.no.mlir -o /dev/null && not ls %t.no.mlir

// SCREEN:      error: 'builtin.module' op patterns did not converge after 1 iteration;
// SCREEN:      neuron-opt: pass 'canonicalize' failed on 'builtin.module' operation: reproducer generated at '[[FILE]].mlir'

// CHECK:      {{^}}module {
// CHECK:      arith.addi
// CHECK:      arith.addi
// CHECK:      {{^}}{-#{{$}}
// CHECK-NEXT:   external_resources: {
// CHECK-NEXT:     mlir_reproducer: {
// CHECK-NEXT:       pipeline: "builtin.module(cse,canonicalize{top-down=true max-iterations=1 max-num-rewrites=none test-convergence=true disable-patterns={} enable-patterns={}},cse)",
// CHECK-NEXT:       disable_threading: true,
// CHECK-NEXT:       verify_each: true
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: {{^}}#-}{{$}}

// AGAIN:      error: 'builtin.module' op patterns did not converge after 1 iteration;

func.func @f(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.addi %x, %zero : i32
  %b = arith.addi %x, %zero : i32
  return %a, %b : i32, i32
}
