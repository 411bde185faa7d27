"""What the tool `neuron-ap` is made of: reading a pattern, explaining it, drawing it, comparing two."""
