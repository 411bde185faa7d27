// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt --mlir-print-op-generic %s | neuron-opt | filecheck %s

// Keys of all types. Random instances of every instruction with every key are in tests/dialects/bir.

// CHECK-LABEL: func.func @keys
func.func @keys() {
  // A key that a document must have stands in the text unless the constructor gives it a value.
  // CHECK-NEXT: bir.activation {scale = 1.000000e+00, alpha = 0.000000e+00, func = Gelu}
  bir.activation {scale = 1.0, alpha = 0, func = Gelu, op0 = bypass, acc = Idle}
  // Flags, numbers and lists of numbers may be affine; a flag that is given stays, true or false.
  // CHECK-NEXT: bir.tensor_reduce {op = max, axis = C, apply_transpose = false, negate = #bir.affine<mod(axis(@i), 2)>}
  bir.tensor_reduce {op = max, axis = C, apply_transpose = false, negate = #bir.affine<mod(axis(@i), 2)>}
  // CHECK-NEXT: bir.stream_shuffle {mask = [0, 255, #bir.affine<axis(@i)>]}
  bir.stream_shuffle {mask = [0, 255, #bir.affine<axis(@i)>]}
  // CHECK-NEXT: bir.collective_send {peer_id = 18446744073709551615}
  bir.collective_send {peer_id = 18446744073709551615}
  // Floats that are infinite or no number are written as their bits.
  // CHECK-NEXT: bir.tensor_scalar {op0 = add, const0 = 0xff800000, reverse0 = true, op1 = is_ge, const1 = 0x7fc00000, reverse1 = false}
  bir.tensor_scalar {op0 = add, const0 = 0xFF800000, reverse0, op1 = is_ge, const1 = 0x7FC00000, reverse1 = false}
  // CHECK-NEXT: bir.iota {base = -1, pattern = {{\[\[}}1, 4], [0, 2]], channel_multiplier = 2}
  bir.iota {base = -1, pattern = [[1, 4], [0, 2]], channel_multiplier = 2}
  // CHECK-NEXT: bir.rand {random_algorithm = PHILOX_1, rand_num_steps = 7, distribution = Normal, params = [0.000000e+00, 1.000000e+00]}
  bir.rand {random_algorithm = PHILOX_1, rand_num_steps = 7, distribution = Normal, params = [0.0, 1.0]}
  // Records have named fields; names of other things are written as symbols.
  // CHECK-NEXT: bir.collective_compute {queue = "q", cc_channel = {kind = AllReduce, replica_groups = {{\[\[}}0, 1], [2, 3]], op = add}, cc_dim = Partition}
  bir.collective_compute {queue = "q", cc_channel = {op = add, kind = AllReduce, replica_groups = [[0, 1], [2, 3]]}, cc_dim = Partition, cc_type_hint = None}
  // CHECK-NEXT: bir.dma_trigger {queue = @q0, dma_blocks = [@block_0, @"block 1"]}
  bir.dma_trigger {queue = @q0, dma_blocks = [@block_0, @"block 1"]}
  // CHECK-NEXT: bir.call {table_id = 1, target = @f, arguments = {x = "y"}}
  bir.call {table_id = 1, target = @f, arguments = {x = "y"}}
  // CHECK-NEXT: bir.inline_asm_bytes {asm_bytes = [0, 255], sync_type = sequencer, latency_estimate = 100}
  bir.inline_asm_bytes {asm_bytes = [0, 255], sync_type = sequencer, latency_estimate = 100}
  // CHECK-NEXT: bir.custom_op {opFunctionName = "f", opLibFile = "libf.so", ulib_to_ucode_version = "1", ulib_to_isa_version = "2", srcsShape = {{\[\[}}1, 2]], dstsShape = []}
  bir.custom_op {opFunctionName = "f", opLibFile = "libf.so", ulib_to_ucode_version = "1", ulib_to_isa_version = "2", is_builtin = false, srcsShape = [[1, 2]], dstsShape = []}
  return
}
