// Resize and convolutions of a diffusion UNet and its decoder, by registry kernels.
// Written by examples/generate.py.

!latent = memref<4x2x64x64xbf16, #neuron.memory<hbm, shared>>
!w_in = memref<4x320x3x3xbf16, #neuron.memory<hbm, shared>>
!features = memref<64x64x2x320xbf16, #neuron.memory<hbm, shared>>
!small = memref<2x640x32x32xbf16, #neuron.memory<hbm, shared>>
!large = memref<2x640x64x64xbf16, #neuron.memory<hbm, shared>>
!decoded = memref<128x1x512x512xbf16, #neuron.memory<hbm, shared>>
!w_out = memref<128x3x3x3xbf16, #neuron.memory<hbm, shared>>
!image = memref<512x512x1x3xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @unet_blocks(%latent: !latent, %w_in: !w_in, %features: !features, %small: !small,
      %large: !large, %decoded: !decoded, %w_out: !w_out, %image: !image) {
    penguin.native_kernel "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh" ins(%latent : !latent, %w_in : !w_in)
        -> outs(%features : !features)
        {attrs = {stride = [1 : i64, 1 : i64], padding = [[1 : i64, 1 : i64], [1 : i64, 1 : i64]],
        rhs_dilation = [1 : i64, 1 : i64], lhs_dilation = [1 : i64, 1 : i64],
        in_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], kern_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64],
        out_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], batch_group_count = 1 : i64,
        feature_group_count = 1 : i64}}
    penguin.native_kernel "ResizeNearest" ins(%small : !small) -> outs(%large : !large)
    penguin.native_kernel "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh" ins(%decoded : !decoded, %w_out : !w_out)
        -> outs(%image : !image)
        {attrs = {stride = [1 : i64, 1 : i64], padding = [[1 : i64, 1 : i64], [1 : i64, 1 : i64]],
        rhs_dilation = [1 : i64, 1 : i64], lhs_dilation = [1 : i64, 1 : i64],
        in_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], kern_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64],
        out_perm = [0 : i64, 1 : i64, 2 : i64, 3 : i64], batch_group_count = 1 : i64,
        feature_group_count = 1 : i64}}
    return
  }
}
