// What passes count, nested as the pipeline is or each pass once. Counters that did not move are shown as well.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse),cse)' --mlir-pass-statistics -o /dev/null 2>&1 | filecheck %s --check-prefix=PIPELINE
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse),cse)' --mlir-pass-statistics --mlir-pass-statistics-display=list -o /dev/null 2>&1 | filecheck %s --check-prefix=LIST

// PIPELINE:      {{^ +... Pass statistics report ...$}}
// PIPELINE:      {{^'func.func' Pipeline$}}
// PIPELINE-NEXT: {{^  CSE$}}
// PIPELINE-NEXT: {{^    \(S\) 1 num-cse'd - Number of operations replaced by an equal one$}}
// PIPELINE-NEXT: {{^    \(S\) 0 num-dce'd - Number of dead operations erased$}}
// PIPELINE-NEXT: {{^CSE$}}
// PIPELINE-NEXT: {{^  \(S\) 0 num-cse'd - Number of operations replaced by an equal one$}}
// PIPELINE-NEXT: {{^  \(S\) 0 num-dce'd - Number of dead operations erased$}}
// PIPELINE-NOT:  {{.}}

// LIST:      {{^ +... Pass statistics report ...$}}
// LIST:      {{^CSE$}}
// LIST-NEXT: {{^  \(S\) 1 num-cse'd - Number of operations replaced by an equal one$}}
// LIST-NEXT: {{^  \(S\) 0 num-dce'd - Number of dead operations erased$}}
// LIST-NOT:  {{.}}

func.func @f(%x: i32) -> (i32, i32) {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  return %a, %b : i32, i32
}
