// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// Shapes tie the weights together.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!other = memref<8x896x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !other, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up" has shape 8x4096x2x1792, expected [L, H, 2, I]: dimension 3 is 1792, not 896 (I = 896 from operand "down")}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !other) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!other = memref<8x4096x1x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !other, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up" has shape 8x4096x1x1792, expected [L, H, 2, I]: dimension 2 is 1, not 2}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !other) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x)
  return
}

// -----

!other = memref<4x2048xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !other, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !other) {
  // expected-error @below {{'penguin.expert_mlps' op operand "hidden" has shape 4x2048, expected [T, H]: dimension 1 is 2048, not 4096 (H = 4096 from operand "down")}}
  penguin.expert_mlps hidden(%x : !other) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !other)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!other = memref<8x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !other) {
  // expected-error @below {{'penguin.expert_mlps' op operand "out" has shape 8x4096, expected [T, H]: dimension 0 is 8, not 4 (T = 4 from operand "hidden")}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !other)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!db = memref<8x4096xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %gb: !db, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up_bias" has rank 2, expected rank 3: [L, 2, I]}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_bias(%gb : !db) -> out(%y : !x)
  return
}

// -----

// No more experts than the router has.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!other = memref<4x4xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !other, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up" holds 8 experts, the router has 4 (operand "expert_affinities")}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !other) expert_index(%i : !i) -> out(%y : !x)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!other = memref<4x9xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !other, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "expert_index" chooses 9 of 8 experts}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !other) -> out(%y : !x)
  return
}

// -----

// Element types and memories.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!other = memref<4x2xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !other, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "expert_index" has element type f32, expected an integer}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !other) -> out(%y : !x)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu8 = memref<8x4096x2x1792xf8E4M3, #neuron.memory<hbm>>
!d8 = memref<8x1792x4096xf8E4M3, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu8, %d: !d8, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up" has element type f8E4M3, expected a float}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu8) down(%d : !d8) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!other = memref<8x4096x2x1792xbf16, #neuron.memory<sbuf>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !other, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up" lies in sbuf, expected hbm}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !other) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!other = memref<4x4096xbf16, #neuron.memory<psum>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !other) {
  // expected-error @below {{'penguin.expert_mlps' op operand "out" lies in psum, expected hbm or sbuf}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !other)
  return
}

// -----

// Quantisation and its scales.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!gus = memref<8x2x1792xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %gs: !gus, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up_scale" is given, but quantization is none}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_scale(%gs : !gus) -> out(%y : !x)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu8 = memref<8x4096x2x1792xf8E4M3, #neuron.memory<hbm>>
!d8 = memref<8x1792x4096xf8E4M3, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!gus = memref<8x2x1792xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu8, %d: !d8, %a: !a, %i: !i, %gs: !gus, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "quantization" is row, which needs operand 'down_scale'}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu8) down(%d : !d8) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_scale(%gs : !gus) -> out(%y : !x) {quantization = row}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gux = memref<8x128x2x8x1792xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!dx = memref<8x128x4x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gux, %d: !dx, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "quantization" is mx, which needs operand 'gate_up_scale'}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gux) down(%d : !dx) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {quantization = mx}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu8 = memref<8x4096x2x1792xf8E4M3, #neuron.memory<hbm>>
!d8 = memref<8x1792x4096xf8E4M3, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!gus = memref<8x2x1792xf32, #neuron.memory<hbm>>
!ds = memref<8x4096xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu8, %d: !d8, %a: !a, %i: !i, %gs: !gus, %ds: !ds, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "quantization" is static, the experts have none, row, mx}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu8) down(%d : !d8) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_scale(%gs : !gus) down_scale(%ds : !ds) -> out(%y : !x) {quantization = static}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu8 = memref<8x4096x2x1792xf8E4M3, #neuron.memory<hbm>>
!d8 = memref<8x1792x4096xf8E4M3, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!gus = memref<8x2x1792xf32, #neuron.memory<hbm>>
!other = memref<8x1xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu8, %d: !d8, %a: !a, %i: !i, %gs: !gus, %ds: !other, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "down_scale" has shape 8x1, expected [L, H]: dimension 1 is 1, not 4096 (H = 4096 from operand "down")}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu8) down(%d : !d8) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_scale(%gs : !gus) down_scale(%ds : !other) -> out(%y : !x) {quantization = row}
  return
}

// -----

// Microscaling folds H and I.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!other = memref<8x128x2x4x1792xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!dx = memref<8x128x4x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!guxs = memref<8x16x2x8x1792xui8, #neuron.memory<hbm>>
!dxs = memref<8x16x4x4096xui8, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !other, %d: !dx, %a: !a, %i: !i, %gs: !guxs, %ds: !dxs, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "gate_up" has 4 in dimension 3, expected 8: ceil(H/512) with H = 4096 and I = 1792}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !other) down(%d : !dx) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_scale(%gs : !guxs) down_scale(%ds : !dxs) -> out(%y : !x) {quantization = mx}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gux = memref<8x128x2x8x1792xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!other = memref<8x64x4x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!guxs = memref<8x16x2x8x1792xui8, #neuron.memory<hbm>>
!dxs = memref<8x16x4x4096xui8, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gux, %d: !other, %a: !a, %i: !i, %gs: !guxs, %ds: !dxs, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "down" has 64 in dimension 1, expected 128: I/4, at most 128 with H = 4096 and I = 1792}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gux) down(%d : !other) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_scale(%gs : !guxs) down_scale(%ds : !dxs) -> out(%y : !x) {quantization = mx}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gux = memref<8x128x2x8x1792xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!dx = memref<8x128x4x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!guxs = memref<8x16x2x8x1792xui8, #neuron.memory<hbm>>
!dxs = memref<8x16x4x4096xui8, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @f(%x: !x, %gu: !gux, %d: !dx, %a: !a, %i: !i, %gs: !guxs, %ds: !dxs, %y: !x) {
    // expected-error @below {{'penguin.expert_mlps' op attribute "quantization" is mx, microscaling is not supported on trn2}}
    // expected-note @below {{microscaling matmul exists from trn3 on}}
    penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gux) down(%d : !dx) expert_affinities(%a : !a) expert_index(%i : !i) gate_up_scale(%gs : !guxs) down_scale(%ds : !dxs) -> out(%y : !x) {quantization = mx}
    return
  }
}

// -----

// Affinities scale behind the experts or not at all.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "expert_affinities_scaling_mode" is pre_scale, expected no_scale or post_scale}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {expert_affinities_scaling_mode = pre_scale}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "expert_affinities_scaling_mode" is pre_scale_delayed, expected no_scale or post_scale}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {expert_affinities_scaling_mode = pre_scale_delayed}
  return
}

// -----

// Chosen experts are for decode.

!xp = memref<129x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!ap = memref<129x8xf32, #neuron.memory<hbm>>
!ip = memref<129x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !xp, %gu: !gu, %d: !d, %a: !ap, %i: !ip, %y: !xp) {
  // expected-error @below {{'penguin.expert_mlps' op operand "hidden" has T = 129, at most 128 tokens are supported without is_all_expert}}
  // expected-note @below {{for prefill use penguin.native_kernel "blockwise_mm"}}
  penguin.expert_mlps hidden(%x : !xp) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !ap) expert_index(%i : !ip) -> out(%y : !xp)
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "is_all_expert_dynamic" is set, which needs is_all_expert = true}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {is_all_expert_dynamic = true, block_size = 128}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "mask_unselected_experts" is set, which needs is_all_expert = true}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {mask_unselected_experts = true}
  return
}

// -----

// All experts.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!eager = memref<4x2xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %e: !eager, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op operand "expert_affinities_eager" is given, which is_all_expert forbids}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) expert_affinities_eager(%e : !eager) -> out(%y : !x) {is_all_expert = true}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "expert_affinities_scaling_mode" is post_scale, which with is_all_expert needs operand 'rank_id'}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {is_all_expert = true, expert_affinities_scaling_mode = post_scale}
  return
}

// -----

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "is_all_expert_dynamic" is set, which needs block_size}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {is_all_expert = true, is_all_expert_dynamic = true}
  return
}

// -----

// Clamps.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gu = memref<8x4096x2x1792xbf16, #neuron.memory<hbm>>
!d = memref<8x1792x4096xbf16, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>

func.func @f(%x: !x, %gu: !gu, %d: !d, %a: !a, %i: !i, %y: !x) {
  // expected-error @below {{'penguin.expert_mlps' op attribute "gate_clamp_lower_limit" is 2.0, above gate_clamp_upper_limit = 1.0}}
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a) expert_index(%i : !i) -> out(%y : !x) {gate_clamp_lower_limit = 2.0, gate_clamp_upper_limit = 1.0}
  return
}
