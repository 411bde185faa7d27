// What each pass changed, as a unified diff.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --print-ir-diff -o /dev/null 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --print-ir-diff --mlir-print-ir-after=canonicalize -o /dev/null 2>&1 | filecheck %s --check-prefix=ONE

// CHECK:      {{^}}// -----// IR Diff After CSE (cse) //----- //{{$}}
// CHECK-NEXT: {{^}}--- before cse{{$}}
// CHECK-NEXT: {{^}}+++ after cse{{$}}
// CHECK-NEXT: {{^@@ -1,6 \+1,5 @@$}}
// CHECK-NEXT: {{^}} func.func @f(%[[X:.*]]: i32) -> i32 {
// CHECK-NEXT: {{^}}   %[[A:.*]] = arith.addi %[[X]], %[[X]] : i32
// CHECK-NEXT: {{^}}-  %[[B:.*]] = arith.addi %[[X]], %[[X]] : i32
// CHECK-NEXT: {{^}}-  %[[C:.*]] = arith.muli %[[A]], %[[B]] : i32
// CHECK-NEXT: {{^}}+  %[[C]] = arith.muli %[[A]], %[[A]] : i32
// CHECK:      {{^}}// -----// IR Diff After Canonicalize (canonicalize) //----- //{{$}}
// CHECK-NEXT: {{^}}// no change{{$}}

// ONE-NOT: IR Diff After CSE
// ONE:     IR Diff After Canonicalize

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
