// An operand without a note is accessed in full. The generic form may say so for all of them: it is the same operation.
// A list of another length is refused.
//
// RUN: neuron-opt %s --split-input-file --verify-diagnostics --verify-roundtrip --print-op-generic | filecheck %s

!t = memref<128x64xbf16, #neuron.memory<sbuf>>
func.func @all(%a: !t, %b: !t) {
  // CHECK: "penguin.tensor_copy"(%a, %b) <{operandSegmentSizes = {{[^}]*}}}>
  "penguin.tensor_copy"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>, accesses = [#penguin.full, #penguin.full]}> : (!t, !t) -> ()
  return
}

// -----

!t = memref<128x64xbf16, #neuron.memory<sbuf>>
func.func @too_few(%a: !t, %b: !t) {
  // expected-error @+1 {{attribute "accesses" has 1 accesses for 2 memref operands}}
  "penguin.tensor_copy"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>, accesses = [#penguin.full]}> : (!t, !t) -> ()
  return
}

// -----

!t = memref<128x64xbf16, #neuron.memory<sbuf>>
func.func @none(%a: !t, %b: !t) {
  // expected-error @+1 {{attribute "accesses" has 0 accesses for 2 memref operands}}
  "penguin.tensor_copy"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>, accesses = []}> : (!t, !t) -> ()
  return
}
