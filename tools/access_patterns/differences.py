"""Two patterns side by side: whether they visit the same elements in the same order, and where they part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...dialects.neuron.strided_set import Unknown, first_difference
from .explanation import loops, walk_set

if TYPE_CHECKING:
    from ...dialects.neuron.access_pattern import Access
    from .reading import Subject


def compare(left: Subject, right: Subject) -> tuple[bool, list[str]]:
    """Whether two patterns visit the same elements in the same order, and what there is to say about it."""
    return _compare(left.pattern, right.pattern)


def _compare(left: Access, right: Access) -> tuple[bool, list[str]]:
    if left.element.size_in_bytes != right.element.size_in_bytes:
        return False, [
            f"they count in elements of different size: A in {left.dtype}, {left.element.size_in_bytes} bytes, B in "
            f"{right.dtype}, {right.element.size_in_bytes} bytes"
        ]
    starts = _start(left), _start(right)
    if starts[0] != starts[1]:
        return False, [f"they start at different expressions: A at {starts[0]}, B at {starts[1]}"]
    said = [] if left.dtype == right.dtype else [f"the element types differ: A has {left.dtype}, B has {right.dtype}"]
    first, second = walk_set(left), walk_set(right)
    difference = first_difference(first, second)
    if difference is None:
        return True, [*said, f"the same {first.num_input_elts} elements in the same order"]
    said.append(
        f"they part at position {difference.position}: "
        f"{_visit('A', difference.left, first.num_input_elts)}, {_visit('B', difference.right, second.num_input_elts)}"
    )
    said.extend(_indices(left, right, difference.position))
    said.append(_sets(left, right))
    return False, said


def _start(pattern: Access) -> str:
    from xdsl.dialects.builtin import AffineMapAttr

    start = getattr(pattern, "start", None)
    return str(start.data) if isinstance(start, AffineMapAttr) else "a static place"


def _visit(name: str, element: int | None, total: int) -> str:
    return f"{name} has ended after {total} elements" if element is None else f"{name} visits element {element}"


def _indices(left: Access, right: Access, position: int) -> Iterator[str]:
    for name, pattern in (("A", left), ("B", right)):
        if position >= walk_set(pattern).num_input_elts:
            continue
        rest, found = position, list[str]()
        for variable, _, _, num in reversed(loops(pattern)):
            rest, index = divmod(rest, num)
            found.append(f"{variable} = {index}")
        yield f"  {name} is at {', '.join(reversed(found))}" if found else f"  {name} has no loops"


def _sets(left: Access, right: Access) -> str:
    first, second = walk_set(left), walk_set(right)
    same = first.same_elements(second)
    if isinstance(same, Unknown):
        return f"whether the elements are the same in another order is unknown: {same.reason}"
    if same:
        return "the elements are the same, in another order or another number of times"
    overlap = first.overlaps(second)
    if isinstance(overlap, Unknown):
        return f"the elements are not the same; whether some are is unknown: {overlap.reason}"
    return "the elements are not the same, some are" if overlap else "no element is visited by both"
