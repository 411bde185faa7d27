// RUN: neuron-opt --verify-bir=after-unroll --split-input-file --verify-diagnostics=only-expected %s
// RUN: neuron-opt --verify-bir %s | filecheck %s

// What is gone once loops are unrolled; before, all of this is legal.

// CHECK: bir.generic_indirect_save

!s = memref<128x512xf32, #neuron.memory<sbuf>>

bir.function @main body {
  // expected-error @+1 {{'bir.memory_location_set' op has a scope, of which none are left after unrolling (BIR435)}}
  %xs = bir.memory_location_set @x_set {scope = @main} : !s
  bir.register @r0
  bir.block @Block1 body {
    // expected-error @+1 {{'bir.loop' op a Loop is left after unrolling (BIR430)}}
    bir.loop {LoopAxis = {name = @i, lb = 0, ub = 8, stride = 1}} body {
      bir.block @b0 body {
        bir.no_op
      }
    }
    // expected-error @+1 {{'bir.dynamic_for_loop' op a DynamicForLoop is left after unrolling (BIR431)}}
    bir.dynamic_for_loop {DynamicForLoopAxis = {name = @i, lb = 0, ub = #bir.affine<register(@r0)>, stride = 1}} body {
      bir.block @b1 body {
        bir.no_op
      }
    }
    // expected-error @+1 {{'bir.do_while' op a DoWhile is left after unrolling (BIR432)}}
    bir.do_while {cond = #bir.affine<register(@r0)>} body {
      bir.block @b2 body {
        bir.no_op
      }
    }
    // expected-error @+1 {{'bir.generic_indirect_load' op a GenericIndirectLoad is left after unrolling (BIR433)}}
    bir.generic_indirect_load
    // expected-error @+2 {{'bir.generic_indirect_save' op a GenericIndirectSave is left after unrolling (BIR433)}}
    // expected-error @+1 {{'bir.generic_indirect_save' op operand "ins[0]": has a symbolic access pattern, of which none are left after unrolling (BIR434)}}
    bir.generic_indirect_save ins(%xs : !s via #bir.symbolic_ap<ap = [[512, 128], [1, 512]], dtype = f32>)
    bir.return
  }
}
