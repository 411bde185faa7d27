// One decoder layer of Llama-3.1-8B at tensor parallelism 8, prefill of 8192 tokens.
// Written by examples/generate.py.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm, shared>>
!qkv = memref<1x8192x768xbf16, #neuron.memory<hbm, shared>>
!w_qkv = memref<4096x768xbf16, #neuron.memory<hbm, shared>>
!norm = memref<1x4096xbf16, #neuron.memory<hbm, shared>>
!heads_d_s = memref<4x128x8192xbf16, #neuron.memory<hbm, shared>>
!heads_s_d = memref<4x8192x128xbf16, #neuron.memory<hbm, shared>>
!cos_sin = memref<8192x128xf32, #neuron.memory<hbm, shared>>
!w_o = memref<512x4096xbf16, #neuron.memory<hbm, shared>>
!w_up = memref<4096x1792xbf16, #neuron.memory<hbm, shared>>
!w_down = memref<1792x4096xbf16, #neuron.memory<hbm, shared>>

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
}
