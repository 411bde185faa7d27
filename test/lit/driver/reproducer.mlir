// Reproducers hold IR and pipeline in one file. One is written when a pass fails (with the IR before the first pass, or
// with a local reproducer before the failing one) or on request; --run-reproducer runs it.

// RUN: rm -f %t.*
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse,canonicalize{max-iterations=1 test-convergence=true},cse)' --mlir-pass-pipeline-crash-reproducer=%t.crash.mlir 2>&1 | filecheck %s --check-prefix=SCREEN -DFILE=%t
// RUN: filecheck %s --check-prefix=CRASH --input-file=%t.crash.mlir
// RUN: not neuron-opt --run-reproducer %t.crash.mlir 2>&1 | filecheck %s --check-prefix=AGAIN
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=1 test-convergence=true}),cse)' --mlir-pass-pipeline-crash-reproducer=%t.local.mlir --mlir-pass-pipeline-local-reproducer 2>&1 | filecheck %s --check-prefix=LOCAL-SCREEN -DFILE=%t
// RUN: filecheck %s --check-prefix=LOCAL --input-file=%t.local.mlir
// RUN: neuron-opt %s --cse --verify-each=false --mlir-generate-reproducer=%t.asked.mlir -o /dev/null
// RUN: filecheck %s --check-prefix=ASKED --input-file=%t.asked.mlir
// RUN: neuron-opt --run-reproducer %t.asked.mlir | filecheck %s --check-prefix=RESULT
// RUN: neuron-opt %t.asked.mlir | filecheck %s --check-prefix=IGNORED
// RUN: not neuron-opt %s --run-reproducer 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not neuron-opt %s --run-reproducer --cse 2>&1 | filecheck %s --check-prefix=MIXED
// RUN: not neuron-opt %s --cse --mlir-pass-pipeline-local-reproducer 2>&1 | filecheck %s --check-prefix=NEEDS
// RUN: neuron-opt %s --cse --mlir-pass-pipeline-crash-reproducer=%t.no.mlir -o /dev/null && not ls %t.no.mlir

// SCREEN:      error: 'builtin.module' op patterns did not converge after 1 iteration;
// SCREEN:      neuron-opt: pass 'canonicalize' failed on 'builtin.module' operation: reproducer generated at '[[FILE]].crash.mlir'

// CRASH:      {{^}}module {
// CRASH:      arith.addi
// CRASH:      arith.addi
// CRASH:      {{^}}{-#{{$}}
// CRASH-NEXT:   external_resources: {
// CRASH-NEXT:     mlir_reproducer: {
// CRASH-NEXT:       pipeline: "builtin.module(cse,canonicalize{top-down=true max-iterations=1 max-num-rewrites=none test-convergence=true disable-patterns={} enable-patterns={}},cse)",
// CRASH-NEXT:       disable_threading: true,
// CRASH-NEXT:       verify_each: true
// CRASH-NEXT:     }
// CRASH-NEXT:   }
// CRASH-NEXT: {{^}}#-}{{$}}

// AGAIN:      error: 'builtin.module' op patterns did not converge after 1 iteration;

// LOCAL-SCREEN: neuron-opt: pass 'canonicalize' failed on 'func.func' operation: @f: reproducer generated at '[[FILE]].local.mlir'

// LOCAL:      {{^}}module {
// LOCAL:      arith.addi
// LOCAL-NOT:  arith.addi
// LOCAL:      pipeline: "builtin.module(func.func(canonicalize{top-down=true max-iterations=1 max-num-rewrites=none test-convergence=true disable-patterns={} enable-patterns={}}))",

// ASKED:      pipeline: "builtin.module(cse)",
// ASKED-NEXT: disable_threading: true,
// ASKED-NEXT: verify_each: false

// RESULT:     arith.addi
// RESULT-NOT: arith.addi

// IGNORED:    arith.addi
// IGNORED:    arith.addi

// NONE:       error: there is no 'mlir_reproducer' in the metadata of the input to run
// MIXED:      neuron-opt: error: passes as flags cannot be combined with --run-reproducer
// NEEDS:      neuron-opt: error: --mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=<file>

func.func @f(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.addi %x, %zero : i32
  %b = arith.addi %x, %zero : i32
  return %a, %b : i32, i32
}
