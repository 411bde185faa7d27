// Router and experts of Mixtral-8x7B at tensor parallelism 8, 64 tokens.
// Written by examples/generate.py.

!tokens = memref<64x4096xbf16, #neuron.memory<hbm, shared>>
!logits = memref<64x8xbf16, #neuron.memory<hbm, shared>>
!index = memref<64x2xi32, #neuron.memory<hbm, shared>>
!w_router = memref<4096x8xbf16, #neuron.memory<hbm, shared>>
!w_gate_up = memref<8x4096x2x1792xbf16, #neuron.memory<hbm, shared>>
!w_down = memref<8x1792x4096xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @experts(%x: !tokens, %affinities: !logits, %index: !index, %w_router: !w_router,
      %logits: !logits, %w_gate_up: !w_gate_up, %w_down: !w_down, %out: !tokens) {
    penguin.router_topk x(%x : !tokens) weight(%w_router : !w_router) -> router_logits(%logits : !logits)
        expert_affinities(%affinities : !logits) expert_index(%index : !index) {k = 2, x_hbm_layout = t_h}
    penguin.expert_mlps hidden(%x : !tokens) gate_up(%w_gate_up : !w_gate_up) down(%w_down : !w_down)
        expert_affinities(%affinities : !logits) expert_index(%index : !index) -> out(%out : !tokens)
        {expert_affinities_scaling_mode = post_scale}
    return
  }
}
