// Errors in a pipeline show all of it, with a caret at the place.

// RUN: not neuron-opt %s --pass-pipeline='' 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: not neuron-opt %s --pass-pipeline='cse' 2>&1 | filecheck %s --check-prefix=UNWRAPPED
// RUN: not neuron-opt %s --pass-pipeline='func.func(cse)' 2>&1 | filecheck %s --check-prefix=OUTERMOST
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | filecheck %s --check-prefix=OPEN
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse,)' 2>&1 | filecheck %s --check-prefix=COMMA
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse cse)' 2>&1 | filecheck %s --check-prefix=NO-COMMA
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(csee)' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(quite-something-else)' 2>&1 | filecheck %s --check-prefix=NOTHING-NEAR
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func(cse))' 2>&1 | filecheck %s --check-prefix=ANCHOR
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse(cse))' 2>&1 | filecheck %s --check-prefix=PASS-AS-ANCHOR
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func)' 2>&1 | filecheck %s --check-prefix=NO-PASSES
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func(dce))' 2>&1 | filecheck %s --check-prefix=FOREIGN
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func(trace-kernels))' 2>&1 | filecheck %s --check-prefix=MISPLACED
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse{x=1})' 2>&1 | filecheck %s --check-prefix=NO-OPTIONS
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{max-iterations=many})' 2>&1 | filecheck %s --check-prefix=INTEGER
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{max-iterations})' 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{top-down=2})' 2>&1 | filecheck %s --check-prefix=BOOLEAN
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{top-down top-down})' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(lower-macros{nki-frontend=beta4})' 2>&1 | filecheck %s --check-prefix=CHOICE
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns="a})' 2>&1 | filecheck %s --check-prefix=QUOTE
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{disable-patterns={a)' 2>&1 | filecheck %s --check-prefix=BRACE
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.fun(cse))' 2>&1 | filecheck %s --check-prefix=NO-SUCH-OPERATION

// EMPTY:      --pass-pipeline:1:1: error: the pipeline is empty; write 'builtin.module()' for one that does nothing

// UNWRAPPED:      --pass-pipeline:1:1: error: the pipeline must be wrapped in the operation that it runs on
// UNWRAPPED-NEXT: {{^cse$}}
// UNWRAPPED-NEXT: {{^\^$}}
// UNWRAPPED-NEXT: note: write 'builtin.module(cse)', or use -p for a bare list

// OUTERMOST:      --pass-pipeline:1:1: error: the outermost anchor must be 'builtin.module' or 'any', not 'func.func'
// OUTERMOST:      note: write 'builtin.module(func.func(cse))'

// OPEN:      --pass-pipeline:1:15: error: this '(' is not closed
// OPEN-NEXT: builtin.module(cse
// OPEN-NEXT: {{^              \^$}}

// COMMA:      --pass-pipeline:1:20: error: expected the name of a pass or of an operation, not ')'

// NO-COMMA:      --pass-pipeline:1:20: error: expected ',' or ')' after 'cse', not 'c'

// UNKNOWN:      --pass-pipeline:1:16: error: there is no pass or pipeline called 'csee'; did you mean 'cse'?
// UNKNOWN-NEXT: builtin.module(csee)
// UNKNOWN-NEXT: {{^               \^$}}

// NOTHING-NEAR:      --pass-pipeline:1:16: error: there is no pass or pipeline called 'quite-something-else'
// NOTHING-NEAR:      note: --list-passes shows what there is

// ANCHOR:      --pass-pipeline:1:16: error: 'func' is not the name of an operation
// ANCHOR:      note: an anchor is a full name such as 'func.func', or 'any'

// PASS-AS-ANCHOR: --pass-pipeline:1:16: error: 'cse' is a pass, not an operation; options go in braces

// NO-PASSES:      --pass-pipeline:1:16: error: 'func.func' needs the passes that run on it, in parentheses
// NO-PASSES:      note: write 'func.func(canonicalize)' to canonicalize each of them

// FOREIGN:      --pass-pipeline:1:26: error: 'dce' is not one of our passes, and those run on 'builtin.module' only, not on 'func.func'
// FOREIGN:      note: move it out of 'func.func(…)', directly into 'builtin.module(…)'

// MISPLACED:      --pass-pipeline:1:26: error: pass 'trace-kernels' runs on 'builtin.module', not on 'func.func'
// MISPLACED:      note: move it out of 'func.func(…)', directly into 'builtin.module(…)'

// NO-OPTIONS: --pass-pipeline:1:20: error: pass 'cse' has no options

// INTEGER:      --pass-pipeline:1:44: error: option 'max-iterations' takes an integer, not 'many'
// INTEGER-NEXT: builtin.module(canonicalize{max-iterations=many})
// INTEGER-NEXT: {{^                                           \^$}}

// VALUE: --pass-pipeline:1:29: error: option 'max-iterations' needs a value: an integer

// BOOLEAN: --pass-pipeline:1:38: error: option 'top-down' takes 'true' or 'false', not '2'

// TWICE: --pass-pipeline:1:38: error: option 'top-down' is given twice

// CHOICE: --pass-pipeline:1:42: error: option 'nki-frontend' takes one of 'beta3', 'beta2', not 'beta4'; did you mean 'beta3'?

// QUOTE: --pass-pipeline:1:46: error: this quote is not closed

// BRACE: --pass-pipeline:1:46: error: this '{' is not closed

// NO-SUCH-OPERATION:      --pass-pipeline:1:16: error: the anchor 'func.fun' is not the name of an operation; did you mean 'func.func'?
// NO-SUCH-OPERATION-NEXT: builtin.module(func.fun(cse))
// NO-SUCH-OPERATION-NEXT: {{^               \^$}}

module {}
