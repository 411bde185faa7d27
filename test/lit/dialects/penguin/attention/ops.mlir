// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// Every variant, and every shape that a public caller has.

!t4x128x8192xbf16 = memref<4x128x8192xbf16, #neuron.memory<hbm>>
!t4x8192x128xbf16 = memref<4x8192x128xbf16, #neuron.memory<hbm>>
!t1x128x8192xbf16 = memref<1x128x8192xbf16, #neuron.memory<hbm>>
!t1x8192x128xbf16 = memref<1x8192x128xbf16, #neuron.memory<hbm>>
!t2x128x8192xbf16 = memref<2x128x8192xbf16, #neuron.memory<hbm>>
!t2x8192x128xbf16 = memref<2x8192x128xbf16, #neuron.memory<hbm>>
!t1x128x10240xbf16 = memref<1x128x10240xbf16, #neuron.memory<hbm>>
!t1x10240x128xbf16 = memref<1x10240x128xbf16, #neuron.memory<hbm>>
!t4x128x4096xbf16 = memref<4x128x4096xbf16, #neuron.memory<hbm>>
!t4x4096x128xbf16 = memref<4x4096x128xbf16, #neuron.memory<hbm>>
!t1x4096x128xbf16 = memref<1x4096x128xbf16, #neuron.memory<hbm>>
!t24x128x4608xbf16 = memref<24x128x4608xbf16, #neuron.memory<hbm>>
!t24x4608x128xbf16 = memref<24x4608x128xbf16, #neuron.memory<hbm>>
!t24x128x4096xbf16 = memref<24x128x4096xbf16, #neuron.memory<hbm>>
!t24x128x512xbf16 = memref<24x128x512xbf16, #neuron.memory<hbm>>
!t24x512x128xbf16 = memref<24x512x128xbf16, #neuron.memory<hbm>>
!t4x81x1601xbf16 = memref<4x81x1601xbf16, #neuron.memory<hbm>>
!t4x1601x81xbf16 = memref<4x1601x81xbf16, #neuron.memory<hbm>>
!t1x128x128xbf16 = memref<1x128x128xbf16, #neuron.memory<hbm>>
!t1x64x512xbf16 = memref<1x64x512xbf16, #neuron.memory<hbm>>
!t1x512x64xbf16 = memref<1x512x64xbf16, #neuron.memory<hbm>>
!t16x64x1024xbf16 = memref<16x64x1024xbf16, #neuron.memory<hbm>>
!t16x1024x64xbf16 = memref<16x1024x64xbf16, #neuron.memory<hbm>>
!t8x1xbf16 = memref<8x1xbf16, #neuron.memory<hbm>>
!t4x128x32768xbf16 = memref<4x128x32768xbf16, #neuron.memory<hbm>>
!t4x32768x128xbf16 = memref<4x32768x128xbf16, #neuron.memory<hbm>>
!t1x1xi32 = memref<1x1xi32, #neuron.memory<hbm>>
!t4x128x64xf32 = memref<4x128x64xf32, #neuron.memory<hbm>>
!sbuf_t128x1024xbf16 = memref<128x1024xbf16, #neuron.memory<sbuf>>
!sbuf_t128x512xbf16 = memref<128x512xbf16, #neuron.memory<sbuf>>
!t8x64x1024xf32 = memref<8x64x1024xf32, #neuron.memory<hbm>>
!t8x1024x64xf32 = memref<8x1024x64xf32, #neuron.memory<hbm>>

// Llama-3.1-8B at TP 8: four heads, keys and values repeated for them; transposed by DMA.
func.func @llama_8b_tp8(%q: !t4x128x8192xbf16, %k: !t4x128x8192xbf16, %v: !t4x8192x128xbf16,
    %out: !t4x128x8192xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x128x8192xbf16) k(%k : !t4x128x8192xbf16)
      v(%v : !t4x8192x128xbf16) -> out(%out : !t4x128x8192xbf16) {use_dma_transpose = true}
  return
}
// GENERIC:      "penguin.attention"({{[^)]+}})
// GENERIC-SAME:   <{variant = #penguin.attention_variant<CausalAttentionMMSoftmaxMMWithoutSwap>,
// GENERIC-SAME:   use_dma_transpose = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1, 0, 0>}>
// CHECK-LABEL: func.func @llama_8b_tp8(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {use_dma_transpose = true}

// Llama-3.1-8B at TP 32.
func.func @llama_8b_tp32(%q: !t1x128x8192xbf16, %k: !t1x128x8192xbf16, %v: !t1x8192x128xbf16,
    %out: !t1x128x8192xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t1x128x8192xbf16) k(%k : !t1x128x8192xbf16)
      v(%v : !t1x8192x128xbf16) -> out(%out : !t1x128x8192xbf16)
  return
}
// CHECK-LABEL: func.func @llama_8b_tp32(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<1x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x128x8192xbf16, #neuron.memory<hbm>>)

// Llama-3.1-70B at TP 32.
func.func @llama_70b_tp32(%q: !t2x128x8192xbf16, %k: !t2x128x8192xbf16, %v: !t2x8192x128xbf16,
    %out: !t2x128x8192xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t2x128x8192xbf16) k(%k : !t2x128x8192xbf16)
      v(%v : !t2x8192x128xbf16) -> out(%out : !t2x128x8192xbf16)
  return
}
// CHECK-LABEL: func.func @llama_70b_tp32(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<2x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<2x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<2x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<2x128x8192xbf16, #neuron.memory<hbm>>)

// Llama-3.1-70B at TP 64.
func.func @llama_70b_tp64(%q: !t1x128x10240xbf16, %k: !t1x128x10240xbf16, %v: !t1x10240x128xbf16,
    %out: !t1x128x10240xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t1x128x10240xbf16) k(%k : !t1x128x10240xbf16)
      v(%v : !t1x10240x128xbf16) -> out(%out : !t1x128x10240xbf16)
  return
}
// CHECK-LABEL: func.func @llama_70b_tp64(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<1x128x10240xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x128x10240xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x10240x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x128x10240xbf16, #neuron.memory<hbm>>)

// Qwen3-8B at TP 8.
func.func @qwen3_8b_tp8(%q: !t4x128x4096xbf16, %k: !t4x128x4096xbf16, %v: !t4x4096x128xbf16,
    %out: !t4x128x4096xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x128x4096xbf16) k(%k : !t4x128x4096xbf16)
      v(%v : !t4x4096x128xbf16) -> out(%out : !t4x128x4096xbf16)
  return
}
// CHECK-LABEL: func.func @qwen3_8b_tp8(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x4096xbf16, #neuron.memory<hbm>>)

// The same with the sequence first everywhere and one head of keys and values for all: the batch of q is a multiple
// of theirs.
func.func @llama_8b_tp8_native_gqa(%q: !t4x8192x128xbf16, %k: !t1x8192x128xbf16, %v: !t1x8192x128xbf16,
    %out: !t4x8192x128xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x8192x128xbf16) k(%k : !t1x8192x128xbf16)
      v(%v : !t1x8192x128xbf16) -> out(%out : !t4x8192x128xbf16) {q_layout = s_d, k_layout = s_d, out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @llama_8b_tp8_native_gqa(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, k_layout = s_d, out_layout = s_d}

func.func @llama_8b_tp32_native_gqa(%q: !t1x8192x128xbf16, %k: !t1x8192x128xbf16, %v: !t1x8192x128xbf16,
    %out: !t1x8192x128xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t1x8192x128xbf16) k(%k : !t1x8192x128xbf16)
      v(%v : !t1x8192x128xbf16) -> out(%out : !t1x8192x128xbf16) {q_layout = s_d, k_layout = s_d, out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @llama_8b_tp32_native_gqa(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, k_layout = s_d, out_layout = s_d}

func.func @llama_70b_tp32_native_gqa(%q: !t2x8192x128xbf16, %k: !t1x8192x128xbf16, %v: !t1x8192x128xbf16,
    %out: !t2x8192x128xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t2x8192x128xbf16) k(%k : !t1x8192x128xbf16)
      v(%v : !t1x8192x128xbf16) -> out(%out : !t2x8192x128xbf16) {q_layout = s_d, k_layout = s_d, out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp32_native_gqa(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<2x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<2x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, k_layout = s_d, out_layout = s_d}

func.func @llama_70b_tp64_native_gqa(%q: !t1x10240x128xbf16, %k: !t1x10240x128xbf16, %v: !t1x10240x128xbf16,
    %out: !t1x10240x128xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t1x10240x128xbf16) k(%k : !t1x10240x128xbf16)
      v(%v : !t1x10240x128xbf16) -> out(%out : !t1x10240x128xbf16) {q_layout = s_d, k_layout = s_d, out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @llama_70b_tp64_native_gqa(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<1x10240x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x10240x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x10240x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x10240x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, k_layout = s_d, out_layout = s_d}

func.func @qwen3_8b_tp8_native_gqa(%q: !t4x4096x128xbf16, %k: !t1x4096x128xbf16, %v: !t1x4096x128xbf16,
    %out: !t4x4096x128xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x4096x128xbf16) k(%k : !t1x4096x128xbf16)
      v(%v : !t1x4096x128xbf16) -> out(%out : !t4x4096x128xbf16) {q_layout = s_d, k_layout = s_d, out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @qwen3_8b_tp8_native_gqa(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, k_layout = s_d, out_layout = s_d}

// transformers-neuronx writes the output with the sequence first.
func.func @transformers_neuronx(%q: !t4x128x4096xbf16, %k: !t4x128x4096xbf16, %v: !t4x4096x128xbf16,
    %out: !t4x4096x128xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x128x4096xbf16) k(%k : !t4x128x4096xbf16)
      v(%v : !t4x4096x128xbf16) -> out(%out : !t4x4096x128xbf16) {out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @transformers_neuronx(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x4096x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {out_layout = s_d}

// Flux: joint attention over text and image, scaled in the kernel, which only kernels without a causal mask do.
func.func @flux(%q: !t24x128x4608xbf16, %k: !t24x128x4608xbf16, %v: !t24x4608x128xbf16, %out: !t24x4608x128xbf16) {
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !t24x128x4608xbf16) k(%k : !t24x128x4608xbf16)
      v(%v : !t24x4608x128xbf16) -> out(%out : !t24x4608x128xbf16) {scale = 0.0883883461, out_layout = s_d}
  return
}
// CHECK-LABEL: func.func @flux(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention AttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<24x128x4608xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<24x128x4608xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<24x4608x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<24x4608x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {scale = 0.0883883461, out_layout = s_d}

// Without a causal mask the sequences of queries and keys may differ.
func.func @cross_attention(%q: !t24x128x4096xbf16, %k: !t24x128x512xbf16, %v: !t24x512x128xbf16,
    %out: !t24x128x4096xbf16) {
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !t24x128x4096xbf16) k(%k : !t24x128x512xbf16)
      v(%v : !t24x512x128xbf16) -> out(%out : !t24x128x4096xbf16)
  return
}
// CHECK-LABEL: func.func @cross_attention(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention AttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<24x128x4096xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<24x128x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<24x512x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<24x128x4096xbf16, #neuron.memory<hbm>>)

// The vision tower of mllama appends a mask column to heads of 80, so the head dimension is not round.
func.func @mllama_vision(%q: !t4x81x1601xbf16, %k: !t4x81x1601xbf16, %v: !t4x1601x81xbf16, %out: !t4x81x1601xbf16) {
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !t4x81x1601xbf16) k(%k : !t4x81x1601xbf16)
      v(%v : !t4x1601x81xbf16) -> out(%out : !t4x81x1601xbf16)
  return
}
// CHECK-LABEL: func.func @mllama_vision(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention AttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x81x1601xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x81x1601xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x1601x81xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x81x1601xbf16, #neuron.memory<hbm>>)

// Layouts are explicit, because they cannot be told apart when S == d.
func.func @square(%q: !t1x128x128xbf16, %k: !t1x128x128xbf16, %v: !t1x128x128xbf16, %out: !t1x128x128xbf16) {
  penguin.attention AttentionMMSoftmaxMM q(%q : !t1x128x128xbf16) k(%k : !t1x128x128xbf16) v(%v : !t1x128x128xbf16)
      -> out(%out : !t1x128x128xbf16) {v_layout = d_s}
  return
}
// CHECK-LABEL: func.func @square(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention AttentionMMSoftmaxMM
// CHECK-SAME:      q([[Q]] : memref<1x128x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x128x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x128x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x128x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {v_layout = d_s}

// The second generation of the kernels.
func.func @second_generation(%q: !t1x64x512xbf16, %k: !t1x64x512xbf16, %v: !t1x512x64xbf16, %out: !t1x64x512xbf16) {
  penguin.attention V2AttentionMMSoftmaxMMWithoutSwap q(%q : !t1x64x512xbf16) k(%k : !t1x64x512xbf16)
      v(%v : !t1x512x64xbf16) -> out(%out : !t1x64x512xbf16)
  return
}
// CHECK-LABEL: func.func @second_generation(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention V2AttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<1x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x512x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x64x512xbf16, #neuron.memory<hbm>>)

func.func @second_generation_causal(%q: !t1x64x512xbf16, %k: !t1x64x512xbf16, %v: !t1x512x64xbf16,
    %out: !t1x64x512xbf16) {
  penguin.attention V2CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t1x64x512xbf16) k(%k : !t1x64x512xbf16)
      v(%v : !t1x512x64xbf16) -> out(%out : !t1x64x512xbf16)
  return
}
// CHECK-LABEL: func.func @second_generation_causal(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention V2CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<1x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<1x64x512xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<1x512x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<1x64x512xbf16, #neuron.memory<hbm>>)

// Learned sinks, one a head, and a window of 128 tokens, for a batch of two.
func.func @sink_and_window(%q: !t16x64x1024xbf16, %k: !t16x64x1024xbf16, %v: !t16x1024x64xbf16, %sink: !t8x1xbf16,
    %out: !t16x64x1024xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t16x64x1024xbf16) k(%k : !t16x64x1024xbf16)
      v(%v : !t16x1024x64xbf16) sink(%sink : !t8x1xbf16) -> out(%out : !t16x64x1024xbf16) {sliding_window = 128}
  return
}
// CHECK-LABEL: func.func @sink_and_window(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[SINK:%[^:]+]]:
// CHECK-SAME:    [[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<16x64x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<16x64x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<16x1024x64xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      sink([[SINK]] : memref<8x1xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<16x64x1024xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {sliding_window = 128}

// Llama-3.1-70B at TP 16 with context parallelism over four ranks: this is rank 2, whose queries start at 2 * 8192.
func.func @context_parallel(%q: !t4x8192x128xbf16, %k: !t4x128x32768xbf16, %v: !t4x32768x128xbf16,
    %out: !t4x128x8192xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x8192x128xbf16) k(%k : !t4x128x32768xbf16)
      v(%v : !t4x32768x128xbf16) -> out(%out : !t4x128x8192xbf16)
      {q_layout = s_d, use_dma_transpose = true, global_n_tiles = 4, tile_i = 16384}
  return
}
// CHECK-LABEL: func.func @context_parallel(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x32768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x32768x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, use_dma_transpose = true, global_n_tiles = 4, tile_i = 16384}

// With strided queries tile_i is the rank.
func.func @context_parallel_strided(%q: !t4x8192x128xbf16, %k: !t4x128x32768xbf16, %v: !t4x32768x128xbf16,
    %out: !t4x128x8192xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x8192x128xbf16) k(%k : !t4x128x32768xbf16)
      v(%v : !t4x32768x128xbf16) -> out(%out : !t4x128x8192xbf16)
      {q_layout = s_d, use_dma_transpose = true, global_n_tiles = 4, tile_i = 3, strided_q_slicing = true}
  return
}
// CHECK-LABEL: func.func @context_parallel_strided(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x32768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x32768x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {q_layout = s_d, use_dma_transpose = true, global_n_tiles = 4, tile_i = 3, strided_q_slicing = true}

// Where the rank is only known at run time, a tensor holds the offset.
func.func @context_parallel_dynamic(%q: !t4x128x8192xbf16, %k: !t4x128x32768xbf16, %v: !t4x32768x128xbf16,
    %cp_offset: !t1x1xi32, %out: !t4x128x8192xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !t4x128x8192xbf16) k(%k : !t4x128x32768xbf16)
      v(%v : !t4x32768x128xbf16) cp_offset(%cp_offset : !t1x1xi32) -> out(%out : !t4x128x8192xbf16)
      {global_n_tiles = 4}
  return
}
// CHECK-LABEL: func.func @context_parallel_dynamic(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[CP_OFFSET:%[^:]+]]:
// CHECK-SAME:    [[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x32768xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x32768x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      cp_offset([[CP_OFFSET]] : memref<1x1xi32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      {global_n_tiles = 4}

// For training the softmax statistics are kept: 8192 queries are 64 groups of 128.
func.func @cached_softmax(%q: !t4x128x8192xbf16, %k: !t4x128x8192xbf16, %v: !t4x8192x128xbf16,
    %out: !t4x128x8192xbf16, %neg_max: !t4x128x64xf32, %recip: !t4x128x64xf32) {
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !t4x128x8192xbf16) k(%k : !t4x128x8192xbf16)
      v(%v : !t4x8192x128xbf16) -> out(%out : !t4x128x8192xbf16) neg_max(%neg_max : !t4x128x64xf32)
      recip(%recip : !t4x128x64xf32) {cache_softmax = true, use_flash = true}
  return
}
// CHECK-LABEL: func.func @cached_softmax(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK-SAME:    [[NEG_MAX:%[^:]+]]:{{[^%]+}}[[RECIP:%[^:]+]]:
// CHECK:         penguin.attention AttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<4x8192x128xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<4x128x8192xbf16, #neuron.memory<hbm>>)
// CHECK-SAME:      neg_max([[NEG_MAX]] : memref<4x128x64xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      recip([[RECIP]] : memref<4x128x64xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      {cache_softmax = true, use_flash = true}

// Tiles: the operands lie in SBUF, two heads of 128 in the free dimension.
func.func @tiled(%q: !sbuf_t128x1024xbf16, %k: !sbuf_t128x512xbf16, %v: !sbuf_t128x512xbf16,
    %out: !sbuf_t128x1024xbf16) {
  penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !sbuf_t128x1024xbf16) k(%k : !sbuf_t128x512xbf16)
      v(%v tile<offsets = [0, 0], shape = [128, 512]> : !sbuf_t128x512xbf16) -> out(%out : !sbuf_t128x1024xbf16)
      {use_dma_transpose = true}
  return
}
// CHECK-LABEL: func.func @tiled(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<128x1024xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      k([[K]] : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      v([[V]] tile<offsets = [0, 0], shape = [128, 512]> : memref<128x512xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      -> out([[OUT]] : memref<128x1024xbf16, #neuron.memory<sbuf>>)
// CHECK-SAME:      {use_dma_transpose = true}

// The cast policy and the shapes of the on-chip buffers, as the compiler's own raise to this macro writes them.
func.func @raised(%q: !t8x64x1024xf32, %k: !t8x64x1024xf32, %v: !t8x1024x64xf32, %out: !t8x64x1024xf32) {
  penguin.attention AttentionMMSoftmaxMMWithoutSwap q(%q : !t8x64x1024xf32) k(%k : !t8x64x1024xf32)
      v(%v : !t8x1024x64xf32) -> out(%out : !t8x64x1024xf32)
      {auto_cast = matmult, auto_cast_type = bf16, sb_buf_shape = [196608, 128], psum_buf_shape = [8, 128, 2048]}
  return
}
// CHECK-LABEL: func.func @raised(
// CHECK-SAME:    [[Q:%[^:]+]]:{{[^%]+}}[[K:%[^:]+]]:{{[^%]+}}[[V:%[^:]+]]:{{[^%]+}}[[OUT:%[^:]+]]:
// CHECK:         penguin.attention AttentionMMSoftmaxMMWithoutSwap
// CHECK-SAME:      q([[Q]] : memref<8x64x1024xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      k([[K]] : memref<8x64x1024xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      v([[V]] : memref<8x1024x64xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      -> out([[OUT]] : memref<8x64x1024xf32, #neuron.memory<hbm>>)
// CHECK-SAME:      {auto_cast = matmult, auto_cast_type = bf16, sb_buf_shape = [196608, 128], psum_buf_shape = [8, 128, 2048]}
