// RUN: neuron-opt --lower-compute %s | filecheck %s
// RUN: neuron-opt --lower-compute %s | neuron-opt | filecheck %s

// Copies by an engine, from or to a place known at run time, and by DMA.

!p = memref<128x8x64xbf16, #neuron.memory<psum>>
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!cache = memref<128x4096xf32, #neuron.memory<sbuf>>
!tile = memref<128x64xf32, #neuron.memory<sbuf>>
!whole = memref<128x512xbf16, #neuron.memory<hbm>>
!b = memref<128x512xbf16, #neuron.memory<sbuf>>
!w = memref<1024x4096xbf16, #neuron.memory<hbm>>

// Out of PSUM.
// CHECK-LABEL: func.func @out_of_psum
// CHECK:      bir.tensor_copy ins(%a : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[64, 8], [1, 64]], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
func.func @out_of_psum(%a: !p, %d: !a) {
  penguin.tensor_copy src(%a : !p) -> dst(%d : !a)
  return
}

// A gather keeps the start in the pattern of its source.
// CHECK-LABEL: func.func @gather
// CHECK:      bir.tensor_copy_dynamic_src ins(%a : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [128, 64], dtype = f32>)
// CHECK-SAME:   indices(%i)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
func.func @gather(%a: !cache, %d: !tile, %i: index) {
  penguin.tensor_copy_dynamic src(%a tile<offsets = [0, 0], shape = [128, 64], start = affine_map<(d0) -> (d0 * 64)>> : !cache) -> dst(%d : !tile) indices(%i)
  return
}

// A scatter in that of its destination.
// CHECK-LABEL: func.func @scatter
// CHECK:      bir.tensor_copy_dynamic_dst ins(%a : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
// CHECK-SAME:   indices(%i)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[4096, 128]], free = [[1, 64]], start = affine_map<(d0) -> ((d0 * 64))>, access_shape = [128, 64], dtype = f32>)
// CHECK-SAME:   {scale = 64}
func.func @scatter(%a: !tile, %d: !cache, %i: index) {
  penguin.tensor_copy_dynamic src(%a : !tile) -> dst(%d tile<offsets = [0, 0], shape = [128, 64], start = affine_map<(d0) -> (d0 * 64)>> : !cache) indices(%i) {scale = 64}
  return
}

// A whole tensor is a pattern too, not an interval: a DMA walks it dimension by dimension.
// CHECK-LABEL: func.func @whole
// CHECK:      bir.dma_copy ins(%a : {{[^%]*}} via #neuron.ap<free = [[512, 128], [1, 512]], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
func.func @whole(%a: !whole, %d: !b) {
  penguin.dma_copy src(%a : !whole) -> dst(%d : !b)
  return
}

// A tile of a weight.
// CHECK-LABEL: func.func @load
// CHECK:      bir.dma_copy ins(%a : {{[^%]*}} via #neuron.ap<free = [[4096, 128], [1, 512]], offset = 1024, access_shape = [128, 512], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
func.func @load(%a: !w, %d: !b) {
  penguin.dma_copy src(%a[0, 1024][128, 512] : !w) -> dst(%d : !b)
  return
}

// A block asks for the shape of both sides; on chip its first dimension lies across the partitions.
// CHECK-LABEL: func.func @block
// CHECK:      bir.dma_copy ins(%a : {{[^%]*}} via #neuron.ap<free = [[4096, 128], [1, 512]], offset = 1024, access_shape = [128, 512], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
// CHECK-SAME:   {queue = @q1, dge_type = HWDGE, oob_is_err = true, neuron.reshape = [[128 : i64, 4 : i64, 128 : i64], [4 : i64, 128 : i64]]}
func.func @block(%a: !w, %d: !b) {
  penguin.dma_copy src(%a[0, 1024][128, 512] : !w) -> dst(%d : !b) {shape_block = [128, 4, 128], dge_type = HWDGE, queue = "q1", oob_is_err = true}
  return
}

// A block of one dimension that is not a unit says nothing.
// CHECK-LABEL: func.func @trivial_block
// CHECK:      bir.dma_copy ins(%a : {{[^%]*}} via #neuron.ap<free = [[512, 1], [1, 512]], access_shape = [1, 512], dtype = bf16>)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 1]], free = [[1, 512]], access_shape = [1, 512], dtype = bf16>)
func.func @trivial_block(%a: !whole, %d: !b) {
  penguin.dma_copy src(%a[0, 0][1, 512] : !whole) -> dst(%d tile<offsets = [0, 0], shape = [1, 512]> : !b) {shape_block = [1, 1, 512]}
  return
}

// A row block chosen at run time.
// CHECK-LABEL: func.func @dynamic
// CHECK:      bir.dma_copy ins(%a : {{[^%]*}} via #neuron.ap<free = [[4096, 128], [1, 512]], start = affine_map<(d0) -> ((d0 * 524288))>, access_shape = [128, 512], dtype = bf16>)
// CHECK-SAME:   indices(%i)
// CHECK-SAME:   -> outs(%d : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
func.func @dynamic(%a: !w, %d: !b, %i: index) {
  penguin.dma_copy src(%a sub_tensor<offsets = [0, 0], sizes = [128, 512], strides = [1, 1], start = affine_map<(d0) -> (d0 * 524288)>> : !w) -> dst(%d : !b) indices(%i)
  return
}
