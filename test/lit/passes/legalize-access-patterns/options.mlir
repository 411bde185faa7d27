// What the options of the pass take is said where they are given.

// RUN: not neuron-opt --verify-rewrites --legalize-access-patterns=double-row-stride-alignment=0 %s 2>&1 | filecheck %s --check-prefix=ALIGNMENT
// RUN: not neuron-opt --verify-rewrites --legalize-access-patterns=max-strides=-1 %s 2>&1 | filecheck %s --check-prefix=STRIDES
// RUN: not neuron-opt --verify-rewrites --legalize-access-patterns=concerns=reduce,redcue %s 2>&1 | filecheck %s --check-prefix=CONCERN

// ALIGNMENT: 1:56: error: option 'double-row-stride-alignment' takes an integer of at least 1, not '0'
// STRIDES: 1:40: error: option 'max-strides' takes an integer of at least 1, not '-1'
// CONCERN: 1:44: error: option 'concerns' takes a list of 'float32r', 'reshape', 'dma', 'dynamic', 'collective', 'batch-transpose', 'reduce', 'double-row', 'sparse', 'hardware-fit', not 'redcue'; did you mean 'reduce'?
module {
}
