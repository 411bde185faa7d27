// Each rewrite in one line: the pattern, the number of its attempt, the operation and its place, what was made. The
// number is what --debug-counter counts.

// RUN: neuron-opt %s --canonicalize --trace-patterns -o /dev/null 2>&1 | filecheck %s -DFILE=%s

// CHECK:      {{^}}[trace-patterns] FoldOperation #0: 'arith.addi' at [[FILE]]:[[# @LINE + 7]]:8 -> 'arith.constant'{{$}}
// CHECK-NEXT: {{^}}[trace-patterns] FoldOperation #1: 'arith.addi' at [[FILE]]:[[# @LINE + 7]]:8 -> 'arith.constant'{{$}}
// CHECK-NEXT: {{^}}[trace-patterns] EraseDeadOperation #{{[0-9]+}}: 'arith.constant' at [[FILE]]:[[# @LINE + 4]]:10 -> nothing new{{$}}
// CHECK-NOT:  trace-patterns

func.func @f() -> (i32, i32) {
  %one = arith.constant 1 : i32
  %a = arith.addi %one, %one : i32
  %b = arith.addi %one, %one : i32
  return %a, %b : i32, i32
}
