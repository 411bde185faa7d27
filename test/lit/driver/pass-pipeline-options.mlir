// How options are written in a pipeline: lists at once, in pieces or in braces; quotes and braces around what holds blanks
// and commas; truth values by name alone; what is printed parses back to the same.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns=a,b,c})' --dump-pass-pipeline -o %t 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns=a disable-patterns=b,c})' --dump-pass-pipeline -o %t 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns={a,b,c}})' --dump-pass-pipeline -o %t 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns="a",{b},c enable-patterns={}})' --dump-pass-pipeline -o %t 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable_patterns=a,b,c top-down})' --dump-pass-pipeline -o %t 2>&1 | filecheck %s

// RUN: neuron-opt %s --pass-pipeline='builtin.module(trace-kernels{artifact-dir="a b, {c}" artifact-source={d=1 e={f}}})' --dump-pass-pipeline -o %t 2>&1 | filecheck %s --check-prefix=QUOTED
// RUN: neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns="",x})' --dump-pass-pipeline -o %t 2>&1 | filecheck %s --check-prefix=EMPTY-WORD
// RUN: neuron-opt %s --penguin-to-bir=tkg-threshold=7 --dump-pass-pipeline -o %t 2>&1 | filecheck %s --check-prefix=PIPELINE

// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{max-iterations=1 max-iterations=2})' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{max-num-rewrites=none max-num-rewrites=1})' 2>&1 | filecheck %s --check-prefix=NONE

// CHECK:      {{^}}builtin.module(canonicalize{top-down=true max-iterations=10 max-num-rewrites=none test-convergence=false disable-patterns=a,b,c enable-patterns={}}){{$}}
// QUOTED:     trace-kernels{{{}}artifact-dir="a b, {c}" artifact-source="d=1 e={f}"
// EMPTY-WORD: disable-patterns="",x enable-patterns={}
// PIPELINE:   {{^}}builtin.module(lower-macros{{{.*}}tkg-threshold=7{{.*}}},lower-compute
// TWICE:      --pass-pipeline:1:46: error: option 'max-iterations' is given twice
// NONE:       --pass-pipeline:1:51: error: option 'max-num-rewrites' is given twice

module {}
