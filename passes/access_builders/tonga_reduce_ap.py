"""`tonga_reduce_ap`: the core that folds the reduced elements off the free part of a pattern.

neuronx_cc 2.24 (reverse-engineering notes) splits the trailing `reduce_size` elements of the free set into a reduce set
while it makes the access pattern, and owns the assertions "Incorrect access pattern!" and "Too many reduce dims".
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...dialects.neuron.strided_set import StridedSet, StridedSetError
from .access_pattern_error import AccessPatternError

INCORRECT_ACCESS_PATTERN = "Incorrect access pattern!"
TOO_MANY_REDUCE_DIMS = "Too many reduce dims"

_LISTED_SIZES = 24
"""A note lists no more sizes than this."""


class ReduceSplit(NamedTuple):
    """The kept elements, and for each of them the elements that are reduced into it."""

    free: StridedSet
    reduce: StridedSet


@lru_cache(maxsize=1 << 14)
def tonga_reduce_ap(
    free_set: StridedSet,
    reduce_size: int,
    max_reduce_dims: int,
    min_red_set_dims: int = 0,
    min_free_set_size: int = 1,
) -> ReduceSplit:
    """
    Split the trailing `reduce_size` elements off the free set; both parts are flat.

    `max_reduce_dims` is how many dimensions the axis selector can name. The reduce part has at least
    `min_red_set_dims` pairs, unit ones on the outside where it has fewer of its own. At least `min_free_set_size`
    elements must be left.

    Raises AccessPatternError: "Incorrect access pattern!" when the free set has no such split or too few elements are
    left, "Too many reduce dims" when the reduced elements need more dimensions than the selector can name.
    """
    try:
        free, reduce = free_set.split(reduce_size)
    except StridedSetError as error:
        raise AccessPatternError(INCORRECT_ACCESS_PATTERN, notes=split_notes(error, "free part")) from None
    if free.num_input_elts < min_free_set_size:
        raise AccessPatternError(
            INCORRECT_ACCESS_PATTERN,
            notes=(
                f"{free.num_input_elts} elements of the free part {free_set} are left when {reduce_size} are reduced, "
                f"at least {min_free_set_size} are needed",
            ),
        )
    if reduce.rank > max_reduce_dims:
        raise AccessPatternError(
            TOO_MANY_REDUCE_DIMS,
            notes=(
                f"the trailing {reduce_size} elements of the free part {free_set} are {reduce}: {reduce.rank} "
                f"dimensions, the limit is {max_reduce_dims}",
            ),
        )
    while reduce.rank < min_red_set_dims:
        reduce = reduce.expand(0)
    return ReduceSplit(free, reduce)


def split_notes(error: StridedSetError, part: str) -> tuple[str, ...]:
    """The numbers of a split that failed: which factor did not divide, and which sizes there are."""
    message = str(error)
    if error.strided_set is not None:
        message = message.replace(f" off {error.strided_set}", f" off the {part} {error.strided_set}", 1)
    sizes = error.splittable_sizes
    if not sizes:
        return (message,)
    listed = ", ".join(map(str, sizes[:_LISTED_SIZES]))
    return (message, f"sizes that can be: {listed}{', …' if len(sizes) > _LISTED_SIZES else ''}")
