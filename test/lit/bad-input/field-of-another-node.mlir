// A field that only another kernel node has.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      field-of-another-node.mlir:[[# @LINE + 8]]:71: error: 'bir.bir_kernel' has no attribute 'klir_binary' (attributes: auto_cast, auto_cast_type, debug, dependencies, dma_trigger_debug_update_semaphore_id, engine, engine_id, fused_rmsnorm, is_causal, kernel_attrs, lnc_size, loop_carried_dependencies, loopnest, lower_bound, norm_type, optin_passes, order, origin, output_layout, predicates, psum_buf_shape, quant_kernel, sb_buf_shape, scheduled_end, scheduled_start, store_add, sym_name, sync_info, unroll_dependencies; a discardable one has a dialect prefix)
// CHECK-NEXT: {{^}}      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {klir_binary = "mlp.klir"}
// CHECK-NEXT: {{^}}                                                                      ^{{$}}
// CHECK-NOT:  {{.}}

!x = memref<16xf32, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  bir.bir_kernel "MLP" ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {klir_binary = "mlp.klir"}
  return
}
