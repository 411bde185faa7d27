"""The six sinks: each makes one kind of kernel node out of what a family's pattern hands over.

Which sink takes a macro is all that decides its node (reverse-engineering notes on neuronx_cc 2.24: the three-sink
model of `BirCodeGenLoop`).
"""
