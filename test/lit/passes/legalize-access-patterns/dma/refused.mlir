// RUN: neuron-opt --legalize-access-patterns=max-strides=2 --verify-rewrites --verify-diagnostics --split-input-file %s

!hbm = memref<4x128x512xbf16, #neuron.memory<hbm>>
!sbuf = memref<128x4x512xbf16, #neuron.memory<sbuf>>

func.func @load(%src: !hbm, %dst: !sbuf) {
  // expected-error @below {{'bir.dma_copy' op operand "ins[0]": Cannot legalize strided load!}}
  // expected-note @below {{in flat form it walks [[512, 128], [65536, 4], [1, 512]]: 3 strides, the limit is 2}}
  // expected-note @below {{target: trn2}}
  bir.dma_copy ins(%src : !hbm via #neuron.ap<free = [[512, 128], [65536, 4], [1, 512]], access_shape = [128, 4, 512], dtype = bf16>) -> outs(%dst : !sbuf via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>) {mode = Copy}
  return
}

// -----

// What the target says counts before the option does.
!hbm = memref<4x128x512xbf16, #neuron.memory<hbm>>
!sbuf = memref<128x4x512xbf16, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn2, max_strides = 1>} {
  func.func @store(%src: !sbuf, %dst: !hbm) {
    // expected-error @below {{'bir.dma_copy' op operand "outs[0]": Cannot legalize strided store!}}
    // expected-note @below {{in flat form it walks [[512, 128], [65536, 4], [1, 512]]: 3 strides, the limit is 1}}
    // expected-note @below {{target: trn2}}
    bir.dma_copy ins(%src : !sbuf via #neuron.ap<partition = [[2048, 128]], free = [[512, 4], [1, 512]], dtype = bf16>) -> outs(%dst : !hbm via #neuron.ap<free = [[512, 128], [65536, 4], [1, 512]], access_shape = [128, 4, 512], dtype = bf16>) {mode = Copy}
    return
  }
}
