// Of the attempts of a pattern only some are let through, so that the rewrite that breaks something is found by halving.

// RUN: neuron-opt %s --canonicalize=enable-patterns=FoldOperation --debug-counter=FoldOperation:skip=1,count=1 | filecheck %s --check-prefix=SECOND
// RUN: neuron-opt %s --canonicalize=enable-patterns=FoldOperation --mlir-debug-counter=FoldOperation:count=1 | filecheck %s --check-prefix=FIRST
// RUN: neuron-opt %s --canonicalize --debug-counter=FoldOperation:count=0 --print-debug-counter -o /dev/null 2>&1 | filecheck %s --check-prefix=COUNT
// RUN: neuron-opt %s --canonicalize --debug-counter=FoldOperation:count=0 --mlir-print-debug-counter -o /dev/null 2>&1 | filecheck %s --check-prefix=COUNT
// RUN: neuron-opt %s --canonicalize --debug-counter=FoldOperations:skip=1 -o /dev/null 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not neuron-opt %s --canonicalize --debug-counter=FoldOperation=1 2>&1 | filecheck %s --check-prefix=FORM
// RUN: not neuron-opt %s --canonicalize --debug-counter=FoldOperation:skip=a 2>&1 | filecheck %s --check-prefix=NUMBER

// SECOND:     %[[ONE:.*]] = arith.constant 1 : i32
// SECOND:     %[[A:.*]] = arith.addi %[[ONE]], %[[ONE]] : i32
// SECOND:     %[[B:.*]] = arith.constant 2 : i32
// SECOND:     return %[[A]], %[[B]] : i32, i32

// FIRST:      %[[ONE:.*]] = arith.constant 1 : i32
// FIRST:      %[[A:.*]] = arith.constant 2 : i32
// FIRST:      %[[B:.*]] = arith.addi %[[ONE]], %[[ONE]] : i32
// FIRST:      return %[[A]], %[[B]] : i32, i32

// COUNT:      {{^}}Pattern attempts (seen, let through):{{$}}
// COUNT-NEXT: {{^}}  EraseDeadOperation: {{[0-9]+}}, {{[0-9]+}}{{$}}
// COUNT-NEXT: {{^}}  FoldOperation: 2, 0{{$}}

// UNKNOWN:    warning: --debug-counter: no pattern called 'FoldOperations' was tried; did you mean 'FoldOperation'?
// FORM:       neuron-opt: error: --debug-counter: 'FoldOperation=1' is not of the form Pattern:skip=N,count=M
// NUMBER:     neuron-opt: error: --debug-counter: 'skip=a' is neither skip=N nor count=N, each at most once

func.func @f() -> (i32, i32) {
  %one = arith.constant 1 : i32
  %a = arith.addi %one, %one : i32
  %b = arith.addi %one, %one : i32
  return %a, %b : i32, i32
}
