"""`reshapeAccessPattern`: the core that re-factors the free part of a pattern to a target shape; no data moves.

neuronx_cc 2.24 (reverse-engineering notes) re-factors the pairs by splits and keeps the number of elements.
"""

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.strided_set import StridedSet, StridedSetError
from .access_pattern_error import AccessPatternError
from .neuron_ap import create_ap, free_set, logical_shape, partition_set

CANNOT_RESHAPE = "cannot be reshaped without moving data"


def reshape_free_set(free: StridedSet, shape: tuple[int, ...]) -> StridedSet:
    """
    The same elements in the same order, with the counts `shape`.

    Raises AccessPatternError when the number of elements differs, or when a size would have to straddle two pairs.
    """
    try:
        return free.reshape(shape)
    except StridedSetError as error:
        raise AccessPatternError(CANNOT_RESHAPE, notes=(f"free part: {error}",)) from None


def reshape_access_pattern(
    access: AccessPatternAttr, type: "MemRefType[Attribute]", shape: tuple[int, ...]
) -> AccessPatternAttr:
    """
    A pattern whose free part has the counts `shape`, and whose logical shape says so.

    Raises AccessPatternError when the free part has another number of elements, when a size would have to straddle two
    pairs, or when parts have been split off already.
    """
    if access.double_row.data or access.reduce.data:
        raise AccessPatternError(
            CANNOT_RESHAPE,
            notes=("double_row or reduce has been split off already; restore the original pattern first",),
        )
    reshaped = reshape_free_set(free_set(access), shape)
    access_shape = logical_shape(type, partition_set(access).num_input_elts, shape)
    return create_ap(access, type, free=reshaped, access_shape=access_shape)
