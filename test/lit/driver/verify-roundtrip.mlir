// What is printed reads back as what was there, in the usual and in the generic form.

// RUN: neuron-opt %s --verify-roundtrip | filecheck %s

// CHECK: func.func @f
func.func @f(%x: memref<128x512xbf16, #neuron.memory<sbuf>>) attributes {note = "a \"quoted\" word"} {
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  cf.br ^next(%c : tensor<2xi32>)
^next(%y: tensor<2xi32>):
  return
}
