// RUN: neuron-opt %s --canonicalize | filecheck %s --check-prefix=AFTER
func.func @double(%a : i32) -> i32 {
  %zero = arith.constant 0 : i32
  %b = arith.addi %a, %zero : i32
  return %b : i32
}
