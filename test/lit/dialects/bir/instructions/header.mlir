// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt --mlir-print-op-generic %s | neuron-opt | filecheck %s

// The common header stands among the attributes; a name stands behind the operation's name.

!h = memref<4xf32, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @header
func.func @header(%y: !h) {
  // Nothing but defaults.
  // CHECK-NEXT: bir.drain @first{{$}}
  bir.drain @first {origin = Internal, engine = Unassigned, engine_id = 0, scheduled_start = 0, scheduled_end = 0, dependencies = []}
  // CHECK-NEXT: bir.drain @"I-12" {origin = NKI, engine = DVE, engine_id = 2, scheduled_start = 10, scheduled_end = 20, optin_passes = ["dma_optimization"], dependencies = [@first, @first Anti, @x Ordered], loop_carried_dependencies = [@"I-12"], unroll_dependencies = [@first Output [#bir.affine<1 * axis(@i) - 1>] [{a = 1 : i64}], @x], sync_info = {id = 3 : i64}, debug = {file = "m.py"}, loopnest = [@i, @j], predicates = [{b = 2 : i64}], order = [3, #bir.affine<axis(@i)>], dma_trigger_debug_update_semaphore_id = 7}
  bir.drain @"I-12" {
    origin = NKI, engine = DVE, engine_id = 2, scheduled_start = 10, scheduled_end = 20,
    optin_passes = ["dma_optimization"], dependencies = [@first Flow, @first Anti, @x Ordered],
    loop_carried_dependencies = [@"I-12"],
    unroll_dependencies = [@first Output [#bir.affine<1 * axis(@i) - 1>] [{a = 1}], @x],
    sync_info = {id = 3}, debug = {file = "m.py"}, loopnest = [@i, @j], predicates = [{b = 2}],
    order = [3, #bir.affine<axis(@i)>], dma_trigger_debug_update_semaphore_id = 7
  }
  // Kernel nodes have it too; their name stands among the attributes.
  // CHECK-NEXT: bir.bir_kernel "MLP" -> outs({{.*}}) {fused_rmsnorm = true, sym_name = @kernel_0, engine = ALL, dependencies = [@"I-12"]}
  bir.bir_kernel "MLP" -> outs(%y : !h via #neuron.interval<count = 4, dtype = f32>)
      {sym_name = @kernel_0, engine = ALL, dependencies = [@"I-12"]}
  return
}
