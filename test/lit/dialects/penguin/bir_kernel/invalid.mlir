// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier, those of all macros included.

// A registry kernel has an operation of its own.

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op attribute "kernel_name" is 'ResizeNearest', a kernel of the internal registry, not of the library}}
  // expected-note @below {{write penguin.native_kernel "ResizeNearest" ins(…) -> outs(…), with its attributes in attrs}}
  penguin.bir_kernel "ResizeNearest" ins(%x : !x) -> outs(%y : !y)
  return
}

// -----

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op attribute "kernel_name" is 'blockwise_mm', a kernel of the internal registry, not of the library}}
  // expected-note @below {{write penguin.native_kernel "blockwise_mm" ins(…) -> outs(…), with its attributes in attrs}}
  penguin.bir_kernel "blockwise_mm" ins(%x : !x) -> outs(%y : !y)
  return
}

// -----

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op attribute "kernel_name" is empty}}
  penguin.bir_kernel "" ins(%x : !x) -> outs(%y : !y)
  return
}

// -----

// A kernel without outputs does nothing.

!x = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x) {
  // expected-error @below {{'penguin.bir_kernel' op has no outputs, so that it could have no effect: -> outs(…)}}
  penguin.bir_kernel "softmax" ins(%x : !x)
  return
}

// -----

// Memrefs only, static, in one of our memories.

!i = i32
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !i, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[0]" is a i32, expected a memref}}
  penguin.bir_kernel "softmax" ins(%x : !i) -> outs(%y : !y)
  return
}

// -----

!d = memref<?x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !d, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[0]" has dynamic dimension 0; Neuron kernels are compiled for static shapes}}
  penguin.bir_kernel "softmax" ins(%x : !d) -> outs(%y : !y)
  return
}

// -----

!d = memref<16x16xbf16>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !d, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[0]" has no memory space; it needs #neuron.memory<hbm>, <sbuf> or <psum>}}
  penguin.bir_kernel "softmax" ins(%x : !d) -> outs(%y : !y)
  return
}

// -----

!d = memref<16x16xf64, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !d, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[0]" has element type f64, which Backend IR does not have}}
  penguin.bir_kernel "softmax" ins(%x : !d) -> outs(%y : !y)
  return
}

// -----

// A tile has the rank of its memref.

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!w = memref<16x16xbf16, #neuron.memory<sbuf>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %w: !w, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[1]" BIR requires access shape and symbolic ap dim matching for access: #penguin.tile<offsets = [0], shape = [16]>}}
  // expected-note @below {{the access has 1 dimensions, the memref 2}}
  penguin.bir_kernel "softmax" ins(%x : !x, %w tile<offsets = [0], shape = [16]> : !w) -> outs(%y : !y)
  return
}

// -----

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[0]" is accessed outside of its memref in dimension 1}}
  // expected-note @below {{the access reaches from 8 to 23, the dimension goes from 0 to 15}}
  penguin.bir_kernel "softmax" ins(%x[0, 8][16, 16] : !x) -> outs(%y : !y)
  return
}

// -----

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[0]" is accessed opaquely with 257 elements}}
  // expected-note @below {{the memref has 256}}
  penguin.bir_kernel "softmax" ins(%x opaque<nelements = 257> : !x) -> outs(%y : !y)
  return
}

// -----

// A dynamic start needs its indices.

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op operand "ins[0]" starts at an expression over 1 indices, the operation has 0}}
  penguin.bir_kernel "gather" ins(%x sub_tensor<offsets = [0, 0], sizes = [1, 16], strides = [1, 1], start = affine_map<(d0) -> (d0 * 16)>> : !x) -> outs(%y : !y)
  return
}

// -----

// The cast policy.

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op attribute "auto_cast" needs auto_cast_type = bf16 or fp16}}
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !y) {auto_cast = matmult}
  return
}

// -----

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' op attribute "auto_cast_type" needs auto_cast = matmult or all}}
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !y) {auto_cast_type = bf16}
  return
}

// -----

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'sb_buf_shape' is a list of 2 integers of at least 0, found [1024]}}
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !y) {sb_buf_shape = [1024]}
  return
}

// -----

// The bag is a dictionary, and the only place for attributes of the kernel.

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'kernel_attrs' is a dictionary, found [1 : i64]}}
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !y) {kernel_attrs = [1]}
  return
}

// -----

!x = memref<16x16xbf16, #neuron.memory<hbm>>
!y = memref<16x16xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.bir_kernel' has no attribute 'axis' (attributes: auto_cast, auto_cast_type, kernel_attrs, psum_buf_shape, sb_buf_shape; a discardable one has a dialect prefix)}}
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !y) {axis = 1}
  return
}
