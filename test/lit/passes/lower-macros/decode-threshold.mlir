// Decode or prefill: batch times sequence against the threshold, which counts as decode itself; an explicit attribute wins.

// RUN: neuron-opt %s --lower-macros | filecheck %s
// RUN: neuron-opt %s --lower-macros=tkg-threshold=97 | filecheck %s --check-prefix=HIGHER
// RUN: neuron-opt %s --lower-macros=tkg-threshold=0 | filecheck %s --check-prefix=NEVER
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(lower-macros{tkg-threshold=97}))' | filecheck %s --check-prefix=HIGHER

!up = memref<128x24xbf16, #neuron.memory<hbm>>
!down = memref<24x128xbf16, #neuron.memory<hbm>>
!w = memref<128x384xbf16, #neuron.memory<hbm>>
!x96 = memref<1x96x128xbf16, #neuron.memory<hbm>>
!x97 = memref<1x97x128xbf16, #neuron.memory<hbm>>
!y96 = memref<1x96x384xbf16, #neuron.memory<hbm>>
!y97 = memref<1x97x384xbf16, #neuron.memory<hbm>>
!b96 = memref<48x2x128xbf16, #neuron.memory<hbm>>
!b98 = memref<49x2x128xbf16, #neuron.memory<hbm>>
!tile96 = memref<96x128xbf16, #neuron.memory<sbuf>>
!tile97 = memref<97x128xbf16, #neuron.memory<sbuf>>
!tile_w = memref<128x24xbf16, #neuron.memory<sbuf>>
!tile_down = memref<24x128xbf16, #neuron.memory<sbuf>>

// CHECK-LABEL:  func.func @mlp_96(
// CHECK:          is_tkg = true
// HIGHER-LABEL: func.func @mlp_96(
// HIGHER:         is_tkg = true
// NEVER-LABEL:  func.func @mlp_96(
// NEVER:          is_tkg = false
func.func @mlp_96(%x: !x96, %gate: !up, %up: !up, %down: !down, %y: !x96) {
  penguin.mlp hidden(%x : !x96) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x96)
  return
}

// CHECK-LABEL:  func.func @mlp_97(
// CHECK:          is_tkg = false
// HIGHER-LABEL: func.func @mlp_97(
// HIGHER:         is_tkg = true
// NEVER-LABEL:  func.func @mlp_97(
// NEVER:          is_tkg = false
func.func @mlp_97(%x: !x97, %gate: !up, %up: !up, %down: !down, %y: !x97) {
  penguin.mlp hidden(%x : !x97) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x97)
  return
}

// It is the product that counts: 48 * 2 is decode, 49 * 2 is not.
// CHECK-LABEL:  func.func @mlp_batch_96(
// CHECK:          is_tkg = true
// HIGHER-LABEL: func.func @mlp_batch_96(
// HIGHER:         is_tkg = true
// NEVER-LABEL:  func.func @mlp_batch_96(
// NEVER:          is_tkg = false
func.func @mlp_batch_96(%x: !b96, %gate: !up, %up: !up, %down: !down, %y: !b96) {
  penguin.mlp hidden(%x : !b96) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !b96)
  return
}

// CHECK-LABEL:  func.func @mlp_batch_98(
// CHECK:          is_tkg = false
// HIGHER-LABEL: func.func @mlp_batch_98(
// HIGHER:         is_tkg = false
func.func @mlp_batch_98(%x: !b98, %gate: !up, %up: !up, %down: !down, %y: !b98) {
  penguin.mlp hidden(%x : !b98) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !b98)
  return
}

// CHECK-LABEL:  func.func @mlp_said(
// CHECK:          is_tkg = false
// CHECK:          is_tkg = true
// HIGHER-LABEL: func.func @mlp_said(
// HIGHER:         is_tkg = false
// HIGHER:         is_tkg = true
// NEVER-LABEL:  func.func @mlp_said(
// NEVER:          is_tkg = false
// NEVER:          is_tkg = true
func.func @mlp_said(%x: !x96, %gate: !up, %up: !up, %down: !down, %y: !x96) {
  penguin.mlp hidden(%x : !x96) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x96) {is_tkg = false}
  penguin.mlp hidden(%x : !x96) gate(%gate : !up) up(%up : !up) down(%down : !down) -> out(%y : !x96) {is_tkg = true}
  return
}

// The tokens of a tile are its elements over those of a row.
// CHECK-LABEL:  func.func @mlp_tiles(
// CHECK:          is_tkg = true
// CHECK:          is_tkg = false
// HIGHER-LABEL: func.func @mlp_tiles(
// HIGHER:         is_tkg = true
// HIGHER:         is_tkg = true
func.func @mlp_tiles(%x: !tile96, %z: !tile97, %gate: !tile_w, %down: !tile_down, %y: !tile96, %v: !tile97) {
  penguin.mlp hidden(%x : !tile96) gate(%gate : !tile_w) up(%gate : !tile_w) down(%down : !tile_down)
      -> out(%y : !tile96)
  penguin.mlp hidden(%z : !tile97) gate(%gate : !tile_w) up(%gate : !tile_w) down(%down : !tile_down)
      -> out(%v : !tile97)
  return
}

// CHECK-LABEL:  func.func @qkv(
// CHECK:          useTkgQKVKernel = true
// CHECK:          useTkgQKVKernel = false
// CHECK:          useTkgQKVKernel = false
// CHECK:          useTkgQKVKernel = true
// HIGHER-LABEL: func.func @qkv(
// HIGHER:         useTkgQKVKernel = true
// HIGHER:         useTkgQKVKernel = true
// HIGHER:         useTkgQKVKernel = false
// HIGHER:         useTkgQKVKernel = true
// NEVER-LABEL:  func.func @qkv(
// NEVER:          useTkgQKVKernel = false
// NEVER:          useTkgQKVKernel = false
// NEVER:          useTkgQKVKernel = false
// NEVER:          useTkgQKVKernel = true
func.func @qkv(%x: !x96, %z: !x97, %w: !w, %y: !y96, %v: !y97) {
  penguin.qkv hidden(%x : !x96) weight(%w : !w) -> out(%y : !y96)
  penguin.qkv hidden(%z : !x97) weight(%w : !w) -> out(%v : !y97)
  penguin.qkv hidden(%x : !x96) weight(%w : !w) -> out(%y : !y96) {use_tkg_qkv_kernel = false}
  penguin.qkv hidden(%z : !x97) weight(%w : !w) -> out(%v : !y97) {useTkgQKVKernel = true}
  return
}
