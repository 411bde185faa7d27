// RUN: neuron-opt --encode-descriptors %s | filecheck %s --check-prefix=LEFT
// RUN: neuron-opt --encode-descriptors=unlisted-rank=2 %s | filecheck %s --check-prefix=GIVEN
// RUN: neuron-opt --encode-descriptors --mlir-pass-statistics -o /dev/null %s 2>&1 | filecheck %s --check-prefix=COUNTED

// No public source says what descriptors the operands of a select have: it is left alone, and counted, unless the
// number of slots is given. A kernel node has no operands of an engine.

!x = memref<128x512xf32, #neuron.memory<sbuf>>

// LEFT:      bir.select
// LEFT-NOT:  neuron.descriptors
// LEFT:      bir.bir_kernel
// LEFT-NOT:  neuron.descriptors
// LEFT:      bir.tensor_copy
// LEFT-SAME: neuron.descriptors

// GIVEN:      bir.select
// GIVEN-SAME: {bytes = "00000000 0100 0100 0002 0100", kind = "TENSOR2D", operand = "ins[0]"
// GIVEN-SAME: {bytes = "00000000 0100 0100 0002 0100", kind = "MEM_PATTERN2D", operand = "outs[0]"
// GIVEN:      bir.bir_kernel
// GIVEN-NOT:  neuron.descriptors
// GIVEN:      bir.tensor_copy
// GIVEN-SAME: kind = "TENSOR4D"

// COUNTED:      (S) 1 num-descriptors - Descriptors that were written
// COUNTED-NEXT: (S) 1 num-unlisted - Instructions on chip whose descriptors no public source describes
func.func @f(%x: !x) {
  bir.select
    ins(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    -> outs(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  bir.bir_kernel "Library"
    ins(%x : !x via #neuron.interval<count = 65536, dtype = f32>)
    -> outs(%x : !x via #neuron.interval<count = 65536, dtype = f32>)
  bir.tensor_copy
    ins(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs()
  return
}
