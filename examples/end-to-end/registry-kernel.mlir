// A registry kernel on its way to instructions: the macro names a kernel of the registry; tracing it writes an artefact,
// which brings the function that is spliced in.

!image = memref<1x4x4x8xbf16, #neuron.memory<hbm>>
!large = memref<1x8x8x8xbf16, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @upsample(%image: !image, %large: !large) {
    penguin.native_kernel "ResizeNearest" ins(%image : !image) -> outs(%large : !large) {attrs = {scale = [2, 2]}}
    return
  }
}
