// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// A name that is none of the kernel's.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @below {{'penguin.prefix_caching_attention' op Prefix caching is not implemented for this kernel name V2CausalAttentionMMSoftmaxMM; did you mean 'V2CausalAttentionMMSoftmaxMMWithoutSwap'?}}
  // expected-note @below {{there are: V2CausalAttentionMMSoftmaxMMWithoutSwap, V2AttentionMMSoftmaxMMWithoutSwap}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMM" q(%q : !q) k_active(%k_active : !k_active)
      v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior)
      attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A name of the attention kernels that has no prefix caching.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @below {{'penguin.prefix_caching_attention' op Prefix caching is not implemented for this kernel name AttentionMMSoftmaxMM; did you mean 'V2AttentionMMSoftmaxMMWithoutSwap'?}}
  // expected-note @below {{there are: V2CausalAttentionMMSoftmaxMMWithoutSwap, V2AttentionMMSoftmaxMMWithoutSwap}}
  penguin.prefix_caching_attention "AttentionMMSoftmaxMM" q(%q : !q) k_active(%k_active : !k_active)
      v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior)
      attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// The scale.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+4 {{'penguin.prefix_caching_attention' op SWA/Prefix Caching/CP only support scale=1.0, but got 0.5}}
  // expected-note @+3 {{divide q by sqrt(d) beforehand}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q) {scale = 0.5}
  return
}

// -----

// A head dimension over the limit.
!q = memref<4x256x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x256xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x256xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @below {{'penguin.prefix_caching_attention' op we do not support head_dim > 128, got head dim 256}}
  // expected-note @below {{operand "q" has d = 256}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A batch over the limit.
!q = memref<516x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<516x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<516x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @below {{'penguin.prefix_caching_attention' op attention_cte kernel is not tested for batch size above 512, got 516.}}
  // expected-note @below {{the batch counts heads: it is batch * heads}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A batch of queries that is no multiple of the batch of keys.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<3x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<3x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+3 {{'penguin.prefix_caching_attention' op Q batch size must be a multiple of KV batch size, got bs=4, bs_kv=3}}
  // expected-note @+2 {{operand "q" has batch 4, operand "k_active" 3}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// Active and cached tokens that are together over the limit.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x131072x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x131072xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+2 {{'penguin.prefix_caching_attention' op attention_cte kernel is not tested for seqlen above 131072, got seqlen_k_total=131584.}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A mask for requests that the batch is no multiple of.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<3x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+3 {{'penguin.prefix_caching_attention' op operand "attention_mask" has 3 requests, the batch 4 of q is no multiple of it}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A mask of another prefix.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x512xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+3 {{'penguin.prefix_caching_attention' op operand "attention_mask" has shape 1x512, expected [R, P]: dimension 1 is 512, not 4096 (P = 4096 from operand "k_prior")}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// Keys with the head dimension first, as penguin.attention takes them.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !q, %v_active: !v_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @below {{'penguin.prefix_caching_attention' op operand "k_active" has shape 4x128x512, expected [Bkv, S, d]: dimension 1 is 128, not 512 (S = 512 from operand "q")}}
  // expected-note @below {{q_layout is d_s: [batch, head dimension, sequence]}}
  // expected-note @below {{k_layout is s_d: [batch, sequence, head dimension]}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q) k_active(%k_active : !q)
      v_active(%v_active : !v_active) k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior)
      attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A layout that the shape does not have.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+4 {{'penguin.prefix_caching_attention' op operand "k_active" has shape 4x512x128, expected [Bkv, S, d]: dimension 1 is 512, not 128 (S = 128 from operand "q")}}
  // expected-note @+3 {{q_layout is s_d: [batch, sequence, head dimension]}}
  // expected-note @+2 {{k_layout is s_d: [batch, sequence, head dimension]}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
      {q_layout = s_d}
  return
}

// -----

// Active keys and values of different lengths.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!v_active = memref<4x256x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !v_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+4 {{'penguin.prefix_caching_attention' op operand "v_active" has shape 4x256x128, expected [Bkv, S, d]: dimension 1 is 256, not 512 (S = 512 from operand "q")}}
  // expected-note @+3 {{q_layout is d_s: [batch, head dimension, sequence]}}
  // expected-note @+2 {{v_layout is s_d: [batch, sequence, head dimension]}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !v_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// The wrong rank.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<1x4x4096x128xbf16, #neuron.memory<hbm>>
!v_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !v_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+4 {{'penguin.prefix_caching_attention' op operand "k_prior" has rank 4, expected rank 3: [Bkv, P, d]}}
  // expected-note @+3 {{q_layout is d_s: [batch, head dimension, sequence]}}
  // expected-note @+2 {{k_layout is s_d: [batch, sequence, head dimension]}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !v_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A cache of another type.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!v_prior = memref<4x4096x128xf8E4M3, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !v_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+3 {{'penguin.prefix_caching_attention' op operand "v_prior" has element type f8E4M3, expected bf16 like operand "q"}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !v_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A mask of a type that masks are not.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi64, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @+3 {{'penguin.prefix_caching_attention' op operand "attention_mask" has element type i64, expected a mask type}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask) -> out(%out : !q)
  return
}

// -----

// A missing mask.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %out: !q) {
  // expected-error @below {{'penguin.prefix_caching_attention' needs operand 'attention_mask': attention_mask(%…)}}
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q)
      k_active(%k_active : !k_active) v_active(%v_active : !k_active) k_prior(%k_prior : !k_prior)
      v_prior(%v_prior : !k_prior) -> out(%out : !q)
  return
}

// -----

// No name.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k_active = memref<4x512x128xbf16, #neuron.memory<hbm>>
!k_prior = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!attention_mask = memref<1x4096xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k_active: !k_active, %v_active: !k_active, %k_prior: !k_prior, %v_prior: !k_prior,
    %attention_mask: !attention_mask, %out: !q) {
  // expected-error @below {{string literal expected for 'variant'}}
  penguin.prefix_caching_attention q(%q : !q) k_active(%k_active : !k_active) v_active(%v_active : !k_active)
      k_prior(%k_prior : !k_prior) v_prior(%v_prior : !k_prior) attention_mask(%attention_mask : !attention_mask)
      -> out(%out : !q)
  return
}
