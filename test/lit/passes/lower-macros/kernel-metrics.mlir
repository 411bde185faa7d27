// How often each kernel was emitted: the generic sink counts as the compiler's telemetry does, by category and name. The
// others count in the statistics of the pass alone.

// RUN: neuron-opt %s --lower-macros=kernel-metrics=true -o /dev/null 2>&1 | filecheck %s
// RUN: neuron-opt %s --lower-macros -o /dev/null 2>&1 | filecheck %s --check-prefix=SILENT --allow-empty
// RUN: neuron-opt %s --lower-macros --mlir-pass-statistics -o /dev/null 2>&1 | filecheck %s --check-prefix=STATISTICS

// CHECK:      kernel-metrics.mlir:{{[0-9]+}}:1: remark: {{.*}}kernel metrics: BIR_KERNEL AttentionTkgFwd: 1
// CHECK:      remark: {{.*}}kernel metrics: BIR_KERNEL softmax: 2
// CHECK-NOT:  remark:

// SILENT-NOT: {{.}}

// STATISTICS:      LowerMacros
// STATISTICS-NEXT: (S) 3 num-generic-library     - Library kernels by name (54)
// STATISTICS-NEXT: (S) 3 num-common-native       - MLP, QKV and RMSNormQuant kernels (54)
// STATISTICS-NEXT: (S) 1 num-common-attention    - Attention kernels (54)
// STATISTICS-NEXT: (S) 1 num-backwards-attention - Backwards attention kernels (54)
// STATISTICS-NEXT: (S) 2 num-external            - Users' own kernels (55, or 56 for the KLIR twin)
// STATISTICS-NEXT: (S) 1 num-registry            - Registry kernels (56)

!x = memref<16xf32, #neuron.memory<hbm>>
!shared = memref<16xbf16, #neuron.memory<hbm, shared>>
!m = memref<16x8xbf16, #neuron.memory<hbm>>
!h = memref<1x4x128xbf16, #neuron.memory<hbm>>
!rows = memref<1x4x132xi8, #neuron.memory<hbm>>
!up = memref<128x8xbf16, #neuron.memory<hbm>>
!down = memref<8x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!qkv = memref<1x4x384xbf16, #neuron.memory<hbm>>
!dS = memref<2x64x256xbf16, #neuron.memory<hbm>>
!stats = memref<2x128x2xf32, #neuron.memory<hbm>>
!q = memref<2x4x1x64xbf16, #neuron.memory<hbm>>
!kv = memref<2x1x1x64xbf16, #neuron.memory<hbm>>
!k_prior = memref<2x1x64x32xbf16, #neuron.memory<hbm>>
!prior = memref<2x1x32x64xbf16, #neuron.memory<hbm>>
!y = memref<2x4x64x1xbf16, #neuron.memory<hbm>>

module {
  func.func @library(%x: !x, %v: !x, %q: !q, %k: !kv, %kp: !k_prior, %vp: !prior, %y: !y) {
    penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%v : !x)
    penguin.bir_kernel "softmax" ins(%v : !x) -> outs(%x : !x)
    penguin.attention_tkg_fwd q(%q : !q) k_active(%k : !kv) v_active(%k : !kv) k_prior(%kp : !k_prior)
        v_prior(%vp : !prior) -> out(%y : !y)
    return
  }
  func.func @bespoke(%h: !h, %up: !up, %down: !down, %w: !w, %qkv: !qkv, %rows: !rows, %q: !dS, %k: !dS, %s: !stats) {
    penguin.mlp hidden(%h : !h) up(%up : !up) down(%down : !down) -> out(%h : !h) {skip_gate = true}
    penguin.qkv hidden(%h : !h) weight(%w : !w) -> out(%qkv : !qkv)
    penguin.rmsnorm_quant hidden(%h : !h) -> out(%rows : !rows) {norm_type = no_norm}
    penguin.attention AttentionMMSoftmaxMM q(%q : !dS) k(%k : !dS) v(%k : !dS) -> out(%q : !dS) {v_layout = d_s}
    penguin.backwards_attention q(%q : !dS) k(%k : !dS) v(%k : !dS) out(%q : !dS) dout(%q : !dS) neg_max(%s : !stats)
        recip(%s : !stats) -> dq(%q : !dS) dk(%k : !dS) dv(%k : !dS)
    return
  }
  func.func @others(%x: !shared, %m: !m, %n: !m) {
    penguin.nki_kernel @k ins(%x : !shared) -> outs(%x : !shared)
    penguin.nki_klir_kernel @k ins(%x : !shared) -> outs(%x : !shared) {klir_binary = "k.bir.json"}
    penguin.native_kernel "tiled_pf_transpose" ins(%m : !m) -> outs(%n : !m)
    return
  }
}
