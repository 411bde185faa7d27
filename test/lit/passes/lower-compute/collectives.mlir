// RUN: neuron-opt --lower-compute %s | filecheck %s
// RUN: neuron-opt --lower-compute %s | neuron-opt | filecheck %s

// The copy between the SBUFs of two cores: sources and destinations in one instruction, stamped with the stream of the collective,
// stream 0 when it names none.

!a = memref<128x512xf32, #neuron.memory<sbuf>>
!b = memref<128x64xf32, #neuron.memory<sbuf>>

module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  // CHECK-LABEL: func.func @f
  // CHECK:      bir.gpsimd_sb2sb ins(%a : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>,
  // CHECK-SAME:   %b : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
  // CHECK-SAME:   -> outs(%c : {{[^%]*}} via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>,
  // CHECK-SAME:   %d : {{[^%]*}} via #neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>)
  // CHECK-SAME:   {neuron.stream_id = 3 : i64}
  // CHECK:      bir.gpsimd_sb2sb ins(%a : {{.*}}) -> outs(%c : {{.*}}) {neuron.stream_id = 0 : i64}
  func.func @f(%a: !a, %b: !b, %c: !a, %d: !b) {
    penguin.sb_to_sb srcs(%a : !a, %b : !b) -> dsts(%c : !a, %d : !b) {stream_id = 3}
    penguin.sb_to_sb srcs(%a : !a) -> dsts(%c : !a)
    return
  }
}
