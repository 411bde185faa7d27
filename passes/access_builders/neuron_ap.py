"""`NeuronAP.createAP`: the sets of a pattern, and a pattern from its sets.

These are the first and the last of the four beats that all builders share: resolve the tensor, derive the free part,
pick the partition part, create the pattern.
"""

from math import prod

from xdsl.dialects.builtin import AffineMapAttr, MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.attribute_format import ShapeAttr
from ...dialects.neuron.dtypes import Dtype, dtype_of
from ...dialects.neuron.legality import Walk
from ...dialects.neuron.memory import free_extent, is_tile, memory_of
from ...dialects.neuron.strided_set import StridedSet, StridedSetError
from .access_pattern_error import AccessPatternError


def partition_set(access: AccessPatternAttr) -> StridedSet:
    """The partition part by itself, from 0."""
    return StridedSet(access.partition.data)


def free_set(access: AccessPatternAttr) -> StridedSet:
    """The free part by itself, from 0."""
    return StridedSet(access.free.data)


def in_partition_set(access: AccessPatternAttr) -> StridedSet:
    """All that is walked inside a partition (`double_row`, `free`, `reduce`; in HBM everything), from 0."""
    return StridedSet(access.in_partition_pairs)


def partition_extent(type: "MemRefType[Attribute]", element: Dtype) -> int:
    """
    The elements of one partition of an on-chip memref (in HBM: of the memref), counted in `element`.

    Raises AccessPatternError when that is not a whole number.
    """
    stored = dtype_of(type.element_type)
    extent = free_extent(type)
    if stored is None or stored.size_in_bytes == element.size_in_bytes:
        return extent
    size, rest = divmod(extent * stored.size_in_bytes, element.size_in_bytes)
    if rest:
        raise AccessPatternError(
            f"cannot be viewed as {element.name}",
            notes=(f"{extent} elements of {stored.name} are not a whole number of {element.name}",),
        )
    return size


def logical_partition_dim(type: "MemRefType[Attribute]", shape: tuple[int, ...]) -> int | None:
    """Which dimension of a logical shape lies across the partitions; None in HBM."""
    memory = memory_of(type)
    if memory is None or not memory.is_on_chip:
        return None
    # A shape of another rank than the operand's has been reshaped, with the partitions first.
    return memory.partition_dim.data if len(shape) == len(type.get_shape()) else 0


def split_shape(type: "MemRefType[Attribute]", shape: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The partitions and the sizes inside a partition of a logical shape; in HBM one "partition" and all sizes."""
    dimension = logical_partition_dim(type, shape)
    if dimension is None or not shape:
        return 1, shape
    return shape[dimension], (*shape[:dimension], *shape[dimension + 1 :])


def logical_shape(type: "MemRefType[Attribute]", partitions: int, inside: tuple[int, ...]) -> tuple[int, ...]:
    """The inverse of `split_shape`."""
    if not is_tile(type):
        return inside
    shape = (partitions, *inside)
    dimension = logical_partition_dim(type, shape) or 0
    return (*inside[:dimension], partitions, *inside[dimension:])


def kept_access_shape(access: AccessPatternAttr, type: "MemRefType[Attribute]") -> tuple[int, ...] | None:
    """
    The `access_shape` to write when the parts of `access` are about to be rearranged, so that nothing is lost.

    None when the operand's own shape gives the original back; else what the pattern says, or its own counts.
    """
    if isinstance(access.access_shape, ShapeAttr):
        return access.access_shape.data
    if access.double_row.data or access.reduce.data:
        # Whoever split them off has decided already.
        return None
    partitions, inside = split_shape(type, type.get_shape())
    if partitions == prod([num for _, num in access.partition.data]):
        pairs = access.in_partition_pairs
        if tuple([num for _, num in pairs]) == inside:
            return None
        walk = StridedSet(pairs)
        if walk.num_input_elts == prod(inside):
            try:
                walk.reshape(inside)
            except StridedSetError:
                pass
            else:
                return None
    partitions = prod([num for _, num in access.partition.data])
    return logical_shape(type, partitions, tuple([num for _, num in access.in_partition_pairs]))


def create_ap(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    *,
    partition: StridedSet | None = None,
    double_row: StridedSet | None = None,
    free: StridedSet | None = None,
    reduce: StridedSet | None = None,
    dtype: Attribute | None = None,
    access_shape: tuple[int, ...] | None = None,
) -> AccessPatternAttr:
    """
    A copy of a pattern with some parts replaced by the pairs of sets (their starts do not count).

    The logical shape is kept unless `access_shape` gives another one. Returns `access` itself when nothing changes.
    """
    given = (("partition", partition), ("double_row", double_row), ("free", free), ("reduce", reduce))
    if access_shape is None:
        access_shape = kept_access_shape(access, type)
    elif access_shape == type.get_shape():
        access_shape = None
    own_shape = access.access_shape.data if isinstance(access.access_shape, ShapeAttr) else None
    same_parts = all(part is None or part.pairs == getattr(access, name).data for name, part in given)
    if same_parts and access_shape == own_shape and (dtype is None or dtype == access.dtype):
        return access
    return AccessPatternAttr(
        access.dtype if dtype is None else dtype,
        partition=access.partition.data if partition is None else partition.pairs,
        double_row=access.double_row.data if double_row is None else double_row.pairs,
        free=access.free.data if free is None else free.pairs,
        reduce=access.reduce.data if reduce is None else reduce.pairs,
        offset=access.offset.data,
        start=access.start.data if isinstance(access.start, AffineMapAttr) else None,
        access_shape=access_shape,
    )


def with_partition_part(
    access: AccessPatternAttr, type: "MemRefType[Attribute]", partition: StridedSet
) -> AccessPatternAttr:
    """The pattern with another partition part; its logical shape gets that many partitions."""
    own = partition_set(access)
    if partition.pairs == own.pairs:
        return access
    if partition.num_input_elts == own.num_input_elts:
        return create_ap(access, type, partition=partition)
    _, inside = split_shape(type, kept_access_shape(access, type) or type.get_shape())
    return create_ap(
        access,
        type,
        partition=partition,
        access_shape=logical_shape(type, partition.num_input_elts, inside),
    )


def start_partition(access: AccessPatternAttr, type: "MemRefType[Attribute]") -> int:
    """The first partition that a pattern starts in; 0 in HBM."""
    return access.offset.data // partition_extent(type, access.element) if is_tile(type) else 0


def hardware_walk(access: AccessPatternAttr, type: "MemRefType[Attribute]") -> Walk:
    """The pattern of an operand in numbers, as the rules of hardware look at it."""
    memory = memory_of(type)
    extent = partition_extent(type, access.element)
    on_chip = is_tile(type)
    partition, start = divmod(access.offset.data, extent) if on_chip else (0, access.offset.data)
    return Walk(
        "hbm" if memory is None else memory.space.data,
        access.partition.data,
        access.in_partition_pairs,
        partition if access.is_static else 0,
        start,
        extent,
        access.element.size_in_bytes,
        access.is_static,
    )
