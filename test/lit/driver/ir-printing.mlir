// Dumps of the IR around passes, on standard error, with mlir-opt's banners, which here carry the options of the pass.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}))' --mlir-print-ir-before=cse -o /dev/null 2>&1 | filecheck %s --check-prefix=BEFORE
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}))' --mlir-print-ir-before-all -o /dev/null 2>&1 | filecheck %s --check-prefix=BEFORE-ALL
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}))' --mlir-print-ir-after=cse,canonicalize -o /dev/null 2>&1 | filecheck %s --check-prefix=AFTER-ALL
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}))' --mlir-print-ir-after-all -o /dev/null 2>&1 | filecheck %s --check-prefix=AFTER-ALL
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}))' --mlir-print-ir-after-change -o /dev/null 2>&1 | filecheck %s --check-prefix=CHANGE
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}))' --mlir-print-ir-after=cse --mlir-print-ir-module-scope -o /dev/null 2>&1 | filecheck %s --check-prefix=SCOPE
// RUN: neuron-opt %s --cse --mlir-print-ir-after=canonicalize -o /dev/null 2>&1 | filecheck %s --check-prefix=UNUSED
// RUN: not neuron-opt %s --cse --mlir-print-ir-after=canonicalise -o /dev/null 2>&1 | filecheck %s --check-prefix=UNKNOWN

// BEFORE:      {{^}}// -----// IR Dump Before CSE (cse) //----- //{{$}}
// BEFORE-NEXT: {{^}}func.func @f(
// BEFORE-NEXT:   arith.addi
// BEFORE-NEXT:   arith.addi
// BEFORE-NOT:  IR Dump

// BEFORE-ALL:     {{^}}// -----// IR Dump Before CSE (cse) //----- //{{$}}
// BEFORE-ALL:     {{^}}// -----// IR Dump Before Canonicalize (canonicalize{max-iterations=3}) //----- //{{$}}
// BEFORE-ALL-NOT: IR Dump

// AFTER-ALL:      {{^}}// -----// IR Dump After CSE (cse) //----- //{{$}}
// AFTER-ALL-NEXT: {{^}}func.func @f(%[[X:.*]]: i32) -> i32 {
// AFTER-ALL-NEXT:   %[[A:.*]] = arith.addi %[[X]], %[[X]] : i32
// AFTER-ALL-NEXT:   %[[C:.*]] = arith.muli %[[A]], %[[A]] : i32
// AFTER-ALL-NEXT:   return %[[C]] : i32
// AFTER-ALL-NEXT: }
// AFTER-ALL-EMPTY:
// AFTER-ALL-NEXT: {{^}}// -----// IR Dump After Canonicalize (canonicalize{max-iterations=3}) //----- //{{$}}
// AFTER-ALL-NOT:  IR Dump

// CHANGE:     IR Dump After CSE
// CHANGE-NOT: IR Dump

// SCOPE:      {{^}}// -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //{{$}}
// SCOPE-NEXT: {{^}}module {

// UNUSED:      <unknown>: warning: --mlir-print-ir-after: the pipeline does not run 'canonicalize'
// UNUSED-NOT:  IR Dump

// UNKNOWN:     neuron-opt: error: --mlir-print-ir-after: there is no pass called 'canonicalise'; did you mean 'canonicalize'?

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
