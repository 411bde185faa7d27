// Formats expect operations that verify. In dumps, in reproducers, and in the output of a run that does not verify, an
// operation whose own format fails stands in the generic form; what is around it stays as it is.

// RUN: not neuron-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --cse --mlir-print-ir-before-all --mlir-print-ir-after-failure 2>&1 | filecheck %s --check-prefix=DUMPS
// RUN: not neuron-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --cse --print-ir-diff --mlir-print-ir-after-failure 2>&1 | filecheck %s --check-prefix=DIFF
// RUN: not neuron-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --cse --mlir-print-aliases --mlir-print-ir-after-failure 2>&1 | filecheck %s --check-prefix=VARIANT
// RUN: not neuron-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --cse --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | filecheck %s --check-prefix=SCREEN
// RUN: filecheck %s --check-prefix=REPRODUCER --input-file=%t.mlir
// RUN: neuron-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --mlir-generate-reproducer=%t.asked.mlir | filecheck %s --check-prefix=OUTPUT
// RUN: filecheck %s --check-prefix=REPRODUCER --input-file=%t.asked.mlir

// DUMPS:      {{^}}// -----// IR Dump Before CSE (cse) //----- //{{$}}
// DUMPS-NEXT: {{^}}module {
// DUMPS-NEXT:   func.func @f(%x: i32) -> i32 {
// DUMPS-NEXT:     %y = arith.addi %x, %x : i32
// DUMPS-NEXT:     %z = "arith.addi"(%y) {{.*}}: (i32) -> i32
// DUMPS-NEXT:     {{(func\.)?}}return %z : i32
// DUMPS-NEXT:   }
// DUMPS-NEXT: }
// DUMPS:      error: 'arith.addi' op Expected 2 operands, but got 1
// DUMPS:      {{^}}// -----// IR Dump After CSE Failed (cse) //----- //{{$}}
// DUMPS:          %z = "arith.addi"(%y) {{.*}}: (i32) -> i32

// DIFF:       {{^}}// -----// IR Diff After CSE Failed (cse) //----- //{{$}}
// DIFF-NEXT:  {{^}}// no change{{$}}

// VARIANT:    %z = "arith.addi"(%y) {{.*}}: (i32) -> i32

// SCREEN:     neuron-opt: pass 'cse' failed on 'builtin.module' operation: reproducer generated at
// SCREEN-NOT: internal error

// REPRODUCER: %y = arith.addi %x, %x : i32
// REPRODUCER: %z = "arith.addi"(%y) {{.*}}: (i32) -> i32
// REPRODUCER: {{^}}{-#{{$}}

// OUTPUT:     %y = arith.addi %x, %x : i32
// OUTPUT:     %z = "arith.addi"(%y) {{.*}}: (i32) -> i32

func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  %z = "arith.addi"(%y) : (i32) -> i32
  return %z : i32
}
