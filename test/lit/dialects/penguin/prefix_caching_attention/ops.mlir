// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s

!t4x128x512xbf16 = memref<4x128x512xbf16, #neuron.memory<hbm>>
!t4x512x128xbf16 = memref<4x512x128xbf16, #neuron.memory<hbm>>
!t4x4096x128xbf16 = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!t1x4096xi32 = memref<1x4096xi32, #neuron.memory<hbm>>
!t8x128x512xbf16 = memref<8x128x512xbf16, #neuron.memory<hbm>>
!t2x512x128xbf16 = memref<2x512x128xbf16, #neuron.memory<hbm>>
!t2x4096x128xbf16 = memref<2x4096x128xbf16, #neuron.memory<hbm>>
!t2x4096xi32 = memref<2x4096xi32, #neuron.memory<hbm>>
!t4x512x64xbf16 = memref<4x512x64xbf16, #neuron.memory<hbm>>
!t4x64x512xbf16 = memref<4x64x512xbf16, #neuron.memory<hbm>>
!t4x64x1024xbf16 = memref<4x64x1024xbf16, #neuron.memory<hbm>>
!t4x1024x64xbf16 = memref<4x1024x64xbf16, #neuron.memory<hbm>>
!t1x1024xbf16 = memref<1x1024xbf16, #neuron.memory<hbm>>
!t4x8192x128xbf16 = memref<4x8192x128xbf16, #neuron.memory<hbm>>

// Llama-3.1-8B at TP 8: 512 new tokens behind 4096 cached ones.
func.func @llama_8b_tp8(%q: !t4x128x512xbf16, %k_active: !t4x512x128xbf16, %v_active: !t4x512x128xbf16,
    %k_prior: !t4x4096x128xbf16, %v_prior: !t4x4096x128xbf16, %attention_mask: !t1x4096xi32,
    %out: !t4x128x512xbf16) {
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !t4x128x512xbf16)
      k_active(%k_active : !t4x512x128xbf16) v_active(%v_active : !t4x512x128xbf16)
      k_prior(%k_prior : !t4x4096x128xbf16) v_prior(%v_prior : !t4x4096x128xbf16)
      attention_mask(%attention_mask : !t1x4096xi32) -> out(%out : !t4x128x512xbf16)
  return
}
// CHECK-LABEL: func.func @llama_8b_tp8(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[ATTENTION_MASK:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      q([[Q]] : memref<4x128x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<4x512x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<4x512x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<4x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<4x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      attention_mask([[ATTENTION_MASK]] : memref<1x4096xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x512xbf16, #neuron.memory<hbm>>)

// Two requests, each with a row of the mask, and one head of keys and values for four of queries.
func.func @requests(%q: !t8x128x512xbf16, %k_active: !t2x512x128xbf16, %v_active: !t2x512x128xbf16,
    %k_prior: !t2x4096x128xbf16, %v_prior: !t2x4096x128xbf16, %attention_mask: !t2x4096xi32,
    %out: !t8x128x512xbf16) {
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !t8x128x512xbf16)
      k_active(%k_active : !t2x512x128xbf16) v_active(%v_active : !t2x512x128xbf16)
      k_prior(%k_prior : !t2x4096x128xbf16) v_prior(%v_prior : !t2x4096x128xbf16)
      attention_mask(%attention_mask : !t2x4096xi32) -> out(%out : !t8x128x512xbf16)
  return
}
// CHECK-LABEL: func.func @requests(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[ATTENTION_MASK:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      q([[Q]] : memref<8x128x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<2x512x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<2x512x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<2x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<2x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      attention_mask([[ATTENTION_MASK]] : memref<2x4096xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<8x128x512xbf16, #neuron.memory<hbm>>)

// Keys with the head dimension first, and the kernel without a causal mask.
func.func @layouts(%q: !t4x512x64xbf16, %k_active: !t4x64x512xbf16, %v_active: !t4x512x64xbf16,
    %k_prior: !t4x64x1024xbf16, %v_prior: !t4x1024x64xbf16, %attention_mask: !t1x1024xbf16, %out: !t4x512x64xbf16) {
  penguin.prefix_caching_attention "V2AttentionMMSoftmaxMMWithoutSwap" q(%q : !t4x512x64xbf16)
      k_active(%k_active : !t4x64x512xbf16) v_active(%v_active : !t4x512x64xbf16)
      k_prior(%k_prior : !t4x64x1024xbf16) v_prior(%v_prior : !t4x1024x64xbf16)
      attention_mask(%attention_mask : !t1x1024xbf16) -> out(%out : !t4x512x64xbf16)
      {q_layout = s_d, k_layout = d_s, out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @layouts(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[ATTENTION_MASK:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.prefix_caching_attention "V2AttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      q([[Q]] : memref<4x512x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<4x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<4x512x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<4x64x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<4x1024x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      attention_mask([[ATTENTION_MASK]] : memref<1x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x512x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, k_layout = d_s, out_layout = s_d}

// Any access: a part of the cache.
func.func @part_of_the_cache(%q: !t4x128x512xbf16, %k_active: !t4x512x128xbf16, %v_active: !t4x512x128xbf16,
    %k_prior: !t4x8192x128xbf16, %v_prior: !t4x8192x128xbf16, %attention_mask: !t1x4096xi32,
    %out: !t4x128x512xbf16) {
  penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !t4x128x512xbf16)
      k_active(%k_active : !t4x512x128xbf16) v_active(%v_active : !t4x512x128xbf16)
      k_prior(%k_prior[0, 0, 0][4, 4096, 128][1, 1, 1] : !t4x8192x128xbf16)
      v_prior(%v_prior[0, 0, 0][4, 4096, 128][1, 1, 1] : !t4x8192x128xbf16)
      attention_mask(%attention_mask : !t1x4096xi32) -> out(%out : !t4x128x512xbf16)
  return
}
// CHECK-LABEL: func.func @part_of_the_cache(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[ATTENTION_MASK:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap"
// CHECK-SAME:      q([[Q]] : memref<4x128x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<4x512x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<4x512x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]][0, 0, 0][4, 4096, 128][1, 1, 1] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]][0, 0, 0][4, 4096, 128][1, 1, 1] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      attention_mask([[ATTENTION_MASK]] : memref<1x4096xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x512xbf16, #neuron.memory<hbm>>)
