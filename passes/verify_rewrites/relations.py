"""The relations that rewrites of access patterns declare, and their proofs.

A relation is decided by flat forms where the algebra decides (whatever the size), and by enumeration under a budget
otherwise. A proof that fails names the first index that differs; one that the budget ends is said to be undecided,
never guessed.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...dialects.neuron.legality import INSTRUCTIONS
from ...dialects.neuron.strided_set import StridedSet, StridedSetError, first_difference, nest
from .joint_walk import first_missing, joint_walk, same_tuples
from .snapshot import Operand, Snapshot

_PARTITION_AXES = ("C", "XYZWC")
_AXES = ("X", "XY", "XYZ", "XYZW")


@dataclass(frozen=True)
class Violation:
    """A relation that does not hold: what is wrong, with the first index that differs in the notes."""

    message: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Undecided:
    """A proof that was not finished, and why."""

    reason: str


Verdict = Violation | Undecided | None
"""None: the relation holds."""


class Relation(ABC):
    """What a rewrite keeps."""

    name: ClassVar[str]

    @abstractmethod
    def check(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        """
        Prove the relation between an instruction and what it was rewritten to.

        `budget` is how many elements an enumeration may visit.
        """


def _single(before: Snapshot, after: Sequence[Snapshot]) -> Snapshot | Violation:
    if len(after) != 1:
        return Violation(f"one instruction was expected, {len(after)} were made of '{before.name}'")
    if len(after[0].operands) != len(before.operands):
        return Violation(
            f"'{before.name}' had {len(before.operands)} operands with patterns, '{after[0].name}' has "
            f"{len(after[0].operands)}"
        )
    return after[0]


def _same_place(before: Operand, after: Operand) -> Violation | None:
    """That both walk the same memory, from the same start, in elements of the same size."""
    if after.value is not before.value:
        return Violation(f'operand "{after.name}" is another value than before')
    if after.start != before.start:
        return Violation(
            f'operand "{after.name}" starts at another expression',
            (f"before: {before.start or 'a static start'}", f"after: {after.start or 'a static start'}"),
        )
    old, new = before.access.element, after.access.element
    if old.size_in_bytes != new.size_in_bytes:
        return Violation(
            f'operand "{after.name}" is counted in elements of another size',
            (f"before: {old.name}, {old.size_in_bytes} bytes", f"after: {new.name}, {new.size_in_bytes} bytes"),
        )
    return None


def _same_walk(name: str, before: StridedSet, after: StridedSet, what: str = "elements") -> Violation | None:
    difference = first_difference(before, after)
    if difference is None:
        return None
    position, left, right = difference
    return Violation(
        f'operand "{name}" does not visit the same {what} in the same order',
        (
            f"they part at index {position}: before {_shown(left)}, after {_shown(right)}",
            f"before: {before}",
            f"after: {after}",
        ),
    )


def _shown(element: int | None) -> str:
    return "the walk has ended" if element is None else f"element {element}"


def _same_order(before: Operand, after: Operand) -> Violation | None:
    return _same_place(before, after) or _same_walk(after.name, before.walk, after.walk)


@dataclass(frozen=True)
class SameOrder(Relation):
    """Every operand visits the same elements in the same order."""

    name: ClassVar[str] = "same order"

    def check(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        made = _single(before, after)
        if isinstance(made, Violation):
            return made
        for old, new in zip(before.operands, made.operands, strict=True):
            violation = _same_order(old, new)
            if violation is not None:
                return violation
        return None


@dataclass(frozen=True)
class SameGroups(Relation):
    """
    Every operand visits the same elements in the same order, and the elements of the source that are reduced into one
    element of the result are the same.

    The groups before are the runs of `neuron.reduce_size` elements; after, the `reduce` part of the pattern says them,
    and the axis selector, where there is one, must select exactly that part.
    """

    name: ClassVar[str] = "same groups"

    def check(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        verdict = SameOrder().check(before, after, budget)
        if verdict is not None:
            return verdict
        size = before.integer("neuron.reduce_size")
        source = after[0].operand("ins", 0)
        if size is None or source is None:
            return None
        reduce = source.part("reduce")
        if reduce.num_input_elts != size:
            index = min(reduce.num_input_elts, size)
            return Violation(
                f'operand "{source.name}" is reduced in other groups',
                (
                    f"they part at index {index}: before, groups of {size} elements, after, of {reduce.num_input_elts}",
                    f"reduce: {reduce}",
                ),
            )
        return _check_axis(after[0], source, size)


def _check_axis(after: Snapshot, source: Operand, size: int) -> Violation | None:
    axis = getattr(after.properties.get("axis"), "data", "X")
    if "tensor_reduce" not in after.name or axis in _PARTITION_AXES or axis not in _AXES:
        return None
    count = _AXES.index(axis) + 1
    inside = [num for name in ("double_row", "free", "reduce") for num in source.part(name).shape if num != 1]
    selected = StridedSet.row_major(inside[-count:]).num_input_elts
    if selected == size:
        return None
    return Violation(
        f"axis {axis} selects groups of {selected} elements, not of {size}",
        (f"the counts that are not 1 inside a partition are {inside}; they part at index {min(selected, size)}",),
    )


@dataclass(frozen=True)
class Permutation(Relation):
    """
    Operands with a `double_row` part visit the same elements with their last `size` elements first; the others visit
    the same elements in the same order.
    """

    size: int
    name: ClassVar[str] = "permutation (free, rows) -> (rows, free)"

    def check(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        made = _single(before, after)
        if isinstance(made, Violation):
            return made
        for old, new in zip(before.operands, made.operands, strict=True):
            violation = _same_place(old, new) or self._check_operand(old, new)
            if violation is not None:
                return violation
        return None

    def _check_operand(self, old: Operand, new: Operand) -> Violation | None:
        if new.part("double_row").rank == old.part("double_row").rank:
            return _same_walk(new.name, old.walk, new.walk)
        inside = nest(nest(old.part("double_row"), old.part("free")), old.part("reduce"))
        try:
            outer, inner = inside.split(self.size)
        except StridedSetError as error:
            return Violation(f'operand "{new.name}" had no rows last', (str(error),))
        expected = nest(old.part("partition").shift(old.offset), nest(inner, outer))
        return _same_walk(new.name, expected, new.walk, "elements, rows first,")


@dataclass(frozen=True)
class OperandPieces(Relation):
    """
    One operand is walked piece by piece: as many pieces as an attribute says, piece r being what was the r-th run of
    elements, whether the pieces are enumerated outside or inside. The other operands visit the same elements in the
    same order.
    """

    section: str
    position: int
    attribute: str
    name: ClassVar[str] = "pieces of one operand"

    def check(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        made = _single(before, after)
        if isinstance(made, Violation):
            return made
        count = before.integer(self.attribute)
        for old, new in zip(before.operands, made.operands, strict=True):
            if count is not None and (new.section, new.position) == (self.section, self.position):
                violation = _same_place(old, new) or _check_pieces_of(old, new, count)
            else:
                violation = _same_order(old, new)
            if violation is not None:
                return violation
        return None


def _check_pieces_of(old: Operand, new: Operand, count: int) -> Violation | None:
    partition = _same_walk(
        new.name, old.part("partition").shift(old.offset), new.part("partition").shift(new.offset), "partitions"
    )
    if partition is not None:
        return partition
    free, walked = old.part("free"), new.part("free")
    size, rest = divmod(free.num_input_elts, count)
    if rest or not free.can_split(size):
        return Violation(f'operand "{new.name}" does not fall into {count} pieces', (f"before: {free}",))
    starts, piece = free.split(size)
    violation: Violation | None = None
    for dimension in (0, walked.rank - 1):
        if not walked.rank or walked.pairs[dimension][1] != count:
            continue
        violation = None
        for number in range(count):
            expected = piece.shift(starts.element_at(number))
            violation = _same_walk(new.name, expected, walked.select(dimension, number), f"elements in piece {number}")
            if violation is not None:
                break
        if violation is None:
            return None
    return violation or Violation(
        f'operand "{new.name}" has no dimension of {count} at either end of its free part', (f"after: {walked}",)
    )


@dataclass(frozen=True)
class Placeholder(Relation):
    """
    An operand with a run-time start keeps that start and what it walks inside a partition; its partitions begin where
    they did and may be more or fewer. The other operands visit the same elements in the same order.
    """

    name: ClassVar[str] = "placeholder"

    def check(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        made = _single(before, after)
        if isinstance(made, Violation):
            return made
        if made.indices != before.indices:
            return Violation("the indices are other values than before")
        for old, new in zip(before.operands, made.operands, strict=True):
            if old.start is None:
                violation = _same_order(old, new)
            else:
                violation = _same_place(old, new) or _check_placeholder(old, new)
            if violation is not None:
                return violation
        return None


def _check_placeholder(old: Operand, new: Operand) -> Violation | None:
    inside = [nest(nest(each.part("double_row"), each.part("free")), each.part("reduce")) for each in (old, new)]
    violation = _same_walk(
        new.name, inside[0].shift(old.offset), inside[1].shift(new.offset), "elements of a partition"
    )
    if violation is not None:
        return violation
    before, after = old.part("partition"), new.part("partition")
    common = min(before.num_input_elts, after.num_input_elts)
    difference = first_difference(before, after)
    if difference is None or difference.position >= common:
        return None
    return _same_walk(new.name, before, after, "partitions")


@dataclass(frozen=True)
class Pieces(Relation):
    """
    An instruction is the same, or cut into several: the operands whose elements correspond visit the same tuples of
    elements, each as often, and the others the same elements in the same order in every piece.

    Which operands correspond is the instruction's row in the legality table. Partitions, rows and reduced elements are
    never cut. Of an instruction that is not cut every part visits what it did, and the axis selector of a reduction
    selects its reduce part.
    """

    name: ClassVar[str] = "pieces"

    def check(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        if len(after) == 1:
            return self._check_whole(before, after, budget)
        row = INSTRUCTIONS.get(before.name)
        zipped = () if row is None else row.zipped
        for piece in after:
            if piece.name != before.name:
                return Violation(f"'{before.name}' was cut into something else, '{piece.name}'")
            single = _single(before, (piece,))
            if isinstance(single, Violation):
                return single
            for old, new in zip(before.operands, piece.operands, strict=True):
                violation = self._check_operand(old, new, (new.section, new.position) in zipped)
                if violation is not None:
                    return violation
        return _check_tuples(before, after, zipped, budget)

    def _check_whole(self, before: Snapshot, after: Sequence[Snapshot], budget: int) -> Verdict:
        verdict = SameOrder().check(before, after, budget)
        if verdict is not None:
            return verdict
        for old, new in zip(before.operands, after[0].operands, strict=True):
            # The same order is not enough: elements that move from one part to another are reduced with others.
            for part in ("partition", "double_row", "free", "reduce"):
                violation = _same_walk(new.name, old.part(part), new.part(part), f"elements of its {part} part")
                if violation is not None:
                    return violation
        source = after[0].operand("ins", 0)
        reduced = 1 if source is None else source.part("reduce").num_input_elts
        return None if source is None or reduced == 1 else _check_axis(after[0], source, reduced)

    def _check_operand(self, old: Operand, new: Operand, is_cut: bool) -> Violation | None:
        if not is_cut:
            return _same_order(old, new)
        violation = _same_place(old, new)
        for part in ("partition", "double_row", "reduce"):
            violation = violation or _same_walk(
                new.name, old.part(part), new.part(part), f"elements of its {part} part"
            )
        return violation


def _check_tuples(
    before: Snapshot, after: Sequence[Snapshot], zipped: Sequence[tuple[str, int]], budget: int
) -> Verdict:
    names = [operand.name for operand in before.operands if (operand.section, operand.position) in zipped]
    whole = joint_walk(_zipped_walks(before, zipped))
    pieces = [joint_walk(_zipped_walks(piece, zipped)) for piece in after]
    if whole is None or None in pieces:
        return Undecided("the dimensions of the operands straddle one another")
    joint = [piece for piece in pieces if piece is not None]
    answer = same_tuples(whole, joint)
    if answer is True:
        return None
    total = sum(piece.num_tuples for piece in joint)
    if total != whole.num_tuples:
        return Violation(
            f"the pieces visit {total} tuples of elements of ({', '.join(names)}), the whole {whole.num_tuples}",
            (f"they part at index {min(total, whole.num_tuples)} at the latest",),
        )
    if total > budget:
        return Undecided(f"{total} tuples of elements exceed the budget of {budget}")
    difference = first_missing(whole, joint)
    if difference is None:
        return None
    if isinstance(difference[1], tuple):
        return Violation(
            f"the pieces do not visit all tuples of elements of ({', '.join(names)})",
            (f"they part at index {difference[0]}: the tuple {difference[1]} is in no piece",),
        )
    return Violation(
        f"the pieces visit other tuples of elements of ({', '.join(names)})",
        (f"the tuple {difference} is in a piece, the whole does not visit it so often",),
    )


def _zipped_walks(of: Snapshot, zipped: Sequence[tuple[str, int]]) -> list[StridedSet]:
    return [
        operand.part("free").shift(operand.offset)
        for operand in of.operands
        if (operand.section, operand.position) in zipped
    ]


SAME_ORDER = SameOrder()
SAME_GROUPS = SameGroups()
PLACEHOLDER = Placeholder()
PIECES = Pieces()
