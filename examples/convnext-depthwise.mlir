// The depthwise convolution of a ConvNeXt-T stage, by registry kernels.
// Written by examples/generate.py.

!batch = memref<96x56x56x8xbf16, #neuron.memory<hbm, shared>>
!w_batch = memref<96x7x7x1xbf16, #neuron.memory<hbm, shared>>
!batch_out = memref<8x96x56x56xbf16, #neuron.memory<hbm, shared>>
!one = memref<1x96x56x56xbf16, #neuron.memory<hbm, shared>>
!w_one = memref<96x1x7x7xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @convnext_depthwise(%batch: !batch, %w_batch: !w_batch, %batch_out: !batch_out, %one: !one,
      %w_one: !w_one, %one_out: !one) {
    penguin.native_kernel "conv2d_depthwise_f01b_o01i_bf01" ins(%batch : !batch, %w_batch : !w_batch)
        -> outs(%batch_out : !batch_out)
        {attrs = {stride = [1 : i64, 1 : i64], padding = [[3 : i64, 3 : i64], [3 : i64, 3 : i64]],
        rhs_dilation = [1 : i64, 1 : i64], lhs_dilation = [1 : i64, 1 : i64],
        in_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], kern_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64],
        out_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], batch_group_count = 1 : i64,
        feature_group_count = 96 : i64}}
    penguin.native_kernel "conv2d_column_packing_1" ins(%one : !one, %w_one : !w_one)
        -> outs(%one_out : !one)
        {attrs = {stride = [1 : i64, 1 : i64], padding = [[3 : i64, 3 : i64], [3 : i64, 3 : i64]],
        rhs_dilation = [1 : i64, 1 : i64], lhs_dilation = [1 : i64, 1 : i64],
        in_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], kern_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64],
        out_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], batch_group_count = 1 : i64,
        feature_group_count = 96 : i64}}
    return
  }
}
