// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s

// Every decode shape that a public caller has.

!t1x4x1x128xbf16 = memref<1x4x1x128xbf16, #neuron.memory<hbm>>
!t1x1x1x128xbf16 = memref<1x1x1x128xbf16, #neuron.memory<hbm>>
!t1x1x8192x128xbf16 = memref<1x1x8192x128xbf16, #neuron.memory<hbm>>
!t1x1xi32 = memref<1x1xi32, #neuron.memory<hbm>>
!t1x1x4x1xbf16 = memref<1x1x4x1xbf16, #neuron.memory<hbm>>
!t64x1xf32 = memref<64x1xf32, #neuron.memory<hbm>>
!t1x1xf32 = memref<1x1xf32, #neuron.memory<hbm>>
!t1x4x128x1xbf16 = memref<1x4x128x1xbf16, #neuron.memory<hbm>>
!t1x1x128x1xbf16 = memref<1x1x128x1xbf16, #neuron.memory<hbm>>
!t4x1x1x128xbf16 = memref<4x1x1x128xbf16, #neuron.memory<hbm>>
!t4x1x8192x128xbf16 = memref<4x1x8192x128xbf16, #neuron.memory<hbm>>
!t4x1xi32 = memref<4x1xi32, #neuron.memory<hbm>>
!t1x4x1x1xbf16 = memref<1x4x1x1xbf16, #neuron.memory<hbm>>
!t4x1xf32 = memref<4x1xf32, #neuron.memory<hbm>>
!t4x1x128x1xbf16 = memref<4x1x128x1xbf16, #neuron.memory<hbm>>
!t1x1x16384x128xbf16 = memref<1x1x16384x128xbf16, #neuron.memory<hbm>>
!t1x1x1x1xbf16 = memref<1x1x1x1xbf16, #neuron.memory<hbm>>
!t4x1x5x128xbf16 = memref<4x1x5x128xbf16, #neuron.memory<hbm>>
!t4x1x16384x128xbf16 = memref<4x1x16384x128xbf16, #neuron.memory<hbm>>
!t5x4x1x5xbf16 = memref<5x4x1x5xbf16, #neuron.memory<hbm>>
!t4x5xf32 = memref<4x5xf32, #neuron.memory<hbm>>
!t4x1x128x5xbf16 = memref<4x1x128x5xbf16, #neuron.memory<hbm>>
!t4x2x1x128xbf16 = memref<4x2x1x128xbf16, #neuron.memory<hbm>>
!t1x4x2x1xbf16 = memref<1x4x2x1xbf16, #neuron.memory<hbm>>
!t4x2x128x1xbf16 = memref<4x2x128x1xbf16, #neuron.memory<hbm>>
!t1x1x4096x128xbf16 = memref<1x1x4096x128xbf16, #neuron.memory<hbm>>
!t1x1x128x8192xbf16 = memref<1x1x128x8192xbf16, #neuron.memory<hbm>>
!t1x8x1x64xbf16 = memref<1x8x1x64xbf16, #neuron.memory<hbm>>
!t1x1x1x64xf8E4M3 = memref<1x1x1x64xf8E4M3, #neuron.memory<hbm>>
!t1x1x4096x64xf8E4M3 = memref<1x1x4096x64xf8E4M3, #neuron.memory<hbm>>
!t1x1x8x1xbf16 = memref<1x1x8x1xbf16, #neuron.memory<hbm>>
!t1x8x64x1xbf16 = memref<1x8x64x1xbf16, #neuron.memory<hbm>>
!sbuf_t128x4xbf16 = memref<128x4xbf16, #neuron.memory<sbuf>>
!t64xbf16 = memref<64xbf16, #neuron.memory<hbm>>

// Llama-3.1-8B at TP 8; the bucket looks at half of the cache.
func.func @llama_8b_tp8(%q: !t1x4x1x128xbf16, %k_active: !t1x1x1x128xbf16, %v_active: !t1x1x1x128xbf16,
    %k_prior: !t1x1x8192x128xbf16, %v_prior: !t1x1x8192x128xbf16, %pos_id: !t1x1xi32, %active_mask: !t1x1x4x1xbf16,
    %inv_freqs: !t64x1xf32, %rope_pos_ids: !t1x1xf32, %out: !t1x4x128x1xbf16, %k_out: !t1x1x128x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !t1x4x1x128xbf16) k_active(%k_active : !t1x1x1x128xbf16)
      v_active(%v_active : !t1x1x1x128xbf16) k_prior(%k_prior : !t1x1x8192x128xbf16)
      v_prior(%v_prior : !t1x1x8192x128xbf16) pos_id(%pos_id : !t1x1xi32) active_mask(%active_mask : !t1x1x4x1xbf16)
      inv_freqs(%inv_freqs : !t64x1xf32) rope_pos_ids(%rope_pos_ids : !t1x1xf32) -> out(%out : !t1x4x128x1xbf16)
      k_out(%k_out : !t1x1x128x1xbf16)
      {curr_sprior = 4096, full_sprior = 8192, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}
  return
}
// CHECK-LABEL: func.func @llama_8b_tp8(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[POS_ID:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[INV_FREQS:%[^:]+]]:
// CHECK-SAME:    [[ROPE_POS_IDS:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:{{[^%]+}}[[K_OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<1x4x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<1x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<1x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      pos_id([[POS_ID]] : memref<1x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<1x1x4x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      inv_freqs([[INV_FREQS]] : memref<64x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      rope_pos_ids([[ROPE_POS_IDS]] : memref<1x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x4x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_out([[K_OUT]] : memref<1x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 4096, full_sprior = 8192, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}

// Llama-3.1-8B at TP 32, batch 4.
func.func @llama_8b_tp32(%q: !t4x1x1x128xbf16, %k_active: !t4x1x1x128xbf16, %v_active: !t4x1x1x128xbf16,
    %k_prior: !t4x1x8192x128xbf16, %v_prior: !t4x1x8192x128xbf16, %pos_id: !t4x1xi32, %active_mask: !t1x4x1x1xbf16,
    %inv_freqs: !t64x1xf32, %rope_pos_ids: !t4x1xf32, %out: !t4x1x128x1xbf16, %k_out: !t4x1x128x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !t4x1x1x128xbf16) k_active(%k_active : !t4x1x1x128xbf16)
      v_active(%v_active : !t4x1x1x128xbf16) k_prior(%k_prior : !t4x1x8192x128xbf16)
      v_prior(%v_prior : !t4x1x8192x128xbf16) pos_id(%pos_id : !t4x1xi32) active_mask(%active_mask : !t1x4x1x1xbf16)
      inv_freqs(%inv_freqs : !t64x1xf32) rope_pos_ids(%rope_pos_ids : !t4x1xf32) -> out(%out : !t4x1x128x1xbf16)
      k_out(%k_out : !t4x1x128x1xbf16)
      {curr_sprior = 8192, full_sprior = 8192, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}
  return
}
// CHECK-LABEL: func.func @llama_8b_tp32(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[POS_ID:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[INV_FREQS:%[^:]+]]:
// CHECK-SAME:    [[ROPE_POS_IDS:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:{{[^%]+}}[[K_OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<4x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<4x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<4x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<4x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<4x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      pos_id([[POS_ID]] : memref<4x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<1x4x1x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      inv_freqs([[INV_FREQS]] : memref<64x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      rope_pos_ids([[ROPE_POS_IDS]] : memref<4x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_out([[K_OUT]] : memref<4x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 8192, full_sprior = 8192, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}

// Llama-3.1-70B at TP 64.
func.func @llama_70b_tp64(%q: !t1x1x1x128xbf16, %k_active: !t1x1x1x128xbf16, %v_active: !t1x1x1x128xbf16,
    %k_prior: !t1x1x16384x128xbf16, %v_prior: !t1x1x16384x128xbf16, %pos_id: !t1x1xi32, %active_mask: !t1x1x1x1xbf16,
    %inv_freqs: !t64x1xf32, %rope_pos_ids: !t1x1xf32, %out: !t1x1x128x1xbf16, %k_out: !t1x1x128x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !t1x1x1x128xbf16) k_active(%k_active : !t1x1x1x128xbf16)
      v_active(%v_active : !t1x1x1x128xbf16) k_prior(%k_prior : !t1x1x16384x128xbf16)
      v_prior(%v_prior : !t1x1x16384x128xbf16) pos_id(%pos_id : !t1x1xi32) active_mask(%active_mask : !t1x1x1x1xbf16)
      inv_freqs(%inv_freqs : !t64x1xf32) rope_pos_ids(%rope_pos_ids : !t1x1xf32) -> out(%out : !t1x1x128x1xbf16)
      k_out(%k_out : !t1x1x128x1xbf16)
      {curr_sprior = 16384, full_sprior = 16384, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp64(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[POS_ID:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[INV_FREQS:%[^:]+]]:
// CHECK-SAME:    [[ROPE_POS_IDS:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:{{[^%]+}}[[K_OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<1x1x16384x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<1x1x16384x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      pos_id([[POS_ID]] : memref<1x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<1x1x1x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      inv_freqs([[INV_FREQS]] : memref<64x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      rope_pos_ids([[ROPE_POS_IDS]] : memref<1x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_out([[K_OUT]] : memref<1x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 16384, full_sprior = 16384, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}

// Llama-3.1-70B at TP 64, batch 4, with four speculated tokens beside the sampled one.
func.func @llama_70b_tp64_speculation(%q: !t4x1x5x128xbf16, %k_active: !t4x1x5x128xbf16, %v_active: !t4x1x5x128xbf16,
    %k_prior: !t4x1x16384x128xbf16, %v_prior: !t4x1x16384x128xbf16, %pos_id: !t4x1xi32, %active_mask: !t5x4x1x5xbf16,
    %inv_freqs: !t64x1xf32, %rope_pos_ids: !t4x5xf32, %out: !t4x1x128x5xbf16, %k_out: !t4x1x128x5xbf16) {
  penguin.attention_tkg_fwd q(%q : !t4x1x5x128xbf16) k_active(%k_active : !t4x1x5x128xbf16)
      v_active(%v_active : !t4x1x5x128xbf16) k_prior(%k_prior : !t4x1x16384x128xbf16)
      v_prior(%v_prior : !t4x1x16384x128xbf16) pos_id(%pos_id : !t4x1xi32) active_mask(%active_mask : !t5x4x1x5xbf16)
      inv_freqs(%inv_freqs : !t64x1xf32) rope_pos_ids(%rope_pos_ids : !t4x5xf32) -> out(%out : !t4x1x128x5xbf16)
      k_out(%k_out : !t4x1x128x5xbf16)
      {curr_sprior = 16384, full_sprior = 16384, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp64_speculation(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[POS_ID:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[INV_FREQS:%[^:]+]]:
// CHECK-SAME:    [[ROPE_POS_IDS:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:{{[^%]+}}[[K_OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<4x1x5x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<4x1x5x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<4x1x5x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<4x1x16384x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<4x1x16384x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      pos_id([[POS_ID]] : memref<4x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<5x4x1x5xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      inv_freqs([[INV_FREQS]] : memref<64x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      rope_pos_ids([[ROPE_POS_IDS]] : memref<4x5xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x1x128x5xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_out([[K_OUT]] : memref<4x1x128x5xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 16384, full_sprior = 16384, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}

// Llama-3.1-70B at TP 32, batch 4.
func.func @llama_70b_tp32(%q: !t4x2x1x128xbf16, %k_active: !t4x1x1x128xbf16, %v_active: !t4x1x1x128xbf16,
    %k_prior: !t4x1x8192x128xbf16, %v_prior: !t4x1x8192x128xbf16, %pos_id: !t4x1xi32, %active_mask: !t1x4x2x1xbf16,
    %inv_freqs: !t64x1xf32, %rope_pos_ids: !t4x1xf32, %out: !t4x2x128x1xbf16, %k_out: !t4x1x128x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !t4x2x1x128xbf16) k_active(%k_active : !t4x1x1x128xbf16)
      v_active(%v_active : !t4x1x1x128xbf16) k_prior(%k_prior : !t4x1x8192x128xbf16)
      v_prior(%v_prior : !t4x1x8192x128xbf16) pos_id(%pos_id : !t4x1xi32) active_mask(%active_mask : !t1x4x2x1xbf16)
      inv_freqs(%inv_freqs : !t64x1xf32) rope_pos_ids(%rope_pos_ids : !t4x1xf32) -> out(%out : !t4x2x128x1xbf16)
      k_out(%k_out : !t4x1x128x1xbf16)
      {curr_sprior = 8192, full_sprior = 8192, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp32(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[POS_ID:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[INV_FREQS:%[^:]+]]:
// CHECK-SAME:    [[ROPE_POS_IDS:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:{{[^%]+}}[[K_OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<4x2x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<4x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<4x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<4x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<4x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      pos_id([[POS_ID]] : memref<4x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<1x4x2x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      inv_freqs([[INV_FREQS]] : memref<64x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      rope_pos_ids([[ROPE_POS_IDS]] : memref<4x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x2x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_out([[K_OUT]] : memref<4x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 8192, full_sprior = 8192, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}

// Qwen3-8B at TP 8.
func.func @qwen3_8b_tp8(%q: !t1x4x1x128xbf16, %k_active: !t1x1x1x128xbf16, %v_active: !t1x1x1x128xbf16,
    %k_prior: !t1x1x4096x128xbf16, %v_prior: !t1x1x4096x128xbf16, %pos_id: !t1x1xi32, %active_mask: !t1x1x4x1xbf16,
    %inv_freqs: !t64x1xf32, %rope_pos_ids: !t1x1xf32, %out: !t1x4x128x1xbf16, %k_out: !t1x1x128x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !t1x4x1x128xbf16) k_active(%k_active : !t1x1x1x128xbf16)
      v_active(%v_active : !t1x1x1x128xbf16) k_prior(%k_prior : !t1x1x4096x128xbf16)
      v_prior(%v_prior : !t1x1x4096x128xbf16) pos_id(%pos_id : !t1x1xi32) active_mask(%active_mask : !t1x1x4x1xbf16)
      inv_freqs(%inv_freqs : !t64x1xf32) rope_pos_ids(%rope_pos_ids : !t1x1xf32) -> out(%out : !t1x4x128x1xbf16)
      k_out(%k_out : !t1x1x128x1xbf16)
      {curr_sprior = 256, full_sprior = 4096, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}
  return
}
// CHECK-LABEL: func.func @qwen3_8b_tp8(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[POS_ID:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[INV_FREQS:%[^:]+]]:
// CHECK-SAME:    [[ROPE_POS_IDS:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:{{[^%]+}}[[K_OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<1x4x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<1x1x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<1x1x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      pos_id([[POS_ID]] : memref<1x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<1x1x4x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      inv_freqs([[INV_FREQS]] : memref<64x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      rope_pos_ids([[ROPE_POS_IDS]] : memref<1x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x4x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_out([[K_OUT]] : memref<1x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 256, full_sprior = 4096, tp_k_prior = true, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}

// The cache keeps its keys transposed.
func.func @transposed_cache(%q: !t1x4x1x128xbf16, %k_active: !t1x1x1x128xbf16, %v_active: !t1x1x1x128xbf16,
    %k_prior: !t1x1x128x8192xbf16, %v_prior: !t1x1x8192x128xbf16, %pos_id: !t1x1xi32, %active_mask: !t1x1x4x1xbf16,
    %inv_freqs: !t64x1xf32, %rope_pos_ids: !t1x1xf32, %out: !t1x4x128x1xbf16, %k_out: !t1x1x128x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !t1x4x1x128xbf16) k_active(%k_active : !t1x1x1x128xbf16)
      v_active(%v_active : !t1x1x1x128xbf16) k_prior(%k_prior : !t1x1x128x8192xbf16)
      v_prior(%v_prior : !t1x1x8192x128xbf16) pos_id(%pos_id : !t1x1xi32) active_mask(%active_mask : !t1x1x4x1xbf16)
      inv_freqs(%inv_freqs : !t64x1xf32) rope_pos_ids(%rope_pos_ids : !t1x1xf32) -> out(%out : !t1x4x128x1xbf16)
      k_out(%k_out : !t1x1x128x1xbf16)
      {curr_sprior = 8192, full_sprior = 8192, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}
  return
}
// CHECK-LABEL: func.func @transposed_cache(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[POS_ID:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[INV_FREQS:%[^:]+]]:
// CHECK-SAME:    [[ROPE_POS_IDS:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:{{[^%]+}}[[K_OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<1x4x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<1x1x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<1x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      pos_id([[POS_ID]] : memref<1x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<1x1x4x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      inv_freqs([[INV_FREQS]] : memref<64x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      rope_pos_ids([[ROPE_POS_IDS]] : memref<1x1xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x4x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_out([[K_OUT]] : memref<1x1x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 8192, full_sprior = 8192, use_pos_id = true, fuse_rope = true, strided_mm1 = true, use_dma_tp = true}

// The rotary embedding applied before: the kernel has no use for frequencies, and the rotated keys exist already.
// The cache is quantised.
func.func @rope_before_quantised_cache(%q: !t1x8x1x64xbf16, %k_active: !t1x1x1x64xf8E4M3,
    %v_active: !t1x1x1x64xf8E4M3, %k_prior: !t1x1x4096x64xf8E4M3, %v_prior: !t1x1x4096x64xf8E4M3,
    %active_mask: !t1x1x8x1xbf16, %out: !t1x8x64x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !t1x8x1x64xbf16) k_active(%k_active : !t1x1x1x64xf8E4M3)
      v_active(%v_active : !t1x1x1x64xf8E4M3) k_prior(%k_prior : !t1x1x4096x64xf8E4M3)
      v_prior(%v_prior : !t1x1x4096x64xf8E4M3) active_mask(%active_mask : !t1x1x8x1xbf16)
      -> out(%out : !t1x8x64x1xbf16) {tp_k_prior = true, is_tkg = false, cache_softmax = true}
  return
}
// CHECK-LABEL: func.func @rope_before_quantised_cache(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<1x8x1x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<1x1x1x64xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<1x1x1x64xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]] : memref<1x1x4096x64xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]] : memref<1x1x4096x64xf8E4M3, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] : memref<1x1x8x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x8x64x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {tp_k_prior = true, is_tkg = false, cache_softmax = true}

// Any access: a bucket of the cache, a tile of queries that lies in SBUF, an opaque mask.
func.func @any_access(%q: !sbuf_t128x4xbf16, %k_active: !t1x1x1x128xbf16, %v_active: !t1x1x1x128xbf16,
    %k_prior: !t1x1x8192x128xbf16, %v_prior: !t1x1x8192x128xbf16, %active_mask: !t64xbf16, %out: !t1x4x128x1xbf16) {
  penguin.attention_tkg_fwd q(%q : !sbuf_t128x4xbf16) k_active(%k_active : !t1x1x1x128xbf16)
      v_active(%v_active : !t1x1x1x128xbf16)
      k_prior(%k_prior[0, 0, 0, 0][1, 1, 4096, 128][1, 1, 1, 1] : !t1x1x8192x128xbf16)
      v_prior(%v_prior[0, 0, 0, 0][1, 1, 4096, 128][1, 1, 1, 1] : !t1x1x8192x128xbf16)
      active_mask(%active_mask opaque<nelements = 4> : !t64xbf16) -> out(%out : !t1x4x128x1xbf16)
      {curr_sprior = 4096, full_sprior = 8192, tp_k_prior = true}
  return
}
// CHECK-LABEL: func.func @any_access(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K_ACTIVE:%[^:]+]]:{{[^%]+}}[[V_ACTIVE:%[^:]+]]:{{[^%]+}}[[K_PRIOR:%[^:]+]]:
// CHECK-SAME:    [[V_PRIOR:%[^:]+]]:{{[^%]+}}[[ACTIVE_MASK:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention_tkg_fwd
// CHECK-SAME:      q([[Q]] : memref<128x4xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      k_active([[K_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_active([[V_ACTIVE]] : memref<1x1x1x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k_prior([[K_PRIOR]][0, 0, 0, 0][1, 1, 4096, 128][1, 1, 1, 1] : memref<1x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v_prior([[V_PRIOR]][0, 0, 0, 0][1, 1, 4096, 128][1, 1, 1, 1] : memref<1x1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      active_mask([[ACTIVE_MASK]] opaque<nelements = 4> : memref<64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x4x128x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {curr_sprior = 4096, full_sprior = 8192, tp_k_prior = true}
