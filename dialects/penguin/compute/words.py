"""The enumerations of the compute operations.

Names: reverse-engineering notes on neuronx_cc 2.24 (`AluOpType`, `AxisListType`, `DGEType`) and the AWS Neuron
documentation (`nki.isa`).
"""

from enum import StrEnum
from typing import ClassVar

from xdsl.irdl import irdl_attr_definition

from ...neuron.words import WordAttr


class ReduceOp(StrEnum):
    """What a reduction does with two elements. The backend has no `mean`; it is read so that it can be refused well."""

    ADD = "add"
    MULT = "mult"
    MAX = "max"
    MIN = "min"
    ABS_MAX = "abs_max"
    ABS_MIN = "abs_min"
    BITWISE_AND = "bitwise_and"
    BITWISE_OR = "bitwise_or"
    BITWISE_XOR = "bitwise_xor"
    LOGICAL_AND = "logical_and"
    LOGICAL_OR = "logical_or"
    LOGICAL_XOR = "logical_xor"
    MEAN = "mean"


@irdl_attr_definition
class ReduceOpAttr(WordAttr[ReduceOp]):
    """What a reduction does with two elements: `#penguin.reduce_op<add>`."""

    name = "penguin.reduce_op"
    WORDS: ClassVar[type[StrEnum]] = ReduceOp


class PartitionAxis(StrEnum):
    """Which axes a reduction across partitions takes: the partitions alone (C), or the free dimensions as well."""

    C = "C"
    XYZWC = "XYZWC"


@irdl_attr_definition
class PartitionAxisAttr(WordAttr[PartitionAxis]):
    """Which axes a reduction across partitions takes: `#penguin.partition_axis<XYZWC>`."""

    name = "penguin.partition_axis"
    WORDS: ClassVar[type[StrEnum]] = PartitionAxis


class DoubleRowFlavour(StrEnum):
    """Where the dimension of size 2 of a double row stands: first of the free dimensions, or last (interleaved)."""

    GEN3 = "gen3"
    LEGACY = "legacy"


@irdl_attr_definition
class DoubleRowFlavourAttr(WordAttr[DoubleRowFlavour]):
    """Where the dimension of size 2 of a double row stands: `#penguin.double_row_flavour<legacy>`."""

    name = "penguin.double_row_flavour"
    WORDS: ClassVar[type[StrEnum]] = DoubleRowFlavour


class DgeType(StrEnum):
    """What generates the descriptors of a DMA: nothing, software, hardware, or not decided yet."""

    NONE = "None"
    SWDGE = "SWDGE"
    HWDGE = "HWDGE"
    UNASSIGNED = "Unassigned"


@irdl_attr_definition
class DgeTypeAttr(WordAttr[DgeType]):
    """What generates the descriptors of a DMA: `#penguin.dge_type<HWDGE>`."""

    name = "penguin.dge_type"
    WORDS: ClassVar[type[StrEnum]] = DgeType
