// Verification as a step of its own, where the verifier between passes is switched off.

// RUN: neuron-opt %s --verify-each=false --verify | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(verify))' --mlir-very-unsafe-disable-verifier-on-parsing | filecheck %s
// RUN: not neuron-opt %S/Inputs/unverified.mlir --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=false --verify 2>&1 | filecheck %s --check-prefix=ERROR
// RUN: neuron-opt %S/Inputs/unverified.mlir --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=false --cse | filecheck %s --check-prefix=UNSEEN

// CHECK:  func.func @f
// ERROR:  unverified.mlir:2:3: error: 'test.op' op ends a block but is not a terminator
// UNSEEN: "test.op"() : () -> ()

func.func @f() {
  return
}
