// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s

// Microscaling needs a target that has it.

!x = memref<4x4096xbf16, #neuron.memory<hbm>>
!gux = memref<8x128x2x8x1792xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!dx = memref<8x128x4x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!a = memref<4x8xf32, #neuron.memory<hbm>>
!i = memref<4x2xi32, #neuron.memory<hbm>>
!guxb = memref<8x128x2x4x4xbf16, #neuron.memory<hbm>>
!guxs = memref<8x16x2x8x1792xui8, #neuron.memory<hbm>>
!dxs = memref<8x16x4x4096xui8, #neuron.memory<hbm>>
!gup = memref<8x128x2x8x384xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!dp = memref<8x96x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>
!gups = memref<8x16x2x8x384xui8, #neuron.memory<hbm>>
!dps = memref<8x12x1x4096xui8, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn3>} {

// Microscaling: four values in an element, H and I folded into blocks of 512.
func.func @mx(%x: !x, %gu: !gux, %d: !dx, %a: !a, %i: !i, %gb: !guxb, %gs: !guxs, %ds: !dxs, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gux) down(%d : !dx) expert_affinities(%a : !a)
      expert_index(%i : !i) gate_up_bias(%gb : !guxb) gate_up_scale(%gs : !guxs) down_scale(%ds : !dxs)
      -> out(%y : !x) {quantization = mx}
  return
}
// CHECK-LABEL: func.func @mx(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[GB:%[^:]+]]:{{[^%]+}}[[GS:%[^:]+]]:{{[^%]+}}[[DS:%[^:]+]]:
// CHECK-SAME:    [[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x128x2x8x1792xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x128x4x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up_bias([[GB]] : memref<8x128x2x4x4xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up_scale([[GS]] : memref<8x16x2x8x1792xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<8x16x4x4096xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {quantization = mx}{{$}}

// A small inner size fills as many partitions as it needs.
func.func @mx_small(%x: !x, %gu: !gup, %d: !dp, %a: !a, %i: !i, %gs: !gups, %ds: !dps, %y: !x) {
  penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gup) down(%d : !dp) expert_affinities(%a : !a)
      expert_index(%i : !i) gate_up_scale(%gs : !gups) down_scale(%ds : !dps) -> out(%y : !x) {quantization = mx}
  return
}
// CHECK-LABEL: func.func @mx_small(
// CHECK-SAME:    [[X:%[^:]+]]:{{[^%]+}}[[GU:%[^:]+]]:{{[^%]+}}[[D:%[^:]+]]:{{[^%]+}}[[A:%[^:]+]]:
// CHECK-SAME:    [[I:%[^:]+]]:{{[^%]+}}[[GS:%[^:]+]]:{{[^%]+}}[[DS:%[^:]+]]:{{[^%]+}}[[Y:%[^:]+]]:
// CHECK:         penguin.expert_mlps
// CHECK-SAME:      hidden([[X]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up([[GU]] : memref<8x128x2x8x384xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      down([[D]] : memref<8x96x1x4096xvector<4xf8E4M3FN>, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_affinities([[A]] : memref<4x8xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      expert_index([[I]] : memref<4x2xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      gate_up_scale([[GS]] : memref<8x16x2x8x384xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      down_scale([[DS]] : memref<8x12x1x4096xui8, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[Y]] : memref<4x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {quantization = mx}{{$}}

}
