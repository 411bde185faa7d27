// A row-quantised MLP of Llama-3.1-70B at tensor parallelism 32 with RMSNormQuant before it.
// Written by examples/generate.py.

!hidden_shard = memref<1x256x8192xbf16, #neuron.memory<hbm, shared>>
!norm = memref<1x8192xbf16, #neuron.memory<hbm, shared>>
!quantised_shard = memref<1x256x8196xi8, #neuron.memory<hbm, shared>>
!quantised = memref<1x8192x8196xi8, #neuron.memory<hbm, shared>>
!scale_up = memref<128x896xf32, #neuron.memory<hbm, shared>>
!w_up = memref<8192x896xi8, #neuron.memory<hbm, shared>>
!w_down = memref<896x8192xi8, #neuron.memory<hbm, shared>>
!down_scale = memref<128x8192xf32, #neuron.memory<hbm, shared>>
!out = memref<1x8192x8192xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @quantised_mlp(%hidden_shard: !hidden_shard, %mlp_norm: !norm,
      %quantised_shard: !quantised_shard, %quantised: !quantised, %gate_scale: !scale_up,
      %up_scale: !scale_up, %w_gate: !w_up, %w_up: !w_up, %w_down: !w_down, %down_scale: !down_scale,
      %out: !out) {
    penguin.rmsnorm_quant hidden(%hidden_shard : !hidden_shard) norm_weight(%mlp_norm : !norm)
        -> out(%quantised_shard : !quantised_shard) {eps = 1.000000e-05, lower_bound = 1.200000e+03}
    penguin.nki_kernel @all_gather_rows ins(%quantised_shard : !quantised_shard)
        -> outs(%quantised : !quantised) {func_args = ["shard"], func_outs = ["gathered"]}
    penguin.mlp hidden(%quantised : !quantised) norm_weight(%mlp_norm : !norm) gate(%w_gate : !w_up)
        gate_scale(%gate_scale : !scale_up) up(%w_up : !w_up) up_scale(%up_scale : !scale_up)
        down(%w_down : !w_down) down_scale(%down_scale : !down_scale) -> out(%out : !out)
        {quantization = row, lower_bound = 1.200000e+03}
    return
  }
}
