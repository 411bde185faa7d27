// One decoder layer of Llama-3.1-70B at tensor parallelism 32, all residual adds fused.
// Written by examples/generate.py.

!hidden = memref<1x8192x8192xbf16, #neuron.memory<hbm, shared>>
!qkv = memref<4x1x8192x128xbf16, #neuron.memory<hbm, shared>>
!w_qkv = memref<8192x512xbf16, #neuron.memory<hbm, shared>>
!norm = memref<1x8192xbf16, #neuron.memory<hbm, shared>>
!heads_d_s = memref<2x128x8192xbf16, #neuron.memory<hbm, shared>>
!heads_s_d = memref<2x8192x128xbf16, #neuron.memory<hbm, shared>>
!cos_sin = memref<8192x128xf32, #neuron.memory<hbm, shared>>
!w_o = memref<256x8192xbf16, #neuron.memory<hbm, shared>>
!w_up = memref<8192x896xbf16, #neuron.memory<hbm, shared>>
!w_down = memref<896x8192xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @fused_residual_layer(%hidden: !hidden, %mlp_prev: !hidden, %attn_prev: !hidden, %qkv: !qkv,
      %w_qkv: !w_qkv, %attention_norm: !norm, %q: !heads_d_s, %k: !heads_d_s, %v: !heads_s_d,
      %cos_sin: !cos_sin, %attention: !heads_d_s, %projected: !hidden, %w_o: !w_o, %mlp_norm: !norm,
      %w_gate: !w_up, %w_up: !w_up, %w_down: !w_down, %out: !hidden) {
    penguin.qkv hidden(%hidden : !hidden) mlp_prev(%mlp_prev : !hidden) attn_prev(%attn_prev : !hidden)
        weight(%w_qkv : !w_qkv) norm_weight(%attention_norm : !norm) -> out(%qkv : !qkv)
        hidden_out(%hidden : !hidden) {norm_type = rms_norm, eps = 1.000000e-05, output_layout = nbsd}
    penguin.nki_kernel @rotary_embedding ins(%qkv : !qkv, %cos_sin : !cos_sin)
        -> outs(%q : !heads_d_s, %k : !heads_d_s, %v : !heads_s_d)
        {func_args = ["qkv", "cos_sin"], func_outs = ["q", "k", "v"]}
    penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !heads_d_s) k(%k : !heads_d_s)
        v(%v : !heads_s_d) -> out(%attention : !heads_d_s)
    penguin.nki_kernel @output_projection_all_reduce ins(%attention : !heads_d_s, %w_o : !w_o)
        -> outs(%projected : !hidden) {func_args = ["heads", "w_o"], func_outs = ["projected"]}
    penguin.mlp attn_out(%projected : !hidden) hidden(%hidden : !hidden) norm_weight(%mlp_norm : !norm)
        gate(%w_gate : !w_up) up(%w_up : !w_up) down(%w_down : !w_down) -> out(%out : !hidden)
        {norm_type = rms_norm, eps = 1.000000e-05}
    return
  }
}
