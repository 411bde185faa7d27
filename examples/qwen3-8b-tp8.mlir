// One decoder layer of Qwen3-8B at tensor parallelism 8: prefill of 4096 tokens, and decode.
// Written by examples/generate.py.

!hidden = memref<1x4096x4096xbf16, #neuron.memory<hbm, shared>>
!qkv = memref<1x4096x768xbf16, #neuron.memory<hbm, shared>>
!w_qkv = memref<4096x768xbf16, #neuron.memory<hbm, shared>>
!norm = memref<1x4096xbf16, #neuron.memory<hbm, shared>>
!heads_d_s = memref<4x128x4096xbf16, #neuron.memory<hbm, shared>>
!heads_s_d = memref<4x4096x128xbf16, #neuron.memory<hbm, shared>>
!cos_sin = memref<4096x128xf32, #neuron.memory<hbm, shared>>
!w_o = memref<512x4096xbf16, #neuron.memory<hbm, shared>>
!w_up = memref<4096x1536xbf16, #neuron.memory<hbm, shared>>
!w_down = memref<1536x4096xbf16, #neuron.memory<hbm, shared>>
!hidden_2 = memref<1x1x4096xbf16, #neuron.memory<hbm, shared>>
!qkv_2 = memref<1x1x768xbf16, #neuron.memory<hbm, shared>>
!q = memref<1x4x1x128xbf16, #neuron.memory<hbm, shared>>
!kv = memref<1x1x1x128xbf16, #neuron.memory<hbm, shared>>
!attention = memref<1x4x128x1xbf16, #neuron.memory<hbm, shared>>
!cache = memref<1x1x4096x128xbf16, #neuron.memory<hbm, shared>>
!pos_id = memref<1x1xi32, #neuron.memory<hbm, shared>>
!active_mask = memref<1x1x4x1xbf16, #neuron.memory<hbm, shared>>
!inv_freqs = memref<64x1xf32, #neuron.memory<hbm, shared>>
!rope_pos_ids = memref<1x1xf32, #neuron.memory<hbm, shared>>
!k_out = memref<1x1x128x1xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @prefill_layer(%hidden: !hidden, %qkv: !qkv, %w_qkv: !w_qkv, %attention_norm: !norm,
      %q: !heads_d_s, %k: !heads_d_s, %v: !heads_s_d, %cos_sin: !cos_sin, %attention: !heads_d_s,
      %projected: !hidden, %w_o: !w_o, %out: !hidden, %residual_out: !hidden, %mlp_norm: !norm,
      %w_gate: !w_up, %w_up: !w_up, %w_down: !w_down) {
    penguin.qkv hidden(%hidden : !hidden) weight(%w_qkv : !w_qkv) norm_weight(%attention_norm : !norm)
        -> out(%qkv : !qkv) {norm_type = rms_norm, eps = 1.000000e-05}
    penguin.nki_kernel @rotary_embedding ins(%qkv : !qkv, %cos_sin : !cos_sin)
        -> outs(%q : !heads_d_s, %k : !heads_d_s, %v : !heads_s_d)
        {func_args = ["qkv", "cos_sin"], func_outs = ["q", "k", "v"]}
    penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !heads_d_s) k(%k : !heads_d_s)
        v(%v : !heads_s_d) -> out(%attention : !heads_d_s) {use_dma_transpose = true}
    penguin.nki_kernel @output_projection_all_reduce ins(%attention : !heads_d_s, %w_o : !w_o)
        -> outs(%projected : !hidden) {func_args = ["heads", "w_o"], func_outs = ["projected"]}
    penguin.mlp attn_out(%projected : !hidden) hidden(%hidden : !hidden) norm_weight(%mlp_norm : !norm)
        gate(%w_gate : !w_up) up(%w_up : !w_up) down(%w_down : !w_down) -> out(%out : !hidden)
        add_out(%residual_out : !hidden) {norm_type = rms_norm, eps = 1.000000e-05}
    return
  }
  func.func @decode_layer(%hidden: !hidden_2, %qkv: !qkv_2, %w_qkv: !w_qkv, %attention_norm: !norm, %q: !q,
      %k: !kv, %v: !kv, %attention: !attention, %k_cache: !cache, %v_cache: !cache, %pos_id: !pos_id,
      %active_mask: !active_mask, %inv_freqs: !inv_freqs, %rope_pos_ids: !rope_pos_ids, %k_out: !k_out,
      %projected: !hidden_2, %w_o: !w_o, %mlp_norm: !norm, %w_gate: !w_up, %w_up: !w_up, %w_down: !w_down,
      %out: !hidden_2, %residual_out: !hidden_2) {
    penguin.qkv hidden(%hidden : !hidden_2) weight(%w_qkv : !w_qkv) norm_weight(%attention_norm : !norm)
        -> out(%qkv : !qkv_2) {norm_type = rms_norm, eps = 1.000000e-05}
    penguin.nki_kernel @split_heads ins(%qkv : !qkv_2) -> outs(%q : !q, %k : !kv, %v : !kv)
        {func_args = ["qkv"], func_outs = ["q", "k", "v"]}
    penguin.attention_tkg_fwd q(%q : !q) k_active(%k : !kv) v_active(%v : !kv) k_prior(%k_cache : !cache)
        v_prior(%v_cache : !cache) pos_id(%pos_id : !pos_id) active_mask(%active_mask : !active_mask)
        inv_freqs(%inv_freqs : !inv_freqs) rope_pos_ids(%rope_pos_ids : !rope_pos_ids)
        -> out(%attention : !attention) k_out(%k_out : !k_out)
        {curr_sprior = 4096, full_sprior = 4096, tp_k_prior = true, use_pos_id = true, fuse_rope = true}
    penguin.nki_kernel @output_projection_all_reduce ins(%attention : !attention, %w_o : !w_o)
        -> outs(%projected : !hidden_2) {func_args = ["heads", "w_o"], func_outs = ["projected"]}
    penguin.mlp attn_out(%projected : !hidden_2) hidden(%hidden : !hidden_2) norm_weight(%mlp_norm : !norm)
        gate(%w_gate : !w_up) up(%w_up : !w_up) down(%w_down : !w_down) -> out(%out : !hidden_2)
        add_out(%residual_out : !hidden_2) {norm_type = rms_norm, eps = 1.000000e-05}
    return
  }
}
