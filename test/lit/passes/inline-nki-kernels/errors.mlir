// What keeps a call from being inlined.

// RUN: neuron-opt %s --inline-nki-kernels --split-input-file --verify-diagnostics

!x = memref<16xf32, #neuron.memory<hbm>>

func.func @missing(%x: !x, %y: !x) {
  // expected-error @+1 {{'bir.nki_kernel' op calls @k, and the module has no bir.function of that name}}
  bir.nki_kernel @k ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {func_args = {a = "ins[0]"}, func_outs = {b = "outs[0]"}}
  return
}

// -----

!x = memref<16xf32, #neuron.memory<hbm>>

module {
  func.func @outside_a_block(%x: !x, %y: !x) {
    // expected-error @+2 {{'bir.nki_kernel' op has a body of 3 blocks, @k, which can be spliced only into a block of a bir.function}}
    // expected-note @+1 {{a body of one block that ends in bir.return can be spliced anywhere}}
    bir.nki_kernel @k ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
        -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {func_args = {a = "ins[0]"}, func_outs = {b = "outs[0]"}}
    return
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

// -----

!x = memref<16xf32, #neuron.memory<hbm>>

module {
  func.func @another_name(%x: !x, %y: !x) {
    // expected-error @+2 {{'bir.nki_kernel' op c input cannot be found }}
    // expected-note @+1 {{the inputs of @k: a}}
    bir.nki_kernel @k ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
        -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {func_args = {c = "ins[0]"}, func_outs = {b = "outs[0]"}}
    return
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
