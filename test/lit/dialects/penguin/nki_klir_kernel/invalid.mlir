// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifier.

// The artefact.

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %y: !x) {
  // expected-error @below {{'penguin.nki_klir_kernel' needs attribute 'klir_binary' (a string)}}
  penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x)
  return
}

// -----

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %y: !x) {
  // expected-error @below {{'penguin.nki_klir_kernel' op attribute "klir_binary" is empty, it is the path of the compiled kernel}}
  penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x) {klir_binary = ""}
  return
}

// -----

// Its format.

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %y: !x) {
  // expected-error @below {{'penguin.nki_klir_kernel' op attribute "kernel_format" is "klir", expected "bir"}}
  penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x) {klir_binary = "scale.klr", kernel_format = "klir"}
  return
}

// -----

// Its version.

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %y: !x) {
  // expected-error @below {{'penguin.nki_klir_kernel' op attribute "nki_binary_version_identifier" is "1.0", expected major.minor.patch}}
  penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x) {klir_binary = "scale.bir.json", nki_binary_version_identifier = "1.0"}
  return
}

// -----

// What the twins share.

!plain = memref<128x512xbf16, #neuron.memory<hbm>>
!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !plain, %y: !x) {
  // expected-error @below {{'penguin.nki_klir_kernel' op The input and output tensor of a NKI kernel must be in shared_hbm address space}}
  // expected-note @below {{operand "ins[0]" lies in hbm}}
  // expected-note @below {{write #neuron.memory<hbm, shared>}}
  penguin.nki_klir_kernel @scale ins(%x : !plain) -> outs(%y : !x) {klir_binary = "scale.bir.json"}
  return
}

// -----

!x = memref<128x512xbf16, #neuron.memory<hbm, shared>>

func.func @f(%x: !x, %y: !x) {
  // expected-error @below {{'penguin.nki_klir_kernel' op attribute "func_args" has 0 names for 1 operands in 'ins'}}
  penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x) {klir_binary = "scale.bir.json", func_args = []}
  return
}
