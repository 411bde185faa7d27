// The front end decides what the trace of a registry kernel writes, and what a call of a user's kernel was written for;
// the cache key does not depend on it, and library kernels do not either.

// RUN: neuron-opt %s --lower-macros | filecheck %s --check-prefix=BETA3
// RUN: neuron-opt %s --lower-macros=nki-frontend=beta3 | filecheck %s --check-prefix=BETA3
// RUN: neuron-opt %s --lower-macros=nki-frontend=beta2 | filecheck %s --check-prefix=BETA2
// RUN: env NKI_FRONTEND=beta2 nki_frontend=beta2 neuron-opt %s --lower-macros | filecheck %s --check-prefix=BETA3
// RUN: not neuron-opt %s --lower-macros=nki-frontend=beta1 2>&1 | filecheck %s --check-prefix=BETA1

// BETA1: --lower-macros:1:29: error: option 'nki-frontend' takes one of 'beta3', 'beta2', not 'beta1'; did you mean 'beta3'?

!half = memref<1x4x4x4xbf16, #neuron.memory<hbm>>
!s = memref<1x4x8x8xbf16, #neuron.memory<hbm>>
!shared = memref<16xbf16, #neuron.memory<hbm, shared>>

// BETA3-LABEL: func.func @registry(
// BETA3: klir_binary = "ResizeNearest-[[KEY:[0-9a-f]+]].bir.json", kernel_format = "bir"
// BETA3-SAME: neuron.cache_key = "[[KEY]]"
// BETA2-LABEL: func.func @registry(
// BETA2: klir_binary = "ResizeNearest-[[KEY:[0-9a-f]+]].klir", kernel_format = "klir"
// BETA2-SAME: neuron.cache_key = "[[KEY]]"
func.func @registry(%x: !half, %y: !s) {
  penguin.native_kernel "ResizeNearest" ins(%x : !half) -> outs(%y : !s)
  return
}

// BETA3-LABEL: func.func @call(
// BETA3: bir.nki_kernel @k {{.*}} kernel_source_val = Beta3}
// BETA2-LABEL: func.func @call(
// BETA2: bir.nki_kernel @k {{.*}} kernel_source_val = Beta2}
func.func @call(%x: !shared, %y: !shared) {
  penguin.nki_kernel @k ins(%x : !shared) -> outs(%y : !shared)
  return
}

// The format of what is compiled already is its own.
// BETA3-LABEL: func.func @compiled(
// BETA3: {klir_binary = "k.bir.json", kernel_format = "bir",
// BETA2-LABEL: func.func @compiled(
// BETA2: {klir_binary = "k.bir.json", kernel_format = "bir",
func.func @compiled(%x: !shared, %y: !shared) {
  penguin.nki_klir_kernel @k ins(%x : !shared) -> outs(%y : !shared) {klir_binary = "k.bir.json"}
  return
}
