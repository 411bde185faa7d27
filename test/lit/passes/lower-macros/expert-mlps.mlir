// The experts of a mixture.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<16x128xbf16, #neuron.memory<hbm>>
!gu = memref<4x128x2x24xbf16, #neuron.memory<hbm>>
!d = memref<4x24x128xbf16, #neuron.memory<hbm>>
!a = memref<16x8xbf16, #neuron.memory<hbm>>
!i = memref<16x2xi32, #neuron.memory<hbm>>
!rank = memref<1x1xi32, #neuron.memory<hbm>>
!gu_bias = memref<4x2x24xbf16, #neuron.memory<hbm>>
!d_bias = memref<4x128xbf16, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @chosen(
// CHECK-NEXT:    bir.bir_kernel "ExpertMLPs"
// CHECK-SAME:      ins(%x : memref<16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %gu : memref<4x128x2x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 24576, dtype = bf16>,
// CHECK-SAME:      %d : memref<4x24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 12288, dtype = bf16>,
// CHECK-SAME:      %a : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %i : memref<16x2xi32, #neuron.memory<hbm>> via #neuron.interval<count = 32, dtype = i32>)
// CHECK-SAME:      -> outs(%y : memref<16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", expert_affinities_scaling_mode = "no_scale", is_all_expert = false,
// CHECK-SAME:      is_all_expert_dynamic = false, mask_unselected_experts = false, quantization = "none"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "hidden gate_up down expert_affinities expert_index -> out"}
// CHECK-NEXT:    return
func.func @chosen(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i)
      -> out(%y : !x)
  return
}

// CHECK-LABEL: func.func @all_experts(
// CHECK-NEXT:    bir.bir_kernel "ExpertMLPs"
// CHECK-SAME:      ins(%x : memref<16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>,
// CHECK-SAME:      %gu : memref<4x128x2x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 24576, dtype = bf16>,
// CHECK-SAME:      %d : memref<4x24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 12288, dtype = bf16>,
// CHECK-SAME:      %a : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %i : memref<16x2xi32, #neuron.memory<hbm>> via #neuron.interval<count = 32, dtype = i32>,
// CHECK-SAME:      %r : memref<1x1xi32, #neuron.memory<hbm>> via #neuron.interval<count = 1, dtype = i32>,
// CHECK-SAME:      %gb : memref<4x2x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 192, dtype = bf16>,
// CHECK-SAME:      %db : memref<4x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<16x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 2048, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "Swish", block_size = 128 : i64, expert_affinities_scaling_mode = "post_scale",
// CHECK-SAME:      gate_clamp_lower_limit = -7.000000e+00 : f32, gate_clamp_upper_limit = 7.000000e+00 : f32,
// CHECK-SAME:      is_all_expert = true, is_all_expert_dynamic = true, mask_unselected_experts = true, quantization = "none"},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1, neuron.operands = "hidden gate_up down expert_affinities expert_index rank_id gate_up_bias down_bias -> out"}
// CHECK-NEXT:    return
func.func @all_experts(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %r: !rank, %gb: !gu_bias, %db: !d_bias, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i)
      rank_id(%r : !rank) gate_up_bias(%gb : !gu_bias) down_bias(%db : !d_bias) -> out(%y : !x)
      {is_all_expert = true, is_all_expert_dynamic = true, block_size = 128, mask_unselected_experts = true,
       expert_affinities_scaling_mode = post_scale, act_fn = swish, gate_clamp_lower_limit = -7.0,
       gate_clamp_upper_limit = 7.0}
  return
}
