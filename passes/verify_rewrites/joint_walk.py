"""Several walks in step: the tuples of elements that operands visit together, as one set with vectors for steps.

An instruction that takes element k of each operand visits the tuples (element k of the first, element k of the second,
…). Two ways to walk them visit the same tuples when their dimensions are the same, in whatever order: the sums are the
same. That decides most cases without enumeration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import gcd, prod
from typing import NamedTuple

from ...dialects.neuron.strided_set import StridedSet

Vector = tuple[int, ...]
Dimension = tuple[Vector, int]


class JointWalk(NamedTuple):
    """Walks in step: one start and, for each dimension, one step an operand, and the count; outermost first."""

    start: Vector
    dimensions: tuple[Dimension, ...]

    @property
    def num_tuples(self) -> int:
        """How many tuples are visited."""
        return prod([num for _, num in self.dimensions])

    def tuples(self) -> Iterator[Vector]:
        """The tuples in order."""
        for positions in product(*[range(num) for _, num in self.dimensions]):
            yield tuple(
                [
                    start + sum([vector[axis] * at for (vector, _), at in zip(self.dimensions, positions, strict=True)])
                    for axis, start in enumerate(self.start)
                ]
            )


def joint_walk(walks: Sequence[StridedSet]) -> JointWalk | None:
    """
    Walks of the same number of elements, taken in step.

    None when a dimension of one straddles dimensions of another, so that there is no common refinement.
    """
    start = tuple([walk.start for walk in walks])
    stacks = [list(walk.flatten().pairs) for walk in walks]
    dimensions: list[Dimension] = []
    while any(stacks):
        if not all(stacks):
            return None
        num = gcd(*[stack[-1][1] for stack in stacks])
        if num == 1 or num not in [stack[-1][1] for stack in stacks]:
            return None
        dimensions.append((tuple([stack[-1][0] for stack in stacks]), num))
        for stack in stacks:
            step, extent = stack.pop()
            if extent != num:
                stack.append((step * num, extent // num))
    dimensions.reverse()
    return JointWalk(start, tuple(dimensions))


def same_tuples(before: JointWalk, pieces: Sequence[JointWalk]) -> bool | None:
    """
    Whether the pieces together visit the tuples of `before`, each as often; None when the dimensions do not say.

    Sound, not complete: pieces whose starts form a grid are put together to one walk, whose dimensions are compared.
    """
    if sum(piece.num_tuples for piece in pieces) != before.num_tuples:
        return False
    shape = pieces[0].dimensions
    if any(piece.dimensions != shape for piece in pieces):
        return None
    grid = _grid([piece.start for piece in pieces])
    if grid is None or pieces[0].start != before.start:
        return None
    return True if _image((*grid, *shape)) == _image(before.dimensions) else None


def _grid(starts: Sequence[Vector]) -> tuple[Dimension, ...] | None:
    """The dimensions that enumerate these points, outermost first, when they form a grid in this order."""
    if len(starts) == 1:
        return ()
    step = _minus(starts[1], starts[0])
    run = 1
    while run < len(starts) and _minus(starts[run], starts[run - 1]) == step:
        run += 1
    if len(starts) % run:
        return None
    for block in range(0, len(starts), run):
        for position in range(run):
            expected = tuple([at + step[axis] * position for axis, at in enumerate(starts[block])])
            if starts[block + position] != expected:
                return None
    outer = _grid(starts[::run])
    return None if outer is None else (*outer, (step, run))


def _minus(left: Vector, right: Vector) -> Vector:
    return tuple([a - b for a, b in zip(left, right, strict=True)])


def _image(dimensions: Sequence[Dimension]) -> tuple[Dimension, ...]:
    """The dimensions without order: unit ones dropped, those that continue one another merged, sorted."""
    merged = sorted([(vector, num) for vector, num in dimensions if num != 1])
    position = 0
    while position < len(merged):
        vector, num = merged[position]
        target = tuple([step * num for step in vector])
        for other, (other_vector, other_num) in enumerate(merged):
            if other != position and other_vector == target:
                merged[position] = (vector, num * other_num)
                del merged[other]
                position = -1
                break
        position += 1
    return tuple(merged)


def first_missing(before: JointWalk, pieces: Sequence[JointWalk]) -> tuple[int, Vector] | Vector | None:
    """
    Where the pieces differ from `before`, by enumeration of all tuples.

    `(index, tuple)` for the first tuple of `before` that the pieces do not visit often enough; else a tuple that only
    the pieces visit; None when there is no difference.
    """
    seen = Counter[Vector]()
    for piece in pieces:
        seen.update(piece.tuples())
    for index, element in enumerate(before.tuples()):
        if not seen[element]:
            return index, element
        seen[element] -= 1
    return next(seen.elements(), None)
