// The generic library sink takes every macro that has no code generator of its own, beside any kernel by name: tensors and
// tiles side by side, any access, a library node under the macro's name, `fused_rmsnorm` always written.

// RUN: neuron-opt %s --lower-macros --mlir-pass-statistics 2>&1 | filecheck %s

// CHECK:      num-generic-library
// CHECK-NOT:  (S) {{[1-9][0-9]*}} num-common
// CHECK:      bir.bir_kernel "any name" ins(
// CHECK-SAME:   via #neuron.interval<count = 16, dtype = f32>,
// CHECK-SAME:   via #neuron.ap<partition = {{\[\[}}4, 16]], free = {{\[\[}}1, 4]], dtype = f32>,
// CHECK-SAME:   via #neuron.ap<free = {{\[\[}}2, 4]], access_shape = [4], dtype = f32>,
// CHECK-SAME:   via #neuron.interval<count = 8, access_shape = [8], dtype = f32>)
// CHECK-SAME:   {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT: bir.bir_kernel "RowTiledMM"
// CHECK-SAME:   {kernel_attrs = {transpose = false}, fused_rmsnorm = false, lnc_size = 1,
// CHECK-NEXT: return

!x = memref<16xf32, #neuron.memory<hbm>>
!t = memref<16x4xf32, #neuron.memory<sbuf>>
!w = memref<32x64xbf16, #neuron.memory<sbuf>>
!m = memref<32x96xbf16, #neuron.memory<sbuf>>
!p = memref<64x96xf32, #neuron.memory<psum>>

func.func @f(%x: !x, %t: !t, %y: !x, %w: !w, %m: !m, %p: !p) {
  penguin.bir_kernel "any name" ins(%x : !x, %t : !t, %x[0][4][2] : !x, %x opaque<nelements = 8> : !x) -> outs(%y : !x)
  penguin.row_tiled_mm stationary(%w : !w) moving(%m : !m) -> psum(%p : !p)
  return
}
