"""Index spans and layouts: how KLR composes one access with another.

An `IndexSpan` is the affine sequence `start + step * i` for `i < num`; a `Layout` says where the element at a
coordinate lies. Both compose as affine functions do, and a composition of spans is clipped to what the outer one has,
which KLR proves in Lean (leanprover/KLR `Core/Indexing.lean`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .errors import KlrError


class IndexSpan(NamedTuple):
    """The indices `start + step * i` for `i < num`; none at all when `num` is 0."""

    start: int
    step: int
    num: int

    @classmethod
    def checked(cls, start: int, step: int, num: int) -> IndexSpan:
        """A span. Raises KlrError for a step of 0, a negative count, or an index below 0."""
        if step == 0:
            raise KlrError("Step size cannot be 0")
        if num < 0:
            raise KlrError(f"a span cannot have {num} indices")
        last = start + step * max(num - 1, 0)
        if num and min(start, last) < 0:
            raise KlrError(f"the span from {start} by {step}, {num} times, reaches {min(start, last)}")
        return cls(start, step, num)

    @classmethod
    def full(cls, size: int) -> IndexSpan:
        """All indices of a dimension."""
        return cls(0, 1, size)

    @classmethod
    def coordinate(cls, index: int) -> IndexSpan:
        """One index of a dimension, which stays a dimension of one element."""
        return cls.checked(index, 1, 1)

    @classmethod
    def slice(cls, start: int, stop: int, step: int = 1) -> IndexSpan:
        """
        The indices of a Python slice.

        KLR rounds down where a negative step does not divide the distance; this does not, as numpy does not.
        """
        if step == 0:
            raise KlrError("Step size cannot be 0")
        return cls.checked(start, step, len(range(start, stop, step)))

    def at(self, position: int) -> int:
        """The index at a position, in range or not."""
        return self.start + self.step * position

    def indices(self) -> range:
        """The indices in order."""
        return range(self.start, self.start + self.step * self.num, self.step)

    def after(self, inner: IndexSpan) -> IndexSpan:
        """
        This span indexed by another one: position i of the result is `self.at(inner.at(i))`.

        As many positions are left as the inner span stays inside this one without a break, which may be none.
        """
        return IndexSpan(self.at(inner.start), self.step * inner.step, _prefix_inside(inner, self.num))


def _prefix_inside(span: IndexSpan, size: int) -> int:
    """How many indices of a span lie in [0, size), counted from its first until one does not."""
    if span.num == 0 or not 0 <= span.start < size:
        return 0
    room = (size - 1 - span.start) // span.step if span.step > 0 else span.start // -span.step
    return min(span.num, room + 1)


class Layout(NamedTuple):
    """Where elements lie: the one at coordinate `c` at `offset + sum(c_i * steps_i)`, for `c_i < nums_i`."""

    offset: int
    steps: tuple[int, ...]
    nums: tuple[int, ...]

    @classmethod
    def row_major(cls, shape: Sequence[int]) -> Layout:
        """The contiguous layout of a shape: each step is the product of the sizes behind it."""
        steps: list[int] = []
        step = 1
        for size in reversed(shape):
            steps.append(step)
            step *= size
        return cls(0, tuple(reversed(steps)), tuple(shape))

    def at(self, coordinate: Sequence[int]) -> int:
        """Where the element at a coordinate lies, in range or not."""
        return self.offset + sum([step * index for step, index in zip(self.steps, coordinate, strict=True)])

    def after(self, spans: Sequence[IndexSpan]) -> Layout:
        """
        The layout of what spans leave of each dimension, clipped to the dimensions.

        Raises KlrError when there is not one span a dimension.
        """
        if len(spans) != len(self.steps):
            raise KlrError(f"{len(spans)} indices for {len(self.steps)} dimensions")
        clipped = [IndexSpan.full(num).after(span) for num, span in zip(self.nums, spans, strict=True)]
        return Layout(
            self.offset + sum([step * span.start for step, span in zip(self.steps, clipped, strict=True)]),
            tuple([step * span.step for step, span in zip(self.steps, clipped, strict=True)]),
            tuple([span.num for span in clipped]),
        )
