// RUN: neuron-opt %s | filecheck %s --check-prefix=FOUND
// FOUND_NEXT: module
// FOUND: {{.*}}
// LOST-NEXT: module
module {}
