// RUN: neuron-opt --target=trn1 --encode-descriptors %s | filecheck %s --check-prefix=TRN1
// RUN: neuron-opt --target=trn2 --encode-descriptors %s | filecheck %s --check-prefix=TRN2
// RUN: neuron-opt --target=trn3 --encode-descriptors %s | filecheck %s --check-prefix=TRN3

// The activation of v2 has two slots; v4 has no MEM_PATTERN4D.

!x = memref<128x512xf32, #neuron.memory<sbuf>>

// TRN1:      bir.activation
// TRN1-SAME: {bytes = "00000000 0100 0100 0002 0100", kind = "TENSOR2D", operand = "ins[0]"
// TRN1-SAME: {bytes = "00000000 0100 0100 0002 0100", kind = "MEM_PATTERN2D", operand = "outs[0]"
// TRN1:      bir.tensor_copy
// TRN1-SAME: {bytes = "00000000 0100 0100 0100 0100 0002 0100 0100 0100", kind = "MEM_PATTERN4D", operand = "outs[0]"

// TRN2:      bir.activation
// TRN2-SAME: {bytes = "00000000 0100 0100 0100 0002 0100 0100", kind = "TENSOR3D", operand = "ins[0]"
// TRN2-SAME: {bytes = "00000000 0100 0100 0100 0002 0100 0100", kind = "MEM_PATTERN3D", operand = "outs[0]"
// TRN2:      bir.tensor_copy
// TRN2-SAME: {bytes = "00000000 0100 0100 0100 0100 0002 0100 0100 0100", kind = "MEM_PATTERN4D", operand = "outs[0]"

// TRN3:      bir.activation
// TRN3-SAME: {bytes = "00000000 0100 0100 0100 0002 0100 0100", kind = "TENSOR3D", operand = "ins[0]"
// TRN3:      bir.tensor_copy
// TRN3-SAME: {bytes = "00000000 0100 0100 0100 0100 0002 0100 0100 0100", kind = "TENSOR4D", operand = "outs[0]"
func.func @f(%x: !x) {
  bir.activation
    ins(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    -> outs(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    {func = Relu, scale = 1.0, alpha = 0.0}
  bir.tensor_copy
    ins(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    -> outs(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}
