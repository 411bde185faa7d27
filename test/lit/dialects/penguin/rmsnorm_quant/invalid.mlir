// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// eps is a float, in the custom form and in the generic one.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{Expecting eps input to have type float}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {eps = "1.0e-5"}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{Expecting eps input to have type float}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {eps = 1.0e-5 : f64}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op Expecting eps input to have type float}}
  // expected-note @below {{eps is 1 : i32, expected a 32-bit float}}
  "penguin.rmsnorm_quant"(%x, %g, %y) <{eps = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (!hidden, !gamma, !row) -> ()
  return
}

// -----

// dst_dtype is the type of the dequantised values.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op dst_dtype must be float32 or bfloat16.}}
  // expected-note @below {{dst_dtype is f16}}
  // expected-note @below {{it is the type of the dequantised values; the output operand says what is quantised to}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {dst_dtype = f16}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op dst_dtype must be float32 or bfloat16.}}
  // expected-note @below {{dst_dtype is i8}}
  // expected-note @below {{it is the type of the dequantised values; the output operand says what is quantised to}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {dst_dtype = i8}
  return
}

// -----

// The norm.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op attribute "norm_type" is layer_norm, expected no_norm or rms_norm}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {norm_type = layer_norm}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op attribute "norm_type" is rms_norm, which needs operand 'norm_weight'}}
  penguin.rmsnorm_quant hidden(%x : !hidden) -> out(%y : !row)
  return
}

// -----

// The quantisation and its scale.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8192xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op attribute "quantization" is mx, expected row or static}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {quantization = mx}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!static = memref<1x256x8192xf8E4M3, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !static) {
  // expected-error @below {{'penguin.rmsnorm_quant' op attribute "quantization" is static, which needs operand 'in_scale'}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !static) {quantization = static}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!scale = memref<128x1xf32, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %s: !scale, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "in_scale" is only used by static quantisation, quantization is row}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) in_scale(%s : !scale) -> out(%y : !row)
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!s1 = memref<1x1xf32, #neuron.memory<hbm>>
!static = memref<1x256x8192xf8E4M3, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %s: !s1, %y: !static) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "in_scale" has shape 1x1, expected [128, 1]: dimension 0 is 1, not 128}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) in_scale(%s : !s1) -> out(%y : !static) {quantization = static}
  return
}

// -----

// Bounds.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op attribute "lower_bound" is -1.0, it cannot be negative}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {lower_bound = -1.0}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op attribute "eps" is -1.0, it cannot be negative}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !row) {eps = -1.0}
  return
}

// -----

// Rows grow by the four bytes of their scale, and only by row quantisation.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!static = memref<1x256x8192xf8E4M3, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !static) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "out" has shape 1x256x8192, expected [B, S, H+4]: dimension 2 is 8192, not 8196 (H = 8192 from operand "hidden")}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !static)
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!scale = memref<128x1xf32, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %s: !scale, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "out" has shape 1x256x8196, expected [B, S, H]: dimension 2 is 8196, not 8192 (H = 8192 from operand "hidden")}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) in_scale(%s : !scale) -> out(%y : !row) {quantization = static}
  return
}

// -----

// Element types.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!y = memref<1x256x8196xbf16, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !gamma, %y: !y) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "out" has element type bf16, expected a quantised type}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !y)
  return
}

// -----

!x = memref<1x256x8192xi8, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !x, %g: !gamma, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "hidden" has element type i8, expected a float}}
  penguin.rmsnorm_quant hidden(%x : !x) norm_weight(%g : !gamma) -> out(%y : !row)
  return
}

// -----

// Ranks and extents.

!x = memref<512xbf16, #neuron.memory<hbm>>
!y = memref<516xi8, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "hidden" has rank 1, at least 2 is needed: [..., H]}}
  penguin.rmsnorm_quant hidden(%x : !x) -> out(%y : !y) {norm_type = no_norm}
  return
}

// -----

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!g = memref<1x4096xbf16, #neuron.memory<hbm>>
!row = memref<1x256x8196xi8, #neuron.memory<hbm>>

func.func @f(%x: !hidden, %g: !g, %y: !row) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "norm_weight" has shape 1x4096, expected [1, H]: dimension 1 is 4096, not 8192 (H = 8192 from operand "hidden")}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !g) -> out(%y : !row)
  return
}

// -----

!x = memref<1x256x16512xbf16, #neuron.memory<hbm>>
!y = memref<1x256x16516xi8, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "hidden" has H = 16512, at most 16384 is supported}}
  penguin.rmsnorm_quant hidden(%x : !x) -> out(%y : !y) {norm_type = no_norm}
  return
}

// -----

!x = memref<3x256x512xbf16, #neuron.memory<hbm>>
!y = memref<3x256x516xi8, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "hidden" has B = 3, at most 2 is supported}}
  penguin.rmsnorm_quant hidden(%x : !x) -> out(%y : !y) {norm_type = no_norm}
  return
}

// -----

!x = memref<1x32769x512xbf16, #neuron.memory<hbm>>
!y = memref<1x32769x516xi8, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "hidden" has S = 32769, at most 32768 is supported}}
  penguin.rmsnorm_quant hidden(%x : !x) -> out(%y : !y) {norm_type = no_norm}
  return
}

// -----

!x = memref<65537x512xbf16, #neuron.memory<hbm>>
!y = memref<65537x516xi8, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !y) {
  // expected-error @below {{'penguin.rmsnorm_quant' op operand "hidden" has 65537 rows, at most 65536 are supported}}
  penguin.rmsnorm_quant hidden(%x : !x) -> out(%y : !y) {norm_type = no_norm}
  return
}

// -----

// Tensors and tiles do not mix.

!hidden = memref<1x256x8192xbf16, #neuron.memory<hbm>>
!gamma = memref<1x8192xbf16, #neuron.memory<hbm>>
!rt = memref<128x516xi8, #neuron.memory<sbuf>>

func.func @f(%x: !hidden, %g: !gamma, %y: !rt) {
  // expected-error @below {{'penguin.rmsnorm_quant' op Inputs/outputs to rmsnorm_quant_kernel must be all tensors or all tiles, not a mix of both}}
  // expected-note @below {{operand "out" lies in sbuf}}
  // expected-note @below {{operand "out" is a tile (sbuf or psum), operand "hidden" is a tensor (hbm)}}
  penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%g : !gamma) -> out(%y : !rt)
  return
}
