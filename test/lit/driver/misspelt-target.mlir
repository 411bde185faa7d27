// RUN: neuron-opt %s --split-input-file --verify-diagnostics -o /dev/null

// expected-warning @below {{'builtin.module' op has attribute 'neuron.taget', which nothing reads; did you mean 'neuron.target'?}}
module attributes {neuron.taget = #neuron.target<trn2, lnc = 2>} {
}

// -----

// Not near, or of another dialect.
module attributes {neuron.operands = "x", test.taget = 1} {
}

// -----

// With a target something else may be called almost like it.
module attributes {neuron.target = #neuron.target<trn2>, neuron.targets = "all"} {
}
