// -p takes a bare list of passes, as xdsl-opt does, options spelled with hyphens or underscores; a whole pipeline as
// well, as mlir-opt does.

// RUN: neuron-opt %s -p 'dce,canonicalize{max_iterations=3},cse' --dump-pass-pipeline 2>&1 | filecheck %s
// RUN: neuron-opt %s -p 'builtin.module(func.func(cse))' --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=WHOLE
// RUN: not neuron-opt %s -p 'cse,dcee' 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CHECK: {{^}}builtin.module(dce,canonicalize{top-down=true max-iterations=3 max-num-rewrites=none test-convergence=false disable-patterns={} enable-patterns={}},cse){{$}}
// WHOLE: {{^}}builtin.module(func.func(cse)){{$}}
// UNKNOWN:      -p:1:5: error: there is no pass or pipeline called 'dcee'; did you mean 'dce'?
// UNKNOWN-NEXT: cse,dcee
// UNKNOWN-NEXT: {{^    \^$}}

func.func @f() {
  return
}
