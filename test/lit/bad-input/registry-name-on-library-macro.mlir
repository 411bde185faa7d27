// A kernel of the registry, named as one of the library.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      registry-name-on-library-macro.mlir:[[# @LINE + 8]]:22: error: 'penguin.bir_kernel' op attribute "kernel_name" is 'ResizeNearest', a kernel of the internal registry, not of the library
// CHECK-NEXT: {{^}}  penguin.bir_kernel "ResizeNearest" ins(%x : !x) -> outs(%y : !x)
// CHECK-NEXT: {{^}}                     ^{{$}}
// CHECK-NEXT: note: write penguin.native_kernel "ResizeNearest" ins(…) -> outs(…), with its attributes in attrs
// CHECK-NOT:  {{.}}

!x = memref<16xbf16, #neuron.memory<hbm>>
func.func @f(%x: !x, %y: !x) {
  penguin.bir_kernel "ResizeNearest" ins(%x : !x) -> outs(%y : !x)
  return
}
