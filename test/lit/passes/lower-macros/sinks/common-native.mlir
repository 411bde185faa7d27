// The common native sink takes MLP, QKV and RMSNormQuant. Whole tensors are marshalled one element after the other under the
// base name, tiles by pattern under the name of the tiled twin; the named attributes are those of the base either way.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!x = memref<1x200x128xbf16, #neuron.memory<hbm>>
!up = memref<128x8xbf16, #neuron.memory<hbm>>
!down = memref<8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!qkv = memref<1x200x384xbf16, #neuron.memory<hbm>>
!rows = memref<1x200x132xi8, #neuron.memory<hbm>>
!tx = memref<128x128xbf16, #neuron.memory<sbuf>>
!tup = memref<128x8xbf16, #neuron.memory<sbuf>>
!tdown = memref<8x128xbf16, #neuron.memory<sbuf>>
!tw = memref<128x384xbf16, #neuron.memory<sbuf>>
!tqkv = memref<128x384xbf16, #neuron.memory<sbuf>>
!trows = memref<128x132xi8, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @tensors(
// CHECK-NEXT:    bir.bir_kernel "MLP"
// CHECK-NOT:       #neuron.ap
// CHECK-SAME:      {kernel_attrs = {{(.*)}} fused_rmsnorm = false, norm_type = 0, lnc_size = 1,
// CHECK-NEXT:    bir.bir_kernel "QKV"
// CHECK-NOT:       #neuron.ap
// CHECK-SAME:      {kernel_attrs = {{(.*)}} fused_rmsnorm = false, norm_type = 0, lnc_size = 1,
// CHECK-NEXT:    bir.bir_kernel "RMSNormQuant"
// CHECK-NOT:       #neuron.ap
// CHECK-SAME:      {kernel_attrs = {{(.*)}} fused_rmsnorm = false, norm_type = 0, lnc_size = 1, quant_kernel = true,
func.func @tensors(%x: !x, %up: !up, %down: !down, %w: !w, %q: !qkv, %r: !rows, %y: !x) {
  penguin.mlp hidden(%x : !x) gate(%up : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
  penguin.qkv hidden(%x : !x) weight(%w : !w) -> out(%q : !qkv)
  penguin.rmsnorm_quant hidden(%x : !x) -> out(%r : !rows) {norm_type = no_norm}
  return
}

// CHECK-LABEL: func.func @tiles(
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelMLP"
// CHECK-NOT:       #neuron.interval
// CHECK-SAME:      {kernel_attrs = {{(.*)}} fused_rmsnorm = false, norm_type = 0, lnc_size = 1,
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelQKV"
// CHECK-NOT:       #neuron.interval
// CHECK-SAME:      {kernel_attrs = {{(.*)}} fused_rmsnorm = false, norm_type = 0, lnc_size = 1,
// CHECK-NEXT:    bir.bir_kernel "TiledNativeKernelRMSNormQuant"
// CHECK-NOT:       #neuron.interval
// CHECK-SAME:      {kernel_attrs = {{(.*)}} fused_rmsnorm = false, norm_type = 0, lnc_size = 1, quant_kernel = true,
func.func @tiles(%x: !tx, %up: !tup, %down: !tdown, %w: !tw, %q: !tqkv, %r: !trows, %y: !tx) {
  penguin.mlp hidden(%x : !tx) gate(%up : !tup) up(%up : !tup) down(%down : !tdown) -> out(%y : !tx)
  penguin.qkv hidden(%x : !tx) weight(%w : !tw) -> out(%q : !tqkv)
  penguin.rmsnorm_quant hidden(%x : !tx) -> out(%r : !trows) {norm_type = no_norm}
  return
}
