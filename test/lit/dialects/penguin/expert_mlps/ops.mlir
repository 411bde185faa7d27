// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// Chosen experts and all experts, with the shapes of public models.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!gu32 = memref<8x4096x2x448xbf16, #neuron.memory<hbm>>
!d32 = memref<8x448x4096xbf16, #neuron.memory<hbm>>
!xd = memref<64x6144xbf16, #neuron.memory<hbm>>
!gud = memref<16x6144x2x1344xbf16, #neuron.memory<hbm>>
!dd = memref<16x1344x6144xbf16, #neuron.memory<hbm>>
!ad = memref<64x16xf32, #neuron.memory<hbm>>
!id = memref<64x4xi32, #neuron.memory<hbm>>
!xq = memref<128x2048xbf16, #neuron.memory<hbm>>
!guq = memref<128x2048x2x192xbf16, #neuron.memory<hbm>>
!dq = memref<128x192x2048xbf16, #neuron.memory<hbm>>
!aq = memref<128x128xf32, #neuron.memory<hbm>>
!iq = memref<128x8xi32, #neuron.memory<hbm>>
!xl = memref<128x4096xbf16, #neuron.memory<hbm>>
!gul = memref<16x4096x2x1536xbf16, #neuron.memory<hbm>>
!dl = memref<16x1536x4096xbf16, #neuron.memory<hbm>>
!rank = memref<1x1xi32, #neuron.memory<hbm>>
!gub = memref<8x2x1792xbf16, #neuron.memory<hbm>>
!db = memref<8x4096xbf16, #neuron.memory<hbm>>
!eager = memref<4x2xf32, #neuron.memory<hbm>>
!gu8 = memref<8x4096x2x1792xf8E4M3, #neuron.memory<hbm>>
!d8 = memref<8x1792x4096xf8E4M3, #neuron.memory<hbm>>
!gus = memref<8x2x1792xf32, #neuron.memory<hbm>>
!ds = memref<8x4096xf32, #neuron.memory<hbm>>
!xs = memref<128x4x32xbf16, #neuron.memory<sbuf>>

// Mixtral-8x7B at TP 8, decode: each token goes through the two experts that were chosen for it.
func.func @mixtral_tp8(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a)
      expert_index(%i : !i) -> out(%y : !x) {expert_affinities_scaling_mode = post_scale}
  return
}
// GENERIC:      "penguin.expert_mlps"({{[^)]+}})
// GENERIC-SAME:   <{expert_affinities_scaling_mode = #penguin.expert_affinity_scale_mode<post_scale>,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1>}>
// CHECK-LABEL: func.func @mixtral_tp8(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {expert_affinities_scaling_mode = post_scale}{{$}}

// At TP 32 the inner size is no multiple of 128.
func.func @mixtral_tp32(%x: !x, %gu: !gu32, %d: !d32, %a: !a, %i: !i, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu32) down(%d : !d32) expert_affinities(%a : !a)
      expert_index(%i : !i) -> out(%y : !x)
  return
}
// CHECK-LABEL: func.func @mixtral_tp32(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x4096x2x448xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x448x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x4096xbf16, #neuron.memory<hbm>>){{$}}

// DBRX at TP 8.
func.func @dbrx_tp8(%x: !xd, %gu: !gud, %d: !dd, %a: !ad, %i: !id, %y: !xd) {
  penguin.expert_mlps hidden(%x : !xd) gate_up(%gu : !gud) down(%d : !dd) expert_affinities(%a : !ad)
      expert_index(%i : !id) -> out(%y : !xd)
  return
}
// CHECK-LABEL: func.func @dbrx_tp8(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<64x6144xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<16x6144x2x1344xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<16x1344x6144xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<64x16xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<64x4xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<64x6144xbf16, #neuron.memory<hbm>>){{$}}

// Qwen3-30B-A3B at TP 4.
func.func @qwen3_30b_tp4(%x: !xq, %gu: !guq, %d: !dq, %a: !aq, %i: !iq, %y: !xq) {
  penguin.expert_mlps hidden(%x : !xq) gate_up(%gu : !guq) down(%d : !dq) expert_affinities(%a : !aq)
      expert_index(%i : !iq) -> out(%y : !xq)
  return
}
// CHECK-LABEL: func.func @qwen3_30b_tp4(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<128x2048x2x192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<128x192x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x8xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<128x2048xbf16, #neuron.memory<hbm>>){{$}}

// Qwen3-235B-A22B, expert parallel: 16 of 128 experts are local, each token goes through all of them.
func.func @qwen3_235b_ep(%x: !xl, %gu: !gul, %d: !dl, %a: !aq, %i: !iq, %r: !rank, %y: !xl) {
  penguin.expert_mlps hidden(%x : !xl) gate_up(%gu : !gul) down(%d : !dl) expert_affinities(%a : !aq)
      expert_index(%i : !iq) rank_id(%r : !rank) -> out(%y : !xl)
      {is_all_expert = true, mask_unselected_experts = true, expert_affinities_scaling_mode = post_scale}
  return
}
// CHECK-LABEL: func.func @qwen3_235b_ep(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[R:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<16x4096x2x1536xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<16x1536x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<128x128xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<128x8xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      rank_id([[R]] : memref<1x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {is_all_expert = true, mask_unselected_experts = true, expert_affinities_scaling_mode = post_scale}{{$}}

// Biases, affinities of the chosen experts, clamps.
func.func @bias_and_clamps(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %gb: !gub, %db: !db, %e: !eager, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a)
      expert_index(%i : !i) gate_up_bias(%gb : !gub) down_bias(%db : !db) expert_affinities_eager(%e : !eager)
      -> out(%y : !x) {act_fn = swish, gate_clamp_upper_limit = 7.000000e+00, up_clamp_lower_limit = -7.000000e+00,
      up_clamp_upper_limit = 7.000000e+00}
  return
}
// CHECK-LABEL: func.func @bias_and_clamps(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[GB:%[^:]+]]:{{[^%]+}}[[DB:%[^:]+]]:{{[^%]+}}[[E:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up_bias([[GB]] : memref<8x2x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down_bias([[DB]] : memref<8x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities_eager([[E]] : memref<4x2xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {act_fn = swish, gate_clamp_upper_limit = 7.000000e+00, up_clamp_lower_limit = -7.000000e+00, up_clamp_upper_limit = 7.000000e+00}{{$}}

// Row quantisation.
func.func @row_quantised(%x: !x, %gu: !gu8, %d: !d8, %a: !a, %i: !i, %gs: !gus, %ds: !ds, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu8) down(%d : !d8) expert_affinities(%a : !a)
      expert_index(%i : !i) gate_up_scale(%gs : !gus) down_scale(%ds : !ds) -> out(%y : !x) {quantization = row}
  return
}
// CHECK-LABEL: func.func @row_quantised(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[GS:%[^:]+]]:{{[^%]+}}[[DS:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x4096x2x1792xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x1792x4096xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up_scale([[GS]] : memref<8x2x1792xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<8x4096xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {quantization = row}{{$}}

// Dynamic control flow over blocks.
func.func @dynamic(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a)
      expert_index(%i : !i) -> out(%y : !x) {is_all_expert = true, is_all_expert_dynamic = true, block_size = 128}
  return
}
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {is_all_expert = true, is_all_expert_dynamic = true, block_size = 128}{{$}}

// On chip the tokens are folded into partitions.
func.func @on_chip(%x: !xs, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !xs) {
  penguin.expert_mlps hidden(%x : !xs) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a)
      expert_index(%i : !i) -> out(%y : !xs)
  return
}
// CHECK-LABEL: func.func @on_chip(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<128x4x32xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<128x4x32xbf16, #neuron.memory<sbuf>>){{$}}
