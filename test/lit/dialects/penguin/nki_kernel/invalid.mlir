// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// Inputs and outputs live in shared HBM.

!plain = memref<128x512xbf16, #neuron.memory<hbm>>
!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !plain, %y: !x) {
  // expected-error @below {{'penguin.nki_kernel' op The input and output tensor of a NKI kernel must be in shared_hbm address space}}
  // expected-note @below {{operand "ins[0]" lies in hbm}}
  // expected-note @below {{write #neuron.memory<hbm, shared>}}
  penguin.nki_kernel @scale ins(%x : !plain) -> outs(%y : !x)
  return
}

// -----

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>
!tile = memref<128x512xbf16, #neuron.memory<sbuf>>

func.func @f(%x: !x, %y: !tile) {
  // expected-error @below {{'penguin.nki_kernel' op The input and output tensor of a NKI kernel must be in shared_hbm address space}}
  // expected-note @below {{operand "outs[0]" lies in sbuf}}
  // expected-note @below {{write #neuron.memory<hbm, shared>}}
  penguin.nki_kernel @scale ins(%x : !x) -> outs(%y : !tile)
  return
}

// -----

// A name for each operand, each once.

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>
!s = memref<1x1xf32, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %s: !s, %y: !x) {
  // expected-error @below {{'penguin.nki_kernel' op attribute "func_args" has 1 names for 2 operands in 'ins'}}
  penguin.nki_kernel @scale ins(%x : !x, %s : !s) -> outs(%y : !x) {func_args = ["x"]}
  return
}

// -----

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>
!s = memref<1x1xf32, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %s: !s, %y: !x) {
  // expected-error @below {{'penguin.nki_kernel' op attribute "func_outs" has 2 names for 1 operands in 'outs'}}
  penguin.nki_kernel @scale ins(%x : !x, %s : !s) -> outs(%y : !x) {func_outs = ["y", "z"]}
  return
}

// -----

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>
!s = memref<1x1xf32, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %s: !s, %y: !x) {
  // expected-error @below {{'penguin.nki_kernel' op attribute "func_args" has 'x' twice}}
  penguin.nki_kernel @scale ins(%x : !x, %s : !s) -> outs(%y : !x) {func_args = ["x", "x"]}
  return
}

// -----

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>
!s = memref<1x1xf32, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %s: !s, %y: !x) {
  // expected-error @below {{'penguin.nki_kernel' op attribute "func_args" has an empty name}}
  penguin.nki_kernel @scale ins(%x : !x, %s : !s) -> outs(%y : !x) {func_args = ["x", ""]}
  return
}

// -----

// The function has to be named.

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %y: !x) {
  // expected-error @below {{expected 'func', the name of a function: @name}}
  penguin.nki_kernel ins(%x : !x) -> outs(%y : !x)
  return
}

// -----

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x) {
  // expected-error @below {{'penguin.nki_kernel' op has no outputs, so that it could have no effect: -> outs(…)}}
  penguin.nki_kernel @scale ins(%x : !x)
  return
}
