// Each piece is parsed by itself: the same symbol may stand in two of them. The marker comes back between the outputs.

// RUN: neuron-opt --split-input-file %s | filecheck %s

func.func @same() {
  return
}

// CHECK:       module {
// CHECK-NEXT:    func.func @same() {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  // -----
// CHECK-NEXT:  module {
// CHECK-NEXT:    func.func @same() {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// -----

func.func @same() {
  return
}
