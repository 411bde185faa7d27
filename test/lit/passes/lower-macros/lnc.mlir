// The logical core count of the target is recorded on library nodes; nothing is multiplied by it. An explicit one wins.

// RUN: neuron-opt %s --lower-macros | filecheck %s
// RUN: neuron-opt %s --target=trn2:lnc=1 --lower-macros | filecheck %s --check-prefix=ONE

!h = memref<1x4x256xbf16, #neuron.memory<hbm>>
!w = memref<256x384xbf16, #neuron.memory<hbm>>
!q = memref<1x4x384xbf16, #neuron.memory<hbm>>
!x = memref<16xf32, #neuron.memory<hbm>>
!m = memref<16x8xbf16, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  // CHECK:      count = 1024
  // CHECK-SAME: lnc_size = 2,
  // CHECK-NEXT: lnc_size = 1,
  // CHECK-NEXT: bir.bir_kernel "softmax" {{.*}}count = 16{{.*}} lnc_size = 2}
  // CHECK-NEXT: neuron.cache_key = "[[KEY:[0-9a-f]+]]"
  // ONE:        lnc_size = 1,
  // ONE-NEXT:   lnc_size = 1,
  // ONE-NEXT:   bir.bir_kernel "softmax" {{.*}} lnc_size = 1}
  func.func @f(%h: !h, %w: !w, %q: !q, %x: !x, %y: !x, %m: !m, %n: !m) {
    penguin.qkv hidden(%h : !h) weight(%w : !w) -> out(%q : !q)
    penguin.qkv hidden(%h : !h) weight(%w : !w) -> out(%q : !q) {LncSize = 1}
    penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x)
    penguin.native_kernel "tiled_pf_transpose" ins(%m : !m) -> outs(%n : !m)
    return
  }
}
