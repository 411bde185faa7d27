// Joint attention of a diffusion transformer (flux).
// Written by examples/generate.py.

!heads_d_s = memref<24x128x4608xbf16, #neuron.memory<hbm, shared>>
!heads_s_d = memref<24x4608x128xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @flux_attention(%q: !heads_d_s, %k: !heads_d_s, %v: !heads_s_d, %out: !heads_s_d) {
    penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !heads_d_s) k(%k : !heads_d_s)
        v(%v : !heads_s_d) -> out(%out : !heads_s_d) {scale = 0.0883883461, out_layout = s_d}
    return
  }
}
