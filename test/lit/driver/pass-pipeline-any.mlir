// `any` is every operation that is isolated from above, whatever it is called; what is not isolated is passed over.

// RUN: neuron-opt %s --pass-pipeline='any(any(cse))' --mlir-print-ir-after-all -o %t 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(any(any(cse)))' --mlir-print-ir-after-all -o %t 2>&1 | filecheck %s --check-prefix=INNER
// RUN: neuron-opt %s --pass-pipeline='builtin.module(any(any(any(cse))))' -o %t 2>&1 | filecheck %s --check-prefix=NOWHERE

// CHECK:      {{^}}// -----// IR Dump After CSE (cse) //----- //{{$}}
// CHECK-NEXT: {{^}}func.func @f() {
// CHECK:      {{^}}// -----// IR Dump After CSE (cse) //----- //{{$}}
// CHECK-NEXT: {{^}}module @inner {
// CHECK-NOT:  IR Dump

// INNER:      {{^}}// -----// IR Dump After CSE (cse) //----- //{{$}}
// INNER-NEXT: {{^}}func.func @g() {
// INNER-NOT:  IR Dump

// NOWHERE:    --pass-pipeline:1:24: warning: nothing called 'any' was found where the pipeline looks for it; its passes did not run

func.func @f() {
  scf.execute_region {
    scf.yield
  }
  return
}
module @inner {
  func.func @g() {
    return
  }
}
