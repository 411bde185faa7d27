// A reproducer can be had without any failure.

// RUN: neuron-opt %s --cse --verify-each=false --mlir-generate-reproducer=%t.mlir -o /dev/null
// RUN: filecheck %s --input-file=%t.mlir
// RUN: not neuron-opt %s --cse --mlir-generate-reproducer=%t.none/r.mlir 2>&1 | filecheck %s --check-prefix=FOLDER -DFILE=%t

// CHECK:      arith.addi
// CHECK:      arith.addi
// CHECK:      pipeline: "builtin.module(cse)",
// CHECK-NEXT: disable_threading: true,
// CHECK-NEXT: verify_each: false

// FOLDER:     neuron-opt: error: cannot write reproducer '[[FILE]].none/r.mlir': No such file or directory

func.func @f(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.addi %x, %zero : i32
  %b = arith.addi %x, %zero : i32
  return %a, %b : i32, i32
}
