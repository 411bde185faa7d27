// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// The library macro in general.

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>
!w = memref<16x16xbf16, #neuron.memory<sbuf>>
!t = memref<128x1024xbf16, #neuron.memory<sbuf>>
!p = memref<16x16xf32, #neuron.memory<psum>>
!table = memref<512x512xf32, #neuron.memory<hbm>>
!rows = memref<128x256xf32, #neuron.memory<hbm>>

// Any library kernel by its name; its attributes are nobody's business but its own.
func.func @by_name(%x: !x, %y: !y) {
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !y) {kernel_attrs = {axis = 1 : i64, mode = "fast"}}
  return
}
// GENERIC:      "penguin.bir_kernel"({{[^)]+}}) <{kernel_name = "softmax",
// GENERIC-SAME:   kernel_attrs = {axis = 1 : i64, mode = "fast"},
// GENERIC-SAME:   operandSegmentSizes = array<i32: 1, 1, 0>}>
// CHECK-LABEL: func.func @by_name(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.bir_kernel "softmax"
// CHECK-SAME:      ins([[X]] : memref<16x16xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<16x16xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {kernel_attrs = {axis = 1 : i64, mode = "fast"}}{{$}}

// No inputs.
func.func @no_inputs(%y: !y) {
  penguin.bir_kernel "iota" -> outs(%y : !y)
  return
}
// CHECK-LABEL: func.func @no_inputs(
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.bir_kernel "iota"
// CHECK-SAME:      -> outs([[Y]] : memref<16x16xbf16, #neuron.memory<hbm>>){{$}}

// Each operand has its own access: a strided part, a tile, an opaque one, whole.
func.func @accesses(%w: !w, %t: !t, %x: !x, %p: !p) {
  penguin.bir_kernel "RowTiledMM" ins(%w[0, 8][16, 8] : !w, %t tile<offsets = [0, 512], shape = [128, 512]> : !t,
      %x opaque<nelements = 128> : !x) -> outs(%p : !p)
  return
}
// CHECK-LABEL: func.func @accesses(
// CHECK-SAME:    [[W:%[^:]+]]:{{[^%]+}}[[T:%[^:]+]]:{{[^%]+}}[[X:%[^:]+]]:{{[^%]+}}[[P:%[^:]+]]:
// CHECK:         penguin.bir_kernel "RowTiledMM"
// CHECK-SAME:      ins([[W]][0, 8][16, 8][1, 1] : memref<16x16xbf16, #neuron.memory<sbuf>>, [[T]] tile<offsets = [0, 512], shape = [128, 512]> : memref<128x1024xbf16, #neuron.memory<sbuf>>, [[X]] opaque<nelements = 128> : memref<16x16xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[P]] : memref<16x16xf32, #neuron.memory<psum>>){{$}}

// A start that is known only when the kernel runs.
func.func @dynamic_start(%table: !table, %rows: !rows, %i: index) {
  penguin.bir_kernel "gather" ins(%table sub_tensor<offsets = [0, 0], sizes = [128, 256], strides = [1, 1],
      start = affine_map<(d0) -> (d0 * 512)>> : !table) -> outs(%rows : !rows) indices(%i)
  return
}
// CHECK-LABEL: func.func @dynamic_start(
// CHECK-SAME:    [[TABLE:%[^:]+]]:{{[^%]+}}[[ROWS:%[^:]+]]:{{[^%]+}}[[I:%[^:]+]]:
// CHECK:         penguin.bir_kernel "gather"
// CHECK-SAME:      ins([[TABLE]] sub_tensor<offsets = [0, 0], sizes = [128, 256], strides = [1, 1], start = affine_map<(d0) -> ({{\(?}}d0 * 512{{\)?}})>> : memref<512x512xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      indices([[I]])
// CHECK-SAME:      -> outs([[ROWS]] : memref<128x256xf32, #neuron.memory<hbm>>){{$}}

// What every macro may carry.
func.func @policies(%x: !x, %y: !y) {
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !y) {auto_cast = matmult, auto_cast_type = bf16,
      sb_buf_shape = [1024, 128], psum_buf_shape = [2, 128, 512]}
  return
}
// CHECK-LABEL: func.func @policies(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.bir_kernel "softmax"
// CHECK-SAME:      ins([[X]] : memref<16x16xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> outs([[Y]] : memref<16x16xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {auto_cast = matmult, auto_cast_type = bf16, sb_buf_shape = [1024, 128], psum_buf_shape = [2, 128, 512]}{{$}}
