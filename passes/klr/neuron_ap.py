"""Between KLR's access patterns and `#neuron.ap`, both ways; and memrefs as KLR's tensors."""

from xdsl.dialects.builtin import AffineMapAttr, MemRefType
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineExpr, AffineMap

from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.dtypes import dtype_of
from ...dialects.neuron.memory import device_shape, memory_of
from ..access_builders.strided import partition_dim
from .access_pattern import HBM, APPair, BirAccessPattern, Tensor, leaf_pairs
from .errors import KlrError


def klr_tensor(type: "MemRefType[Attribute]") -> Tensor:
    """
    A memref as KLR sees it: the partition dimension first.

    Raises KlrError for a memref without one of our memories, an element type that Backend IR does not have, and rank 0.
    """
    memory, dtype = memory_of(type), dtype_of(type.element_type)
    if memory is None:
        raise KlrError(f"{type} lies in none of hbm, sbuf and psum")
    if dtype is None:
        raise KlrError(f"{type.element_type} is not an element type of Backend IR")
    shape = device_shape(type)
    if not shape:
        raise KlrError("a tensor of rank 0 has no partition dimension")
    return Tensor(shape, dtype.size_in_bytes, memory.space.data)


def to_neuron_ap(access: BirAccessPattern, type: "MemRefType[Attribute]") -> AccessPatternAttr:
    """
    The pattern as `#neuron.ap`: on chip the first pair is the partition part, in HBM all pairs are free.

    A scalar offset becomes a start over the index operand at its position. Raises KlrError for a tensor that is not
    that of the memref, for a pattern without pairs, and for a pair that does not fit.
    """
    if klr_tensor(type) != access.tensor:
        raise KlrError(f"{type} is {klr_tensor(type)}, the pattern is one of {access.tensor}")
    pairs = leaf_pairs(access)
    if not pairs:
        raise KlrError("a pattern has a pair for the partitions")
    on_chip = access.tensor.memory != HBM
    shape = access.shape
    if on_chip and len(shape) == len(type.get_shape()):
        # The logical shape has its dimensions in the order of the memref.
        shape = _with_partitions_at(partition_dim(type), shape)
    return AccessPatternAttr(
        type.element_type,
        partition=pairs[:1] if on_chip else (),
        free=pairs[1:] if on_chip else pairs,
        offset=access.offset,
        start=_start(access),
        access_shape=None if shape == type.get_shape() else shape,
    )


def _with_partitions_at(dimension: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return (*shape[1 : dimension + 1], shape[0], *shape[dimension + 1 :])


def _start(access: BirAccessPattern) -> AffineMap | None:
    position = access.scalar_offset
    if position is None:
        return None
    return AffineMap(position + 1, 0, (AffineExpr.dimension(position) * access.scalar_offset_step,))


def from_neuron_ap(pattern: AccessPatternAttr, type: "MemRefType[Attribute]") -> BirAccessPattern:
    """
    A `#neuron.ap` in KLR's form. The parts of a legal pattern become pairs like all others: KLR has no parts.

    Raises KlrError for an on-chip pattern with other than one partition pair, for another element type than the
    memref's, and for a start, whose expression KLR has no place for.
    """
    tensor = klr_tensor(type)
    if pattern.dtype != type.element_type:
        raise KlrError(f"the pattern counts in {pattern.dtype}, the memref has {type.element_type}")
    if isinstance(pattern.start, AffineMapAttr):
        raise KlrError(f"the start {pattern.start.data} is an expression, KLR has a register or a tensor there")
    if tensor.memory != HBM and len(pattern.partition.data) != 1:
        raise KlrError(f"the partition part has {len(pattern.partition.data)} pairs, KLR has one")
    return BirAccessPattern(tensor, pattern.offset.data, tuple([APPair(step, num) for step, num in pattern.pairs]))
