// RUN: neuron-opt --encode-descriptors %s | filecheck %s
// RUN: neuron-opt --encode-descriptors=register=5 %s | filecheck %s --check-prefix=REGISTER

// A start that is known at run time only is in a register: bit 31 and the register's number are the start word.

!x = memref<128x512xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @indices
// CHECK:         bir.tensor_copy_dynamic_src
// CHECK-SAME:    {bytes = "00000080 0100 0100 0100 0100 4000 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 128 : i64, start = "0x80000000", wire_type = 10 : i64}
// CHECK-SAME:    {bytes = "00000000 0100 0100 0100 0100 4000 0100 0100 0100", kind = "MEM_PATTERN4D", operand = "outs[0]"
// REGISTER-LABEL: func.func @indices
// REGISTER:      {bytes = "05000080 0100 0100 0100 0100 4000 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 128 : i64, start = "0x80000005"
func.func @indices(%x: !x, %i: index) {
  bir.tensor_copy_dynamic_src
    ins(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, access_shape = [128, 64], dtype = f32>)
    -> outs(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 64]], access_shape = [128, 64], dtype = f32>)
    indices(%i)
  return
}

// CHECK-LABEL: bir.function @registers
bir.function @registers body {
  %xs = bir.memory_location_set @x_set : !x
  %x = bir.memory_location @x set(%xs : !x) {base = 32} : !x
  bir.register @r0 {numPhysicalRegs = 1}
  bir.block @Block1 body {
    // CHECK:      bir.tensor_copy
    // CHECK-SAME: {bytes = "00000080 0200 0100 0100 0100 4000 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 64 : i64, start = "0x80000000"
    bir.tensor_copy ins(%xs : !x via #bir.register_ap<ap = [[512, 64], [2, 64]], dtype = f32, regref = @r0>) -> outs()

    // CHECK:      bir.tensor_copy
    // CHECK-SAME: {bytes = "00000080 0300 0100 0100 0100 1000 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]", partitions = 32 : i64, start = "0x80000000"
    bir.tensor_copy
      ins(%x : !x via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[512, 128]], free = [[1, 64]], dtype = f32>,
                                      offset = #bir.affine<64 * register(@r0)>, actual = [[512, 32], [3, 16]]>)
      -> outs()
  }
}
