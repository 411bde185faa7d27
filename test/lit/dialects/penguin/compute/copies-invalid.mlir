// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// One piece for each rule of the verifiers of copies and of the copy between two cores.

// An engine copies on chip; a DMA copies the rest.
!h = memref<128x512xf32, #neuron.memory<hbm>>
!a = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !h, %d: !a) {
  // expected-error @below {{'penguin.tensor_copy' op operand "src" lies in hbm, expected sbuf or psum}}
  penguin.tensor_copy src(%a : !h) -> dst(%d : !a)
  return
}

// -----

// Partitions stay partitions.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!c = memref<64x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !a, %d: !c) {
  // expected-error @below {{'penguin.tensor_copy' op operand "dst" accesses 64 partitions, operand "src" 128}}
  penguin.tensor_copy src(%a : !a) -> dst(%d : !c)
  return
}

// -----

// And each keeps its elements.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!w = memref<128x256xf32, #neuron.memory<sbuf>>
func.func @f(%a: !a, %d: !w) {
  // expected-error @below {{'penguin.tensor_copy' op operand "dst" has 256 elements a partition, operand "src" 512}}
  // expected-note @below {{the shapes may differ otherwise}}
  penguin.tensor_copy src(%a : !a) -> dst(%d : !w)
  return
}

// -----

// So many partitions start at 0 or 64.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!c = memref<64x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !a, %d: !c) {
  // expected-error @below {{'penguin.tensor_copy' op tensorcopy src start_partition(32) or dst start_partition(0) is not supported on trn2}}
  // expected-note @below {{operand "src" accesses 64 partitions from 32 on, so many may start at 0 or 64}}
  penguin.tensor_copy src(%a tile<offsets = [32, 0], shape = [64, 512]> : !a) -> dst(%d : !c)
  return
}

// -----

// A dynamic copy has a dynamic side.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !a, %d: !a, %i: index) {
  // expected-error @below {{'penguin.tensor_copy_dynamic' op starts nowhere at run time: neither operand "src" (a gather) nor "dst" (a scatter) has a start}}
  // expected-note @below {{a copy between places that are known is penguin.tensor_copy}}
  penguin.tensor_copy_dynamic src(%a : !a) -> dst(%d : !a) indices(%i)
  return
}

// -----

// But not two.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !a, %d: !a, %i: index) {
  // expected-error @below {{'penguin.tensor_copy_dynamic' op operand "dst" has a start, and so has operand "src"; one instruction addresses one side at run time}}
  // expected-note @below {{copy to a buffer in between}}
  penguin.tensor_copy_dynamic src(%a tile<offsets = [0, 0], shape = [128, 256], start = affine_map<(d0) -> (d0 * 64)>> : !a) -> dst(%d tile<offsets = [0, 0], shape = [128, 256], start = affine_map<(d0) -> (d0 * 64)>> : !a) indices(%i)
  return
}

// -----

// A start is computed from indices that are there.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!w = memref<128x256xf32, #neuron.memory<sbuf>>
func.func @f(%a: !a, %d: !w) {
  // expected-error @below {{'penguin.tensor_copy_dynamic' op operand "src" starts at an expression over 1 indices, the operation has 0}}
  penguin.tensor_copy_dynamic src(%a tile<offsets = [0, 0], shape = [128, 256], start = affine_map<(d0) -> (d0 * 64)>> : !a) -> dst(%d : !w)
  return
}

// -----

// A DMA moves every element once.
!h = memref<128x512xf32, #neuron.memory<hbm>>
!w = memref<128x256xf32, #neuron.memory<sbuf>>
func.func @f(%a: !h, %d: !w) {
  // expected-error @below {{'penguin.dma_copy' op operand "dst" has 32768 elements, operand "src" 65536}}
  penguin.dma_copy src(%a : !h) -> dst(%d : !w)
  return
}

// -----

// A block has as many elements as are copied.
!h = memref<128x512xf32, #neuron.memory<hbm>>
!a = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !h, %d: !a) {
  // expected-error @below {{'penguin.dma_copy' op attribute "shape_block" is [128, 4, 64], 32768 elements, 65536 are copied}}
  penguin.dma_copy src(%a : !h) -> dst(%d : !a) {shape_block = [128, 4, 64]}
  return
}

// -----

// A queue has a name.
!h = memref<128x512xf32, #neuron.memory<hbm>>
!a = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !h, %d: !a) {
  // expected-error @below {{'penguin.dma_copy' op attribute "queue" is empty; leave it out for a queue that is chosen later}}
  penguin.dma_copy src(%a : !h) -> dst(%d : !a) {queue = ""}
  return
}

// -----

// The first dimension of a block is that of the partitions.
!h = memref<128x512xf32, #neuron.memory<hbm>>
!a = memref<128x512xf32, #neuron.memory<sbuf>>
func.func @f(%a: !h, %d: !a) {
  // expected-error @below {{'penguin.dma_copy' op attribute "shape_block" is [64, 2, 512], but operand "dst" accesses 128 partitions}}
  // expected-note @below {{the first dimension of a block lies across the partitions of an on-chip operand}}
  penguin.dma_copy src(%a : !h) -> dst(%d : !a) {shape_block = [64, 2, 512]}
  return
}

// -----

// The scale is a number of 32 bits.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!w = memref<128x256xf32, #neuron.memory<sbuf>>
func.func @f(%a: !a, %d: !w, %i: index) {
  // expected-error @below {{'scale' is a 64-bit integer from 0 to 4294967295, found 4294967296}}
  penguin.tensor_copy_dynamic src(%a tile<offsets = [0, 0], shape = [128, 256], start = affine_map<(d0) -> (d0 * 64)>> : !a) -> dst(%d : !w) indices(%i) {scale = 4294967296}
  return
}

// -----

// The copy between cores is one between SBUFs.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>
builtin.module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
func.func @f(%a: !a, %d: !p) {
  // expected-error @below {{'penguin.sb_to_sb' op operand "dsts[0]" lies in psum, expected sbuf}}
  penguin.sb_to_sb srcs(%a : !a) -> dsts(%d : !p)
  return
}
}

// -----

// Of one element type.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!s16 = memref<128x512xbf16, #neuron.memory<sbuf>>
builtin.module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
func.func @f(%a: !a, %d: !s16) {
  // expected-error @below {{'penguin.sb_to_sb' op operand "dsts[0]" has element type bf16, operand "srcs[0]" f32}}
  penguin.sb_to_sb srcs(%a : !a) -> dsts(%d : !s16)
  return
}
}

// -----

// Of as many elements.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
!w = memref<128x256xf32, #neuron.memory<sbuf>>
builtin.module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
func.func @f(%a: !a, %d: !w) {
  // expected-error @below {{'penguin.sb_to_sb' op operand "dsts[0]" has 32768 elements, operand "srcs[0]" 65536}}
  penguin.sb_to_sb srcs(%a : !a) -> dsts(%d : !w)
  return
}
}

// -----

// Sources and destinations go in pairs.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
builtin.module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
func.func @f(%a: !a, %d: !a, %e: !a) {
  // expected-error @below {{'penguin.sb_to_sb' op has 1 source and 2 destinations, they go in pairs}}
  penguin.sb_to_sb srcs(%a : !a) -> dsts(%d : !a, %e : !a)
  return
}
}

// -----

// At least one pair.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
builtin.module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
func.func @f(%a: !a) {
  // expected-error @below {{'penguin.sb_to_sb' op copies nothing, it needs an operand in 'srcs'}}
  penguin.sb_to_sb srcs() -> dsts()
  return
}
}

// -----

// Two physical cores are needed.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
builtin.module attributes {neuron.target = #neuron.target<trn2>} {
func.func @f(%a: !a, %d: !a) {
  // expected-error @below {{'penguin.sb_to_sb' op needs two physical cores, trn2 has lnc = 1}}
  // expected-note @below {{set lnc = 2 in #neuron.target}}
  penguin.sb_to_sb srcs(%a : !a) -> dsts(%d : !a)
  return
}
}

// -----

// And a target that has them talk.
!a = memref<128x512xf32, #neuron.memory<sbuf>>
builtin.module attributes {neuron.target = #neuron.target<trn1>} {
func.func @f(%a: !a, %d: !a) {
  // expected-error @below {{'penguin.sb_to_sb' op is not supported on trn1}}
  // expected-note @below {{copies between SBUFs exist from trn2 on}}
  penguin.sb_to_sb srcs(%a : !a) -> dsts(%d : !a)
  return
}
}
