// RUN: neuron-opt --encode-descriptors %s | filecheck %s

// Data and scales of a microscaling operand have one descriptor. Elements are counted, four to a container; the scales'
// start word is that of their quadrant, their partition in it stands by itself.

!q = memref<128x512xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!f = memref<128x128xvector<4xf4E2M1FN>, #neuron.memory<sbuf>>
!s = memref<128x512xf8E8M0FNU, #neuron.memory<sbuf>>
!p = memref<128x512xbf16, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn3>} {
  bir.function @main body {
    %qs = bir.memory_location_set @q_set : !q
    %fs = bir.memory_location_set @f_set : !f
    %ss = bir.memory_location_set @s_set : !s
    %ps = bir.memory_location_set @p_set : !p
    %q = bir.memory_location @q set(%qs : !q) {addr = 0} : !q
    %f = bir.memory_location @f set(%fs : !f) {addr = 2048} : !f
    %s = bir.memory_location @s set(%ss : !s) {addr = 4096} : !s
    %p = bir.memory_location @p set(%ps : !p) : !p
    bir.block @Block1 body {
      // The scales of the moving operand are 4 partitions further on in each quadrant. The result may have two bytes.
      // CHECK:      bir.matmult_mx
      // CHECK-SAME: neuron.descriptors = [
      // CHECK-SAME: {bytes = "00000000 00100000 0008 01 04 00000000", kind = "MXMEM_PATTERN1D", operand = "ins[0]", partitions = 128 : i64, start = "0x00000000", wire_type = 14 : i64},
      // CHECK-SAME: {bytes = "fe080000 00100000 0002 ff 00 00000000", kind = "MXMEM_PATTERN1D", operand = "ins[1]", partitions = 128 : i64, start = "0x000008fe", wire_type = 16 : i64},
      // CHECK-SAME: {described_by = "ins[0]", kind = "MXMEM_PATTERN1D", operand = "ins[2]"},
      // CHECK-SAME: {described_by = "ins[1]", kind = "MXMEM_PATTERN1D", operand = "ins[3]"},
      // CHECK-SAME: {bytes = "00000002 0100 0100 0100 0002 0100 0100", kind = "MEM_PATTERN3D", operand = "outs[0]", partitions = 128 : i64, start = "0x02000000", wire_type = 6 : i64}]
      bir.matmult_mx
        ins(%q : !q via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = vector<4xf8E4M3FN>>,
            %f : !f via #neuron.ap<partition = [[128, 128]], free = [[-1, 128]], offset = 127, dtype = vector<4xf4E2M1FN>>,
            %s : !s via #neuron.ap<partition = [[16384, 4], [512, 4]], free = [[1, 512]], offset = 2048, dtype = f8E8M0FNU>,
            %s : !s via #neuron.ap<partition = [[16384, 4], [512, 4]], free = [[1, 128]], dtype = f8E8M0FNU>)
        -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
    }
  }
}
