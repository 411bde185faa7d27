// Between passes the IR is verified, unless that is switched off.

// RUN: neuron-opt %s --cse --cse --mlir-timing 2>&1 | filecheck %s --check-prefix=EACH
// RUN: neuron-opt %s --cse --cse --mlir-timing --verify-each=false 2>&1 | filecheck %s --check-prefix=NONE

// EACH:      Name----
// EACH:      {{\)}}  CSE
// EACH-NEXT: {{\)}}    (V) verifier
// EACH-NEXT: {{\)}}  CSE
// EACH-NEXT: {{\)}}    (V) verifier
// EACH-NEXT: {{\)}}  Output

// NONE:      Name----
// NONE:      {{\)}}  CSE
// NONE-NEXT: {{\)}}  CSE
// NONE-NEXT: {{\)}}  Output

module {}
