// How errors of the lowering look: at the name, or the attribute, that is wrong. What failed is left alone, and nothing is
// written.

// RUN: not neuron-opt %s --lower-macros -o %t.out 2>&1 | filecheck %s
// RUN: not ls %t.out
// RUN: not neuron-opt %s --lower-macros --mlir-print-ir-after-failure 2>&1 | filecheck %s --check-prefix=LEFT

// CHECK:      errors-shown.mlir:[[# @LINE + 21]]:25: error: 'penguin.native_kernel' op Internal NKI kernel 'Nearest' is not registered.
// CHECK-NEXT:   penguin.native_kernel "Nearest" ins(%x : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}                        ^
// CHECK-NEXT: note: {{did you mean|a kernel}}
// CHECK-NEXT: errors-shown.mlir:[[# @LINE + 18]]:{{[0-9]+}}: error: 'penguin.qkv' op attribute "output_layout" is nbds, which the decode kernel cannot write
// CHECK-NEXT:   penguin.qkv hidden(%h : !h) weight(%w : !w) -> out(%q : !q) {output_layout = nbds}
// CHECK-NEXT: {{^}}                                                                               ^
// CHECK-NEXT: note: use bsd or nbsd, or use_tkg_qkv_kernel = false for the prefill kernel
// CHECK-NOT:  Traceback

// LEFT:      IR Dump After LowerMacros Failed
// LEFT:      penguin.native_kernel "Nearest"
// LEFT-NEXT: penguin.qkv
// LEFT-NEXT: bir.bir_kernel "softmax"

!x = memref<16xf32, #neuron.memory<hbm>>
!h = memref<4x1x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!q = memref<3x4x128x1xbf16, #neuron.memory<hbm>>

func.func @f(%x: !x, %y: !x, %h: !h, %w: !w, %q: !q) {
  penguin.native_kernel "Nearest" ins(%x : !x) -> outs(%y : !x)
  penguin.qkv hidden(%h : !h) weight(%w : !w) -> out(%q : !q) {output_layout = nbds}
  penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x)
  return
}
