// Any library kernel by its name: its bag goes through as it stands, every operand may have any access.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!t = memref<16x32xf32, #neuron.memory<hbm>>

// Nothing is translated, sorted or left out in a bag, not even what looks like a field or a caller's spelling.
// CHECK-LABEL: func.func @bag(
// CHECK-NEXT:    bir.bir_kernel "softmax"
// CHECK-SAME:      ins(%x : memref<16x32xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<16x32xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      {kernel_attrs = {zeta = 1 : i64, fusedRmsNorm = true, LncSize = 2 : i32, alpha = ["b", 1.500000e+00 : f32, {c}],
// CHECK-SAME:      fused_rmsnorm = true},
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @bag(%x: !t, %y: !t) {
  penguin.bir_kernel "softmax" ins(%x : !t) -> outs(%y : !t)
      {kernel_attrs = {zeta = 1 : i64, fusedRmsNorm = true, LncSize = 2 : i32, alpha = ["b", 1.5 : f32, {c = unit}],
       fused_rmsnorm = true}}
  return
}

// CHECK-LABEL: func.func @no_bag(
// CHECK-NEXT:    bir.bir_kernel "softmax"
// CHECK-SAME:      ins(%x : memref<16x32xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<16x32xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @no_bag(%x: !t, %y: !t) {
  penguin.bir_kernel "softmax" ins(%x : !t) -> outs(%y : !t)
  return
}

// CHECK-LABEL: func.func @policy(
// CHECK-NEXT:    bir.bir_kernel "softmax"
// CHECK-SAME:      ins(%x : memref<16x32xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<16x32xf32, #neuron.memory<hbm>> via #neuron.interval<count = 512, dtype = f32>)
// CHECK-SAME:      {sb_buf_shape = [64, 128], psum_buf_shape = [0, 0, 0], auto_cast = "all", auto_cast_type = "fp16",
// CHECK-SAME:      fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @policy(%x: !t, %y: !t) {
  penguin.bir_kernel "softmax" ins(%x : !t) -> outs(%y : !t)
      {auto_cast = all, auto_cast_type = fp16, sb_buf_shape = [64, 128], psum_buf_shape = [0, 0, 0]}
  return
}
