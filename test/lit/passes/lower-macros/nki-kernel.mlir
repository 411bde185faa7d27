// A user's own kernel, and its KLIR twin.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<16xbf16, #neuron.memory<hbm, shared>>

// Formal names are bound to operands by their position.
// CHECK-LABEL: func.func @named(
// CHECK-NEXT:    bir.nki_kernel @scale
// CHECK-SAME:      ins(%x : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>,
// CHECK-SAME:      %s : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      {func_args = {x = "ins[0]", factor = "ins[1]"},
// CHECK-SAME:      func_outs = {y = "outs[0]"},
// CHECK-SAME:      kernel_source_val = Beta3}
// CHECK-NEXT:    return
func.func @named(%x: !x, %s: !x, %y: !x) {
  penguin.nki_kernel @scale ins(%x : !x, %s : !x) -> outs(%y : !x) {func_args = ["x", "factor"], func_outs = ["y"]}
  return
}

// CHECK-LABEL: func.func @positional(
// CHECK-NEXT:    bir.nki_kernel @split
// CHECK-SAME:      ins(%x : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>,
// CHECK-SAME:      %z : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      {func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]", out1 = "outs[1]"},
// CHECK-SAME:      kernel_source_val = Beta3}
// CHECK-NEXT:    return
func.func @positional(%x: !x, %y: !x, %z: !x) {
  penguin.nki_kernel @split ins(%x : !x) -> outs(%y : !x, %z : !x)
  return
}

// CHECK-LABEL: func.func @buffers_and_policy(
// CHECK-NEXT:    bir.nki_kernel @k
// CHECK-SAME:      ins(%x : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>,
// CHECK-SAME:      %z : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      {func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]", out1 = "outs[1]"},
// CHECK-SAME:      sb_buf_shape = [64, 128], psum_buf_shape = [64, 128, 2], kernel_source_val = Beta3, neuron.auto_cast = "matmult",
// CHECK-SAME:      neuron.auto_cast_type = "bf16"}
// CHECK-NEXT:    return
func.func @buffers_and_policy(%x: !x, %y: !x, %z: !x) {
  penguin.nki_kernel @k ins(%x : !x) -> outs(%y : !x, %z : !x)
      {auto_cast = matmult, auto_cast_type = bf16, sb_buf_shape = [64, 128], psum_buf_shape = [64, 128, 2]}
  return
}

// CHECK-LABEL: func.func @accesses(
// CHECK-NEXT:    bir.nki_kernel @k
// CHECK-SAME:      ins(%x : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.ap<free = {{\[\[}}1, 4]], start = affine_map<(d0) -> ((d0 * 4))>, access_shape = [4], dtype = bf16>)
// CHECK-SAME:      indices(%i)
// CHECK-SAME:      -> outs(%y : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.ap<free = {{\[\[}}2, 8]], offset = 1, access_shape = [8], dtype = bf16>)
// CHECK-SAME:      {func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      kernel_source_val = Beta3}
// CHECK-NEXT:    return
func.func @accesses(%x: !x, %i: index, %y: !x) {
  penguin.nki_kernel @k
      ins(%x tile<offsets = [0], shape = [4], start = affine_map<(d0) -> (d0 * 4)>> : !x)
      -> outs(%y[1][8][2] : !x) indices(%i)
  return
}

// CHECK-LABEL: func.func @klir(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>,
// CHECK-SAME:      %s : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "scale.bir.json", kernel_format = "bir", func_args = {x = "ins[0]", factor = "ins[1]"},
// CHECK-SAME:      func_outs = {y = "outs[0]"},
// CHECK-SAME:      neuron.func_name = "scale"}
// CHECK-NEXT:    return
func.func @klir(%x: !x, %s: !x, %y: !x) {
  penguin.nki_klir_kernel @scale ins(%x : !x, %s : !x) -> outs(%y : !x)
      {klir_binary = "scale.bir.json", func_args = ["x", "factor"], func_outs = ["y"]}
  return
}

// CHECK-LABEL: func.func @klir_all(
// CHECK-NEXT:    bir.nki_klir_kernel
// CHECK-SAME:      ins(%x : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<16xbf16, #neuron.memory<hbm, shared>> via #neuron.interval<count = 16, dtype = bf16>)
// CHECK-SAME:      {klir_binary = "scale.bir.json", kernel_format = "bir", nki_binary_version_identifier = "1.0.0",
// CHECK-SAME:      enable_device_dump = true, func_args = {arg0 = "ins[0]"},
// CHECK-SAME:      func_outs = {out0 = "outs[0]"},
// CHECK-SAME:      sb_buf_shape = [64, 128], psum_buf_shape = [64, 128, 2], neuron.func_name = "scale", neuron.auto_cast = "all",
// CHECK-SAME:      neuron.auto_cast_type = "fp16"}
// CHECK-NEXT:    return
func.func @klir_all(%x: !x, %y: !x) {
  penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x)
      {klir_binary = "scale.bir.json", nki_binary_version_identifier = "1.0.0", enable_device_dump = true,
       auto_cast = all, auto_cast_type = fp16, sb_buf_shape = [64, 128], psum_buf_shape = [64, 128, 2]}
  return
}
