// On request, operations without a module around them are an error.

// RUN: neuron-opt %s | filecheck %s
// RUN: not neuron-opt %s --no-implicit-module 2>&1 | filecheck %s --check-prefix=ERROR -DFILE=%s

// CHECK: module {
// ERROR: [[FILE]]:1:1: error: expected a module, since --no-implicit-module is given

func.func private @f()
