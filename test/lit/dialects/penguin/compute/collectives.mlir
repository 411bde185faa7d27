// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | filecheck %s
// RUN: neuron-opt %s --verify-roundtrip | filecheck %s

// The copy between the SBUFs of the two cores of a logical NeuronCore.

!a = memref<128x512xf32, #neuron.memory<sbuf>>
!b = memref<128x64xf32, #neuron.memory<sbuf>>

// Sources and destinations go in pairs; the stream is that of the collective.
// CHECK: penguin.sb_to_sb srcs(%a : {{.*}}, %b : {{.*}}) -> dsts(%c : {{.*}}, %d : {{.*}}) {stream_id = 1}
module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {
  func.func @f(%a: !a, %b: !b, %c: !a, %d: !b) {
    penguin.sb_to_sb srcs(%a : !a, %b : !b) -> dsts(%c : !a, %d : !b) {stream_id = 1}
    return
  }
}
