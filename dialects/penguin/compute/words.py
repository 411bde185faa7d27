"""The enumerations of the compute operations.

Names: reverse-engineering notes on neuronx_cc 2.24 (`AluOpType`, `AxisListType`, `DGEType`) and the AWS Neuron
documentation (`nki.isa`).
"""

from ...neuron.words import word_attribute

# The backend has no `mean`; it is read so that it can be refused well.
ReduceOpAttr = word_attribute(
    "penguin.reduce_op",
    "What a reduction does with two elements",
    "add mult max min abs_max abs_min bitwise_and bitwise_or bitwise_xor logical_and logical_or logical_xor mean",
)
PartitionAxisAttr = word_attribute(
    "penguin.partition_axis",
    "Which axes a reduction across partitions takes, the partitions alone (C), or the free dimensions as well",
    "C XYZWC",
)
DoubleRowFlavourAttr = word_attribute(
    "penguin.double_row_flavour",
    "Where the dimension of size 2 of a double row stands, first of the free dimensions, or last (interleaved)",
    "gen3 legacy",
)
DgeTypeAttr = word_attribute(
    "penguin.dge_type",
    "What generates the descriptors of a DMA, nothing, software, hardware, or not decided yet",
    "None SWDGE HWDGE Unassigned",
)
