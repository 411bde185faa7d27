// What the test does not ask for is taken away. The test is called with its arguments and the path of a candidate.
// RUN: neuron-opt-reduce %s --test %{python} --test-arg %S/Inputs/mentions-muli.py 2> %t.progress | filecheck %s
// RUN: filecheck %s --input-file=%t.progress --check-prefix=PROGRESS
// RUN: not neuron-opt-reduce %S/Inputs/no-product.mlir --test %{python} --test-arg %S/Inputs/mentions-muli.py 2>&1 | filecheck %s --check-prefix=DULL

// CHECK:      module {
// CHECK-NEXT:   func.func @f({{.*}}: i32)
// CHECK-NOT:    arith.constant
// CHECK-NOT:    arith.addi
// CHECK:        arith.muli
// CHECK-NOT:    func.func

// PROGRESS: operations: {{[0-9]+}} operations left
// PROGRESS: from 7 to {{[2-4]}} operations with {{[0-9]+}} tests

// DULL: neuron-opt-reduce: error: the input is not interesting: '{{.*}}python{{.*}}' exits with 0 for it, where an interesting one has another exit code

func.func @f(%a : i32, %b : memref<4xf32>) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.muli %1, %0 {neuron.note = [1, 2]} : i32
  %3 = arith.addi %2, %a : i32
  return %3 : i32
}
func.func private @g(i32)
