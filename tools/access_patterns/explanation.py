"""A pattern in words: its loops, its elements, and what hardware says about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...dialects.neuron.strided_set import StridedSet, Unknown, pattern_text

if TYPE_CHECKING:
    from xdsl.dialects.builtin import MemRefType
    from xdsl.ir import Attribute

    from ...dialects.neuron.access_pattern import Access, AccessPatternAttr
    from ...dialects.neuron.legality import OperandKind, Violation, Walk
    from ...dialects.neuron.target import TargetAttr

_VARIABLES = {"partition": "p", "double_row": "r", "free": "i", "reduce": "x"}
_COLUMN = 13
_FIRST_ELEMENTS = 16


def loops(pattern: Access) -> list[tuple[str, str, int, int]]:
    """The loop nest of a pattern, outermost first: variable, part, step and count."""
    from ...dialects.neuron.access_pattern import IntervalAttr

    if isinstance(pattern, IntervalAttr):
        return [("i", "interval", 1, pattern.count.data)]
    found: list[tuple[str, str, int, int]] = []
    for part, pairs in pattern.parts():
        letter = _VARIABLES[part]
        for index, (step, num) in enumerate(pairs):
            found.append((f"{letter}{index}" if len(pairs) > 1 else letter, part, step, num))
    return found


def walk_set(pattern: Access) -> StridedSet:
    """All that a pattern visits, a dynamic start counted as 0."""
    from ...dialects.neuron.access_pattern import IntervalAttr

    if isinstance(pattern, IntervalAttr):
        return StridedSet(((1, pattern.count.data),), pattern.start.data)
    return pattern.set


def loop_nest(pattern: Access) -> Iterator[str]:
    """The loop nest as text, and what its body visits."""
    nest = loops(pattern)
    heads = [f"{'  ' * depth}for {name} in 0 .. {num - 1}:" for depth, (name, _, _, num) in enumerate(nest)]
    width = max([len(head) for head in heads], default=0)
    for head, (_, part, step, _) in zip(heads, nest, strict=True):
        yield f"{head:<{width}}   {part}, step {step}"
    yield f"{'  ' * len(nest)}element {_body(pattern, nest)}"


def _body(pattern: Access, nest: Sequence[tuple[str, str, int, int]]) -> str:
    from xdsl.dialects.builtin import AffineMapAttr

    from ...dialects.neuron.access_pattern import AccessPatternAttr

    start = walk_set(pattern).start
    text = str(start) if start else ""
    if isinstance(pattern, AccessPatternAttr) and isinstance(pattern.start, AffineMapAttr):
        text += f" + {pattern.start.data.results[0]}"
    for name, _, step, num in nest:
        if step and num > 1:
            factor = "" if abs(step) == 1 else f"{abs(step)}*"
            text += f" {'-' if step < 0 else '+'} {factor}{name}"
    return text.removeprefix(" + ") or "0"


def elements(pattern: Access) -> Iterator[tuple[str, str]]:
    """How many elements, which ones, and in what order: a word and a sentence each."""
    walk = walk_set(pattern)
    total = walk.num_input_elts
    shape = " x ".join(map(str, walk.shape))
    distinct = walk.count_results()
    if isinstance(distinct, Unknown):
        repeats = f"how many differ is unknown: {distinct.reason}"
    elif distinct == total:
        repeats = "no element twice"
    else:
        repeats = f"{distinct} different ones"
    yield "elements", f"{total}{f' = {shape}' if len(walk.pairs) > 1 else ''}, {repeats}"
    size = pattern.element.size_in_bytes
    yield "bytes", f"{total * size}, {size} an element ({pattern.dtype})"
    yield "hull", f"{walk.minimum} to {walk.maximum}, {walk.result_hull_size} elements"
    yield from _forms(pattern, walk)
    first = ", ".join(map(str, walk.elements(_FIRST_ELEMENTS)))
    yield "order", f"{first}{', …' if total > _FIRST_ELEMENTS else ''}"


def _forms(pattern: Access, walk: StridedSet) -> Iterator[tuple[str, str]]:
    """Contiguity and flat form; on chip partitions lie apart, so that only what is inside one counts."""
    from ...dialects.neuron.access_pattern import IntervalAttr

    if isinstance(pattern, IntervalAttr) or not pattern.partition.data:
        yield "contiguous", _contiguity(walk)
        yield "flat form", pattern_text(walk.flatten().pairs)
        return
    inside = StridedSet(pattern.in_partition_pairs)
    yield "contiguous", f"{_contiguity(inside)}, in each partition"
    partition = StridedSet(pattern.partition.data).flatten()
    yield "flat form", f"{pattern_text(inside.flatten().pairs)} in each of {pattern_text(partition.pairs)}"


def _contiguity(walk: StridedSet) -> str:
    if walk.shift(-walk.start).is_contiguous:
        return "yes"
    step, num = walk.flatten().pairs[-1]
    if step == 1:
        return f"no, runs of {num} elements"
    if step == 0:
        return f"no, an element {num} times"
    return f"no, single elements {abs(step)} apart{', backwards' if step < 0 else ''}"


def bounds(pattern: Access, type: MemRefType[Attribute]) -> Iterator[tuple[str, str]]:
    """Whether a pattern stays inside a memref."""
    from ...dialects.neuron.access_pattern import check_bounds

    problem = check_bounds(pattern, type)
    yield "memref", str(type)
    if problem is None:
        yield "bounds", "inside"
        return
    yield "bounds", problem.message
    for note in problem.notes:
        yield "", note


def walk_of(pattern: AccessPatternAttr, type: MemRefType[Attribute] | None, memory: str) -> tuple[Walk, str | None]:
    """
    A pattern as the rules of hardware look at it, and what had to be assumed.

    Without a memref the step of the partition part is taken for the size of a partition.
    """
    from ...dialects.neuron.legality import Walk
    from ...passes.access_builders.neuron_ap import hardware_walk

    if type is not None:
        return hardware_walk(pattern, type), None
    inside = StridedSet(pattern.in_partition_pairs)
    outer = [step for step, num in pattern.partition.data if num > 1]
    extent = abs(outer[-1]) if outer and outer[-1] else inside.result_hull_size + pattern.offset.data
    assumed = None if memory == "hbm" else f"a partition of {extent} elements is assumed, give --shape for another one"
    partition, start = (0, pattern.offset.data) if memory == "hbm" else divmod(pattern.offset.data, extent)
    walk = Walk(
        memory,
        pattern.partition.data,
        pattern.in_partition_pairs,
        partition if pattern.is_static else 0,
        start,
        extent,
        pattern.element.size_in_bytes,
        pattern.is_static,
    )
    return walk, assumed


def legality(walk: Walk, target: TargetAttr, kind_name: str | None, any_memory: bool) -> Iterator[str]:
    """Whether and why the walk is legal on a target, a line for each kind of operand and notes below it."""
    from ...dialects.neuron.legality import OPERAND_KINDS

    names = [kind_name] if kind_name is not None else list(OPERAND_KINDS)
    elsewhere = kind_name is None and walk.space == "hbm"
    if elsewhere:
        names = [name for name, kind in OPERAND_KINDS.items() if "hbm" in kind.spaces]
    width = max([len(name) for name in names])
    for name in names:
        kind = OPERAND_KINDS[name]
        placed = walk
        if any_memory and walk.space != "hbm" and walk.space not in kind.spaces:
            placed = walk._replace(space=next(space for space in kind.spaces if space != "hbm"))
        where = f" in {placed.space}" if any_memory and placed.space != walk.space else ""
        violations = _violations(placed, kind, target)
        if not violations:
            yield f"  yes   {name:<{width}}  {kind.description}{where}"
            continue
        flat = placed._replace(
            partition=StridedSet(placed.partition).flatten().pairs or placed.partition,
            inside=StridedSet(placed.inside).flatten().pairs,
        )
        if flat != placed and not _violations(flat, kind, target):
            yield f"  flat  {name:<{width}}  {kind.description}{where}, once its free part is {_pairs(flat.inside)}"
            continue
        yield f"  no    {name:<{width}}  {violations[0].message}{where and f' ({placed.space})'}"
        for text in _reasons(violations):
            yield f"        {'':<{width}}  {text}"
    if elsewhere:
        yield "  no    all others: operands of engines lie in sbuf or psum"


def _violations(walk: Walk, kind: OperandKind, target: TargetAttr) -> tuple[Violation, ...]:
    from ...dialects.neuron.legality import Violation, check_walk, max_free_elements

    absent = _absent(kind, target)
    if absent is not None:
        return (Violation("target", absent),)
    violations = check_walk(walk, kind, target.limits)
    most = max_free_elements(kind, target.limits)
    count = StridedSet(walk.inside).num_input_elts
    if most is not None and count > most and walk.space in kind.spaces:
        message = f"{count} elements a partition, the {kind.description} takes {most}"
        violations = (*violations, Violation("elements", message))
    return violations


def _absent(kind: OperandKind, target: TargetAttr) -> str | None:
    """Why no instruction of the target has such an operand."""
    if kind.name.startswith("mx-") and not target.limits.has_microscaling:
        return f"{target} has no microscaling matmul"
    if kind.name.startswith("sparse-") and not target.limits.has_sparse_matmul:
        return f"{target} has no structured-sparse matmul"
    return None


def _reasons(violations: Sequence[Violation]) -> Iterator[str]:
    yield from violations[0].notes
    for violation in violations[1:]:
        yield violation.message
        yield from violation.notes


def _pairs(pairs: Sequence[tuple[int, int]]) -> str:
    return pattern_text(pairs)


def table(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Words and sentences in two columns."""
    for word, sentence in rows:
        yield f"{word:<{_COLUMN}}{sentence}".rstrip()
