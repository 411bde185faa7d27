// Errors, warnings, remarks and notes can be expected, at every place that a comment can name, by text or by pattern.

// RUN: neuron-opt %s --split-input-file --lower-macros=kernel-metrics --canonicalize=max-iterations=1 --verify-diagnostics -o %t
// RUN: not neuron-opt %S/Inputs/wrong-kinds.mlir --canonicalize=max-iterations=1 --verify-diagnostics 2>&1 | filecheck %s

// CHECK: wrong-kinds.mlir:5:4: error: malformed expectation; it has the form
// CHECK: wrong-kinds.mlir:6:4: error: invalid regular expression: unterminated character set
// CHECK: wrong-kinds.mlir:9:1: error: 'warning' diagnostic emitted when expecting a 'error': 'builtin.module' op patterns did not converge after 1 iteration
// CHECK: wrong-kinds.mlir:9:1: error: unexpected note: 'EraseDeadOperation' fired 1 time
// CHECK: wrong-kinds.mlir:3:4: error: expected error "patterns did not converge" was not produced
// CHECK: wrong-kinds.mlir:4:4: error: expected remark "at no place" was not produced

// An error on a line further down, and its note on one further up.
// expected-note @+2 {{first defined here}}
// expected-error @+2 {{'func.func' op redefinition of symbol '@twice'}}
func.func private @twice()
func.func private @twice()

// -----

func.func @above_and_below() {
  // expected-error @below {{use of undefined value '%a'}}
  "test.op"(%a) : (i32) -> ()
  "test.op"(%b) : (i32) -> ()
  // expected-error @above {{use of undefined value '%b'}}
  return
}

// -----

func.func @same_line_and_before() {
  "test.op"(%a) : (i32) -> () // expected-error {{undefined}}
  "test.op"(%b) : (i32) -> ()
  return
  // expected-error @-2 {{undefined value '%b'}}
}

// -----

// A remark, a warning with notes, and a warning by a pattern: what stands in inner braces is a regular expression.
// expected-remark @+4 {{kernel metrics: BIR_KERNEL mine: 1}}
// expected-warning-re @+3 {{did not converge after {{[0-9]+}} iteration; these keep firing: '{{EraseDeadOperation|FoldOperation}}'}}
// expected-note @+2 {{'EraseDeadOperation' fired 1 time}}
// expected-note-re @+1 {{'{{Fold.*}}' fired 1 time}}
module {
  func.func @f(%a: memref<16xbf16, #neuron.memory<hbm>>, %b: memref<16xbf16, #neuron.memory<hbm>>) -> i32 {
    penguin.bir_kernel "mine" ins(%a : memref<16xbf16, #neuron.memory<hbm>>) -> outs(%b : memref<16xbf16, #neuron.memory<hbm>>)
    %one = arith.constant 1 : i32
    %two = arith.addi %one, %one : i32
    return %two : i32
  }
}

// -----

// What has no place is expected at none: the module is not written down, so it stands on no line.
// expected-remark @unknown {{kernel metrics: BIR_KERNEL mine: 1}}
func.func @f(%a: memref<16xbf16, #neuron.memory<hbm>>, %b: memref<16xbf16, #neuron.memory<hbm>>) {
  penguin.bir_kernel "mine" ins(%a : memref<16xbf16, #neuron.memory<hbm>>) -> outs(%b : memref<16xbf16, #neuron.memory<hbm>>)
  return
}
