// A user's own kernel.
// Written by examples/generate.py.

!half = memref<4096x1024xbf16, #neuron.memory<hbm, shared>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @users_kernel(%gate: !half, %value: !half, %out: !half) {
    penguin.nki_kernel @gelu_and_mul ins(%gate : !half, %value : !half) -> outs(%out : !half)
        {func_args = ["gate", "value"], func_outs = ["out"]}
    return
  }
}
