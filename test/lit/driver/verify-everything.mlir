// An operation whose verifier looks at types and attributes only is verified once for all that are equal to it;
// --verify-everything looks at each. What is wrong is reported at every operation in either case.

// RUN: neuron-opt %s --split-input-file --verify-diagnostics -o %t
// RUN: neuron-opt %s --split-input-file --verify-diagnostics --verify-everything -o %t
// RUN: neuron-opt --help | filecheck %s --check-prefix=HELP

// HELP:      {{^  --verify-everything +Run the verifier of each operation whenever the IR is verified, also where$}}
// HELP-NEXT: {{^ +an equal one was found good before$}}

func.func @equal(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %a, %x : i32
  return %b : i32
}

// -----

func.func @wrong_twice(%x: i32, %y: f32) {
  // expected-error @below {{'arith.addi' op operand 'rhs' at position 1 does not verify}}
  %a = "arith.addi"(%x, %y) : (i32, f32) -> i32
  // expected-error @below {{'arith.addi' op operand 'rhs' at position 1 does not verify}}
  %b = "arith.addi"(%x, %y) : (i32, f32) -> i32
  return
}
