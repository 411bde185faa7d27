// --run-reproducer runs the pipeline that the input carries in its metadata; without the flag that is left alone.

// RUN: neuron-opt %s --run-reproducer | filecheck %s
// RUN: neuron-opt %s --run-reproducer --dump-pass-pipeline --mlir-timing -o %t 2>&1 | filecheck %s --check-prefix=TIMING
// RUN: neuron-opt %s | filecheck %s --check-prefix=IGNORED
// RUN: neuron-opt %s --cse | filecheck %s
// RUN: not neuron-opt %S/Inputs/invalid.mlir --run-reproducer 2>&1 | filecheck %s --check-prefix=INVALID
// RUN: echo 'module {}' | not neuron-opt --run-reproducer 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not neuron-opt %s --run-reproducer --cse 2>&1 | filecheck %s --check-prefix=MIXED

// CHECK:       arith.addi
// CHECK-NOT:   arith.addi

// IGNORED:     arith.addi
// IGNORED:     arith.addi

// The recipe says not to verify between passes.
// TIMING:      {{\)}}  CSE
// TIMING-NEXT: {{\)}}  Output

// INVALID:     invalid.mlir:1:26: error: expected a type
// NONE:        error: there is no 'mlir_reproducer' in the metadata of the input to run
// MIXED:       neuron-opt: error: passes as flags cannot be combined with --run-reproducer

func.func @f(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.addi %x, %zero : i32
  %b = arith.addi %x, %zero : i32
  return %a, %b : i32, i32
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      disable_threading: true,
      verify_each: false
    }
  }
#-}
