"""An example of a plug-in for neuron-opt and xdsl-opt: buffers to look at, and a pass that forgets them."""
