// Other ways of printing, with mlir-opt's flags.

// RUN: neuron-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: neuron-opt %s --mlir-elide-elementsattrs-if-larger=2 | filecheck %s --check-prefix=ELIDED
// RUN: neuron-opt %s --mlir-print-skip-regions | filecheck %s --check-prefix=SKIPPED
// RUN: neuron-opt %s --mlir-print-unique-ssa-ids | filecheck %s --check-prefix=UNIQUE
// RUN: neuron-opt %s --mlir-print-debuginfo | filecheck %s --check-prefix=LOCATIONS -DFILE=%s

// GENERIC:      {{^}}"builtin.module"() ({
// GENERIC-NEXT:   "func.func"() <{
// GENERIC:          %[[C:.*]] = "arith.constant"() <{value = dense<[1, 2, 3]> : tensor<3xi32>}> : () -> tensor<3xi32>

// ELIDED:       arith.constant dense_resource<__elided__> : tensor<3xi32>
// ELIDED-NEXT:  arith.constant dense<[1, 2]> : tensor<2xi32>
// ELIDED-NEXT:  arith.constant dense<7> : tensor<9xi32>

// SKIPPED:      {{^}}module {
// SKIPPED-NEXT:   func.func @f() {...}
// SKIPPED-NEXT:   func.func @g() {...}
// SKIPPED-NEXT: }

// UNIQUE:       %0 = arith.constant
// UNIQUE:       %1 = arith.constant
// UNIQUE:       %2 = arith.constant
// UNIQUE:       %3 = arith.constant

// LOCATIONS:    %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi32> loc("[[FILE]]":[[# @LINE + 5]]:8)
// LOCATIONS:    return loc("[[FILE]]":[[# @LINE + 7]]:3)
// LOCATIONS:    } loc("[[FILE]]":[[# @LINE + 2]]:1)

func.func @f() {
  %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %2 = arith.constant dense<7> : tensor<9xi32>
  return
}
func.func @g() {
  %0 = arith.constant 1 : i32
  return
}
