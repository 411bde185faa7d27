// Passes are flags, and run in the order of the flags. Options follow '=' or stand in braces; one or two hyphens.

// RUN: neuron-opt %s --cse --canonicalize=max-iterations=3 -cse --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=ORDER
// RUN: neuron-opt %s '--canonicalize={max-iterations=3 top-down=false}' --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=BRACES
// RUN: neuron-opt %s '--canonicalize{max-iterations=3 top-down=false}' --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=BRACES
// RUN: neuron-opt %s '--canonicalize=max-iterations=3 top-down=false' --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=BRACES
// RUN: neuron-opt %s --dce --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=XDSL

// RUN: not neuron-opt %s --canonicalize=max-iteration=3 2>&1 | filecheck %s --check-prefix=OPTION
// RUN: not neuron-opt %s '--canonicalize{max-iterations=3' 2>&1 | filecheck %s --check-prefix=OPEN
// RUN: not neuron-opt %s '--canonicalize{max-iterations=3}}' 2>&1 | filecheck %s --check-prefix=REST
// RUN: not neuron-opt %s --cse -p cse 2>&1 | filecheck %s --check-prefix=MIXED

// ORDER:      {{^}}builtin.module(cse,canonicalize{top-down=true max-iterations=3 max-num-rewrites=none test-convergence=false disable-patterns={} enable-patterns={}},cse){{$}}
// BRACES:     {{^}}builtin.module(canonicalize{top-down=false max-iterations=3 max-num-rewrites=none test-convergence=false disable-patterns={} enable-patterns={}}){{$}}
// XDSL:       {{^}}builtin.module(dce){{$}}

// OPTION:      --canonicalize:1:16: error: pass 'canonicalize' has no option 'max-iteration'; did you mean 'max-iterations'?
// OPTION-NEXT: --canonicalize=max-iteration=3
// OPTION-NEXT: {{^               \^$}}

// OPEN:      --canonicalize:1:15: error: this '{' is not closed
// OPEN-NEXT: --canonicalize{max-iterations=3

// REST:      --canonicalize:1:33: error: expected the end after the options, not '}'

// MIXED:      neuron-opt: error: -p cannot be combined with passes as flags
// MIXED-NEXT: note: say the whole pipeline in one way

module {}
