"""`addComplicatedDMAAP` and the gate in front of it: patterns of DMA operands that a plain pattern cannot say.

neuronx_cc 2.24 (reverse-engineering notes, `codegenNdDMAAP`) either reshapes both sides, or takes plain patterns and
then asserts a budget of strides ("Cannot legalize strided load!", "… store!"). The two descriptions of which accesses
are complicated disagree, so that is a parameter.
"""

from enum import StrEnum

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.memory import is_tile
from .access_pattern_error import AccessPatternError
from .neuron_ap import create_ap, in_partition_set, partition_extent, partition_set, with_partition_part
from .reshape_access_pattern import reshape_access_pattern
from .stored_dtype import stored_dtype
from .tonga_partition_ap import PartitionRule, select_partition_ap

CANNOT_LEGALIZE_LOAD = "Cannot legalize strided load!"
CANNOT_LEGALIZE_STORE = "Cannot legalize strided store!"


class DMAPredicate(StrEnum):
    """Which DMA accesses are complicated."""

    SHAPE = "shape"
    """Those with a shape to be reshaped to; plain ones must keep to the budget of strides."""
    STRIDES = "strides"
    """Those beyond the budget of strides as well, so that no access is refused."""


def num_strides(access: AccessPatternAttr) -> int:
    """How many strides the walk inside a partition (in HBM: the whole walk) takes in flat form."""
    return in_partition_set(access).flatten().rank


def check_strides(access: AccessPatternAttr, max_strides: int, *, is_store: bool) -> None:
    """
    Hold a plain access against the budget of strides.

    Raises AccessPatternError ("Cannot legalize strided load!" or "… store!") when it takes more.
    """
    count = num_strides(access)
    flat = in_partition_set(access).flatten()
    if count > max_strides:
        raise AccessPatternError(
            CANNOT_LEGALIZE_STORE if is_store else CANNOT_LEGALIZE_LOAD,
            notes=(f"in flat form it walks {flat}: {count} strides, the limit is {max_strides}",),
        )


def add_complicated_dma_ap(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    *,
    shape: tuple[int, ...] | None,
    partition_size: int,
    rule: PartitionRule = PartitionRule.GREATER,
    strip_fp32r: bool = True,
) -> AccessPatternAttr:
    """
    Reshape the free part to `shape` (when one is given), and take the own or the derived partition part.

    `partition_size` is how many partitions the transfer accesses; it says nothing about an operand in HBM. Raises
    AccessPatternError as `reshape_access_pattern` and `tonga_partition_ap` do.
    """
    if shape is not None:
        access = reshape_access_pattern(access, type, shape)
    if is_tile(type):
        extent = partition_extent(type, access.element)
        part = select_partition_ap(partition_set(access), partition_size, extent, rule)
        access = with_partition_part(access, type, part)
    return create_ap(access, type, dtype=stored_dtype(access.dtype, strip_fp32r))
