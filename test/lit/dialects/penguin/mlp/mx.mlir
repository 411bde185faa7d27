// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s

// Microscaling needs a target that has it.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!ux = memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!xs = memref<16x8x512xui8, #neuron.memory<hbm>>
!dx = memref<128x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!bx = memref<128x1x4xbf16, #neuron.memory<hbm>>
!bh = memref<1x4096xbf16, #neuron.memory<hbm>>
!h70 = memref<1x8192x8192xbf16, #neuron.memory<hbm>>
!g70 = memref<1x8192xbf16, #neuron.memory<hbm>>
!ufx = memref<8192x448xf8E4M3, #neuron.memory<hbm>>
!one = memref<128x1xf32, #neuron.memory<hbm>>
!dfx = memref<448x8192xf8E4M3, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn3>} {

// Packed weights; the scales follow their layout.
func.func @mx(%x: !hidden, %g: !gamma, %gate: !ux, %gs: !xs, %up: !ux, %us: !xs, %down: !dx, %ds: !xs, %gb: !bx,
    %ub: !bx, %db: !bh, %y: !hidden) {
  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !gamma) gate(%gate : !ux) gate_scale(%gs : !xs) up(%up : !ux)
      up_scale(%us : !xs) down(%down : !dx) down_scale(%ds : !xs) gate_bias(%gb : !bx) up_bias(%ub : !bx)
      down_bias(%db : !bh) -> out(%y : !hidden) {norm_type = rms_norm, quantization = mx}
  return
}
// CHECK-LABEL: func.func @mx(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[GS:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[US:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[DS:%[^:]+]]:
// CHECK-SAME:    [[GB:%[^:]+]]:{{[^%]+}}[[UB:%[^:]+]]:{{[^%]+}}[[DB:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_scale([[GS]] : memref<16x8x512xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<128x8x512xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      up_scale([[US]] : memref<16x8x512xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<128x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<16x8x512xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_bias([[GB]] : memref<128x1x4xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      up_bias([[UB]] : memref<128x1x4xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      down_bias([[DB]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = mx}{{$}}

// Eight-bit floats at the speed of packed ones, one scale a weight.
func.func @static_mx(%x: !h70, %g: !g70, %gate: !ufx, %gs: !one, %up: !ufx, %us: !one, %down: !dfx, %ds: !one,
    %y: !h70) {
  penguin.mlp hidden(%x : !h70) norm_weight(%g : !g70) gate(%gate : !ufx) gate_scale(%gs : !one) up(%up : !ufx)
      up_scale(%us : !one) down(%down : !dfx) down_scale(%ds : !one) -> out(%y : !h70)
      {norm_type = rms_norm, quantization = static_mx}
  return
}
// CHECK-LABEL: func.func @static_mx(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:{{[^%]+}}[[GATE:%[^:]+]]:{{[^%]+}}[[GS:%[^:]+]]:
// CHECK-SAME:    [[UP:%[^:]+]]:{{[^%]+}}[[US:%[^:]+]]:{{[^%]+}}[[DOWN:%[^:]+]]:{{[^%]+}}[[DS:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.mlp
// CHECK-SAME:      hidden([[X]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate([[GATE]] : memref<8192x448xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_scale([[GS]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      up([[UP]] : memref<8192x448xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      up_scale([[US]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[DOWN]] : memref<448x8192xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<128x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = static_mx}{{$}}

}
