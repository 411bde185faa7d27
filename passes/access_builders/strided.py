"""`addAP`, `addBIRKernelNDimSubTensorAccess` and `addBIRKernelTileAccess`: explicit `[step, num]` patterns."""

from collections.abc import Sequence

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap
from xdsl.utils.exceptions import VerifyException

from ...dialects.neuron.access_pattern import AccessPatternAttr, full_pattern, row_major_steps
from ...dialects.neuron.memory import device_shape, is_tile, memory_of
from ...dialects.penguin.accesses import (
    DIMENSION_MISMATCH,
    SubTensorAccess,
    TileAccess,
    access_start,
)


def add_ap(type: "MemRefType[Attribute]") -> AccessPatternAttr:
    """The plain pattern of a whole memref: the partition part by itself on chip, everything free in HBM."""
    return full_pattern(type)


def add_ndim_sub_tensor_access(access: SubTensorAccess, type: "MemRefType[Attribute]") -> AccessPatternAttr:
    """
    The pattern of a strided rectangle.

    Raises VerifyException when the access does not have one entry a dimension of the memref.
    """
    _check_rank(access, len(access.sizes.data), type)
    return _strided(type, access.offsets.data, access.sizes.data, access.strides.data, access_start(access))


def add_tile_access(access: TileAccess, type: "MemRefType[Attribute]") -> AccessPatternAttr:
    """
    The pattern of a dense tile.

    Raises VerifyException when the access does not have one entry a dimension of the memref.
    """
    _check_rank(access, len(access.shape.data), type)
    shape = access.shape.data
    return _strided(type, access.offsets.data, shape, (1,) * len(shape), access_start(access))


def _check_rank(access: SubTensorAccess | TileAccess, rank: int, type: "MemRefType[Attribute]") -> None:
    if rank != len(type.get_shape()):
        error = VerifyException(f"{DIMENSION_MISMATCH}{access}")
        error.add_note(f"the access has {rank} dimensions, the memref {len(type.get_shape())}")
        raise error


def _strided(
    type: "MemRefType[Attribute]",
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
    start: AffineMap | None,
) -> AccessPatternAttr:
    steps = device_steps(type)
    offset = sum(step * first for step, first in zip(steps, offsets, strict=True))
    pairs = [(step * stride, size) for step, stride, size in zip(steps, strides, sizes, strict=True)]
    access_shape = tuple(sizes) if tuple(sizes) != type.get_shape() else None
    if not is_tile(type):
        return AccessPatternAttr(type.element_type, free=pairs, offset=offset, start=start, access_shape=access_shape)
    partition = pairs.pop(partition_dim(type))
    return AccessPatternAttr(
        type.element_type,
        partition=(partition,),
        free=pairs,
        offset=offset,
        start=start,
        access_shape=access_shape,
    )


def partition_dim(type: "MemRefType[Attribute]") -> int:
    """Which dimension of an on-chip memref lies across the partitions."""
    memory = memory_of(type)
    return 0 if memory is None else memory.partition_dim.data


def device_steps(type: "MemRefType[Attribute]") -> tuple[int, ...]:
    """
    The step of every dimension of a memref, in the order of its type.

    The elements lie in row-major order with the partition dimension moved to the front.
    """
    steps = list(row_major_steps(device_shape(type)))
    if is_tile(type):
        steps.insert(partition_dim(type), steps.pop(0))
    return tuple(steps)
