// A line that is almost a marker does not split, and is pointed out.

// RUN: neuron-opt %s --split-input-file -o %t 2>&1 | filecheck %s -DFILE=%s
// RUN: neuron-opt %s -o %t 2>&1 | filecheck %s --check-prefix=UNSPLIT --allow-empty

// CHECK:      [[FILE]]:[[# @LINE + 7]]:1: warning: this line does not split the input: it is not quite '// -----'
// CHECK-NEXT: {{^}}// ----{{$}}
// CHECK-NEXT: {{^\^$}}
// CHECK-NOT:  warning
// UNSPLIT-NOT: warning

func.func private @a()
// ----
func.func private @b()
// -----
func.func private @c()
