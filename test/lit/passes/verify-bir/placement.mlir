// RUN: neuron-opt --verify-bir --split-input-file --verify-diagnostics=only-expected %s

// Rules of all instructions: engines, architectures, operands and their access patterns.

// The engine of an instruction.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn3, lnc = 2>} {
  func.func @f(%x: !s) {
    // expected-error @+1 {{'bir.gpsimd_sb2sb' op Engine DVE is invalid for GPSIMDSB2SB instruction on arch core_v4. Must be Unassigned, Pool, ALL. (BIR606)}}
    bir.gpsimd_sb2sb ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 256]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 256]], dtype = f32>) {engine = DVE}
    // expected-error @+1 {{'bir.memset' op Engine PE is invalid for Memset instruction on arch core_v4. Must be Unassigned, Pool, DVE, ALL. (BIR606)}}
    bir.memset -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {mode = Const, constant = 0, engine = PE}
    bir.tensor_copy ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {engine = SP}
    // expected-error @+1 {{'bir.matmult_mx' op operand "outs[0]": Instruction: MatmultMx has invalid memory location type: SB. Supported memory location types are: PSUM (BIR412)}}
    bir.matmult_mx ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {engine = ALL}
    return
  }
}

// -----

// A function that is ready for code generation has its engines.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

bir.function @main {attributes = {ready_for_codegen = true}} body {
  %xs = bir.memory_location_set @x_set : !s
  %x = bir.memory_location @x set(%xs : !s) : !s
  bir.block @Block1 body {
    bir.memset -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {mode = Const, constant = 0, engine = PE}
    bir.return
  }
}

// -----

// An instruction that the architecture does not have yet.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn1>} {
  func.func @f(%x: !s) {
    // expected-error @+1 {{'bir.gpsimd_sb2sb' op GPSIMDSB2SB is not supported on arch sunda, must be gen3 or greater (BIR530)}}
    bir.gpsimd_sb2sb ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 256]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 256]], dtype = f32>)
    // expected-error @+1 {{'bir.quantize_mx' op QuantizeMx is not supported on arch sunda, must be core_v4 or greater (BIR530)}}
    bir.quantize_mx ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    // expected-error @+1 {{'bir.core_barrier' op CoreBarrier is not supported on arch sunda, must be gen3 or greater (BIR530)}}
    bir.core_barrier
    return
  }
}

// -----

// The architecture of a document goes before that of the target; one that there is not is refused.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

module attributes {bir.arch = "gen3", neuron.target = #neuron.target<trn3>} {
  func.func @f(%x: !s) {
    // expected-error @+1 {{'bir.quantize_mx' op QuantizeMx is not supported on arch gen3, must be core_v4 or greater (BIR530)}}
    bir.quantize_mx ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    return
  }
}

// -----

// expected-error @+1 {{'builtin.module' op names architecture 'gen4', which is none of: inferentia, sunda, gen3, cayman, core_v4, core_v5}}
module attributes {bir.arch = "gen4"} {
}

// -----

// An immediate has a type that immediates have.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+2 {{'bir.tensor_scalar_ptr' op operand "ins[1]": Unhandled data type float8e4 for bir::Immediate (BIR115)}}
  // expected-error @+1 {{'bir.tensor_scalar_ptr' op operand "ins[2]": Unhandled data type float32r for bir::Immediate (BIR115)}}
  bir.tensor_scalar_ptr ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, imm 2.0 : f8E4M3, imm 2.0 : tf32, imm 2.0 : bf16) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {op0 = mult, reverse0 = false, op1 = bypass, reverse1 = false}
  return
}

// -----

// Nothing can be written to an immediate.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+1 {{'bir.tensor_copy' op operand "outs[1]": is an immediate, which can only be an input (immediate-output)}}
  bir.tensor_copy ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, imm 1 : i32)
  return
}

// -----

// The rank of a pattern: what merges, or is a unit, does not count.

!r = memref<128x64xf32, #neuron.memory<sbuf>>

func.func @f(%x: !r) {
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Invalid number of AccessPattern dimensions; must be in [2, 5], found 6 (BIR049)}}
  bir.tensor_copy ins(%x : !r via #neuron.ap<partition = [[64, 128]], free = [[32, 2], [15, 2], [8, 2], [3, 2], [1, 2]], dtype = f32>) -> outs(%x : !r via #neuron.ap<partition = [[64, 128]], free = [[32, 2], [16, 2], [8, 1], [4, 2], [2, 2], [1, 2]], dtype = f32>)
  return
}

// -----

!s = memref<128x512xf32, #neuron.memory<sbuf>>

bir.function @main body {
  %xs = bir.memory_location_set @x_set : !s
  bir.block @Block1 body {
    // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Invalid number of AccessPattern dimensions; must be in [2, 5], found 1 (BIR049)}}
    bir.tensor_copy ins(%xs : !s via #bir.symbolic_ap<ap = [[512, 128]], dtype = f32>) -> outs(%xs : !s via #bir.symbolic_ap<ap = [[512, 128], [1, 512]], dtype = f32>)
    bir.return
  }
}

// -----

// The partitions are walked forwards.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+2 {{'bir.tensor_copy' op operand "ins[0]": Negative step in Pattern[0] not supported, found [-512, 128] (BIR003)}}
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Access pattern did not start at parition 0 or 64. Starts at partition 127 (BIR003)}}
  bir.tensor_copy ins(%x : !s via #neuron.ap<partition = [[-512, 128]], free = [[1, 512]], offset = 65024, dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[-1, 512]], offset = 511, dtype = f32>)
  return
}

// -----

// There are 128 partitions.

!w = memref<256x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !w) {
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Pattern accesses > 128 partitions, found 129 (BIR003)}}
  bir.tensor_copy ins(%x : !w via #neuron.ap<partition = [[512, 129]], free = [[1, 512]], dtype = f32>) -> outs(%x : !w via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

// Where an access of an engine may start.

!h = memref<128x512xf32, #neuron.memory<hbm>>
!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s, %h: !h) {
  // expected-error @+2 {{'bir.tensor_copy' op operand "ins[0]": Access pattern did not start at parition 0 or 64. Starts at partition 32 (BIR003)}}
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Access pattern crosses 64th partition boundary. (BIR003)}}
  bir.tensor_copy ins(%x : !s via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], offset = 16384, dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], offset = 16384, dtype = f32>)
  bir.dma_copy ins(%h : !h via #neuron.ap<free = [[512, 64], [1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], offset = 16384, dtype = f32>)
  return
}

// -----

// An access that does not start at 0 stays in its half.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Access pattern crosses 64th partition boundary. (BIR003)}}
  bir.tensor_copy ins(%x : !s via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], offset = 24576, dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], offset = 32768, dtype = f32>)
  return
}

// -----

// The base of a location counts, too.

!q = memref<64x512xf32, #neuron.memory<sbuf>>

bir.function @main body {
  %xs = bir.memory_location_set @x_set : !q
  %x = bir.memory_location @x set(%xs : !q) {base = 32} : !q
  %y = bir.memory_location @y set(%xs : !q) {base = 64} : !q
  bir.block @Block1 body {
    // expected-error @+2 {{'bir.tensor_copy' op operand "ins[0]": Access pattern did not start at parition 0 or 64. Starts at partition 32 (BIR003)}}
    // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Access pattern crosses 64th partition boundary. (BIR003)}}
    bir.tensor_copy ins(%x : !q via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], dtype = f32>) -> outs(%y : !q via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], dtype = f32>)
    bir.return
  }
}

// -----

// Addresses are aligned to the type of the access, not of the tensor.

!e = memref<128x512xbf16, #neuron.memory<sbuf>>

bir.function @main body {
  %xs = bir.memory_location_set @x_set : !e
  %x = bir.memory_location @x set(%xs : !e) {addr = 2} : !e
  bir.block @Block1 body {
    // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": Access must be aligned to datatype, address 2 is no multiple of 4 bytes (float32) (BIR429)}}
    bir.tensor_copy ins(%x : !e via #neuron.ap<partition = [[256, 128]], free = [[1, 256]], dtype = f32>) -> outs(%x : !e via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
    bir.return
  }
}

// -----

// A pattern that starts at run time.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+2 {{'bir.tensor_copy_dynamic_src' op operand "ins[0]": DynamicAPINFO::IndirectDimMaxIndex must be > 0, found 0 (BIR030)}}
  // expected-error @+1 {{'bir.tensor_copy_dynamic_src' op operand "outs[0]": has indices along Y, a vector offset moves along W only (dynamic-offset)}}
  bir.tensor_copy_dynamic_src ins(%x : !s via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[512, 128]], free = [[1, 64]], dtype = f32>, indirect_dim = W, indirect_dim_max_index = 0>) -> outs(%x : !s via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[512, 128]], free = [[1, 64]], dtype = f32>, indirect_dim = Y>)
  // expected-error @+1 {{'bir.tensor_copy_dynamic_dst' op operand "outs[0]": has a scalar and a vector dynamic offset; it can have one of them (dynamic-offset)}}
  bir.tensor_copy_dynamic_dst ins(%x : !s via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[512, 128]], free = [[1, 64]], dtype = f32>, offset = #bir.affine<64 * axis(@i)>>) -> outs(%x : !s via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[512, 128]], free = [[1, 64]], dtype = f32>, indirect_dim = W, offset = #bir.affine<64 * axis(@i)>>)
  return
}

// -----

// Operands that a tensor indexes.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": is indexed by a tensor, which is not supported on arch gen3, must be core_v4 or greater (BIR701)}}
  bir.tensor_copy ins(%x : !s via #bir.symbolic_ap<ap = [[512, 128], [1, 512]], dtype = f32, tensor_indirect_arg_id = 0>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

// Two inputs in PSUM; a scalar of a partition does not count.

!s = memref<128x512xf32, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%x: !s, %p: !p) {
  // expected-error @+1 {{'bir.tensor_tensor' op operand "ins[1]": is in PSUM, as is ins[0]; only one non-scalar input may be in PSUM (BVF027)}}
  bir.tensor_tensor ins(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {op = add}
  bir.tensor_tensor ins(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 1]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {op = add}
  return
}
