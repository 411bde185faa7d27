// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// An operand that is not found although it is there: what was written instead is named.

!h = memref<1x16x512xbf16, #neuron.memory<hbm>>
!up = memref<512x128xbf16, #neuron.memory<hbm>>
!down = memref<128x512xbf16, #neuron.memory<hbm>>
func.func @commas(%x: !h, %up: !up, %down: !down, %y: !h) {
  // expected-error @below {{operands of 'penguin.mlp' stand behind one another without commas}}
  penguin.mlp hidden(%x : !h), gate(%up : !up), up(%up : !up), down(%down : !down) -> out(%y : !h)
  return
}

// -----

!h = memref<1x16x512xbf16, #neuron.memory<hbm>>
!up = memref<512x128xbf16, #neuron.memory<hbm>>
!down = memref<128x512xbf16, #neuron.memory<hbm>>
func.func @nameless_input(%x: !h, %up: !up, %down: !down, %y: !h) {
  // expected-error @below {{operands of 'penguin.mlp' have names: hidden(%…)}}
  penguin.mlp (%x : !h) gate(%up : !up) up(%up : !up) down(%down : !down) -> out(%y : !h)
  return
}

// -----

!h = memref<1x16x512xbf16, #neuron.memory<hbm>>
!up = memref<512x128xbf16, #neuron.memory<hbm>>
!down = memref<128x512xbf16, #neuron.memory<hbm>>
func.func @nameless_output(%x: !h, %up: !up, %down: !down, %y: !h) {
  penguin.mlp hidden(%x : !h) gate(%up : !up) up(%up : !up) down(%down : !down)
  // expected-error @below {{operands of 'penguin.mlp' have names: -> out(%…)}}
      -> (%y : !h) {act_fn = silu}
  return
}

// -----

!h = memref<1x16x512xbf16, #neuron.memory<hbm>>
!up = memref<512x128xbf16, #neuron.memory<hbm>>
!down = memref<128x512xbf16, #neuron.memory<hbm>>
func.func @attributes_first(%x: !h, %up: !up, %down: !down, %y: !h) {
  penguin.mlp hidden(%x : !h) gate(%up : !up) up(%up : !up) down(%down : !down)
  // expected-error @below {{'->' and the outputs of 'penguin.mlp' stand before its attributes}}
      {act_fn = silu} -> out(%y : !h)
  return
}

// -----

!h = memref<1x16x512xbf16, #neuron.memory<hbm>>
!up = memref<512x128xbf16, #neuron.memory<hbm>>
!down = memref<128x512xbf16, #neuron.memory<hbm>>
func.func @missing(%x: !h, %up: !up, %down: !down, %y: !h) {
  // expected-error @below {{'penguin.mlp' needs operand 'down': down(%…)}}
  penguin.mlp hidden(%x : !h) gate(%up : !up) up(%up : !up) -> out(%y : !h)
  return
}
