// RUN: neuron-opt --verify-bir --split-input-file --verify-diagnostics=only-expected %s

// Rules of particular instructions.

// Custom operations end with sunda.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+2 {{'bir.custom_op' op Custom operations not yet supported for TRN2 (BIR131)}}
  // expected-error @+1 {{'bir.custom_op' op CustomOp is not supported on arch gen3, must be sunda or less (BIR531)}}
  bir.custom_op ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {opFunctionName = "f", opLibFile = "l", ulib_to_ucode_version = "1", ulib_to_isa_version = "1", srcsShape = [[128, 512]], dstsShape = [[128, 512]]}
  return
}

// -----

// The operands of library kernels.

!q = memref<32x512xf32, #neuron.memory<sbuf>>

bir.function @main body {
  %xs = bir.memory_location_set @x_set : !q
  %x = bir.memory_location @x set(%xs : !q) {base = 32} : !q
  bir.block @Block1 body {
    // expected-error @+3 {{'bir.bir_kernel' op operand "ins[0]": mem.getBasePartition() == 0: Kernel inputs/outputs must be allocated at base partition 0, found 32 (kernel-base)}}
    // expected-error @+2 {{'bir.bir_kernel' op operand "outs[0]": mem.getBasePartition() == 0: Kernel inputs/outputs must be allocated at base partition 0, found 32 (kernel-base)}}
    // expected-error @+1 {{'bir.bir_kernel' op Engine DVE is invalid for BIRKernel instruction on arch gen3. Must be Unassigned, ALL. (BIR606)}}
    bir.bir_kernel "MLP" ins(%x : !q via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], dtype = f32>) -> outs(%x : !q via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], dtype = f32>) {engine = DVE}
    bir.return
  }
}

// -----

// Calls of users' kernels: the function, and the PSUM banks of the architecture.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

module attributes {bir.arch = "inferentia"} {
  bir.function @kernel {nki} body {
  }
  bir.function @main body {
    %xs = bir.memory_location_set @x_set : !s
    %x = bir.memory_location @x set(%xs : !s) : !s
    bir.block @Block1 body {
      // expected-error @+1 {{'bir.nki_kernel' op attribute "psum_buf_shape" has 5 banks, inf1 has 4 (birverifier 1681)}}
      bir.nki_kernel @kernel ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {sym_name = @k0, psum_buf_shape = [0, 0, 5]}
      // expected-error @+1 {{'bir.nki_kernel' op NKI Kernel function pointer is empty in instruction without a name: there is no function @other (BIR205)}}
      bir.nki_kernel @other ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
      bir.return
    }
  }
}

// -----

// What a matrix multiplication writes.

!s = memref<128x512xf32, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%x: !s, %p: !p) {
  // expected-error @+1 {{'bir.matmult' op operand "outs[0]": Instruction: Matmult has invalid memory location type: SB. Supported memory location types are: PSUM (BIR412)}}
  bir.matmult ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  bir.matmult ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

// The compression of sparse matrices.

!s = memref<128x512xf32, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%x: !s, %p: !p) {
  // expected-error @+1 {{'bir.matmult_sparse' op has compress_ratio = 5, legal are 2, 3 and 4 (BIR028)}}
  bir.matmult_sparse ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 5}
  bir.matmult_sparse ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {compress_ratio = 4}
  return
}

// -----

// A transpose keeps the type, and types of 32 bits are not mixed with others.

!s = memref<128x512xf32, #neuron.memory<sbuf>>
!e = memref<128x512xbf16, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

func.func @f(%x: !s, %e: !e, %p: !p) {
  // expected-error @+1 {{'bir.matmult' op operand "outs[0]": is float32, a transpose of bfloat16 has the same element type (BIR031)}}
  bir.matmult ins(%e : !e via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>, %e : !e via #neuron.ap<partition = [[512, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {is_transpose = true}
  // expected-error @+1 {{'bir.matmult' op operand "ins[1]": is bfloat16, the moving operand is float32; 32-bit operands are not mixed with others (BIR034)}}
  bir.matmult ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %e : !e via #neuron.ap<partition = [[512, 128]], free = [[1, 128]], dtype = bf16>) -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

// One PSUM bank.

!s = memref<128x512xf32, #neuron.memory<sbuf>>
!b = memref<128x4096xf32, #neuron.memory<psum>>

func.func @f(%x: !s, %p: !b) {
  // expected-error @+1 {{'bir.matmult' op operand "outs[0]": goes from PSUM bank 0 to 1; a matrix multiplication writes one bank of 2048 bytes (BIR110)}}
  bir.matmult ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%p : !b via #neuron.ap<partition = [[4096, 128]], free = [[1, 512]], offset = 256, dtype = f32>)
  bir.matmult ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%p : !b via #neuron.ap<partition = [[4096, 128]], free = [[1, 512]], offset = 512, dtype = f32>)
  return
}

// -----

// Transposing DMAs.

!h4 = memref<128x4x4x4xf32, #neuron.memory<hbm>>
!s4 = memref<128x4x4x4xf32, #neuron.memory<sbuf>>
!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%h: !h4, %x: !s4, %r: !s) {
  // expected-error @+1 {{'bir.dma_copy' op has transpose_op = WXZY, a DMA transpose is XZYW or XYZW (dma-transpose)}}
  bir.dma_copy ins(%h : !h4 via #neuron.ap<free = [[64, 128], [16, 4], [4, 4], [1, 4]], dtype = f32>) -> outs(%x : !s4 via #neuron.ap<partition = [[64, 128]], free = [[16, 4], [4, 4], [1, 4]], dtype = f32>) {mode = Transpose, transpose_op = WXZY}
  // expected-error @+2 {{'bir.dma_copy' op operand "ins[0]": has 3 dimensions, a DMA transpose has 4 on both sides (dma-transpose)}}
  // expected-error @+1 {{'bir.dma_copy' op operand "outs[0]": Instruction: DMACopy has invalid memory location type: DRAM. Supported memory location types are: SB (dma-transpose)}}
  bir.dma_copy ins(%h : !h4 via #neuron.ap<free = [[64, 128], [16, 4], [1, 16]], dtype = f32>) -> outs(%h : !h4 via #neuron.ap<free = [[64, 128], [16, 4], [4, 4], [1, 4]], dtype = f32>) {mode = Transpose, transpose_op = XYZW}
  // expected-error @+1 {{'bir.dma_descriptor_transpose' op has transpose_op = XYZW, a DMA transpose that starts at run time is XZYW (dma-transpose)}}
  bir.dma_descriptor_transpose ins(%h : !h4 via #bir.dynamic_ap<pattern = #neuron.ap<free = [[64, 128], [16, 4], [4, 4], [1, 4]], dtype = f32>, indirect_dim = W>) -> outs(%x : !s4 via #neuron.ap<partition = [[64, 128]], free = [[16, 4], [4, 4], [1, 4]], dtype = f32>) {transpose_op = XYZW}
  bir.dma_copy ins(%r : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%r : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {transpose_op = WXZY}
  return
}

// -----

// A trigger without a queue, and one without blocks.

bir.queue @q0
bir.function @main body {
  bir.block @Block1 body {
    bir.dma_block @b0 body {
      bir.no_op
    }
    // expected-error @+1 {{'bir.dma_trigger' op DMATrigger must have queue and block set (dma-trigger)}}
    bir.dma_trigger {dma_blocks = [@b0]}
    // expected-error @+1 {{'bir.dma_trigger' op DMATrigger must have queue and block set (dma-trigger)}}
    bir.dma_trigger {queue = @q0}
    bir.dma_trigger {queue = @q0, dma_blocks = [@b0]}
    bir.return
  }
}

// -----

// A copy between SBUFs.

!s = memref<128x512xf32, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @f(%x: !s, %p: !p) {
    // expected-error @+4 {{'bir.gpsimd_sb2sb' op is between the two cores of a logical one, the target has lnc = 1 (BIR450)}}
    // expected-error @+3 {{'bir.gpsimd_sb2sb' op operand "ins[0]": moves 2048 bytes of each partition, at most 1024 are possible (BIR450)}}
    // expected-error @+2 {{'bir.gpsimd_sb2sb' op operand "ins[0]": has 24 partitions, expected a multiple of 16 (BIR450)}}
    // expected-error @+1 {{'bir.gpsimd_sb2sb' op operand "outs[0]": Instruction: GPSIMDSB2SB has invalid memory location type: PSUM. Supported memory location types are: SB (BIR450)}}
    bir.gpsimd_sb2sb ins(%x : !s via #neuron.ap<partition = [[512, 24]], free = [[1, 512]], dtype = f32>) -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    // expected-error @+2 {{'bir.gpsimd_sb2sb' op is between the two cores of a logical one, the target has lnc = 1 (BIR450)}}
    // expected-error @+1 {{'bir.gpsimd_sb2sb' op reads float32 and writes int32; the element types are the same (BIR450)}}
    bir.gpsimd_sb2sb ins(%x : !s via #neuron.ap<partition = [[512, 32]], free = [[1, 16]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 32]], free = [[1, 16]], dtype = i32>)
    return
  }
}

// -----

// What does not accumulate.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+1 {{'bir.tensor_tensor' op has acc = Zero, a TensorTensor is Idle (BIR534)}}
  bir.tensor_tensor ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {op = add, acc = Zero}
  // expected-error @+1 {{'bir.tensor_tensor' op has acc = Accumulate, which a TensorTensor cannot do (BIR255)}}
  bir.tensor_tensor ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {op = add, acc = Accumulate}
  // expected-error @+1 {{'bir.tensor_scalar_ptr' op has acc = Accumulate, which a TensorScalarPtr cannot do (BIR254)}}
  bir.tensor_scalar_ptr ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {op0 = mult, reverse0 = false, op1 = bypass, reverse1 = false, acc = Accumulate}
  // expected-error @+1 {{'bir.range_select' op has reduce_cmd = Accumulate, which a RangeSelect cannot do (BIR253)}}
  bir.range_select ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {reduce_cmd = Accumulate}
  return
}

// -----

// Gathers.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+3 {{'bir.gather' op operand "outs[0]": is int32, the params are float32; they are the same (BIR099)}}
  // expected-error @+2 {{'bir.gather' op operand "ins[1]": is int32, indices are uint32 (BIR099)}}
  // expected-error @+1 {{'bir.gather' op operand "ins[1]": has 64 partitions, the output has 128 (BIR099)}}
  bir.gather ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], dtype = i32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = i32>)
  // expected-error @+2 {{'bir.gather' op operand "outs[0]": has 5 dimensions, a Gather has at most 4 (BIR099)}}
  // expected-error @+1 {{'bir.gather' op operand "ins[1]": has 256 elements in a partition, the output has 16 (BIR099)}}
  bir.gather ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 256]], dtype = ui32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[256, 2], [64, 2], [16, 2], [1, 2]], dtype = f32>)
  // expected-error @+1 {{'bir.gather' op has other operands than params, indices and one output (BIR099)}}
  bir.gather ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  return
}

// -----

// The bounds of sequences.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

func.func @f(%x: !s) {
  // expected-error @+1 {{'bir.get_sequence_bounds' op operand "ins[0]": has 2 dimensions, a GetSequenceBounds has 3 (BIR122)}}
  bir.get_sequence_bounds ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[256, 2], [1, 2]], dtype = f32>)
  return
}

// -----

// Microscaling matrix multiplications.

!m = memref<128x1024xf32, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn3>} {
  func.func @f(%x: !m, %p: !p) {
    // expected-error @+4 {{'bir.matmult_mx' op has a replication shift, a MatmultMx has none (matmult-mx)}}
    // expected-error @+3 {{'bir.matmult_mx' op operand "ins[0]": has 48 partitions, expected 32, 64 or 128 (matmult-mx)}}
    // expected-error @+2 {{'bir.matmult_mx' op operand "ins[1]": has 1024 elements in a partition, at most 512 are possible (matmult-mx)}}
    // expected-error @+1 {{'bir.matmult_mx' op operand "ins[2]": starts at partition 16; scales start at a multiple of 4 in the first 16 partitions of a quadrant (matmult-mx)}}
    bir.matmult_mx ins(%x : !m via #neuron.ap<partition = [[1024, 48]], free = [[1, 512]], dtype = f32>, %x : !m via #neuron.ap<partition = [[1024, 64]], free = [[1, 1024]], dtype = f32>, %x : !m via #neuron.ap<partition = [[1024, 16]], free = [[1, 512]], offset = 16384, dtype = f32>, %x : !m via #neuron.ap<partition = [[1024, 4]], free = [[1, 512]], offset = 4096, dtype = f32>) -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {replication_shift_amnt = 1}
    return
  }
}

// -----

// Collectives and the interface of the module.

!h = memref<128x512xf32, #neuron.memory<hbm>>

bir.function @main body {
  %xs = bir.memory_location_set @x_set {kind = ExternalInput} : !h
  %x = bir.memory_location @x set(%xs : !h) : !h
  %ys = bir.memory_location_set @y_set {kind = Output} : !h
  %y = bir.memory_location @y set(%ys : !h) : !h
  bir.block @Block1 body {
    // expected-error @+2 {{'bir.collective_compute' op operand "ins[0]": Collective instruction cannot read IO tensors (collective-io)}}
    // expected-error @+1 {{'bir.collective_compute' op operand "outs[0]": Collective instruction cannot write IO tensors (collective-io)}}
    bir.collective_compute ins(%x : !h via #neuron.interval<count = 65536, dtype = f32>) -> outs(%y : !h via #neuron.interval<count = 65536, dtype = f32>)
    bir.return
  }
}

// -----

// Collectives on SBUF.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn1>} {
  func.func @f(%x: !s) {
    // expected-error @+2 {{'bir.collective_compute' op is on SBUF, which is not supported on arch sunda, must be gen3 or greater (collective-sb)}}
    // expected-error @+1 {{'bir.collective_compute' op is on SBUF and has 2 outputs, expected 1 (collective-sb)}}
    bir.collective_compute ins(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) -> outs(%x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, %x : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    return
  }
}
