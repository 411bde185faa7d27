// Library nodes and calls are left alone, and need no artefacts.

// RUN: neuron-opt %s -o %t.plain
// RUN: neuron-opt %s --translate-nki-klir | diff %t.plain -
// RUN: neuron-opt %s --trace-kernels | diff %t.plain -

!x = memref<16xf32, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !x) {
  bir.nki_kernel @scale ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {}
  bir.bir_kernel "MLP" ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>) {fused_rmsnorm = true}
  return
}
