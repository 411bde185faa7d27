// MLP on tiles: the twin's name, and an explicit pattern for every operand.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<128x256xbf16, #neuron.memory<sbuf>>
!gamma = memref<1x256xbf16, #neuron.memory<sbuf>>
!up = memref<128x2x24xbf16, #neuron.memory<sbuf>>
!down = memref<24x256xbf16, #neuron.memory<sbuf>>
!wide = memref<128x1024xbf16, #neuron.memory<sbuf>>

// One partition of the input is 256 elements, of the projections 2 * 24.
// CHECK-LABEL: func.func @whole_tiles(
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelMLP"
// CHECK-SAME:      ins(%x : memref<128x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 128]], free = {{\[\[}}1, 256]], dtype = bf16>,
// CHECK-SAME:      %g : memref<1x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 1]], free = {{\[\[}}1, 256]], dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x2x24xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}48, 128]], free = {{\[\[}}24, 2], [1, 24]], dtype = bf16>,
// CHECK-SAME:      %up : memref<128x2x24xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}48, 128]], free = {{\[\[}}24, 2], [1, 24]], dtype = bf16>,
// CHECK-SAME:      %down : memref<24x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 24]], free = {{\[\[}}1, 256]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<128x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 128]], free = {{\[\[}}1, 256]], dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, neuron.operands = "hidden norm_weight gate up down -> out"}
// CHECK-NEXT:    return
func.func @whole_tiles(%x: !x, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp hidden(%x : !x) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !x) {norm_type = rms_norm}
  return
}

// A tile of a wider buffer starts at its column, and a partition is as wide as the buffer.
// CHECK-LABEL: func.func @tile_of_a_buffer(
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelMLP"
// CHECK-SAME:      ins(%x : memref<128x1024xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}1024, 128]], free = {{\[\[}}1, 256]], offset = 512, access_shape = [128, 256], dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x2x24xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}48, 128]], free = {{\[\[}}24, 2], [1, 24]], dtype = bf16>,
// CHECK-SAME:      %up : memref<128x2x24xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}48, 128]], free = {{\[\[}}24, 2], [1, 24]], dtype = bf16>,
// CHECK-SAME:      %down : memref<24x256xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}256, 24]], free = {{\[\[}}1, 256]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<128x1024xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}1024, 128]], free = {{\[\[}}1, 256]], offset = 768, access_shape = [128, 256], dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "hidden gate up down -> out"}
// CHECK-NEXT:    return
func.func @tile_of_a_buffer(%x: !wide, %gate: !up, %up: !up, %down: !down, %y: !wide) {
  penguin.mlp hidden(%x tile<offsets = [0, 512], shape = [128, 256]> : !wide) gate(%gate : !up) up(%up : !up)
      down(%down : !down) -> out(%y tile<offsets = [0, 768], shape = [128, 256]> : !wide)
  return
}
