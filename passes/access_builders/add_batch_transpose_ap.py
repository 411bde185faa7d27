"""`addBatchTransposeAP`: the pattern of an operand that the vector engine transposes in 32x32 blocks.

The lowest dimension of the free part trades places with the partitions, batch by batch; what follows (a reduction, the
statistics of a batch norm) sees the transposed elements. The pattern is written unswapped, and the instruction's flag
says the swap, so legality is checked on the swapped view. neuronx_cc 2.24 (reverse-engineering notes) owns "Incorrect
access pattern!", "Incorrect partition set!" and "too many partition dims! %s" here.
"""

from functools import lru_cache
from typing import NamedTuple

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.strided_set import StridedSet, StridedSetError, nest
from .access_pattern_error import AccessPatternError
from .neuron_ap import create_ap, free_set, partition_extent, partition_set, start_partition
from .stored_dtype import stored_dtype
from .tonga_partition_ap import INCORRECT_PARTITION_SET, TOO_MANY_PARTITION_DIMS, single_partition_step
from .tonga_reduce_ap import INCORRECT_ACCESS_PATTERN, split_notes

BLOCK = 32
"""Rows and columns of one transposed block: the partitions of a quadrant (AWS Neuron documentation)."""


class BatchTranspose(NamedTuple):
    """A free part as blocks: outermost the batches, then the depth, innermost the dimension that is transposed."""

    batch: StridedSet
    depth: StridedSet
    lowest: StridedSet

    @property
    def free(self) -> StridedSet:
        """The free part, its lowest dimension by itself (hardware has to see where a block ends)."""
        return nest(nest(self.batch, self.depth).flatten(), self.lowest)

    def swapped_free(self, partition: StridedSet) -> StridedSet:
        """What lies along the free dimension of one partition after the transposition of a block."""
        lanes = min(partition.num_input_elts, BLOCK)
        step = partition.flatten().pairs[0][0] if lanes > 1 else 1
        return nest(nest(self.batch, self.depth), StridedSet(((step, lanes),)))


@lru_cache(maxsize=1 << 14)
def split_batches(free: StridedSet, batch_size: int, y_size: int, depth: int) -> BatchTranspose:
    """
    Split a free set into batches, depth and the lowest dimension of `y_size` elements.

    Raises AccessPatternError: "Incorrect access pattern!" when the free set has another number of elements or no such
    split; "too many partition dims!" when the lowest dimension, which the swap puts across the partitions, takes more
    than one pair.
    """
    count = free.num_input_elts
    if batch_size * depth * y_size != count:
        raise AccessPatternError(
            INCORRECT_ACCESS_PATTERN,
            notes=(
                f"batch_size {batch_size} * depth {depth} * y_size {y_size} is {batch_size * depth * y_size} elements, "
                f"the free part {free} has {count}",
            ),
        )
    try:
        rest, lowest = free.split(y_size)
        batch, inside = rest.split(depth)
    except StridedSetError as error:
        raise AccessPatternError(INCORRECT_ACCESS_PATTERN, notes=split_notes(error, "free part")) from None
    if lowest.rank > 1:
        raise AccessPatternError(
            f"{TOO_MANY_PARTITION_DIMS}{lowest}",
            notes=(
                f"the transposition puts the {y_size} lowest elements of the free part {free} across the partitions, "
                "which is one dimension",
            ),
        )
    return BatchTranspose(batch, inside, lowest)


def check_swap(partition: StridedSet, start: int, extent: int, y_size: int) -> None:
    """
    Check that the partitions and the lowest free dimension can trade places.

    Raises AccessPatternError: "too many partition dims!" when the partitions are not a single run; "Incorrect partition
    set!" when they are not consecutive, do not fill whole quadrants of 32 or lie in one, do not start at a quadrant, or
    when the lowest dimension is wider than a block.
    """
    step = single_partition_step(partition, extent)
    lanes = partition.num_input_elts
    reasons: list[str] = []
    if lanes > 1 and step != extent:
        reasons.append(f"its step is {step} elements, neighbouring partitions are {extent} apart")
    if lanes > BLOCK and lanes % BLOCK:
        reasons.append(f"{lanes} partitions are neither at most {BLOCK} nor a multiple of {BLOCK}")
    if start % BLOCK:
        reasons.append(f"it starts at partition {start}, a block starts at a multiple of {BLOCK}")
    if y_size > BLOCK:
        reasons.append(f"the lowest free dimension has {y_size} elements, a block has {BLOCK}")
    if reasons:
        raise AccessPatternError(
            INCORRECT_PARTITION_SET,
            notes=(f"the partition part {partition} cannot trade places with the lowest free dimension", *reasons),
        )


def add_batch_transpose_ap(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    *,
    batch_size: int,
    y_size: int,
    depth: int,
    strip_fp32r: bool = True,
) -> AccessPatternAttr:
    """
    The pattern with its lowest dimension of `y_size` elements by itself, after a check of the swapped view.

    Raises AccessPatternError as `split_batches` and `check_swap` do.
    """
    transpose = split_batches(free_set(access), batch_size, y_size, depth)
    partition = partition_set(access)
    check_swap(partition, start_partition(access, type), partition_extent(type, access.element), y_size)
    return create_ap(access, type, free=transpose.free, dtype=stored_dtype(access.dtype, strip_fp32r))
