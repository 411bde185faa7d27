// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s

// Microscaling needs a target that has it.

!hidden = memref<1x8192x4096xbf16, #neuron.memory<hbm>>
!mx = memref<1024x768xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!mx_scale = memref<128x768xui8, #neuron.memory<hbm>>
!gamma = memref<1x4096xbf16, #neuron.memory<hbm>>
!out = memref<1x8192x768xbf16, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn3>} {

// Four values in an element of the weight, one scale for 32 of them.
func.func @mx(%x: !hidden, %w: !mx, %s: !mx_scale, %g: !gamma, %y: !out) {
  penguin.qkv hidden(%x : !hidden) weight(%w : !mx) weight_scale(%s : !mx_scale) norm_weight(%g : !gamma)
      -> out(%y : !out) {norm_type = rms_norm, quantization = mx}
  return
}
// CHECK-LABEL: func.func @mx(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[W:%[^:]+]]:{{[^%]+}}[[S:%[^:]+]]:{{[^%]+}}[[G:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.qkv
// CHECK-SAME:      hidden([[X]] : memref<1x8192x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      weight([[W]] : memref<1024x768xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      weight_scale([[S]] : memref<128x768xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      norm_weight([[G]] : memref<1x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<1x8192x768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {norm_type = rms_norm, quantization = mx}{{$}}

}
