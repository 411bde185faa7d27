// Which diagnostics are shown, with how much.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(scf.for(cse))' -o %t 2>&1 | filecheck %s --check-prefix=WARNING
// RUN: neuron-opt %s --pass-pipeline='builtin.module(scf.for(cse))' --mlir-diagnostic-verbosity-level=errors 2>&1 | filecheck %s --check-prefix=QUIET
// RUN: not neuron-opt %s --canonicalize='max-iterations=1 test-convergence' 2>&1 | filecheck %s --check-prefix=NOTES
// RUN: not neuron-opt %s --canonicalize='max-iterations=1 test-convergence' --mlir-disable-diagnostic-notes 2>&1 | filecheck %s --check-prefix=NO-NOTES
// RUN: not neuron-opt %s --canonicalize='max-iterations=1 test-convergence' --color 2>&1 | filecheck %s --check-prefix=COLOUR

// WARNING:      --pass-pipeline:1:16: warning: nothing called 'scf.for' was found where the pipeline looks for it; its passes did not run
// QUIET-NOT:    warning
// NOTES:        error: 'builtin.module' op patterns did not converge after 1 iteration; these keep firing: 'EraseDeadOperation', 'FoldOperation'
// NOTES-NEXT:   {{^}}note: 'EraseDeadOperation' fired 1 time{{$}}
// NOTES-NEXT:   {{^}}note: 'FoldOperation' fired 1 time{{$}}
// NO-NOTES-NOT: note:
// COLOUR:       {{\x1b\[1;31merror: }}

func.func @f() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  return %two : i32
}
