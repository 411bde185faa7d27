// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s

!t4x128x2048xbf16 = memref<4x128x2048xbf16, #neuron.memory<hbm>>
!t4x128x16xf32 = memref<4x128x16xf32, #neuron.memory<hbm>>
!t8x64x512xbf16 = memref<8x64x512xbf16, #neuron.memory<hbm>>
!t8x64x1024xbf16 = memref<8x64x1024xbf16, #neuron.memory<hbm>>
!t8x128x4xf32 = memref<8x128x4xf32, #neuron.memory<hbm>>

// Training: the statistics come from the forward kernel, and every operand has the head dimension first.
func.func @causal(%q: !t4x128x2048xbf16, %k: !t4x128x2048xbf16, %v: !t4x128x2048xbf16, %out: !t4x128x2048xbf16,
    %dout: !t4x128x2048xbf16, %neg_max: !t4x128x16xf32, %recip: !t4x128x16xf32, %dq: !t4x128x2048xbf16,
    %dk: !t4x128x2048xbf16, %dv: !t4x128x2048xbf16) {
  penguin.backwards_attention q(%q : !t4x128x2048xbf16) k(%k : !t4x128x2048xbf16) v(%v : !t4x128x2048xbf16)
      out(%out : !t4x128x2048xbf16) dout(%dout : !t4x128x2048xbf16) neg_max(%neg_max : !t4x128x16xf32)
      recip(%recip : !t4x128x16xf32) -> dq(%dq : !t4x128x2048xbf16) dk(%dk : !t4x128x2048xbf16)
      dv(%dv : !t4x128x2048xbf16) {is_causal = true}
  return
}
// CHECK-LABEL: func.func @causal(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK-SAME:    [[DOUT:%[^:]+]]:{{[^%]+}}[[NEG_MAX:%[^:]+]]:{{[^%]+}}[[RECIP:%[^:]+]]:{{[^%]+}}[[DQ:%[^:]+]]:
// CHECK-SAME:    [[DK:%[^:]+]]:{{[^%]+}}[[DV:%[^:]+]]:
// CHECK:         penguin.backwards_attention
// CHECK-SAME:      q([[Q]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      out([[OUT]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      dout([[DOUT]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      neg_max([[NEG_MAX]] : memref<4x128x16xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      recip([[RECIP]] : memref<4x128x16xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> dq([[DQ]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      dk([[DK]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      dv([[DV]] : memref<4x128x2048xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {is_causal = true}

// Without a causal mask the sequences of queries and keys may differ.
func.func @cross_attention(%q: !t8x64x512xbf16, %k: !t8x64x1024xbf16, %v: !t8x64x1024xbf16, %out: !t8x64x512xbf16,
    %dout: !t8x64x512xbf16, %neg_max: !t8x128x4xf32, %recip: !t8x128x4xf32, %dq: !t8x64x512xbf16,
    %dk: !t8x64x1024xbf16, %dv: !t8x64x1024xbf16) {
  penguin.backwards_attention q(%q : !t8x64x512xbf16) k(%k : !t8x64x1024xbf16) v(%v : !t8x64x1024xbf16)
      out(%out : !t8x64x512xbf16) dout(%dout : !t8x64x512xbf16) neg_max(%neg_max : !t8x128x4xf32)
      recip(%recip : !t8x128x4xf32) -> dq(%dq : !t8x64x512xbf16) dk(%dk : !t8x64x1024xbf16)
      dv(%dv : !t8x64x1024xbf16)
  return
}
// CHECK-LABEL: func.func @cross_attention(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK-SAME:    [[DOUT:%[^:]+]]:{{[^%]+}}[[NEG_MAX:%[^:]+]]:{{[^%]+}}[[RECIP:%[^:]+]]:{{[^%]+}}[[DQ:%[^:]+]]:
// CHECK-SAME:    [[DK:%[^:]+]]:{{[^%]+}}[[DV:%[^:]+]]:
// CHECK:         penguin.backwards_attention
// CHECK-SAME:      q([[Q]] : memref<8x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<8x64x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<8x64x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      out([[OUT]] : memref<8x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      dout([[DOUT]] : memref<8x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      neg_max([[NEG_MAX]] : memref<8x128x4xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      recip([[RECIP]] : memref<8x128x4xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> dq([[DQ]] : memref<8x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      dk([[DK]] : memref<8x64x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      dv([[DV]] : memref<8x64x1024xbf16, #neuron.memory<hbm>>)
