// What a target does not have is refused before anything is lowered; all of it in one run.

// RUN: not neuron-opt %s --lower-macros 2>&1 | filecheck %s
// RUN: neuron-opt %s --target=trn2 --lower-macros | filecheck %s --check-prefix=TRN2

// CHECK:      error: 'penguin.attention' op sliding_window argument is not supported by trn1
// CHECK:      error: 'penguin.cayman_packed_pe_transpose' op perf_mode=`double_row_gen3` is not supported on trn1
// CHECK-NOT:  error:

// TRN2:      bir.bir_kernel "CausalAttentionMMSoftmaxMMWithoutSwap"
// TRN2-NEXT: bir.bir_kernel "CaymanPackedPETranspose"
// TRN2-NEXT: bir.bir_kernel "softmax"

!dS = memref<2x64x256xbf16, #neuron.memory<hbm>>
!Sd = memref<2x256x64xbf16, #neuron.memory<hbm>>
!w8 = memref<32x2x64xf8E4M3, #neuron.memory<sbuf>>
!x8 = memref<32x2x96xf8E4M3, #neuron.memory<sbuf>>
!y = memref<64x96xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn1>} {
  func.func @f(%q: !dS, %k: !dS, %v: !Sd, %o: !dS, %w: !w8, %x: !x8, %y: !y) {
    penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%o : !dS)
        {sliding_window = 64}
    penguin.cayman_packed_pe_transpose stationary(%w : !w8) moving(%x : !x8) -> psum(%y : !y)
        {perf_mode = double_row_gen3}
    penguin.bir_kernel "softmax" ins(%q : !dS) -> outs(%o : !dS)
    return
  }
}
