// A body of several blocks is put behind the caller's block, which is cut in two; what returned goes on behind the call.

// RUN: neuron-opt %s --inline-nki-kernels | filecheck %s

!x = memref<16xf32, #neuron.memory<hbm>>

// CHECK:      bir.function @main body {
// CHECK:        bir.register @k_r0
// CHECK-NEXT:   bir.block @Block1 body {
// CHECK-NEXT:     bir.no_op @before
// CHECK-NEXT:     bir.unconditional_branch @k_br_to_body {target = @k_Entry}
// CHECK-NEXT:   }
// CHECK-NEXT:   bir.block @k_Entry body {
// CHECK-NEXT:     bir.compare_and_branch @k_branch ins(register @k_r0 : i32, imm 3 : i32) {comp_op = IS_GEIMM, on_true = @k_Copy, on_false = @k_Done}
// CHECK-NEXT:   }
// CHECK-NEXT:   bir.block @k_Copy body {
// CHECK-NEXT:     bir.dma_copy @k_copy ins(%x : {{.*}}) -> outs(%y : {{.*}})
// CHECK-NEXT:     bir.unconditional_branch @k_br_to_continuation {target = @k_continuation}
// CHECK-NEXT:   }
// CHECK-NEXT:   bir.block @k_Done body {
// CHECK-NEXT:     bir.unconditional_branch @k_br_to_continuation_1 {target = @k_continuation}
// CHECK-NEXT:   }
// CHECK-NEXT:   bir.block @k_continuation body {
// CHECK-NEXT:     bir.no_op @after
// CHECK-NEXT:     bir.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: }

module {
  bir.function @main body {
    %xs = bir.memory_location_set @x_set {kind = ExternalInput} : !x
    %x = bir.memory_location @x set(%xs : !x) : !x
    %ys = bir.memory_location_set @y_set {kind = ExternalOutput} : !x
    %y = bir.memory_location @y set(%ys : !x) : !x
    bir.block @Block1 body {
      bir.no_op @before
      bir.nki_kernel @k ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
          -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {func_args = {a = "ins[0]"}, func_outs = {b = "outs[0]"}}
      bir.no_op @after
      bir.return
    }
  }
  bir.function @k {nki = true} body {
    %as = bir.memory_location_set @a_set {kind = ExternalInput} : !x
    %a = bir.memory_location @a set(%as : !x) : !x
    %bs = bir.memory_location_set @b_set {kind = ExternalOutput} : !x
    %b = bir.memory_location @b set(%bs : !x) : !x
    bir.register @r0
    bir.block @Entry body {
      bir.compare_and_branch @branch ins(register @r0 : i32, imm 3 : i32)
          {comp_op = IS_GEIMM, on_true = @Copy, on_false = @Done}
    }
    bir.block @Copy body {
      bir.dma_copy @copy ins(%a : !x via #neuron.interval<count = 16, dtype = f32>)
          -> outs(%b : !x via #neuron.interval<count = 16, dtype = f32>)
      bir.return
    }
    bir.block @Done body {
      bir.return
    }
  }
}
