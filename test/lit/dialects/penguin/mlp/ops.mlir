// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// The feed-forward block, plain, with residuals, quantised, on tiles.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!up = memref<4096x1792xbf16, #neuron.memory<hbm>>
!down = memref<1792x4096xbf16, #neuron.memory<hbm>>
!u32 = memref<4096x448xbf16, #neuron.memory<hbm>>
!d32 = memref<448x4096xbf16, #neuron.memory<hbm>>
!dec = memref<64x5x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!u64 = memref<8192x448xbf16, #neuron.memory<hbm>>
!d64 = memref<448x8192xbf16, #neuron.memory<hbm>>
!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!u70 = memref<8192x896xbf16, #neuron.memory<hbm>>
!d70 = memref<896x8192xbf16, #neuron.memory<hbm>>
!doubled = memref<1x16384x8192xbf16, #neuron.memory<hbm>>
!pre = memref<1x8192x8196xi8, #neuron.memory<hbm>>
!uq = memref<8192x896xi8, #neuron.memory<hbm>>
!us = memref<128x896xf32, #neuron.memory<hbm>>
!dq = memref<896x8192xi8, #neuron.memory<hbm>>
!ds = memref<128x8192xf32, #neuron.memory<hbm>>
!uf = memref<8192x896xf8E4M3, #neuron.memory<hbm>>
!one = memref<128x1xf32, #neuron.memory<hbm>>
!df = memref<896x8192xf8E4M3, #neuron.memory<hbm>>
!vis = memref<1x578x1408xbf16, #neuron.memory<hbm>>
!uv = memref<1408x352xbf16, #neuron.memory<hbm>>
!dv = memref<352x1408xbf16, #neuron.memory<hbm>>
!bv = memref<1x352xbf16, #neuron.memory<hbm>>
!bi = memref<1x1792xbf16, #neuron.memory<hbm>>
!bh = memref<1x4096xbf16, #neuron.memory<hbm>>
!t = memref<128x512xbf16, #neuron.memory<sbuf>>
!gt = memref<1x512xbf16, #neuron.memory<sbuf>>
!ut = memref<128x2048xbf16, #neuron.memory<sbuf>>
!half = memref<128x256xbf16, #neuron.memory<sbuf>>

// Llama-3.1-8B at TP 8, prefill, behind the norm.
func.func @llama_8b_tp8(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !hidden) {norm_type = rms_norm, eps = 1.000000e-05}
  return
}
// GENERIC:      "penguin.mlp"({{[^)]+}}) <{norm_type = #penguin.norm_type<rms_norm>, eps = {{1.0*e-05}} : f32,
// GENERIC-SAME:   operandSegmentSizes = array<i32: 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0>}>
// CHECK-LABEL: func.func @llama_8b_tp8(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:
// CHECK-SAME:    [[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, eps = 1.000000e-05}{{$}}

// At TP 32 the inner size is no multiple of 128.
func.func @llama_8b_tp32(%x: !hidden, %g: !gamma, %gate: !u32, %up: !u32, %down: !d32, %y: !hidden) {
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !u32) up(%up : !u32) down(%down : !d32)
      -> out(%y : !hidden) {norm_type = rms_norm}
  return
}
// CHECK-LABEL: func.func @llama_8b_tp32(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:
// CHECK-SAME:    [[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<4096x448xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<4096x448xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<448x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm}{{$}}

// Llama-3.1-70B at TP 64, 64 requests with five speculated tokens each, the decode kernel asked for.
func.func @llama_70b_decode(%x: !dec, %g: !g70, %gate: !u64, %up: !u64, %down: !d64, %y: !dec) {
  penguin.mlp hidden(%x : !dec) norm_weight(%g : !g70) gate(%gate : !u64) up(%up : !u64) down(%down : !d64)
      -> out(%y : !dec) {norm_type = rms_norm, is_tkg = true}
  return
}
// CHECK-LABEL: func.func @llama_70b_decode(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:
// CHECK-SAME:    [[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<64x5x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x448xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x448xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<448x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<64x5x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, is_tkg = true}{{$}}

// The residual is added first.
func.func @fused_add(%a: !h70, %x: !h70, %g: !g70, %gate: !u70, %up: !u70, %down: !d70, %y: !h70) {
  penguin.mlp attn_out(%a : !h70) hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) up(%up : !u70)
      down(%down : !d70) -> out(%y : !h70) {norm_type = rms_norm}
  return
}
// CHECK-LABEL: func.func @fused_add(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      attn_out([[A]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x896xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x896xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<896x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm}{{$}}

// The sum is wanted too (store_add).
func.func @store_add(%a: !h70, %x: !h70, %g: !g70, %gate: !u70, %up: !u70, %down: !d70, %y: !h70, %s: !h70) {
  penguin.mlp attn_out(%a : !h70) hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) up(%up : !u70)
      down(%down : !d70) -> out(%y : !h70) add_out(%s : !h70) {norm_type = rms_norm}
  return
}
// CHECK-LABEL: func.func @store_add(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      attn_out([[A]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x896xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x896xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<896x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      add_out([[S]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm}{{$}}

// The older form of store_add: the sum in the second half of the rows.
func.func @doubled_out(%a: !h70, %x: !h70, %g: !g70, %gate: !u70, %up: !u70, %down: !d70, %y: !doubled) {
  penguin.mlp attn_out(%a : !h70) hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !u70) up(%up : !u70)
      down(%down : !d70) -> out(%y : !doubled) {norm_type = rms_norm}
  return
}
// CHECK-LABEL: func.func @doubled_out(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      attn_out([[A]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x896xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x896xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<896x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x16384x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm}{{$}}

// Weights quantised by row, an input that was quantised before.
func.func @row_prequantised(%x: !pre, %g: !g70, %gate: !uq, %gs: !us, %up: !uq, %us: !us, %down: !dq, %ds: !ds,
    %y: !h70) {
  penguin.mlp hidden(%x : !pre) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us) up(%up : !uq)
      up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70)
      {norm_type = rms_norm, quantization = row, lower_bound = 1.200000e+03}
  return
}
// CHECK-LABEL: func.func @row_prequantised(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[GS:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[US:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[DS:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8196xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x896xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_scale([[GS]] : memref<128x896xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x896xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      up_scale([[US]] : memref<128x896xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<896x8192xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<128x8192xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = row, lower_bound = 1.200000e+03}{{$}}

// The same with an input that was not, and a residual.
func.func @row_fused_add(%a: !h70, %x: !h70, %g: !g70, %gate: !uq, %gs: !us, %up: !uq, %us: !us, %down: !dq,
    %ds: !ds, %y: !h70, %s: !h70) {
  penguin.mlp attn_out(%a : !h70) hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uq) gate_scale(%gs : !us)
      up(%up : !uq) up_scale(%us : !us) down(%down : !dq) down_scale(%ds : !ds) -> out(%y : !h70) add_out(%s : !h70)
      {norm_type = rms_norm, quantization = row}
  return
}
// CHECK-LABEL: func.func @row_fused_add(
// CHECK-SAME:    [[A:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:
// CHECK-SAME:    [[GS:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:{{[^%]+}}[[US:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:
// CHECK-SAME:    [[DS:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      attn_out([[A]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x896xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_scale([[GS]] : memref<128x896xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x896xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      up_scale([[US]] : memref<128x896xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<896x8192xi8, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<128x8192xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      add_out([[S]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = row}{{$}}

// One scale a weight, and one for the input of each projection.
func.func @static(%x: !h70, %g: !g70, %gate: !uf, %gs: !one, %up: !uf, %us: !one, %gi: !one, %down: !df, %ds: !one,
    %di: !one, %y: !h70) {
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !uf) gate_scale(%gs : !one) up(%up : !uf)
      up_scale(%us : !one) gate_up_in_scale(%gi : !one) down(%down : !df) down_scale(%ds : !one)
      down_in_scale(%di : !one) -> out(%y : !h70) {norm_type = rms_norm, quantization = static}
  return
}
// CHECK-LABEL: func.func @static(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[GS:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[US:%[^:]+]]:{{[^%]+}}[[GI:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:
// CHECK-SAME:    [[DS:%[^:]+]]:{{[^%]+}}[[DI:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x896xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_scale([[GS]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x896xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      up_scale([[US]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up_in_scale([[GI]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<896x8192xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      down_in_scale([[DI]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = static}{{$}}

// A vision encoder: no gate, a bias, GELU, an odd number of tokens.
func.func @skip_gate(%x: !vis, %up: !uv, %down: !dv, %b: !bv, %y: !vis) {
  penguin.mlp hidden(%x : !vis) up(%up : !uv) down(%down : !dv) up_bias(%b : !bv) -> out(%y : !vis)
      {act_fn = gelu, skip_gate = true}
  return
}
// CHECK-LABEL: func.func @skip_gate(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[B:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x578x1408xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<1408x352xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<352x1408xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up_bias([[B]] : memref<1x352xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x578x1408xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {act_fn = gelu, skip_gate = true}{{$}}

// All biases; only a layer norm has one of its own.
func.func @biases(%x: !hidden, %g: !gamma, %nb: !gamma, %gate: !up, %up: !up, %down: !down, %gb: !bi, %ub: !bi,
    %db: !bh, %y: !hidden) {
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) norm_bias(%nb : !gamma) gate(%gate : !up) up(%up : !up)
      down(%down : !down) gate_bias(%gb : !bi) up_bias(%ub : !bi) down_bias(%db : !bh) -> out(%y : !hidden)
      {norm_type = layer_norm}
  return
}
// CHECK-LABEL: func.func @biases(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[NB:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[GB:%[^:]+]]:{{[^%]+}}[[UB:%[^:]+]]:
// CHECK-SAME:    [[DB:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_bias([[NB]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_bias([[GB]] : memref<1x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up_bias([[UB]] : memref<1x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down_bias([[DB]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = layer_norm}{{$}}

// Without a norm gamma may be passed and is ignored.
func.func @ignored_gamma(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !hidden)
  return
}
// CHECK-LABEL: func.func @ignored_gamma(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:
// CHECK-SAME:    [[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>){{$}}

// Tiles: the layout is folded into partitions.
func.func @tiled(%x: !t, %g: !gt, %gate: !ut, %up: !ut, %down: !ut, %y: !half) {
  penguin.mlp hidden(%x tile<offsets = [0, 0], shape = [128, 256]> : !t) norm_weight(%g : !gt) gate(%gate : !ut)
      up(%up : !ut) down(%down : !ut) -> out(%y : !half) {norm_type = rms_norm}
  return
}
// CHECK-LABEL: func.func @tiled(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:
// CHECK-SAME:    [[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] tile<offsets = [0, 0], shape = [128, 256]> : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      gate([[GATE]] : memref<128x2048xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      up([[UP]] : memref<128x2048xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      down([[DOWN]] : memref<128x2048xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> out([[Y]] : memref<128x256xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      {norm_type = rms_norm}{{$}}

// The callers' spelling.
func.func @spelling(%x: !hidden, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !hidden) {
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !hidden) {norm_type = rms_norm, fusedRmsNorm = true}
  return
}
// CHECK-LABEL: func.func @spelling(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[UP:%[^:]+]]:
// CHECK-SAME:    [[DOWN:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<4096x1792xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<1792x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, fused_rmsnorm = true}{{$}}
