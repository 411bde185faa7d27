// Watches above the level go, the others stay.

// RUN: neuron-opt %s --drop-watches=level=1 | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(drop-watches{level=1}))' | filecheck %s
// RUN: neuron-opt %s --drop-watches --mlir-pass-statistics -o %t 2>&1 | filecheck %s --check-prefix=STATISTICS
// RUN: neuron-opt %s '--drop-watches=level=1 report' --verify-diagnostics

// CHECK:      func.func @f(
// CHECK-NEXT:   watch.buffer {{.*}} {label = "always"}
// CHECK-NEXT:   watch.buffer {{.*}} {label = "often", level = 1}
// CHECK-NEXT:   return

// STATISTICS: (S) 2 num-dropped - Number of watches removed

func.func @f(%x: memref<4xf32>) {
  // expected-remark @+1 {{"always" stays: level 0 of 1}}
  watch.buffer value(%x : memref<4xf32>) {label = "always"}
  // expected-remark @+1 {{"often" stays: level 1 of 1}}
  watch.buffer value(%x : memref<4xf32>) {label = "often", level = 1}
  watch.buffer value(%x : memref<4xf32>) {label = "seldom", level = 2}
  return
}
