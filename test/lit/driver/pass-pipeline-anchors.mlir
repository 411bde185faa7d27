// A nested pipeline runs on the operations directly inside; one that finds nothing to run on is a warning, and an
// operation that is not isolated from above cannot be an anchor.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(builtin.module(func.func(cse)))' | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(scf.for(cse))' -o /dev/null 2>&1 | filecheck %s --check-prefix=UNMATCHED
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func(scf.execute_region(cse)))' 2>&1 | filecheck %s --check-prefix=NOT-ISOLATED -DFILE=%s

// UNMATCHED:      --pass-pipeline:1:16: warning: nothing called 'scf.for' was found where the pipeline looks for it; its passes did not run
// UNMATCHED-NEXT: builtin.module(scf.for(cse))
// UNMATCHED-NEXT: {{^               \^$}}

// NOT-ISOLATED:      [[FILE]]:[[# @LINE + 11]]:8: error: 'scf.execute_region' op cannot be an anchor: it is not isolated from above, so a pass could not know what else uses the values that it sees

// CHECK-LABEL: func.func @outer
// CHECK:         arith.addi
// CHECK:         arith.addi
// CHECK-LABEL: func.func @inner
// CHECK:         arith.addi
// CHECK-NOT:     arith.addi
func.func @outer(%x: i32) -> (i32, i32) {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %r = scf.execute_region -> (i32) {
    scf.yield %a : i32
  }
  return %r, %b : i32, i32
}
module {
  func.func @inner(%x: i32) -> (i32, i32) {
    %a = arith.addi %x, %x : i32
    %b = arith.addi %x, %x : i32
    return %a, %b : i32, i32
  }
}
