// The registered pipeline from Penguin to legal Backend IR: a flag or a word of a pipeline, with options of its own.

// RUN: neuron-opt %s --penguin-to-bir --verify-rewrites | filecheck %s
// RUN: neuron-opt --verify-rewrites %s --penguin-to-bir=tkg-threshold=200 | filecheck %s --check-prefix=DECODE
// RUN: neuron-opt %s --pass-pipeline='builtin.module(penguin-to-bir{tkg-threshold=4 nki-frontend=beta2},cse)' --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=PIPELINE
// RUN: not neuron-opt --verify-rewrites %s --penguin-to-bir=tkg=4 2>&1 | filecheck %s --check-prefix=OPTION

// PIPELINE: {{^}}builtin.module(lower-macros{tkg-threshold=4 nki-frontend=beta2 {{.*}}},lower-compute,legalize-access-patterns{{{.*}} double-row-flavour=gen3 {{.*}}},verify,cse){{$}}

// OPTION:      --penguin-to-bir:1:18: error: pipeline 'penguin-to-bir' has no option 'tkg'
// OPTION-NEXT: --penguin-to-bir=tkg=4
// OPTION-NEXT: {{^                 \^$}}
// OPTION-NEXT: note: its options are tkg-threshold, nki-frontend, double-row-flavour

!x = memref<1x200x128xbf16, #neuron.memory<hbm>>
!up = memref<128x24xbf16, #neuron.memory<hbm>>
!down = memref<24x128xbf16, #neuron.memory<hbm>>
!src = memref<128x4x8xf32, #neuron.memory<sbuf>>
!dst = memref<128x4xf32, #neuron.memory<sbuf>>

// CHECK-NOT:     penguin.
// CHECK-LABEL:   func.func @layer
// CHECK-NEXT:      bir.bir_kernel "MLP"
// CHECK-SAME:        is_tkg = false
// CHECK-NEXT:      bir.tensor_reduce
// CHECK-SAME:        free = [[8, 4]], reduce = [[1, 8]]
// CHECK-NEXT:      return
// DECODE-LABEL:  func.func @layer
// DECODE:          is_tkg = true
func.func @layer(%x: !x, %gate: !up, %up: !up, %down: !down, %y: !x, %a: !src, %d: !dst) {
  penguin.mlp hidden(%x : !x) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x)
  penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
  return
}
