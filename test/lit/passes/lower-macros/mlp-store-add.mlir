// The two spellings of a residual add whose sum is kept. In the older one `out` has twice the rows, the sum in the second
// half; its canonical form reads the halves as two sub-tensors, and both lower to the same node.

// RUN: neuron-opt %s --canonicalize | filecheck %s --check-prefix=CANONICAL
// RUN: neuron-opt %s --lower-macros | filecheck %s
// RUN: neuron-opt %s --canonicalize --lower-macros | filecheck %s

!x = memref<2x8x128xbf16, #neuron.memory<hbm>>
!doubled = memref<2x16x128xbf16, #neuron.memory<hbm>>
!up = memref<128x24xbf16, #neuron.memory<hbm>>
!down = memref<24x128xbf16, #neuron.memory<hbm>>

// A batch of 2 is 16 * 128 = 2048 elements apart, the sum begins 8 * 128 = 1024 elements in.
// CANONICAL-LABEL: func.func @doubled(
// CANONICAL-NEXT:    penguin.mlp
// CANONICAL-SAME:      attn_out(%a : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      hidden(%x : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      gate(%gate : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      up(%up : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      down(%down : memref<24x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      -> out(%y[0, 0, 0][2, 8, 128][1, 1, 1] : memref<2x16x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      add_out(%y[0, 8, 0][2, 8, 128][1, 1, 1] : memref<2x16x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      {eps = 1.000000e-05, test.kept}
// CANONICAL-NEXT:    return
// CHECK-LABEL: func.func @doubled(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%a : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %x : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x16x128xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2048, 2], [128, 8], [1, 128]], access_shape = [2, 8, 128], dtype = bf16>,
// CHECK-SAME:      %y : memref<2x16x128xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2048, 2], [128, 8], [1, 128]], offset = 1024, access_shape = [2, 8, 128], dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-05 : f32, fused_add = true,
// CHECK-SAME:      gate_bias = false, is_tkg = true, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, store_add = true, test.kept, neuron.operands = "attn_out hidden gate up down -> out add_out"}
// CHECK-NEXT:    return
func.func @doubled(%a: !x, %x: !x, %gate: !up, %up: !up, %down: !down, %y: !doubled) {
  penguin.mlp attn_out(%a : !x) hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !doubled) {eps = 1.0e-5, test.kept}
  return
}

// CANONICAL-LABEL: func.func @canonical(
// CANONICAL-NEXT:    penguin.mlp
// CANONICAL-SAME:      attn_out(%a : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      hidden(%x : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      gate(%gate : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      up(%up : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      down(%down : memref<24x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      -> out(%y[0, 0, 0][2, 8, 128][1, 1, 1] : memref<2x16x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      add_out(%y[0, 8, 0][2, 8, 128][1, 1, 1] : memref<2x16x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      {eps = 1.000000e-05, test.kept}
// CANONICAL-NEXT:    return
// CHECK-LABEL: func.func @canonical(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%a : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %x : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x16x128xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2048, 2], [128, 8], [1, 128]], access_shape = [2, 8, 128], dtype = bf16>,
// CHECK-SAME:      %y : memref<2x16x128xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2048, 2], [128, 8], [1, 128]], offset = 1024, access_shape = [2, 8, 128], dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-05 : f32, fused_add = true,
// CHECK-SAME:      gate_bias = false, is_tkg = true, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, store_add = true, test.kept, neuron.operands = "attn_out hidden gate up down -> out add_out"}
// CHECK-NEXT:    return
func.func @canonical(%a: !x, %x: !x, %gate: !up, %up: !up, %down: !down, %y: !doubled) {
  penguin.mlp attn_out(%a : !x) hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y[0, 0, 0][2, 8, 128][1, 1, 1] : !doubled) add_out(%y[0, 8, 0][2, 8, 128][1, 1, 1] : !doubled)
      {eps = 1.0e-5, test.kept}
  return
}

// Two outputs, or none to keep: nothing to do.
// CANONICAL-LABEL: func.func @separate(
// CANONICAL-NEXT:    penguin.mlp
// CANONICAL-SAME:      attn_out(%a : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      hidden(%x : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      gate(%gate : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      up(%up : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      down(%down : memref<24x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      -> out(%y : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      add_out(%sum : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-NEXT:    return
// CHECK-LABEL: func.func @separate(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%a : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %x : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %sum : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = true,
// CHECK-SAME:      gate_bias = false, is_tkg = true, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, store_add = true, neuron.operands = "attn_out hidden gate up down -> out add_out"}
// CHECK-NEXT:    return
func.func @separate(%a: !x, %x: !x, %gate: !up, %up: !up, %down: !down, %y: !x, %sum: !x) {
  penguin.mlp attn_out(%a : !x) hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !x) add_out(%sum : !x)
  return
}

// CANONICAL-LABEL: func.func @not_kept(
// CANONICAL-NEXT:    penguin.mlp
// CANONICAL-SAME:      attn_out(%a : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      hidden(%x : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      gate(%gate : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      up(%up : memref<128x24xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      down(%down : memref<24x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-SAME:      -> out(%y : memref<2x8x128xbf16, #neuron.memory<hbm>>)
// CANONICAL-NEXT:    return
// CHECK-LABEL: func.func @not_kept(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%a : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %x : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<2x8x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = true,
// CHECK-SAME:      gate_bias = false, is_tkg = true, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "attn_out hidden gate up down -> out"}
// CHECK-NEXT:    return
func.func @not_kept(%a: !x, %x: !x, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp attn_out(%a : !x) hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
  return
}
