"""The dialects of neuron-opt: `neuron` (shared vocabulary), `penguin` (input) and `bir` (output)."""
