"""Command line tools of neuron-opt; each module is a thin main."""
