// A library kernel on its way to instructions: the macro becomes a node that names the kernel MLP, whose body is taken
// from the kernel library of this folder and spliced in.

!hidden = memref<1x128x128xbf16, #neuron.memory<hbm>>
!weight = memref<128x128xbf16, #neuron.memory<hbm>>

module attributes {neuron.target = #neuron.target<trn2>} {
  func.func @layer(%x: !hidden, %gate: !weight, %up: !weight, %down: !weight, %y: !hidden) {
    penguin.mlp hidden(%x : !hidden) gate(%gate : !weight) up(%up : !weight) down(%down : !weight) -> out(%y : !hidden)
        {norm_type = no_norm}
    return
  }
}
