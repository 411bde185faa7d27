// What --mlir-print-debuginfo writes reads back, for operations of every dialect and in every position of a location.
//
// RUN: neuron-opt %s --mlir-print-debuginfo | neuron-opt --mlir-print-debuginfo | filecheck %s
// RUN: neuron-opt --verify-rewrites %s --penguin-to-bir --mlir-print-debuginfo | neuron-opt --mlir-print-debuginfo | filecheck %s --check-prefix=LOWERED

!hbm = memref<64x64xbf16, #neuron.memory<hbm>>
!sbuf = memref<64x64xbf16, #neuron.memory<sbuf>>

// CHECK: penguin.tensor_copy src(%{{.*}}) -> dst(%{{.*}}) loc("{{.*}}print-debuginfo.mlir":[[# @LINE + 3]]:3)
// LOWERED: bir.tensor_copy ins(%{{.*}}) -> outs(%{{.*}}) loc("{{.*}}print-debuginfo.mlir":[[# @LINE + 2]]:3)
func.func @behind_the_operands(%a: !sbuf, %b: !sbuf) {
  penguin.tensor_copy src(%a : !sbuf) -> dst(%b : !sbuf)
  return
}

// CHECK: penguin.bir_kernel "mine" ins(%{{.*}}) -> outs(%{{.*}}) {kernel_attrs = {n = 1 : i64}} loc("here":7:9)
// LOWERED: bir.bir_kernel "mine" ins(%{{.*}}) -> outs(%{{.*}}) {kernel_attrs = {n = 1 : i64}{{.*}}} loc("here":7:9)
func.func @behind_the_attributes(%a: !hbm, %b: !hbm) {
  penguin.bir_kernel "mine" ins(%a : !hbm) -> outs(%b : !hbm) {kernel_attrs = {n = 1 : i64}} loc("here":7:9)
  return
}
