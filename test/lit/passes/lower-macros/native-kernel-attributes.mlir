// What a registry kernel says besides its name: attributes, accesses, buffers, cast policy, start indices.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!half = memref<1x4x4x4xbf16, #neuron.memory<hbm>>
!s = memref<1x4x8x8xbf16, #neuron.memory<hbm>>
!m = memref<16x8xbf16, #neuron.memory<hbm>>
!mt = memref<8x16xbf16, #neuron.memory<hbm>>

// CHECK-LABEL: func.func @buffers_and_policy(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<1x4x4x4xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 64, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x4x8x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 256, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "ResizeNearest-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      sb_buf_shape = [64, 128], psum_buf_shape = [64, 128, 2], neuron.func_name = "ResizeNearest",
// CHECK-SAME:      neuron.cache_key = "[[KEY]]", neuron.attrs = {zeta = 1 : i64,
// CHECK-SAME:      alpha = "a"},
// CHECK-SAME:      neuron.auto_cast = "all", neuron.auto_cast_type = "bf16"}
// CHECK-NEXT:    return
func.func @buffers_and_policy(%x: !half, %y: !s) {
  penguin.native_kernel "ResizeNearest" ins(%x : !half) -> outs(%y : !s)
      {attrs = {zeta = 1, alpha = "a"}, auto_cast = all, auto_cast_type = bf16, sb_buf_shape = [64, 128],
       psum_buf_shape = [64, 128, 2]}
  return
}

// The kernel owns its tiling; a part that the macro names keeps its pattern.
// CHECK-LABEL: func.func @accesses(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<8x16xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}16, 8], [1, 16]], dtype = bf16>)
// CHECK-SAME:      {klir_binary = "tiled_pf_transpose-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "tiled_pf_transpose", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @accesses(%x: !m, %y: !mt) {
  penguin.native_kernel "tiled_pf_transpose" ins(%x opaque<nelements = 128> : !m)
      -> outs(%y tile<offsets = [0, 0], shape = [8, 16]> : !mt)
  return
}

// CHECK-LABEL: func.func @indices(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<16x8xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}8, 8], [1, 8]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [8, 8], dtype = bf16>)
// CHECK-SAME:      indices(%i)
// CHECK-SAME:      -> outs(%y : memref<8x16xbf16, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}16, 8], [1, 8]], access_shape = [8, 8], dtype = bf16>)
// CHECK-SAME:      {klir_binary = "tiled_pf_transpose-[[KEY:[0-9a-f]+]].bir.json",
// CHECK-SAME:      kernel_format = "bir", func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "tiled_pf_transpose", neuron.cache_key = "[[KEY]]",
// CHECK-SAME:      neuron.attrs = {}}
// CHECK-NEXT:    return
func.func @indices(%x: !m, %i: index, %y: !mt) {
  penguin.native_kernel "tiled_pf_transpose"
      ins(%x sub_tensor<offsets = [0, 0], sizes = [8, 8], strides = [1, 1], start = affine_map<(d0) -> (d0 * 64)>> : !m)
      -> outs(%y[0, 0][8, 8][1, 1] : !mt) indices(%i)
  return
}
