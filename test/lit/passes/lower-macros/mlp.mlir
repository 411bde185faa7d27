// MLP on whole tensors: fields, the roster of named attributes, sequential access.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<1x200x128xbf16, #neuron.memory<hbm>>
!gamma = memref<1x128xbf16, #neuron.memory<hbm>>
!up = memref<128x24xbf16, #neuron.memory<hbm>>
!down = memref<24x128xbf16, #neuron.memory<hbm>>
!bias = memref<1x24xbf16, #neuron.memory<hbm>>
!up8 = memref<128x24xi8, #neuron.memory<hbm>>
!down8 = memref<24x128xi8, #neuron.memory<hbm>>
!up_scale = memref<128x24xf32, #neuron.memory<hbm>>
!down_scale = memref<128x128xf32, #neuron.memory<hbm>>
!rows = memref<1x200x132xi8, #neuron.memory<hbm>>

// Without a norm: 200 tokens of 128, more than the threshold of decode.
// CHECK-LABEL: func.func @plain(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "hidden gate up down -> out"}
// CHECK-NEXT:    return
func.func @plain(%x: !x, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
  return
}

// CHECK-LABEL: func.func @rms_norm(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "GELU_Tanh_Approx", down_bias = false, eps = 1.000000e-05 : f32,
// CHECK-SAME:      fused_add = false, gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false,
// CHECK-SAME:      up_bias = false},
// CHECK-SAME:      fused_rmsnorm = true, norm_type = 1, lnc_size = 1, neuron.operands = "hidden norm_weight gate up down -> out"}
// CHECK-NEXT:    return
func.func @rms_norm(%x: !x, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp hidden(%x : !x) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !x) {norm_type = rms_norm, eps = 1.0e-5, act_fn = gelu_tanh_approx}
  return
}

// A layer norm is not the fused root-mean-square norm.
// CHECK-LABEL: func.func @layer_norm(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %b : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 2, lnc_size = 1, neuron.operands = "hidden norm_weight norm_bias gate up down -> out"}
// CHECK-NEXT:    return
func.func @layer_norm(%x: !x, %g: !gamma, %b: !gamma, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp hidden(%x : !x) norm_weight(%g : !gamma) norm_bias(%b : !gamma) gate(%gate : !up) up(%up : !up)
      down(%down : !down) -> out(%y : !x) {norm_type = layer_norm}
  return
}

// What is said outright wins over what the kind of norm implies.
// CHECK-LABEL: func.func @norm_outside(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %g : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 1, lnc_size = 1, neuron.operands = "hidden norm_weight gate up down -> out"}
// CHECK-NEXT:    return
func.func @norm_outside(%x: !x, %g: !gamma, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp hidden(%x : !x) norm_weight(%g : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !x) {norm_type = rms_norm, fused_rmsnorm = false}
  return
}

// Biases are operands; the kernel is told which of them are there.
// CHECK-LABEL: func.func @bias_without_gate(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %b : memref<1x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 24, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "GELU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = true, up_bias = true},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "hidden up down up_bias -> out"}
// CHECK-NEXT:    return
func.func @bias_without_gate(%x: !x, %up: !up, %down: !down, %b: !bias, %y: !x) {
  penguin.mlp hidden(%x : !x) up(%up : !up) down(%down : !down) up_bias(%b : !bias) -> out(%y : !x)
      {skip_gate = true, act_fn = gelu}
  return
}

// CHECK-LABEL: func.func @down_bias(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %b : memref<1x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = true, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "hidden gate up down down_bias -> out"}
// CHECK-NEXT:    return
func.func @down_bias(%x: !x, %gate: !up, %up: !up, %down: !down, %b: !gamma, %y: !x) {
  penguin.mlp hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) down_bias(%b : !gamma) -> out(%y : !x)
  return
}

// A fused residual add, the sum thrown away.
// CHECK-LABEL: func.func @fused_add(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%a : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = true,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "attn_out hidden gate up down -> out"}
// CHECK-NEXT:    return
func.func @fused_add(%a: !x, %x: !x, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp attn_out(%a : !x) hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
  return
}

// A fused residual add whose sum is kept.
// CHECK-LABEL: func.func @store_add(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%a : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %sum : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = true,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, store_add = true, neuron.operands = "attn_out hidden gate up down -> out add_out"}
// CHECK-NEXT:    return
func.func @store_add(%a: !x, %x: !x, %gate: !up, %up: !up, %down: !down, %y: !x, %sum: !x) {
  penguin.mlp attn_out(%a : !x) hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down)
      -> out(%y : !x) add_out(%sum : !x)
  return
}

// Rows that come quantised, 4 bytes of scale behind each: 200 * 132 elements.
// CHECK-LABEL: func.func @quantised(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x132xi8, #neuron.memory<hbm>> via #neuron.interval<count = 26400, dtype = i8>,
// CHECK-SAME:      %gate : memref<128x24xi8, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = i8>,
// CHECK-SAME:      %gs : memref<128x24xf32, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = f32>,
// CHECK-SAME:      %up : memref<128x24xi8, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = i8>,
// CHECK-SAME:      %us : memref<128x24xf32, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = f32>,
// CHECK-SAME:      %down : memref<24x128xi8, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = i8>,
// CHECK-SAME:      %ds : memref<128x128xf32, #neuron.memory<hbm>> via #neuron.interval<count = 16384, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "row", skip_gate = false, up_bias = false},
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, lower_bound = 1.200000e+03, quant_kernel = true,
// CHECK-SAME:      neuron.operands = "hidden gate gate_scale up up_scale down down_scale -> out"}
// CHECK-NEXT:    return
func.func @quantised(%x: !rows, %gate: !up8, %gs: !up_scale, %up: !up8, %us: !up_scale, %down: !down8, %ds: !down_scale,
    %y: !x) {
  penguin.mlp hidden(%x : !rows) gate(%gate : !up8) gate_scale(%gs : !up_scale) up(%up : !up8) up_scale(%us : !up_scale)
      down(%down : !down8) down_scale(%ds : !down_scale) -> out(%y : !x) {quantization = row, lower_bound = 1200.0}
  return
}

// The cast policy and the shapes of the on-chip buffers are fields.
// CHECK-LABEL: func.func @policy(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-SAME:      ins(%x : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>,
// CHECK-SAME:      %gate : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %up : memref<128x24xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>,
// CHECK-SAME:      %down : memref<24x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 3072, dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<1x200x128xbf16, #neuron.memory<hbm>> via #neuron.interval<count = 25600, dtype = bf16>)
// CHECK-SAME:      {kernel_attrs = {act_fn = "SiLU", down_bias = false, eps = 1.000000e-06 : f32, fused_add = false,
// CHECK-SAME:      gate_bias = false, is_tkg = false, quantization = "none", skip_gate = false, up_bias = false},
// CHECK-SAME:      sb_buf_shape = [4096, 128], psum_buf_shape = [2048, 128, 4], auto_cast = "matmult", auto_cast_type = "bf16",
// CHECK-SAME:      fused_rmsnorm = false, norm_type = 0, lnc_size = 1, neuron.operands = "hidden gate up down -> out"}
// CHECK-NEXT:    return
func.func @policy(%x: !x, %gate: !up, %up: !up, %down: !down, %y: !x) {
  penguin.mlp hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
      {auto_cast = matmult, auto_cast_type = bf16, sb_buf_shape = [4096, 128], psum_buf_shape = [2048, 128, 4]}
  return
}
