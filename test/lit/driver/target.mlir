// --target writes the target on the module, over one that is there, before anything is verified.

// RUN: neuron-opt %s --target=trn3 | filecheck %s
// RUN: neuron-opt %s --target trn3:lnc=2,max_strides=5 | filecheck %s --check-prefix=SETTINGS
// RUN: neuron-opt %s | filecheck %s --check-prefix=AS-WRITTEN
// RUN: not neuron-opt %s --target=trn7 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not neuron-opt %s --target=trn2:lnc=3 2>&1 | filecheck %s --check-prefix=CORES
// RUN: not neuron-opt %s --target=trn1:lnc=2 2>&1 | filecheck %s --check-prefix=ONE-CORE
// RUN: not neuron-opt %s --target=trn2:lnc=1,lnc=2 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not neuron-opt %s --target=trn2:lnc=--1 2>&1 | filecheck %s --check-prefix=INTEGER

// CHECK:      {{^}}module attributes {neuron.target = #neuron.target<trn3>} {
// SETTINGS:   {{^}}module attributes {neuron.target = #neuron.target<trn3, lnc = 2, max_strides = 5>} {
// AS-WRITTEN: {{^}}module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
// UNKNOWN:    neuron-opt: error: --target: unknown target 'trn7'; did you mean '{{trn[123]}}'? (one of: inf1, tonga, trn1, sunda, inf2, trn2, cayman, trn3pre, trn3, corev4, mariana)
// TWICE:      neuron-opt: error: --target: 'lnc' is given twice
// INTEGER:    neuron-opt: error: --target: 'lnc' takes an integer, not '--1'
// CORES:      neuron-opt: error: --target: lnc is 3, a logical NeuronCore has 1 or 2 physical cores
// ONE-CORE:   neuron-opt: error: --target: lnc is 2, on trn1 only lnc = 1 is supported (NCC_EARG001)

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
}
