// After a pass that failed its IR is shown on request: a whole dump, marked as that of a failure.

// RUN: not neuron-opt %s --cse --canonicalize='max-iterations=1 test-convergence' --mlir-print-ir-after-failure 2>&1 | filecheck %s

// CHECK:     error: 'builtin.module' op patterns did not converge after 1 iteration; these keep firing: 'EraseDeadOperation', 'FoldOperation'
// CHECK-NOT: IR Dump After CSE
// CHECK:     {{^}}// -----// IR Dump After Canonicalize Failed (canonicalize{max-iterations=1 test-convergence=true}) //----- //{{$}}
// CHECK:     module {

func.func @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %a = arith.addi %x, %zero : i32
  return %a : i32
}
