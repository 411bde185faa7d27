// Diagnostics are held against comments of the input: each expected one must come, and no other may. Comments count only
// with the flag.

// RUN: neuron-opt %s --split-input-file --verify-diagnostics -o %t
// RUN: not neuron-opt %s --split-input-file -o %t 2>&1 | filecheck %s --check-prefix=WITHOUT -DFILE=%s
// RUN: not neuron-opt %S/Inputs/wrong-expectations.mlir --verify-diagnostics 2>&1 | filecheck %s --check-prefix=WRONG
// RUN: neuron-opt %S/Inputs/unexpected.mlir --verify-diagnostics=only-expected
// RUN: not neuron-opt %S/Inputs/unexpected.mlir --verify-diagnostics 2>&1 | filecheck %s --check-prefix=UNEXPECTED
// RUN: not neuron-opt %s --verify-diagnostics=some 2>&1 | filecheck %s --check-prefix=VALUE

// WITHOUT:      [[FILE]]:[[# @LINE + 11]]:15: error: use of undefined value '%y'

// WRONG:        wrong-expectations.mlir:3:15: error: unexpected error: use of undefined value '%y'
// WRONG:        wrong-expectations.mlir:2:6: error: expected error "something else" was not produced

// UNEXPECTED:   unexpected.mlir:2:15: error: unexpected error: use of undefined value '%y'

// VALUE:        neuron-opt: error: flag '--verify-diagnostics' takes one of 'all', 'only-expected', not 'some'

func.func @next_line(%x: i32) -> i32 {
  // expected-error @+1 {{use of undefined value '%y'}}
  func.return %y : i32
}

// -----

func.func @this_line(%x: i32) -> i32 {
  func.return %y : i32 // expected-error {{use of undefined value}}
}

// -----

func.func @above(%x: i32) -> i32 {
  func.return %y : i32
  // expected-error-re @above {{use of undefined value '%{{[a-z]}}'}}
}

// -----

// expected-note @+1 {{first defined here}}
func.func private @twice()
// expected-error @+1 {{redefinition of symbol}}
func.func private @twice()
