// The markers of the input and of the output can be chosen; one that stands in a line with other text is none.

// RUN: neuron-opt %s --split-input-file='// ====' --output-split-marker='// next' | filecheck %s

// CHECK:      func.func private @a() -> ()
// CHECK:      {{^// next$}}
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @b() -> ()
// CHECK-NEXT: }
// CHECK-NOT:  {{^// next$}}

func.func private @a() // ====
// ====
func.func private @b()
