// The registry sink: operands are opaque, the kernel owns its tiling; the artefact is named after the kernel and the key of
// its trace. Equal kernels share an artefact, another access shape or attribute is another trace.

// RUN: neuron-opt %s --lower-macros | filecheck %s

!m = memref<16x8xbf16, #neuron.memory<hbm>>
!n = memref<8x16xbf16, #neuron.memory<hbm>>
!t = memref<16x8xbf16, #neuron.memory<sbuf>>
!u = memref<8x16xbf16, #neuron.memory<sbuf>>

// CHECK:      bir.nki_klir_kernel ins(%x : {{.*}} via #neuron.interval<count = 128, dtype = bf16>) -> outs(%y : {{.*}} via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:   klir_binary = "tiled_pf_transpose-[[KEY:[0-9a-f]+]].bir.json"
// CHECK-NEXT: bir.nki_klir_kernel ins(%t : {{.*}} via #neuron.interval<count = 128, dtype = bf16>) -> outs(%u : {{.*}} via #neuron.interval<count = 128, dtype = bf16>)
// CHECK-SAME:   klir_binary = "tiled_pf_transpose-[[KEY]].bir.json"
// CHECK-NEXT: bir.nki_klir_kernel ins(%x : {{.*}} via #neuron.ap<free = {{\[\[}}8, 8], [1, 8]], access_shape = [8, 8], dtype = bf16>)
// CHECK-NOT:    [[KEY]]
// CHECK-NEXT: bir.nki_klir_kernel ins(
// CHECK-NOT:    [[KEY]]
// CHECK:      return
func.func @f(%x: !m, %y: !n, %t: !t, %u: !u) {
  penguin.native_kernel "tiled_pf_transpose" ins(%x : !m) -> outs(%y : !n)
  penguin.native_kernel "tiled_pf_transpose" ins(%t : !t) -> outs(%u : !u)
  penguin.native_kernel "tiled_pf_transpose" ins(%x[0, 0][8, 8][1, 1] : !m) -> outs(%y[0, 0][8, 8][1, 1] : !n)
  penguin.native_kernel "tiled_pf_transpose" ins(%x : !m) -> outs(%y : !n) {attrs = {perm = [1, 0]}}
  return
}
