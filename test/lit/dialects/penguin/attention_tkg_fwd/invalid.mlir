// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// A head dimension over the limit.
!q = memref<1x4x1x256xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x256xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x256xbf16, #neuron.memory<hbm>>
!out = memref<1x4x256x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op Unsupported d_head. Got d_head=256, must be between 1 and 128, inclusive.}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// Heads of queries that are no multiple of the heads of keys.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x3x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x3x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op operand "k_active" has 3 heads, the 4 heads of q are no multiple of it}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// A bucket larger than the cache.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+3 {{'penguin.attention_tkg_fwd' op curr_sprior must be <= full_sprior. Got curr_sprior=8192, full_sprior=4096.}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out)
      {curr_sprior = 8192, full_sprior = 4096, tp_k_prior}
  return
}

// -----

// A bucket larger than the cache, whose capacity is only in its shape.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op curr_sprior must be <= full_sprior. Got curr_sprior=8192, full_sprior=4096.}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {curr_sprior = 8192, tp_k_prior}
  return
}

// -----

// Another capacity than the cache has.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op attribute "full_sprior" is 8192, operand "v_prior" holds 4096 tokens}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {full_sprior = 8192, tp_k_prior}
  return
}

// -----

// A transposed cache without saying so: the kernel would transpose it again.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x128x4096xbf16, #neuron.memory<hbm>>
!v_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !v_prior,
    %out: !out) {
  // expected-error @+3 {{'penguin.attention_tkg_fwd' op operand "k_prior" has shape 1x1x128x4096, expected [B, nkv, P, d]: dimension 3 is 4096, not 128 (d = 128 from operand "q")}}
  // expected-note @+2 {{tp_k_prior is true: the cache keeps keys as [B, nkv, P, d]}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !v_prior) -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// A cache that is not transposed, but should be.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+3 {{'penguin.attention_tkg_fwd' op operand "k_prior" has shape 1x1x4096x128, expected [B, nkv, d, P]: dimension 2 is 4096, not 128 (d = 128 from operand "q")}}
  // expected-note @+2 {{tp_k_prior is false: the cache keeps keys as [B, nkv, d, P]}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out)
  return
}

// -----

// Positions that are used, but not given.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op attribute "use_pos_id" needs operand 'pos_id'}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {use_pos_id, tp_k_prior}
  return
}

// -----

// A rotary embedding without frequencies.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!rope_pos_ids = memref<1x1xf32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
!k_out = memref<1x1x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %rope_pos_ids: !rope_pos_ids, %out: !out, %k_out: !k_out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op attribute "fuse_rope" needs operand 'inv_freqs'}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) rope_pos_ids(%rope_pos_ids : !rope_pos_ids)
      -> out(%out : !out) k_out(%k_out : !k_out) {fuse_rope, tp_k_prior}
  return
}

// -----

// A rotary embedding without positions.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!inv_freqs = memref<64x1xf32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
!k_out = memref<1x1x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %inv_freqs: !inv_freqs, %out: !out, %k_out: !k_out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op attribute "fuse_rope" needs operand 'rope_pos_ids'}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) inv_freqs(%inv_freqs : !inv_freqs)
      -> out(%out : !out) k_out(%k_out : !k_out) {fuse_rope, tp_k_prior}
  return
}

// -----

// A rotary embedding whose rotated keys go nowhere.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!inv_freqs = memref<64x1xf32, #neuron.memory<hbm>>
!rope_pos_ids = memref<1x1xf32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %inv_freqs: !inv_freqs, %rope_pos_ids: !rope_pos_ids, %out: !out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op attribute "fuse_rope" needs operand 'k_out'}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) inv_freqs(%inv_freqs : !inv_freqs)
      rope_pos_ids(%rope_pos_ids : !rope_pos_ids) -> out(%out : !out) {fuse_rope, tp_k_prior}
  return
}

// -----

// A rotary embedding of quantised keys.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xf8E4M3, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xf8E4M3, #neuron.memory<hbm>>
!inv_freqs = memref<64x1xf32, #neuron.memory<hbm>>
!rope_pos_ids = memref<1x1xf32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
!k_out = memref<1x1x128x1xf8E4M3, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %inv_freqs: !inv_freqs, %rope_pos_ids: !rope_pos_ids, %out: !out, %k_out: !k_out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op fuse_rope must be False when using FP8 KV cache. Got fuse_rope=True.}}
  // expected-note @below {{operand "k_active" has element type f8E4M3}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) inv_freqs(%inv_freqs : !inv_freqs)
      rope_pos_ids(%rope_pos_ids : !rope_pos_ids) -> out(%out : !out) k_out(%k_out : !k_out) {fuse_rope, tp_k_prior}
  return
}

// -----

// Frequencies for another head dimension.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!inv_freqs = memref<128x1xf32, #neuron.memory<hbm>>
!rope_pos_ids = memref<1x1xf32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
!k_out = memref<1x1x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %inv_freqs: !inv_freqs, %rope_pos_ids: !rope_pos_ids, %out: !out, %k_out: !k_out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "inv_freqs" has shape 128x1, expected [d/2, 1]: dimension 0 is 128, not 64 (d = 128 from operand "q")}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) inv_freqs(%inv_freqs : !inv_freqs)
      rope_pos_ids(%rope_pos_ids : !rope_pos_ids) -> out(%out : !out) k_out(%k_out : !k_out) {fuse_rope, tp_k_prior}
  return
}

// -----

// A mask with its dimensions in another order.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!active_mask = memref<1x4x1x1xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %active_mask: !active_mask, %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "active_mask" has shape 1x4x1x1, expected [s, B, nq, s]: dimension 1 is 4, not 1 (B = 1 from operand "q")}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) active_mask(%active_mask : !active_mask)
      -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// An output with the sequence before the head dimension.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !q) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "out" has shape 1x4x1x128, expected [B, nq, d, s]: dimension 2 is 1, not 128 (d = 128 from operand "q")}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !q) {tp_k_prior}
  return
}

// -----

// A cache of another batch.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!v_prior = memref<2x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !v_prior,
    %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "v_prior" has shape 2x1x4096x128, expected [B, nkv, P, d]: dimension 0 is 2, not 1 (B = 1 from operand "q")}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !v_prior) -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// Positions of another batch.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!pos_id = memref<4x1xi32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %pos_id: !pos_id, %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "pos_id" has shape 4x1, expected [B, 1]: dimension 0 is 4, not 1 (B = 1 from operand "q")}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) pos_id(%pos_id : !pos_id) -> out(%out : !out)
      {tp_k_prior}
  return
}

// -----

// The wrong rank.
!q = memref<4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op operand "q" has rank 3, expected rank 4: [B, nq, s, d]}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// Positions that are not integers.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!pos_id = memref<1x1xf32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %pos_id: !pos_id, %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "pos_id" has element type f32, expected an integer}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) pos_id(%pos_id : !pos_id) -> out(%out : !out)
      {tp_k_prior}
  return
}

// -----

// Frequencies that are not float32.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!inv_freqs = memref<64x1xbf16, #neuron.memory<hbm>>
!rope_pos_ids = memref<1x1xf32, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
!k_out = memref<1x1x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %inv_freqs: !inv_freqs, %rope_pos_ids: !rope_pos_ids, %out: !out, %k_out: !k_out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "inv_freqs" has element type bf16, expected float32}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) inv_freqs(%inv_freqs : !inv_freqs)
      rope_pos_ids(%rope_pos_ids : !rope_pos_ids) -> out(%out : !out) k_out(%k_out : !k_out) {fuse_rope, tp_k_prior}
  return
}

// -----

// Keys and cache of different types.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xf8E4M3, #neuron.memory<hbm>>
!v_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !v_prior,
    %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "k_prior" has element type f8E4M3, expected bf16 like operand "k_active"}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !v_prior) -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// Queries that are quantised.
!q = memref<1x4x1x128xf8E4M3, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @below {{'penguin.attention_tkg_fwd' op operand "q" has element type f8E4M3, expected a float}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// A mask of a type that masks are not.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!active_mask = memref<1x1x4x1xi64, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %active_mask: !active_mask, %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' op operand "active_mask" has element type i64, expected a mask type}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) active_mask(%active_mask : !active_mask)
      -> out(%out : !out) {tp_k_prior}
  return
}

// -----

// A bucket without tokens.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+2 {{'curr_sprior' is a 64-bit integer of at least 1, found 0}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {curr_sprior = 0, tp_k_prior}
  return
}

// -----

// A part of the cache that is not in it.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+3 {{'penguin.attention_tkg_fwd' op operand "k_prior" is accessed outside of its memref in dimension 2}}
  // expected-note @+2 {{the access reaches from 4096 to 8191, the dimension goes from 0 to 4095}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior[0, 0, 4096, 0][1, 1, 4096, 128] : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out)
      {tp_k_prior}
  return
}

// -----

// More elements of the cache than it has.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+3 {{'penguin.attention_tkg_fwd' op operand "k_prior" is accessed opaquely with 524289 elements}}
  // expected-note @+2 {{the memref has 524288}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior opaque<nelements = 524289> : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out)
      {tp_k_prior}
  return
}

// -----

// A misspelt attribute.
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!k_active = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!out = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !out) {
  // expected-error @+2 {{'penguin.attention_tkg_fwd' has no attribute 'tp_k_priors'; did you mean 'tp_k_prior'? (attributes: auto_cast, auto_cast_type, cache_softmax, curr_sprior, full_sprior, fuse_rope, is_tkg, psum_buf_shape, sb_buf_shape, strided_mm1, tp_k_prior, use_dma_tp, use_pos_id; a discardable one has a dialect prefix)}}
  penguin.attention_tkg_fwd q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) -> out(%out : !out) {tp_k_priors}
  return
}
