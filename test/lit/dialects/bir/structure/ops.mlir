// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt --mlir-print-op-generic %s | neuron-opt | filecheck %s

// A document: functions with their storage, registers and blocks; loops with blocks of their own.

!h = memref<128x512xf32, #neuron.memory<hbm>>
!s = memref<128x512xf32, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

// CHECK: module attributes {bir.version = 2 : i64, bir.arch = "gen3"} {
module attributes {bir.version = 2 : i64, bir.arch = "gen3"} {
  // CHECK-NEXT: bir.queue @q0 {num_dma_engines = 16}
  bir.queue @q0 {num_dma_engines = 16}
  // CHECK-NEXT: bir.function @main {attributes = {need_unroll = true}} body {
  bir.function @main {attributes = {need_unroll = true}} body {
    // Storage is a symbol and a memref.
    // CHECK-NEXT: %xs = bir.memory_location_set @x_set {kind = ExternalInput, tensor_class = NeuronTensor, addr_space = Shared} : memref<128x512xf32, #neuron.memory<hbm>>
    %xs = bir.memory_location_set @x_set {kind = ExternalInput, tensor_class = NeuronTensor, addr_space = Shared} : !h
    // A location may be named as its set is.
    // CHECK-NEXT: %x = bir.memory_location @x_set set(%xs : memref<128x512xf32, #neuron.memory<hbm>>) {type = Input} : memref<128x512xf32, #neuron.memory<hbm>>
    %x = bir.memory_location @x_set set(%xs : !h) {type = Input} : !h
    // CHECK-NEXT: %d = bir.memory_location @d set(%xs : {{.*}}) {alias = [{set = @x_set, location = @x_set, kind = 3}]} : memref<128x512xf32, #neuron.memory<hbm>>
    %d = bir.memory_location @d set(%xs : !h) {alias = [{set = @x_set, location = @x_set, kind = 3}]} : !h
    // CHECK-NEXT: %ys = bir.memory_location_set @y_set {partition_dim = 0} : memref<128x512xf32, #neuron.memory<sbuf>>
    %ys = bir.memory_location_set @y_set {partition_dim = 0, do_not_spill = false} : !s
    // CHECK-NEXT: %y = bir.memory_location @y set(%ys : {{.*}}) {allocated = true, dims = [128, 2048], addr = 64} : memref<128x512xf32, #neuron.memory<sbuf>>
    %y = bir.memory_location @y set(%ys : !s) {allocated, addr = 64, base = 0, dims = [128, 2048], alias = []} : !s
    %zs = bir.memory_location_set @z_set : !p
    // CHECK: %z = bir.memory_location @z set(%zs : {{.*}}) {bank = -1, pack_id_hint = 2} : memref<128x512xf32, #neuron.memory<psum>>
    %z = bir.memory_location @z set(%zs : !p) {bank = -1, pack_id_hint = 2} : !p
    // CHECK-NEXT: bir.register @r0 {numPhysicalRegs = 1}
    bir.register @r0 {numPhysicalRegs = 1}
    // CHECK-NEXT: bir.block @Block1 body {
    bir.block @Block1 body {
      // CHECK-NEXT: bir.load @load_0 ins(%x : {{.*}}) -> outs(%y : {{.*}}) {queue = @q0}
      bir.load @load_0 ins(%x : !h via #neuron.interval<count = 65536, dtype = f32>) -> outs(%y : !s via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>) {queue = @q0}
      // CHECK-NEXT: bir.loop @loop_0 {isParallel = true, LoopAxis = {name = @i, lb = 0, ub = 8, stride = 1}, registers = [@r0]} body {
      bir.loop @loop_0 {LoopAxis = {name = @i, stride = 1, ub = 8, lb = 0}, isParallel, registers = [@r0]} body {
        // CHECK-NEXT: bir.block @block0 body {
        // CHECK-NEXT: bir.no_op
        bir.block @block0 body {
          bir.no_op
        }
      }
      // CHECK: bir.dynamic_for_loop @loop_1 {DynamicForLoopAxis = {name = @j, lb = 0, ub = #bir.affine<1 * register(@r0)>, stride = 1}} body {
      bir.dynamic_for_loop @loop_1 {DynamicForLoopAxis = {name = @j, lb = 0, ub = #bir.affine<1 * register(@r0)>, stride = 1}} body {
        bir.block @block1 body {
          bir.break
        }
      }
      // CHECK: bir.do_while @loop_2 {cond = #bir.affine<register(@r0)>} body {
      bir.do_while @loop_2 {cond = #bir.affine<register(@r0)>} body {
        bir.block @block2 body {
          bir.no_op
        }
      }
      // CHECK: bir.dma_block @dma_0 {block_id = 3, section_start = true} body {
      // CHECK-NEXT: bir.dma_descriptor_copy ins(
      bir.dma_block @dma_0 {block_id = 3, section_start} body {
        bir.dma_descriptor_copy ins(%x : !h via #neuron.interval<count = 4, dtype = f32>) -> outs(%x : !h via #neuron.interval<start = 4, count = 4, dtype = f32>) {num_tiling_dimensions = 1}
      }
      // CHECK: bir.branch_hint {hint = LikelyTaken, associate_branch = @end}
      bir.branch_hint {hint = LikelyTaken, associate_branch = @end}
      // CHECK-NEXT: bir.compare_and_branch ins(register @r0 : i32, imm 3 : i32) {comp_op = IS_LEIMM, on_true = @Block1, on_false = @end}
      bir.compare_and_branch ins(register @r0 : i32, imm 3 : i32) {comp_op = IS_LEIMM, on_true = @Block1, on_false = @end}
    }
    // CHECK: bir.block @end {arguments = [{name = "a"}]} body {
    bir.block @end {arguments = [{name = "a"}]} body {
      // CHECK-NEXT: bir.unconditional_branch {target = @last}
      bir.unconditional_branch {target = @last}
    }
    bir.block @last body {
      // CHECK: bir.return
      bir.return
    }
  }
  // CHECK: bir.function @kernel {nki = true} body {
  bir.function @kernel {nki} body {
    // CHECK-NEXT: %x = bir.foreign_location @x @main::@x_set::@d : memref<128x512xf32, #neuron.memory<hbm>>
    %x = bir.foreign_location @x @main::@x_set::@d : !h
    // CHECK-NEXT: bir.block @only body {
    bir.block @only body {}
  }
}
