// RUN: neuron-opt --encode-descriptors %s | filecheck %s --check-prefixes=CHECK,INNERMOST
// RUN: neuron-opt --encode-descriptors=slot-order=innermost-first %s | filecheck %s --check-prefixes=CHECK,INNERMOST
// RUN: neuron-opt --encode-descriptors=slot-order=outermost-first %s | filecheck %s --check-prefixes=CHECK,OUTERMOST

// Sources disagree about which dimension slot 0 has. Unit dimensions take no slot either way.

!x = memref<1x1024xbf16, #neuron.memory<sbuf>>

// CHECK:          bir.tensor_tensor
// INNERMOST-SAME: {bytes = "00000000 0100 4000 0100 2000 1000 0100", kind = "TENSOR3D"
// OUTERMOST-SAME: {bytes = "00000000 4000 0100 0100 1000 2000 0100", kind = "TENSOR3D"
func.func @f(%x: !x) {
  bir.tensor_tensor
    ins(%x : !x via #neuron.ap<partition = [[1024, 1]], free = [[64, 16], [7, 1], [1, 32]], dtype = bf16>)
    -> outs() {op = add}
  return
}
