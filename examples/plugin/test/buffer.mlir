// The text of the operation, in the usual and in the generic form. A level of 0 is not printed.

// RUN: neuron-opt --verify-roundtrip %s | filecheck %s
// RUN: neuron-opt --mlir-print-op-generic %s | filecheck %s --check-prefix=GENERIC

// CHECK:        func.func @f(%x: memref<128x512xbf16>) {
// CHECK-NEXT:     watch.buffer value(%x : memref<128x512xbf16>) {label = "hidden"}
// CHECK-NEXT:     watch.buffer value(%x : memref<128x512xbf16>) {label = "hidden", level = 2}

// GENERIC:      "watch.buffer"(%x) <{label = "hidden", level = 2 : i64}> : (memref<128x512xbf16>) -> ()

func.func @f(%x: memref<128x512xbf16>) {
  watch.buffer value(%x : memref<128x512xbf16>) {label = "hidden", level = 0}
  watch.buffer value(%x : memref<128x512xbf16>) {label = "hidden", level = 2}
  return
}
