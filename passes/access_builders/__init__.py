"""The builders that turn how an operand is accessed into an access pattern, one function each.

All follow the same four beats: resolve the tensor, derive the free part, pick the partition part, create the pattern.
They are named after their origin, the methods of `BirCodeGenLoop` in neuronx_cc 2.24 (reverse-engineering notes).
"""
