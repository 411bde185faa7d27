// Macros on tiles in SBUF.
// Written by examples/generate.py.

!x = memref<128x2048xbf16, #neuron.memory<sbuf>>
!out = memref<128x1024xbf16, #neuron.memory<sbuf>>
!gamma = memref<1x1024xbf16, #neuron.memory<sbuf>>
!w_qkv = memref<128x8x384xbf16, #neuron.memory<sbuf>>
!qkv = memref<128x384xbf16, #neuron.memory<sbuf>>
!heads = memref<128x128xbf16, #neuron.memory<sbuf>>
!w_up = memref<128x8x512xbf16, #neuron.memory<sbuf>>
!w_down = memref<128x4x1024xbf16, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @tiled_layer(%x: !x, %out: !out, %gamma: !gamma, %w_qkv: !w_qkv, %qkv: !qkv, %heads: !heads,
      %w_gate: !w_up, %w_up: !w_up, %w_down: !w_down) {
    penguin.qkv hidden(%x tile<offsets = [0, 0], shape = [128, 1024]> : !x) weight(%w_qkv : !w_qkv)
        norm_weight(%gamma : !gamma) -> out(%qkv : !qkv) {norm_type = rms_norm, eps = 1.000000e-05}
    penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
        q(%qkv tile<offsets = [0, 0], shape = [128, 128]> : !qkv)
        k(%qkv tile<offsets = [0, 128], shape = [128, 128]> : !qkv)
        v(%qkv tile<offsets = [0, 256], shape = [128, 128]> : !qkv) -> out(%heads : !heads)
    penguin.mlp hidden(%x tile<offsets = [0, 1024], shape = [128, 1024]> : !x) norm_weight(%gamma : !gamma)
        gate(%w_gate : !w_up) up(%w_up : !w_up) down(%w_down : !w_down) -> out(%out : !out)
        {norm_type = rms_norm, eps = 1.000000e-05}
    return
  }
}
