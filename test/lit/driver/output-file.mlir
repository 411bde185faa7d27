// The output file is written when the run succeeds, and then as a whole; '-' is standard output.

// RUN: rm -rf %t && mkdir %t
// RUN: neuron-opt %s -o %t/out.mlir
// RUN: filecheck %s --input-file=%t/out.mlir
// RUN: neuron-opt %s -o - | filecheck %s
// RUN: not neuron-opt %s --no-such-pass -o %t/no.mlir
// RUN: not ls %t/no.mlir
// RUN: not neuron-opt %S/Inputs/invalid.mlir -o %t/out.mlir
// RUN: filecheck %s --input-file=%t/out.mlir
// RUN: ls -A %t | filecheck %s --check-prefix=FILES
// RUN: not neuron-opt %s -o %t/missing/out.mlir 2>&1 | filecheck %s --check-prefix=FOLDER -DDIRECTORY=%t

// CHECK:      {{^}}module {
// CHECK-NEXT:   func.func @f() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// FILES:      {{^out.mlir$}}
// FILES-NOT:  {{.}}

// FOLDER: neuron-opt: error: cannot write output file '[[DIRECTORY]]/missing/out.mlir': No such file or directory

func.func @f() {
  return
}
