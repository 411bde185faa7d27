// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// A mix of tiles and tensors.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<128x2048xbf16, #neuron.memory<sbuf>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op Inputs/outputs to attention_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "v" lies in sbuf}}
  // expected-note @below {{operand "v" is a tile (sbuf or psum), operand "q" is a tensor (hbm)}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// A sub-tensor on a bespoke macro.
!q = memref<8x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !k) {
  // expected-error @below {{'penguin.attention' op operand "q" has access 'sub_tensor', attention_kernel takes 'full' here}}
  // expected-note @below {{a bespoke macro takes whole tensors or whole tiles; a sub-tensor needs penguin.bir_kernel}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q[0, 0, 0][4, 128, 512][1, 1, 1] : !q) k(%k : !k)
      v(%v : !v) -> out(%out : !k)
  return
}

// -----

// A tile of a tensor on a bespoke macro.
!q = memref<8x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !k) {
  // expected-error @+3 {{'penguin.attention' op operand "q" has access 'tile', attention_kernel takes 'full' here}}
  // expected-note @+2 {{a bespoke macro takes whole tensors or whole tiles; a sub-tensor needs penguin.bir_kernel}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
      q(%q tile<offsets = [0, 0, 0], shape = [4, 128, 512]> : !q) k(%k : !k) v(%v : !v) -> out(%out : !k)
  return
}

// -----

// Softmax caching on tiles.
!q = memref<128x512xbf16, #neuron.memory<sbuf>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q) {
  // expected-error @below {{'penguin.attention' op Softmax caching not supported yet for tiled attention_kernel. Pass in tensors instead of tiles.}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !q) -> out(%out : !q)
      {cache_softmax}
  return
}

// -----

// A statistics operand on tiles.
!q = memref<128x512xbf16, #neuron.memory<sbuf>>
!neg_max = memref<128x16xf32, #neuron.memory<sbuf>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %neg_max: !neg_max) {
  // expected-error @below {{'penguin.attention' op Softmax caching not supported yet for tiled attention_kernel. Pass in tensors instead of tiles.}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !q) -> out(%out : !q)
      neg_max(%neg_max : !neg_max)
  return
}

// -----

// Tiles that do not hold the same elements.
!q = memref<128x512xbf16, #neuron.memory<sbuf>>
!out = memref<128x256xbf16, #neuron.memory<sbuf>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !out) {
  // expected-error @below {{'penguin.attention' op operand "out" holds 32768 elements, operand "q" of the same shape [B, d, Sq] holds 65536}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !q) -> out(%out : !out)
  return
}

// -----

// A variant that is none.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{unknown 'variant' 'CausalAttention' (one of: AttentionMMSoftmaxMM, AttentionMMSoftmaxMMWithoutSwap, CausalAttentionMMSoftmaxMMWithoutSwap, V2AttentionMMSoftmaxMMWithoutSwap, V2CausalAttentionMMSoftmaxMMWithoutSwap)}}
  penguin.attention "CausalAttention" q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// The scale of a causal kernel.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+4 {{'penguin.attention' op CausalAttentionMMSoftmaxMMWithoutSwap only supports scale equal to 1.0}}
  // expected-note @+3 {{scale is 0.5}}
  // expected-note @+2 {{divide q by sqrt(d) beforehand}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {scale = 0.5}
  return
}

// -----

// The scale of a causal kernel, second generation, as some callers spell it.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+4 {{'penguin.attention' op V2CausalAttentionMMSoftmaxMMWithoutSwap only supports scale equal to 1.0}}
  // expected-note @+3 {{scale is 0.5}}
  // expected-note @+2 {{divide q by sqrt(d) beforehand}}
  penguin.attention V2CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {softmax_scale = 0.5}
  return
}

// -----

// The scale of a sliding window.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+3 {{'penguin.attention' op SWA/Prefix Caching/CP only support scale=1.0, but got 0.5}}
  // expected-note @+2 {{divide q by sqrt(d) beforehand}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {scale = 0.5, sliding_window = 128}
  return
}

// -----

// The scale of context parallelism.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @+3 {{'penguin.attention' op SWA/Prefix Caching/CP only support scale=1.0, but got 0.5}}
  // expected-note @+2 {{divide q by sqrt(d) beforehand}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
      {scale = 0.5, global_n_tiles = 4, tile_i = 0}
  return
}

// -----

// A sliding window without a causal mask.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+3 {{'penguin.attention' op SWA currently only supports causal attn}}
  // expected-note @+2 {{the variant is AttentionMMSoftmaxMMWithoutSwap}}
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {sliding_window = 128}
  return
}

// -----

// Context parallelism without a causal mask.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @+3 {{'penguin.attention' op CP currently only supports causal attn}}
  // expected-note @+2 {{the variant is AttentionMMSoftmaxMMWithoutSwap}}
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
      {global_n_tiles = 4, tile_i = 0}
  return
}

// -----

// A head dimension over the limit.
!q = memref<4x256x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x256xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op we do not support head_dim > 128, got head dim 256}}
  // expected-note @below {{operand "q" has d = 256}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// A batch over the limit.
!q = memref<513x128x512xbf16, #neuron.memory<hbm>>
!v = memref<513x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op attention_cte kernel is not tested for batch size above 512, got 513.}}
  // expected-note @below {{the batch counts heads: it is batch * heads}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// A batch of queries that is no multiple of the batch of keys.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<3x128x512xbf16, #neuron.memory<hbm>>
!v = memref<3x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op Q batch size must be a multiple of KV batch size, got bs=4, bs_kv=3}}
  // expected-note @below {{operand "q" has batch 4, operand "k" 3}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// A sequence of queries over the limit.
!q = memref<1x128x262144xbf16, #neuron.memory<hbm>>
!v = memref<1x262144x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op attention_cte kernel is not tested for seqlen above 131072, got seqlen_q=262144.}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// A sequence of keys over the limit.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x262144xbf16, #neuron.memory<hbm>>
!v = memref<4x262144x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op attention_cte kernel is not tested for seqlen above 131072, got seqlen_k_total=262144.}}
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// A sink for heads that the batch is no multiple of.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!sink = memref<3x1xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %sink: !sink, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "sink" has 3 heads, the batch 4 of q is no multiple of it}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) sink(%sink : !sink)
      -> out(%out : !q)
  return
}

// -----

// A sink of the wrong rank.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!sink = memref<4xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %sink: !sink, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "sink" has rank 1, expected rank 2: [N, 1]}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) sink(%sink : !sink)
      -> out(%out : !q)
  return
}

// -----

// A causal kernel over sequences of different lengths.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x1024xbf16, #neuron.memory<hbm>>
!v = memref<4x1024x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "k" has Sk = 1024, causal attention needs Sk == Sq = 512}}
  // expected-note @below {{set global_n_tiles where the queries are one rank's part of the sequence}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// The wrong rank.
!q = memref<1x4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !k) {
  // expected-error @below {{'penguin.attention' op operand "q" has rank 4, expected rank 3: [B, d, Sq]}}
  // expected-note @below {{q_layout is d_s: [batch, head dimension, sequence]}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !k)
  return
}

// -----

// Another head dimension in the keys.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x64x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "k" has shape 4x64x512, expected [Bkv, d, Sk]: dimension 1 is 64, not 128 (d = 128 from operand "q")}}
  // expected-note @below {{q_layout is d_s: [batch, head dimension, sequence]}}
  // expected-note @below {{k_layout is d_s: [batch, head dimension, sequence]}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// Keys and values of different lengths.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x256x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "v" has shape 4x256x128, expected [Bkv, Sk, d]: dimension 1 is 256, not 512 (Sk = 512 from operand "k")}}
  // expected-note @below {{q_layout is d_s: [batch, head dimension, sequence]}}
  // expected-note @below {{v_layout is s_d: [batch, sequence, head dimension]}}
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// A layout that the shape does not have.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "k" has shape 4x128x512, expected [Bkv, d, Sk]: dimension 1 is 128, not 512 (d = 512 from operand "q")}}
  // expected-note @below {{q_layout is s_d: [batch, sequence, head dimension]}}
  // expected-note @below {{k_layout is d_s: [batch, head dimension, sequence]}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {q_layout = s_d}
  return
}

// -----

// An output of another batch.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!out = memref<2x128x512xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !out) {
  // expected-error @below {{'penguin.attention' op operand "out" has shape 2x128x512, expected [B, d, Sq]: dimension 0 is 2, not 4 (B = 4 from operand "q")}}
  // expected-note @below {{q_layout is d_s: [batch, head dimension, sequence]}}
  // expected-note @below {{out_layout is d_s: [batch, head dimension, sequence]}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !out)
  return
}

// -----

// Queries that are not floats.
!q = memref<4x128x512xi8, #neuron.memory<hbm>>
!k = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !k) {
  // expected-error @below {{'penguin.attention' op operand "q" has element type i8, expected a float}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !k)
  return
}

// -----

// Keys of another type than the queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x512xf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "k" has element type f16, expected bf16 like operand "q"}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
  return
}

// -----

// An output that is not a float.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!out = memref<4x128x512xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !out) {
  // expected-error @below {{'penguin.attention' op operand "out" has element type i32, expected a float}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !out)
  return
}

// -----

// A sink that is not a float.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!sink = memref<4x1xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %sink: !sink, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "sink" has element type i32, expected a float}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) sink(%sink : !sink)
      -> out(%out : !q)
  return
}

// -----

// Statistics that are not float32.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
!recip = memref<4x128x4xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q, %neg_max: !neg_max, %recip: !recip) {
  // expected-error @+2 {{'penguin.attention' op operand "recip" has element type bf16, expected float32}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !recip) {cache_softmax}
  return
}

// -----

// Softmax caching without its outputs.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op attribute "cache_softmax" needs operand 'neg_max': -> neg_max(%…)}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {cache_softmax}
  return
}

// -----

// Softmax caching without one of its outputs.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q, %neg_max: !neg_max) {
  // expected-error @below {{'penguin.attention' op attribute "cache_softmax" needs operand 'recip': -> recip(%…)}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      neg_max(%neg_max : !neg_max) {cache_softmax}
  return
}

// -----

// Outputs of softmax caching without it.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q, %neg_max: !neg_max, %recip: !neg_max) {
  // expected-error @+2 {{'penguin.attention' op operand "neg_max" is given, but cache_softmax is false}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max)
  return
}

// -----

// Softmax caching of a sequence that is not in groups of 128.
!q = memref<4x128x500xbf16, #neuron.memory<hbm>>
!v = memref<4x500x128xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q, %neg_max: !neg_max, %recip: !neg_max) {
  // expected-error @below {{'penguin.attention' op For cache softmax, attention_cte currently expects seqlen_q multiple of 128, got seqlen_q=500}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) {cache_softmax}
  return
}

// -----

// Statistics for another number of queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
!recip = memref<4x128x8xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q, %neg_max: !neg_max, %recip: !recip) {
  // expected-error @+2 {{'penguin.attention' op operand "recip" has 8 groups of 128 queries, Sq = 512 makes 4}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !recip) {cache_softmax}
  return
}

// -----

// Statistics that are not in 128 rows.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
!recip = memref<4x64x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q, %neg_max: !neg_max, %recip: !recip) {
  // expected-error @+2 {{'penguin.attention' op operand "recip" has shape 4x64x4, expected [B, 128, _]: dimension 1 is 64, not 128}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !recip) {cache_softmax}
  return
}

// -----

// Context parallelism without the place of the rank.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @+3 {{'penguin.attention' op attribute "global_n_tiles" needs the place of this rank}}
  // expected-note @+2 {{give tile_i where it is known, or cp_offset(%…) where it is only known at run time}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
      {global_n_tiles = 4}
  return
}

// -----

// The place of the rank given twice.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
!cp_offset = memref<1x1xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %cp_offset: !cp_offset, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op attribute "tile_i" and operand 'cp_offset' both give the place of this rank}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v)
      cp_offset(%cp_offset : !cp_offset) -> out(%out : !q) {global_n_tiles = 4, tile_i = 0}
  return
}

// -----

// A place that is not at the start of a rank's queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @+3 {{'penguin.attention' op attribute "tile_i" is 1, it is rank * Sq: a multiple of 512 below 2048}}
  // expected-note @+2 {{with strided_q_slicing it would be the rank itself}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
      {global_n_tiles = 4, tile_i = 1}
  return
}

// -----

// A place behind the last rank's queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op attribute "tile_i" is 2048, it is rank * Sq: a multiple of 512 below 2048}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
      {global_n_tiles = 4, tile_i = 2048}
  return
}

// -----

// A rank that does not exist.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op attribute "tile_i" is 4, with strided_q_slicing it is the rank, below global_n_tiles = 4}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
      {global_n_tiles = 4, tile_i = 4, strided_q_slicing}
  return
}

// -----

// Keys for another number of ranks.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op operand "k" has Sk = 2048, 8 ranks of Sq = 512 queries make 4096}}
  // expected-note @below {{every rank has its part of the queries and the whole of the keys and values}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !q)
      {global_n_tiles = 8, tile_i = 0}
  return
}

// -----

// A place without context parallelism.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op attribute "tile_i" is a place among the ranks, but global_n_tiles is not given}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {tile_i = 0}
  return
}

// -----

// Strided queries without context parallelism.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @below {{'penguin.attention' op attribute "strided_q_slicing" slices queries over the ranks, but global_n_tiles is not given}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {strided_q_slicing}
  return
}

// -----

// An offset without context parallelism.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!cp_offset = memref<1x1xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %cp_offset: !cp_offset, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op operand "cp_offset" is a place among the ranks, but global_n_tiles is not given}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v)
      cp_offset(%cp_offset : !cp_offset) -> out(%out : !q)
  return
}

// -----

// An offset that is not an integer.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
!cp_offset = memref<1x1xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %cp_offset: !cp_offset, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op operand "cp_offset" has element type f32, expected an integer}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v)
      cp_offset(%cp_offset : !cp_offset) -> out(%out : !q) {global_n_tiles = 4}
  return
}

// -----

// An offset that is not one number.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!v = memref<4x2048x128xbf16, #neuron.memory<hbm>>
!cp_offset = memref<1x4xi32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %cp_offset: !cp_offset, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op operand "cp_offset" has shape 1x4, expected [1, 1]: dimension 1 is 4, not 1}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v)
      cp_offset(%cp_offset : !cp_offset) -> out(%out : !q) {global_n_tiles = 4}
  return
}

// -----

// More ranks than the kernel is tested for.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+2 {{'global_n_tiles' is a 64-bit integer from 1 to 32, found 33}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {global_n_tiles = 33, tile_i = 0}
  return
}

// -----

// A window longer than any sequence.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+2 {{'sliding_window' is a 64-bit integer from 0 to 131072, found 131073}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {sliding_window = 131073}
  return
}

// -----

// A sliding window on trn1.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
module attributes {neuron.target = #neuron.target<trn1>} {
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op sliding_window argument is not supported by trn1}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {sliding_window = 128}
  return
}
}

// -----

// A sink on trn1.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!sink = memref<4x1xbf16, #neuron.memory<hbm>>
module attributes {neuron.target = #neuron.target<trn1>} {
func.func @invalid(%q: !q, %k: !q, %v: !v, %sink: !sink, %out: !q) {
  // expected-error @below {{'penguin.attention' op sink argument is not supported by trn1}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) sink(%sink : !sink)
      -> out(%out : !q)
  return
}
}

// -----

// Dynamic dimensions.
!q = memref<4x128x?xbf16, #neuron.memory<hbm>>
!k = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !k) {
  // expected-error @below {{'penguin.attention' op operand "q" has dynamic dimension 2; Neuron kernels are compiled for static shapes}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !k)
  return
}

// -----

// No memory space.
!q = memref<4x128x512xbf16>
!k = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !v, %out: !k) {
  // expected-error @below {{'penguin.attention' op operand "q" has no memory space; it needs #neuron.memory<hbm>, <sbuf> or <psum>}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !k) v(%v : !v) -> out(%out : !k)
  return
}

// -----

// A cast policy without a type.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+2 {{'penguin.attention' op attribute "auto_cast" needs auto_cast_type = bf16 or fp16}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {auto_cast = matmult}
  return
}

// -----

// A missing operand.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %out: !q) {
  // expected-error @below {{'penguin.attention' needs operand 'v': v(%…)}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) -> out(%out : !q)
  return
}

// -----

// An attribute of another macro.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q) {
  // expected-error @+2 {{'penguin.attention' has no attribute 'eps' (attributes: auto_cast, auto_cast_type, cache_softmax, global_n_tiles, k_layout, out_layout, psum_buf_shape, q_layout, sb_buf_shape, scale, sliding_window, strided_q_slicing, tile_i, use_dma_transpose, use_flash, v_layout; a discardable one has a dialect prefix)}}
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !q) k(%k : !q) v(%v : !v) -> out(%out : !q)
      {eps = 1.0e-5}
  return
}
