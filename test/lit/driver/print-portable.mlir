// The form that real mlir-opt takes: generic, properties among the attributes, our attributes by position with words
// as strings. It is read back to what it was.
// RUN: neuron-opt --print-portable %s | filecheck %s
// RUN: neuron-opt --print-portable %s | neuron-opt | filecheck %s --check-prefix=BACK
// RUN: neuron-opt --print-portable --mlir-print-debuginfo %s | filecheck %s --check-prefix=WHERE

// CHECK:      "builtin.module"() ({
// CHECK-NEXT:   "func.func"() ({
// CHECK-NEXT:   ^bb0(%x: memref<128x512xf32, #neuron.memory<"sbuf", false, 0>>, %y: memref<128x64xf32, #neuron.memory<"sbuf", false, 0>>, %img: memref<16xf32, #neuron.memory<"hbm", true, 0>>):
// CHECK-NEXT:     "penguin.tensor_reduce"(%x, %y) {op = #penguin.reduce_op<"add">, reduce_size = 8 : i64, operandSegmentSizes = array<i32: 1, 1>, accesses = [#penguin.tile<[0, 0], [128, 512], unit>, #penguin.full<>]} : (memref<128x512xf32, #neuron.memory<"sbuf", false, 0>>, memref<128x64xf32, #neuron.memory<"sbuf", false, 0>>) -> ()
// CHECK:          "penguin_variadic.nki_kernel"(%img, %img)
// CHECK-SAME:     func = @mine
// CHECK:          "func.return"() : () -> ()
// CHECK:      }) {neuron.target = #neuron.target<"trn2", 2, unit, unit, unit>} : () -> ()

// BACK:      module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
// BACK-NEXT:   func.func @f(%x: memref<128x512xf32, #neuron.memory<sbuf>>, %y: memref<128x64xf32, #neuron.memory<sbuf>>, %img: memref<16xf32, #neuron.memory<hbm, shared>>) {
// BACK-NEXT:     penguin.tensor_reduce add src(%x tile<offsets = [0, 0], shape = [128, 512]> : memref<128x512xf32, #neuron.memory<sbuf>>) -> dst(%y : memref<128x64xf32, #neuron.memory<sbuf>>) {reduce_size = 8}
// BACK-NEXT:     penguin.nki_kernel @mine ins(%img : memref<16xf32, #neuron.memory<hbm, shared>>) -> outs(%img : memref<16xf32, #neuron.memory<hbm, shared>>)
// BACK-NEXT:     return

// WHERE: "penguin.tensor_reduce"{{.*}} loc("{{.*}}print-portable.mlir":[[# @LINE + 8]]:5)

!x = memref<128x512xf32, #neuron.memory<sbuf>>
!y = memref<128x64xf32, #neuron.memory<sbuf>>
!img = memref<16xf32, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @f(%x : !x, %y : !y, %img : !img) {
    penguin.tensor_reduce add src(%x tile<offsets = [0, 0], shape = [128, 512]> : !x) -> dst(%y : !y) {reduce_size = 8}
    penguin.nki_kernel @mine ins(%img : !img) -> outs(%img : !img)
    return
  }
}
