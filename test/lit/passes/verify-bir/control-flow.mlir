// RUN: neuron-opt --verify-bir --split-input-file --verify-diagnostics=only-expected %s

// Rules of functions, blocks, loops and storage.

// Everything that is referred to by name is there.

bir.queue @q0
bir.function @main body {
  // expected-error @+1 {{'bir.block' op BasicBlock does not exist! There is no block Block7 (references)}}
  bir.block @Block1 {arguments = [{incoming_values = [["x", "Block7"]]}]} body {
    // expected-error @+3 {{'bir.no_op' op Unknown dependency: there is no instruction b (references)}}
    // expected-error @+2 {{'bir.no_op' op Unknown loop-carried dependency: there is no instruction c (references)}}
    // expected-error @+1 {{'bir.no_op' op Cannot find unrolled dependency: there is no instruction d (BIR048)}}
    bir.no_op @a {dependencies = [@b], loop_carried_dependencies = [@c Anti], unroll_dependencies = [@d]}
    // expected-error @+1 {{'bir.load' op Queue does not exist! There is no queue q1 (references)}}
    bir.load {queue = @q1}
    // expected-error @+1 {{'bir.dma_trigger' op Block does not exist! There is no DMA block a (references)}}
    bir.dma_trigger {queue = @q0, dma_blocks = [@a]}
    // expected-error @+1 {{'bir.call' op the argument is not found: there is no storage y (references)}}
    bir.call {target = @f, arguments = {x = "y"}}
    // expected-error @+1 {{'bir.branch_hint' op BasicBlock does not exist! There is no block Block8 (references)}}
    bir.branch_hint {associate_branch = @Block8}
    // expected-error @+1 {{'bir.unconditional_branch' op BasicBlock does not exist! There is no block Block9 (references)}}
    bir.unconditional_branch {target = @Block9}
  }
}

// -----

// Registers.

!s = memref<128x512xf32, #neuron.memory<sbuf>>

bir.function @main body {
  %xs = bir.memory_location_set @x_set : !s
  bir.register @r0
  bir.block @Block1 body {
    // expected-error @+1 {{'bir.register_move' op operand "ins[0]": Register with name r1 not found (BIR016)}}
    bir.register_move ins(register @r1 : i32) -> outs(register @r0 : i32)
    // expected-error @+1 {{'bir.tensor_load' op operand "ins[0]": Register with name r2 not found (BIR016)}}
    bir.tensor_load ins(%xs : !s via #bir.register_ap<ap = [[512, 128], [1, 512]], dtype = f32, regref = @r0, reg_ap_offset = @r2>) -> outs(register @r0 : i32)
    bir.return
  }
}

// -----

// Blocks are not empty, end with a terminator, and have nothing else behind the first.

bir.function @main body {
  // expected-error @+1 {{'bir.block' op Empty basic blocks are not allowed: Block1 (BIR078)}}
  bir.block @Block1 body {
  }
  // expected-error @+2 {{'bir.block' op block Block2 must end with a terminator, it ends with 'bir.no_op' (BIR079)}}
  // expected-error @+1 {{'bir.block' op block Block2 is unreachable (BIR097)}}
  bir.block @Block2 body {
    bir.no_op
  }
  // expected-error @+1 {{'bir.block' op block Block3 is unreachable (BIR097)}}
  bir.block @Block3 body {
    bir.return
    // expected-error @+1 {{'bir.no_op' op stands behind 'bir.return'; nothing but terminators follows the first terminator (BIR080)}}
    bir.no_op
    bir.exit
  }
}

// -----

// Every block is reached, and one way of a branch is the next block.

bir.function @main body {
  bir.register @r0
  bir.block @Block1 body {
    // expected-error @+1 {{'bir.compare_and_branch' op goes to Block3 or Block1; one must be the next block, which is Block2 (BIR142)}}
    bir.compare_and_branch ins(register @r0 : i32, imm 3 : i32) {comp_op = IS_LTIMM, on_true = @Block3, on_false = @Block1}
  }
  // expected-error @+1 {{'bir.block' op block Block2 is unreachable (BIR097)}}
  bir.block @Block2 body {
    bir.return
  }
  bir.block @Block3 body {
    // expected-error @+1 {{'bir.compare_and_branch' op goes to Block1 or Block3; one must be the next block, and there is none (BIR142)}}
    bir.compare_and_branch ins(register @r0 : i32, imm 3 : i32) {comp_op = IS_LTIMM, on_true = @Block1, on_false = @Block3}
  }
}

// -----

// What a branch compares.

bir.function @main body {
  bir.register @r0
  bir.block @Block1 body {
    // expected-error @+1 {{'bir.compare_and_branch' op compares 1 value, expected 2 (BIR072)}}
    bir.compare_and_branch ins(register @r0 : i32) {comp_op = IS_LTIMM, on_true = @Block2, on_false = @Block2}
  }
  bir.block @Block2 body {
    // expected-error @+1 {{'bir.compare_and_branch' op operand "ins[1]": is uint32, the other value is int32; they are the same (BIR072)}}
    bir.compare_and_branch ins(register @r0 : i32, imm 3 : ui32) {comp_op = IS_LTIMM, on_true = @Block3, on_false = @Block1}
  }
  bir.block @Block3 body {
    // expected-error @+1 {{'bir.compare_and_branch' op operand "ins[0]": is int64, a branch compares float32, int32 or uint32 (BIR111)}}
    bir.compare_and_branch ins(register @r0 : i64, imm 3 : i64) {comp_op = IS_LTIMM, on_true = @Block4, on_false = @Block1}
  }
  bir.block @Block4 body {
    bir.return
  }
}

// -----

// Loops whose bounds, or conditions, are known at run time.

bir.function @main body {
  bir.register @r0
  bir.block @Block1 body {
    // expected-error @+1 {{'bir.do_while' op has a condition that is no integer runtime value (BIR070)}}
    bir.do_while {cond = #bir.affine<1 * axis(@i)>} body {
      bir.block @b0 body {
        // expected-error @+1 {{'bir.dynamic_for_loop' op is nested in another loop; a DynamicForLoop stands in a top-level block (BIR149)}}
        bir.dynamic_for_loop {DynamicForLoopAxis = {name = @i, lb = 0, ub = #bir.affine<4 * register(@r0)>, stride = 1}} body {
          bir.block @b1 body {
            bir.no_op
          }
        }
      }
    }
    // expected-error @+3 {{'bir.dynamic_for_loop' op has a lb that is no constant (BIR135)}}
    // expected-error @+2 {{'bir.dynamic_for_loop' op has a stride that is no constant (BIR135)}}
    // expected-error @+1 {{'bir.dynamic_for_loop' op has an ub that is not one term of one integer runtime value (BIR135)}}
    bir.dynamic_for_loop {DynamicForLoopAxis = {name = @i, lb = #bir.affine<register(@r0)>, ub = 8, stride = #bir.affine<axis(@i)>}} body {
      bir.block @b2 body {
        bir.no_op
      }
    }
    bir.do_while {cond = #bir.affine<register(@r0)>} body {
      bir.block @b3 body {
        bir.no_op
      }
    }
    bir.return
  }
}

// -----

// The older and the newer 8-bit floats.

!a = memref<128x512xf8E4M3, #neuron.memory<sbuf>>
!b2 = memref<128x512xf8E4M3FN, #neuron.memory<sbuf>>

func.func @f(%a: !a, %b: !b2) {
  bir.tensor_copy ins(%a : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f8E4M3>) -> outs(%a : !a via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f8E5M2>)
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]": is float8_e4m3fn: float8e4 and float8_e4m3fn are not mixed in one module (fp8-consistency)}}
  bir.tensor_copy ins(%b : !b2 via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f8E4M3FN>) -> outs(%b : !b2 via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f8E4M3FN>)
  return
}

// -----

// Storage: the size of a tensor, what fits a partition, and whose a tensor is.

!t = memref<128x49152xf32, #neuron.memory<sbuf>>
!z = memref<128x4097xf32, #neuron.memory<psum>>

bir.function @main body {
  // expected-error @+1 {{'bir.memory_location_set' op has 4294967296 bytes, a tensor has less than 4294967296 (BIR156)}}
  %xs = bir.memory_location_set @x_set : memref<65536x16384xf32, #neuron.memory<hbm>>
  // expected-error @+1 {{'bir.memory_location_set' op has scope @nobody, which is no Function, Loop, DynamicForLoop or DoWhile (BIR296)}}
  %ys = bir.memory_location_set @y_set {scope = @nobody} : !t
  // expected-error @+1 {{'bir.memory_location' op takes bytes 65536 to 262143 of each partition, sbuf has 229376 on arch gen3 (BIR037)}}
  %y = bir.memory_location @y set(%ys : !t) {addr = 65536} : !t
  %zs = bir.memory_location_set @z_set {scope = @main} : !z
  // expected-error @+1 {{'bir.memory_location' op takes bytes 0 to 16387 of each partition, psum has 16384 on arch gen3 (BIR037)}}
  %z = bir.memory_location @z set(%zs : !z) : !z
}
