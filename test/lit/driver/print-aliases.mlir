// Long types and attributes that repeat get names on request; what is printed parses back to the same.

// RUN: neuron-opt %s --mlir-print-aliases | filecheck %s
// RUN: neuron-opt %s --mlir-print-aliases | neuron-opt | filecheck %s --check-prefix=BACK
// RUN: neuron-opt %s --mlir-print-aliases --mlir-print-local-scope | filecheck %s --check-prefix=BACK

// CHECK:      {{^}}#memory0 = #neuron.memory<sbuf>{{$}}
// CHECK-NEXT: {{^}}!memref0 = memref<128x512xbf16, #memory0>{{$}}
// CHECK-NEXT: {{^}}module {
// CHECK-NEXT:   func.func private @f(!memref0, memref<2xi32>, memref<2xi32>) -> !memref0
// CHECK-NEXT:   func.func private @g(memref<4x4xf32, #memory0>) -> ()

// BACK:      {{^}}module {
// BACK-NEXT:   func.func private @f(memref<128x512xbf16, #neuron.memory<sbuf>>, memref<2xi32>, memref<2xi32>) -> memref<128x512xbf16, #neuron.memory<sbuf>>
// BACK-NEXT:   func.func private @g(memref<4x4xf32, #neuron.memory<sbuf>>) -> ()

func.func private @f(memref<128x512xbf16, #neuron.memory<sbuf>>, memref<2xi32>, memref<2xi32>) -> memref<128x512xbf16, #neuron.memory<sbuf>>
func.func private @g(memref<4x4xf32, #neuron.memory<sbuf>>)
