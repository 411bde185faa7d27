// RUN: neuron-opt --encode-descriptors %s | filecheck %s
// RUN: neuron-opt --encode-descriptors %s | neuron-opt --encode-descriptors | filecheck %s

// The address of an operand is that of its location, plus where the pattern starts in it.

!x = memref<128x512xf32, #neuron.memory<sbuf>>
!y = memref<32x64xbf16, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

bir.function @main body {
  %xs = bir.memory_location_set @x_set : !x
  %ys = bir.memory_location_set @y_set : !y
  %ps = bir.memory_location_set @p_set : !p
  %x = bir.memory_location @x set(%xs : !x) {addr = 256} : !x
  %y = bir.memory_location @y set(%ys : !y) {base = 32, addr = 256} : !y
  %p = bir.memory_location @p set(%ps : !p) {bank = 3} : !p
  bir.block @Block1 body {

    // Partition 32 of a memref that starts in partition 0 at byte 0x100; bank 3 of PSUM.
    // CHECK:      bir.tensor_copy
    // CHECK-SAME: {neuron.descriptors = [
    // CHECK-SAME: {bytes = "00018000 0100 0100 0100 0100 0002 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 32 : i64, start = "0x00800100", wire_type = 10 : i64},
    // CHECK-SAME: {bytes = "00180002 0100 0100 0100 0100 0002 0100 0100 0100", kind = "MEM_PATTERN4D", operand = "outs[0]", partitions = 32 : i64, start = "0x02001800", wire_type = 10 : i64}]}
    bir.tensor_copy
      ins(%x : !x via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], offset = 16384, dtype = f32>)
      -> outs(%p : !p via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], dtype = f32>)

    // The location itself starts in partition 32; element 4 of a partition is 8 bytes further on.
    // CHECK:      bir.tensor_copy
    // CHECK-SAME: {bytes = "08018000 0200 0800 0100 0100 0400 0400 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 32 : i64, start = "0x00800108", wire_type = 6 : i64}
    bir.tensor_copy
      ins(%y : !y via #neuron.ap<partition = [[64, 32]], free = [[8, 4], [2, 4]], offset = 4, dtype = bf16>)
      -> outs(%p : !p via #neuron.ap<partition = [[512, 32]], free = [[1, 16]], dtype = f32>)

    // Backwards, and a broadcast: steps are signed, and may be 0.
    // CHECK:      bir.tensor_copy
    // CHECK-SAME: {bytes = "fc080000 ffff 0000 0100 0100 0002 0300 0100 0100", kind = "TENSOR4D", operand = "ins[0]"
    bir.tensor_copy
      ins(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[0, 3], [-1, 512]], offset = 511, dtype = f32>)
      -> outs(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[0, 3], [1, 512]], dtype = f32>)

    // Whole partitions as an interval.
    // CHECK:      bir.tensor_copy
    // CHECK-SAME: {bytes = "00018000 0100 0100 0100 0100 0002 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 32 : i64, start = "0x00800100"
    bir.tensor_copy
      ins(%x : !x via #neuron.interval<start = 16384, count = 16384, dtype = f32>)
      -> outs(%p : !p via #neuron.interval<count = 16384, dtype = f32>)
  }
}

// A location of another function has the address that it has there.
bir.function @callee body {
  %x = bir.foreign_location @theirs @main::@y_set::@y : !y
  bir.block @Block1 body {
    // CHECK-LABEL: bir.function @callee
    // CHECK:      bir.tensor_copy
    // CHECK-SAME: {bytes = "00018000 0100 0100 0100 0100 4000 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 32 : i64, start = "0x00800100"
    bir.tensor_copy ins(%x : !y via #neuron.ap<partition = [[64, 32]], free = [[1, 64]], dtype = bf16>) -> outs()
  }
}
