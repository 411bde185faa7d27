"""Passes of neuron-opt and the pass manager that runs them."""
