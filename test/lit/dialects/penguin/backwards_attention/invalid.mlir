// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// The scale, as the caller spells it.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @+5 {{'penguin.backwards_attention' op Backwards Attention BIR kernel only supports softmax scale = 1.0}}
  // expected-note @+4 {{scale is 0.125}}
  // expected-note @+3 {{divide q by sqrt(d) beforehand, and dq by it afterwards}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
      {scale_val = 0.125}
  return
}

// -----

// Dropout, as the caller spells it.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @+4 {{'penguin.backwards_attention' op Backwards Attention BIR kernel does not currently support non zero dropout prob}}
  // expected-note @+3 {{dropout is 0.1}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
      {dropout_p = 0.1}
  return
}

// -----

// Tiles: there is no tiled form.
!q = memref<128x512xbf16, #neuron.memory<sbuf>>
!neg_max = memref<128x4xf32, #neuron.memory<sbuf>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @below {{'penguin.backwards_attention' op operand "q" lies in sbuf, BackwardsAttention has no tiled form: its operands lie in hbm}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// A mix of tiles and tensors.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
!dq = memref<128x512xbf16, #neuron.memory<sbuf>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !dq,
    %dk: !q, %dv: !q) {
  // expected-error @+4 {{'penguin.backwards_attention' op Inputs/outputs to backwards_attention_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @+3 {{operand "dq" lies in sbuf}}
  // expected-note @+2 {{operand "dq" is a tile (sbuf or psum), operand "q" is a tensor (hbm)}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !dq) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// A head dimension over the limit.
!q = memref<4x256x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @below {{'penguin.backwards_attention' op we do not support head_dim > 128, got head dim 256}}
  // expected-note @below {{operand "q" has d = 256}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// A causal mask over sequences of different lengths.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x1024xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !k, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !k, %dv: !k) {
  // expected-error @below {{'penguin.backwards_attention' op operand "k" has Sk = 1024, causal attention needs Sk == Sq = 512}}
  penguin.backwards_attention q(%q : !q) k(%k : !k) v(%v : !k) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !k) dv(%dv : !k) {is_causal}
  return
}

// -----

// Values with the sequence first, as the forward kernel takes them.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!v = memref<4x512x128xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !v, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @below {{'penguin.backwards_attention' op operand "v" has shape 4x512x128, expected [B, d, Sk]: dimension 1 is 512, not 128 (d = 128 from operand "q")}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !v) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// An output of the forward kernel that does not fit the queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!out = memref<4x128x256xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !out, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @below {{'penguin.backwards_attention' op operand "out" has shape 4x128x256, expected [B, d, Sq]: dimension 2 is 256, not 512 (Sq = 512 from operand "q")}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !out) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// A gradient of another shape than its operand.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
!dk = memref<4x64x512xbf16, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !dk, %dv: !q) {
  // expected-error @+2 {{'penguin.backwards_attention' op operand "dk" has shape 4x64x512, expected [B, d, Sk]: dimension 1 is 64, not 128 (d = 128 from operand "q")}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !dk) dv(%dv : !q)
  return
}

// -----

// Statistics for another number of queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
!recip = memref<4x128x8xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !recip, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @+2 {{'penguin.backwards_attention' op operand "recip" has shape 4x128x8, expected [B, 128, Sq/128]: dimension 2 is 8, not 4 (Sq = 512 from operand "q")}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !recip) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// Queries that are not in groups of 128.
!q = memref<4x128x500xbf16, #neuron.memory<hbm>>
!k = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !k, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !k, %dv: !k) {
  // expected-error @+2 {{'penguin.backwards_attention' op operand "neg_max" has shape 4x128x4, expected [B, 128, Sq/128]: dimension 2 is 4, and Sq = 500 from operand "q" does not divide by 128}}
  penguin.backwards_attention q(%q : !q) k(%k : !k) v(%v : !k) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !k) dv(%dv : !k)
  return
}

// -----

// Keys of another type than the queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!k = memref<4x128x512xf32, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !k, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @below {{'penguin.backwards_attention' op operand "k" has element type f32, expected bf16 like operand "q"}}
  penguin.backwards_attention q(%q : !q) k(%k : !k) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// A gradient of another type than the queries.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!dout = memref<4x128x512xf32, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !dout, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @below {{'penguin.backwards_attention' op operand "dout" has element type f32, expected bf16 like operand "q"}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !dout)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// Statistics that are not float32.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xbf16, #neuron.memory<hbm>>
!recip = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !recip, %dq: !q,
    %dk: !q, %dv: !q) {
  // expected-error @+2 {{'penguin.backwards_attention' op operand "neg_max" has element type bf16, expected float32}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !recip) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}

// -----

// Gradients that are not floats.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
!dv = memref<4x128x512xi8, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %recip: !neg_max, %dq: !q,
    %dk: !q, %dv: !dv) {
  // expected-error @+2 {{'penguin.backwards_attention' op operand "dv" has element type i8, expected a float}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) recip(%recip : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !dv)
  return
}

// -----

// A missing operand.
!q = memref<4x128x512xbf16, #neuron.memory<hbm>>
!neg_max = memref<4x128x4xf32, #neuron.memory<hbm>>
func.func @invalid(%q: !q, %k: !q, %v: !q, %out: !q, %dout: !q, %neg_max: !neg_max, %dq: !q, %dk: !q, %dv: !q) {
  // expected-error @below {{'penguin.backwards_attention' needs operand 'recip': recip(%…)}}
  penguin.backwards_attention q(%q : !q) k(%k : !q) v(%v : !q) out(%out : !q) dout(%dout : !q)
      neg_max(%neg_max : !neg_max) -> dq(%dq : !q) dk(%dk : !q) dv(%dv : !q)
  return
}
