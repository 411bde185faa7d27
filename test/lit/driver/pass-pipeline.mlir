// A pipeline names the operation that it runs on; nested ones run on the operations directly inside. `any` is every
// isolated operation. What is printed parses back to the same.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}),cse,any(cse))' --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{top-down=true max-iterations=3 max-num-rewrites=none test-convergence=false disable-patterns={} enable-patterns={}}),cse,any(cse))' --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline=' any ( func.func ( cse , cse { } ) ) ' --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=BLANKS
// RUN: neuron-opt %s --pass-pipeline='builtin.module()' --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns=FoldOperation,"a b",{c,d} enable-patterns={x}})' --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=LISTS

// CHECK:      {{^}}builtin.module(func.func(cse,canonicalize{top-down=true max-iterations=3 max-num-rewrites=none test-convergence=false disable-patterns={} enable-patterns={}}),cse,any(cse)){{$}}
// CHECK-NOT:  {{.}}
// BLANKS:     {{^}}any(func.func(cse,cse)){{$}}
// EMPTY:      {{^}}builtin.module(){{$}}
// LISTS:      {{^}}builtin.module(canonicalize{top-down=true max-iterations=10 max-num-rewrites=none test-convergence=false disable-patterns=FoldOperation,"a b","c,d" enable-patterns=x}){{$}}

func.func @f() {
  return
}
