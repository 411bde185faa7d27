"""The two access patterns of KLR, and how one becomes the other.

An `AccessPattern` keeps the partitions apart: only their number and the first one are stored, because neighbours are
what an instruction accesses. A `BirAccessPattern` has a pair for them, and an offset as if the whole tensor were one
contiguous row-major array. Source: leanprover/KLR `Core/Tensor.lean`.

Steps, counts and free offsets are in elements. KLR's own comments speak of bytes in one place; all its users count
elements, and so does the offset of the Backend IR form.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from .errors import KlrError
from .index_span import IndexSpan, Layout

HBM = "hbm"
VALID_START_PARTITIONS = (0, 32, 64, 96)
STEP_RANGE = (-(2**31), 2**31 - 1)
NUM_RANGE = (0, 2**32 - 1)
"""The C++ structure has a 32-bit signed step and a 32-bit unsigned count."""


class APPair(NamedTuple):
    """One step and how often it is taken."""

    step: int = 1
    num: int = 1


class Tensor(NamedTuple):
    """
    A tensor as KLR sees it: the first dimension of `shape` lies across partitions on chip.

    `element_size` is in bytes; `memory` is hbm, sbuf or psum.
    """

    shape: tuple[int, ...]
    element_size: int
    memory: str

    @property
    def free_elements(self) -> int:
        """The elements of one partition (in HBM: of one entry of the first dimension)."""
        return prod(self.shape[1:])


class AccessPattern(NamedTuple):
    """
    Pairs inside each of `par_num` neighbouring partitions from `par_offset` on.

    `free_offset` is where the first element lies in its partition, in elements.
    """

    tensor: Tensor
    par_num: int
    free_pattern: tuple[APPair, ...]
    par_offset: int = 0
    free_offset: int = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of what is accessed."""
        return (self.par_num, *[pair.num for pair in self.free_pattern])


class BirAccessPattern(NamedTuple):
    """
    Pairs over a tensor that counts as one contiguous row-major array, the partition pair first.

    `scalar_offset` is the position of an index operand whose value times the elements behind dimension `indirect_dim`
    is added to the offset.
    """

    tensor: Tensor
    offset: int
    pattern: tuple[APPair, ...]
    scalar_offset: int | None = None
    indirect_dim: int = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of what is accessed."""
        return tuple([pair.num for pair in self.pattern])

    @property
    def scalar_offset_step(self) -> int:
        """How many elements one step of the scalar offset is: by the tensor's shape, not by the pattern."""
        return prod(self.tensor.shape[self.indirect_dim + 1 :])


def whole_tensor(tensor: Tensor) -> AccessPattern:
    """The access to all of a tensor."""
    layout = Layout.row_major(tensor.shape[1:])
    return AccessPattern(tensor, tensor.shape[0], _pairs(layout))


def basic_access(tensor: Tensor, indices: Sequence[IndexSpan]) -> AccessPattern:
    """
    The access `t[i, j:k, ...]`: one span a dimension, of which the first picks partitions.

    Raises KlrError when there is not one span a dimension, when nothing is accessed, and for partitions that are not
    neighbours.
    """
    if len(indices) != len(tensor.shape):
        raise KlrError(f"invalid basic access: {len(indices)} indices for {len(tensor.shape)} dimensions")
    partitions = IndexSpan.full(tensor.shape[0]).after(indices[0])
    layout = Layout.row_major(tensor.shape[1:]).after(indices[1:])
    if not partitions.num or not all(layout.nums):
        shape = [partitions.num, *layout.nums]
        raise KlrError(f"nothing is accessed: the shape is {shape}")
    if partitions.num > 1 and partitions.step != 1:
        raise KlrError(f"the partitions are {partitions.step} apart, only neighbours can be accessed")
    return AccessPattern(tensor, partitions.num, _pairs(layout), partitions.start, layout.offset)


def _pairs(layout: Layout) -> tuple[APPair, ...]:
    return tuple([APPair(step, num) for step, num in zip(layout.steps, layout.nums, strict=True)])


def to_bir(access: AccessPattern) -> BirAccessPattern:
    """
    The Backend IR form, checked as KLR's lowering checks it.

    Raises KlrError for an on-chip access that does not start at a quadrant.
    """
    if access.tensor.memory != HBM and access.par_offset not in VALID_START_PARTITIONS:
        valid = ", ".join(map(str, VALID_START_PARTITIONS))
        raise KlrError(
            f"Invalid partition start offset {access.par_offset} for non-HBM memory. Valid offsets are: {valid}"
        )
    free = access.tensor.free_elements
    return BirAccessPattern(
        access.tensor,
        free * access.par_offset + access.free_offset,
        (APPair(free, access.par_num), *access.free_pattern),
    )


def from_bir(access: BirAccessPattern) -> AccessPattern:
    """
    The form with the partitions apart: what allocation does to place the pattern.

    Raises KlrError for a pattern without a partition pair, for one whose partitions are not neighbours, and for an
    offset that is known at run time only.
    """
    if not access.pattern:
        raise KlrError("a pattern has a pair for the partitions")
    if access.scalar_offset is not None:
        raise KlrError("an offset that is known at run time has no partition of its own")
    free = access.tensor.free_elements
    step, par_num = access.pattern[0]
    if par_num > 1 and step != free:
        raise KlrError(
            f"the partition pair {list(access.pattern[0])} steps by {step} elements, a partition has {free}; only "
            "neighbours can be accessed"
        )
    par_offset, free_offset = divmod(access.offset, free)
    return AccessPattern(access.tensor, par_num, access.pattern[1:], par_offset, free_offset)


def leaf_pairs(access: BirAccessPattern) -> tuple[tuple[int, int], ...]:
    """
    What the leaf of the KLR path hands on: the pairs as they are.

    Raises KlrError for a pair that does not fit the C++ structure, and for a count of 0.
    """
    for pair in access.pattern:
        if not STEP_RANGE[0] <= pair.step <= STEP_RANGE[1]:
            raise KlrError(f"the step of {list(pair)} does not fit 32 bits")
        if not NUM_RANGE[0] < pair.num <= NUM_RANGE[1]:
            raise KlrError(f"the count of {list(pair)} is not from 1 to {NUM_RANGE[1]}")
    return tuple([(pair.step, pair.num) for pair in access.pattern])
