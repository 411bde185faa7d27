"""`restore_original_ap`: the plain pattern that a legal one was made from."""

from math import prod

from xdsl.dialects.builtin import AffineMapAttr, MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.attribute_format import ShapeAttr, format_shape
from ...dialects.neuron.memory import is_tile
from ...dialects.neuron.strided_set import StridedSet, StridedSetError
from .access_pattern_error import AccessPatternError
from .neuron_ap import in_partition_set, partition_extent, split_shape

CANNOT_RESTORE = "cannot be restored to its logical shape"


def restore_original_ap(
    access: AccessPatternAttr, type: "MemRefType[Attribute]", *, double_row_is_last: bool = False
) -> AccessPatternAttr:
    """
    The pattern with its parts merged, and one pair for each dimension of its logical shape.

    The walk is the same, element by element; the steps of unit dimensions, which are never taken, are the conventional
    ones. `double_row_is_last` says that the pairs of rows came last (the legacy flavour) and go back there.

    Raises AccessPatternError when the pattern does not factor into its logical shape.
    """
    shape = access.logical_shape(type)
    partitions, inside = split_shape(type, shape)
    walk = in_partition_set(access)
    if double_row_is_last:
        walk = StridedSet(access.free.data + access.double_row.data + access.reduce.data)
    partition = StridedSet(access.partition.data)
    try:
        if partition.num_input_elts != partitions:
            raise StridedSetError(f"the partition part {partition} has {partition.num_input_elts} elements")
        if prod(inside) != walk.num_input_elts:
            raise StridedSetError(f"{walk} has {walk.num_input_elts} elements")
        free = walk.reshape(inside)
        # Quadrants of a microscaling scale are the one partition part that is not a single run of partitions.
        pair = partition.reshape((partitions,)) if partition.flatten().rank <= 1 else partition
    except StridedSetError as error:
        raise AccessPatternError(
            CANNOT_RESTORE, notes=(f"its logical shape is {format_shape(shape)}, and {error}",)
        ) from None
    if not is_tile(type):
        pair = StridedSet()
    elif partitions == 1:
        pair = StridedSet(((partition_extent(type, access.element), 1),))
    return AccessPatternAttr(
        access.dtype,
        partition=pair.pairs,
        free=free.pairs,
        offset=access.offset.data,
        start=access.start.data if isinstance(access.start, AffineMapAttr) else None,
        access_shape=access.access_shape.data if isinstance(access.access_shape, ShapeAttr) else None,
    )
