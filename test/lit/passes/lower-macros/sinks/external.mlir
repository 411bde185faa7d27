// The external sink: a user's kernel becomes a call of its function, its KLIR twin a node that carries the artefact. Nothing
// of the library's fields is written on either.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<16xbf16, #neuron.memory<hbm, shared>>

// CHECK:      bir.nki_kernel @k ins(
// CHECK-SAME:   {func_args = {a = "ins[0]"}, func_outs = {out0 = "outs[0]"}, kernel_source_val = Beta3}
// CHECK-NEXT: bir.nki_klir_kernel ins(
// CHECK-SAME:   {klir_binary = "k.bir.json", kernel_format = "bir", func_args = {a = "ins[0]"}, func_outs = {out0 = "outs[0]"}, neuron.func_name = "k"}
func.func @f(%x: !x, %y: !x) {
  penguin.nki_kernel @k ins(%x : !x) -> outs(%y : !x) {func_args = ["a"]}
  penguin.nki_klir_kernel @k ins(%x : !x) -> outs(%y : !x) {klir_binary = "k.bir.json", func_args = ["a"]}
  return
}
