// The four kinds of access and the patterns they become, on tensors and on tiles, by the generic sink. The numbers are
// counted by hand in the comments.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!hbm = memref<4x6x8xf32, #neuron.memory<hbm>>
!sbuf = memref<16x4x8xbf16, #neuron.memory<sbuf>>
!second = memref<4x16x8xbf16, #neuron.memory<sbuf, partition_dim = 1>>
!y = memref<8xf32, #neuron.memory<hbm>>

// All 4 * 6 * 8 = 192 elements in their order.
// CHECK-LABEL: func.func @full_tensor(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 192, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @full_tensor(%x: !hbm, %y: !y) {
  penguin.bir_kernel "k" ins(%x : !hbm) -> outs(%y : !y)
  return
}

// A tile by its partitions: 16 of them, 4 * 8 = 32 elements each.
// CHECK-LABEL: func.func @full_tile(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<16x4x8xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}32, 16]], free = {{\[\[}}8, 4], [1, 8]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @full_tile(%x: !sbuf, %y: !y) {
  penguin.bir_kernel "k" ins(%x : !sbuf) -> outs(%y : !y)
  return
}

// The partitions are the second dimension: still 32 elements each, in the order of the other two.
// CHECK-LABEL: func.func @full_tile_second_dimension(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x16x8xbf16, #neuron.memory<sbuf, partition_dim = 1>> via #neuron.ap<partition = {{\[\[}}32, 16]], free = {{\[\[}}8, 4], [1, 8]], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @full_tile_second_dimension(%x: !second, %y: !y) {
  penguin.bir_kernel "k" ins(%x : !second) -> outs(%y : !y)
  return
}

// Steps 48, 8 and 1 by strides 2, 3 and 2; the first element is 1 * 48 + 2 * 8 + 1 = 65.
// CHECK-LABEL: func.func @sub_tensor_of_a_tensor(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}96, 2], [24, 2], [2, 3]], offset = 65, access_shape = [2, 2, 3], dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @sub_tensor_of_a_tensor(%x: !hbm, %y: !y) {
  penguin.bir_kernel "k" ins(%x[1, 2, 1][2, 2, 3][2, 3, 2] : !hbm) -> outs(%y : !y)
  return
}

// Backwards: from the last of the 8 elements of each row.
// CHECK-LABEL: func.func @reversed(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}48, 4], [8, 6], [-1, 8]], offset = 7, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @reversed(%x: !hbm, %y: !y) {
  penguin.bir_kernel "k" ins(%x[0, 0, 7][4, 6, 8][1, 1, -1] : !hbm) -> outs(%y : !y)
  return
}

// Every third of the partitions from 2 on, 32 elements apart by three; the first element is 2 * 32 + 1 * 8 + 4 = 76.
// CHECK-LABEL: func.func @sub_tensor_of_a_tile(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<16x4x8xbf16, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}96, 5]], free = {{\[\[}}8, 3], [2, 2]], offset = 76, access_shape = [5, 3, 2], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @sub_tensor_of_a_tile(%x: !sbuf, %y: !y) {
  penguin.bir_kernel "k" ins(%x[2, 1, 4][5, 3, 2][3, 1, 2] : !sbuf) -> outs(%y : !y)
  return
}

// 8 partitions from the fourth on; the first element is 3 * 32 + 1 * 8 = 104.
// CHECK-LABEL: func.func @tile_of_a_tile(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x16x8xbf16, #neuron.memory<sbuf, partition_dim = 1>> via #neuron.ap<partition = {{\[\[}}32, 8]], free = {{\[\[}}8, 2], [1, 8]], offset = 104, access_shape = [2, 8, 8], dtype = bf16>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @tile_of_a_tile(%x: !second, %y: !y) {
  penguin.bir_kernel "k" ins(%x tile<offsets = [1, 3, 0], shape = [2, 8, 8]> : !second) -> outs(%y : !y)
  return
}

// A tile of a tensor: the first element is 2 * 48 + 1 * 8 + 4 = 108.
// CHECK-LABEL: func.func @tile_of_a_tensor(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}48, 2], [8, 5], [1, 4]], offset = 108, access_shape = [2, 5, 4], dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @tile_of_a_tensor(%x: !hbm, %y: !y) {
  penguin.bir_kernel "k" ins(%x tile<offsets = [2, 1, 4], shape = [2, 5, 4]> : !hbm) -> outs(%y : !y)
  return
}

// The kernel owns the tiling: an interval, also on chip; of a part of the memref it says so.
// CHECK-LABEL: func.func @opaque(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 192, dtype = f32>,
// CHECK-SAME:      %t : memref<16x4x8xbf16, #neuron.memory<sbuf>> via #neuron.interval<count = 512, dtype = bf16>,
// CHECK-SAME:      %p : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 100, access_shape = [100], dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 8, dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @opaque(%x: !hbm, %t: !sbuf, %p: !hbm, %y: !y) {
  penguin.bir_kernel "k" ins(%x opaque : !hbm, %t opaque : !sbuf, %p opaque<nelements = 100> : !hbm) -> outs(%y : !y)
  return
}

// A start that is computed at run time comes last, as an index operand.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}48, 1], [8, 6], [1, 8]], start = affine_map<(d0, d1) -> (((d0 * 48) + d1))>, access_shape = [1, 6, 8], dtype = f32>)
// CHECK-SAME:      indices(%i,
// CHECK-SAME:      %j)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}1, 4]], start = affine_map<(d0) -> ((d0 * 4))>, access_shape = [4], dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @dynamic(%x: !hbm, %i: index, %j: index, %y: !y) {
  penguin.bir_kernel "k"
      ins(%x sub_tensor<offsets = [0, 0, 0], sizes = [1, 6, 8], strides = [1, 1, 1],
                        start = affine_map<(d0, d1) -> (d0 * 48 + d1)>> : !hbm)
      -> outs(%y tile<offsets = [0], shape = [4], start = affine_map<(d0) -> (d0 * 4)>> : !y) indices(%i, %j)
  return
}

// Outputs have accesses too, and one memref may be written in parts.
// CHECK-LABEL: func.func @outputs(
// CHECK-NEXT:    bir.bir_kernel "k"
// CHECK-SAME:      ins(%x : memref<4x6x8xf32, #neuron.memory<hbm>> via #neuron.interval<count = 192, dtype = f32>)
// CHECK-SAME:      -> outs(%y : memref<8xf32, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2, 4]], access_shape = [4], dtype = f32>,
// CHECK-SAME:      %y : memref<8xf32, #neuron.memory<hbm>> via #neuron.ap<free = {{\[\[}}2, 4]], offset = 1, access_shape = [4], dtype = f32>)
// CHECK-SAME:      {fused_rmsnorm = false, lnc_size = 1}
// CHECK-NEXT:    return
func.func @outputs(%x: !hbm, %y: !y) {
  penguin.bir_kernel "k" ins(%x : !hbm) -> outs(%y[0][4][2] : !y, %y[1][4][2] : !y)
  return
}
