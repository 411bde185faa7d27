// A dialect that somebody else defined in IRDL: its types, attributes and operations are read, verified and printed.
// RUN: neuron-opt --allow-unregistered-dialect --irdl-file=%S/Inputs/cmath.irdl %s | filecheck %s

// CHECK:      module {
// CHECK-NEXT:   func.func @f(%c: !cmath.complex<f32>, %m: memref<2xf32>, %i: index) {
// CHECK-NEXT:     %0 = "cmath.mul"(%c, %c) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
// CHECK-NEXT:     %1 = "cmath.norm"(%0) {mode = #cmath.mode<"fast">, extra = #cmath.unit} : (!cmath.complex<f32>) -> f32
// CHECK-NEXT:     "cmath.gather"(%m, %i, %i) ({
// CHECK-NEXT:     ^bb0(%x: index):
// CHECK-NEXT:       "some.terminator"() : () -> ()
// CHECK-NEXT:     }) {operandSegmentSizes = array<i32: 1, 2>} : (memref<2xf32>, index, index) -> ()
// CHECK-NEXT:     return
func.func @f(%c : !cmath.complex<f32>, %m : memref<2xf32>, %i : index) {
  %0 = "cmath.mul"(%c, %c) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  %1 = "cmath.norm"(%0) {mode = #cmath.mode<"fast">, extra = #cmath.unit} : (!cmath.complex<f32>) -> f32
  "cmath.gather"(%m, %i, %i) ({
  ^bb0(%x : index):
    "some.terminator"() : () -> ()
  }) {operandSegmentSizes = array<i32: 1, 2>} : (memref<2xf32>, index, index) -> ()
  return
}
