// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --verify-roundtrip | filecheck %s

// Copies: by an engine, from or to a place known at run time, by DMA, and between two cores.

!p = memref<128x8x64xbf16, #neuron.memory<psum>>
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!half = memref<64x512xf32, #neuron.memory<sbuf>>
!cache = memref<128x4096xf32, #neuron.memory<sbuf>>
!tile = memref<128x64xf32, #neuron.memory<sbuf>>
!w = memref<1024x4096xbf16, #neuron.memory<hbm>>
!b = memref<128x512xbf16, #neuron.memory<sbuf>>

// Out of PSUM, to another shape and element type.
// CHECK-LABEL: func.func @out_of_psum
// CHECK: penguin.tensor_copy src(%a : {{.*}}) -> dst(%d : {{.*}})
func.func @out_of_psum(%a: !p, %d: !a) {
  penguin.tensor_copy src(%a : !p) -> dst(%d : !a)
  return
}

// The upper half of the partitions, moved to the lower one.
// CHECK-LABEL: func.func @across_halves
// CHECK: penguin.tensor_copy src(%a tile<offsets = [64, 0], shape = [64, 512]> : {{.*}}) -> dst(%d : {{.*}})
func.func @across_halves(%a: !a, %d: !half) {
  penguin.tensor_copy src(%a tile<offsets = [64, 0], shape = [64, 512]> : !a) -> dst(%d : !half)
  return
}

// A gather: the source starts at 64 times the index.
// CHECK-LABEL: func.func @gather
// CHECK: penguin.tensor_copy_dynamic src(%a tile<offsets = [0, 0], shape = [128, 64], start = affine_map<(d0) -> ((d0 * 64))>> : {{.*}}) indices(%i) -> dst(%d : {{.*}})
func.func @gather(%a: !cache, %d: !tile, %i: index) {
  penguin.tensor_copy_dynamic src(%a tile<offsets = [0, 0], shape = [128, 64], start = affine_map<(d0) -> (d0 * 64)>> : !cache) -> dst(%d : !tile) indices(%i)
  return
}

// A scatter: the destination does. The scale is the instruction's own.
// CHECK-LABEL: func.func @scatter
// CHECK: penguin.tensor_copy_dynamic src(%a : {{.*}}) indices(%i) -> dst(%d tile<offsets = [0, 0], shape = [128, 64], start = affine_map<(d0) -> ((d0 * 64))>> : {{.*}}) {scale = 64}
func.func @scatter(%a: !tile, %d: !cache, %i: index) {
  penguin.tensor_copy_dynamic src(%a : !tile) -> dst(%d tile<offsets = [0, 0], shape = [128, 64], start = affine_map<(d0) -> (d0 * 64)>> : !cache) indices(%i) {scale = 64}
  return
}

// A tile of a weight.
// CHECK-LABEL: func.func @load
// CHECK: penguin.dma_copy src(%a[0, 1024][128, 512][1, 1] : {{.*}}) -> dst(%d : {{.*}})
func.func @load(%a: !w, %d: !b) {
  penguin.dma_copy src(%a[0, 1024][128, 512] : !w) -> dst(%d : !b)
  return
}

// The same as a block of 128 x 4 x 128, with hardware descriptors on a queue of its own.
// CHECK-LABEL: func.func @block
// CHECK: penguin.dma_copy src(%a[0, 1024][128, 512][1, 1] : {{.*}}) -> dst(%d : {{.*}}) {shape_block = [128, 4, 128], dge_type = HWDGE, queue = "q1", oob_is_err = true}
func.func @block(%a: !w, %d: !b) {
  penguin.dma_copy src(%a[0, 1024][128, 512] : !w) -> dst(%d : !b) {shape_block = [128, 4, 128], dge_type = HWDGE, queue = "q1", oob_is_err = true}
  return
}

// A row block chosen at run time.
// CHECK-LABEL: func.func @dynamic
// CHECK: penguin.dma_copy src(%a sub_tensor<offsets = [0, 0], sizes = [128, 512], strides = [1, 1], start = affine_map<(d0) -> ((d0 * 524288))>> : {{.*}}) indices(%i) -> dst(%d : {{.*}})
func.func @dynamic(%a: !w, %d: !b, %i: index) {
  penguin.dma_copy src(%a sub_tensor<offsets = [0, 0], sizes = [128, 512], strides = [1, 1], start = affine_map<(d0) -> (d0 * 524288)>> : !w) -> dst(%d : !b) indices(%i)
  return
}
