// Attention of 512 new tokens of Llama-3.1-8B at tensor parallelism 8 against a cached prefix of 4096.
// Written by examples/generate.py.

!heads_d_s = memref<4x128x512xbf16, #neuron.memory<hbm, shared>>
!active = memref<4x512x128xbf16, #neuron.memory<hbm, shared>>
!prior = memref<4x4096x128xbf16, #neuron.memory<hbm, shared>>
!mask = memref<1x4096xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @prefix_caching(%q: !heads_d_s, %k: !active, %v: !active, %k_prior: !prior, %v_prior: !prior,
      %mask: !mask, %out: !heads_d_s) {
    penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !heads_d_s)
        k_active(%k : !active) v_active(%v : !active) k_prior(%k_prior : !prior) v_prior(%v_prior : !prior)
        attention_mask(%mask : !mask) -> out(%out : !heads_d_s)
    return
  }
}
