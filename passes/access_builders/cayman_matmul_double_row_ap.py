"""`cayman_matmul_double_row_ap`: the core that carves the two rows that a double-row (fp8) matmul packs.

Double row feeds two rows of K to a row of the PE array at once: K is split over the partitions and a leading free
dimension of size 2, row k and row k + K/2 side by side (AWS Neuron documentation). neuronx_cc 2.24 (reverse-engineering
notes) carves that dimension while it makes the access pattern, and owns the assertion "incorrect double row step". An
older flavour has the 2 last.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...dialects.neuron.strided_set import StridedSet, StridedSetError
from .access_pattern_error import AccessPatternError

INCORRECT_DOUBLE_ROW_STEP = "incorrect double row step"
FIRST_DIMENSION = "The first dimension of Cayman double_row matmult must have size of 2"
LAST_DIMENSION = "The last dimension of double_row matmult must have size of 2"

ROWS = 2
"""How many rows are packed."""


class DoubleRow(NamedTuple):
    """The pair of rows, and what is walked in each of them."""

    double_row: StridedSet
    free: StridedSet


@lru_cache(maxsize=1 << 14)
def cayman_matmul_double_row_ap(
    free_set: StridedSet, stride_alignment: int | None = None, min_free_set_size: int = 1
) -> DoubleRow:
    """
    Carve the leading dimension of size 2 off a free set of 2N elements: `[step, 2]`, and N elements in flat form.

    `step`, the distance between the two rows in elements, must be a multiple of `stride_alignment` when one is given.

    Raises AccessPatternError: that the first dimension must have size 2, when the set does not fall into two halves or
    a half has fewer than `min_free_set_size` elements; "incorrect double row step" for a step that is not aligned.
    """
    count = free_set.num_input_elts
    half, odd = divmod(count, ROWS)
    if odd or half < min_free_set_size:
        few = f", a row needs at least {min_free_set_size}" if not odd else ""
        raise AccessPatternError(
            FIRST_DIMENSION,
            notes=(f"the free part {free_set} has {count} elements, which are not two rows{few}",),
        )
    try:
        double_row, free = free_set.split(half)
    except StridedSetError as error:
        raise AccessPatternError(
            FIRST_DIMENSION, notes=(f"the free part {free_set} does not fall into two rows: {error}",)
        ) from None
    if stride_alignment is not None:
        check_double_row_step(double_row, free_set, stride_alignment)
    return DoubleRow(double_row, free)


@lru_cache(maxsize=1 << 14)
def legacy_matmul_double_row_ap(free_set: StridedSet) -> DoubleRow:
    """
    Carve the trailing dimension of size 2 off a free set: the legacy flavour, whose two rows are interleaved.

    Raises AccessPatternError that the last dimension must have size 2 when the set has no such dimension.
    """
    try:
        free, double_row = free_set.split(ROWS)
    except StridedSetError as error:
        raise AccessPatternError(
            LAST_DIMENSION, notes=(f"the free part {free_set} does not end in pairs of elements: {error}",)
        ) from None
    return DoubleRow(double_row, free)


def check_double_row_step(double_row: StridedSet, free_set: StridedSet, stride_alignment: int) -> None:
    """
    Check the distance between the two rows.

    Raises AccessPatternError ("incorrect double row step") when it is not a multiple of the alignment.
    """
    ((step, _),) = double_row.pairs
    rest = step % stride_alignment
    if rest:
        raise AccessPatternError(
            INCORRECT_DOUBLE_ROW_STEP,
            notes=(
                f"the step between the rows of the free part {free_set} is {step}, which leaves {rest} when divided by "
                f"the alignment {stride_alignment}",
                f"pad a row to {_aligned(step, stride_alignment)} elements",
            ),
        )


def _aligned(step: int, alignment: int) -> int:
    return -(-abs(step) // alignment) * alignment
