"""What the patterns of `legalize-access-patterns` share: limits, reporting, and changes in place."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, MemRefType
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.utils.exceptions import VerifyException

from ...dialects.bir.operation import PATTERNS_SUFFIX, BirOp
from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.errors import OperationError
from ...dialects.neuron.op_format import layout_of
from ...dialects.neuron.target import Limits, TargetAttr, target_of
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_complicated_dma_ap import DMAPredicate
from ..access_builders.add_sparse_matmul_ap import SparseLayout
from ..access_builders.tonga_partition_ap import PartitionRule
from ..manager.diagnostics import emit_error
from ..manager.rewriting import OpPattern
from ..repeated_rewrites import Key, repetition_key


@dataclass(frozen=True)
class Settings:
    """The options of the pass, as its patterns read them. None: not given."""

    strip_fp32r: bool = True
    double_row_stride_alignment: int | None = None
    max_reduce_dims: int | None = None
    max_strides: int | None = None
    align_moving: bool = False
    legacy_double_row: bool = False
    sparse_layout: SparseLayout = SparseLayout.NATURAL
    partition_rule: PartitionRule = PartitionRule.GREATER
    dma_predicate: DMAPredicate = DMAPredicate.SHAPE
    max_pieces: int = 64


class Legalisation:
    """One run of the pass: its context, its settings, and the limits of the targets that it meets."""

    def __init__(
        self, context: Context, settings: Settings, count: Callable[[str, int], None] = lambda name, amount: None
    ) -> None:
        """`count` adds to a counter of the pass."""
        self.context = context
        self.count = count
        self.settings = settings
        self.refused: set[Operation] = set()
        """The instructions that an error was reported about."""
        self._targets: dict[Operation | None, TargetAttr] = {}
        self._limits: dict[TargetAttr, Limits] = {}

    def target(self, op: Operation) -> TargetAttr:
        """The target that an operation is compiled for."""
        parent = op.parent_op()
        target = self._targets.get(parent)
        if target is None:
            target = self._targets[parent] = target_of(op)
        return target

    def limits(self, op: Operation) -> Limits:
        """
        The limits that hold for an operation: what its target attribute sets, else what an option of the pass sets,
        else the table.
        """
        target = self.target(op)
        limits = self._limits.get(target)
        if limits is None:
            names = ("double_row_stride_alignment", "max_reduce_dims", "max_strides")
            given = {name: getattr(self.settings, name) for name in names}
            chosen = {
                name: value
                for name, value in given.items()
                if value is not None and not hasattr(getattr(target, name), "data")
            }
            limits = self._limits[target] = replace(target.limits, **chosen) if chosen else target.limits
        return limits


_VERBS = ("cannot", "has", "is", "lies")
"""A message that starts with one of these is about its operand; any other is an assertion that stands by itself."""


@dataclass(frozen=True)
class _InPlace:
    """What became of an instruction that a pattern left where it is: new properties and attributes, None for no change.

    `held` keeps the identities taken that it was found by.
    """

    changed: tuple[dict[str, Attribute], dict[str, Attribute]] | None
    held: list[Attribute]

    def apply(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Do the same to an instruction that says the same."""
        if self.changed is None:
            return
        properties, attributes = self.changed
        op.properties, op.attributes = properties.copy(), attributes.copy()
        rewriter.notify_op_modified(op)


class Canonicaliser(OpPattern):
    """
    One concern of legalisation.

    Subclasses name the operations they look at and write `canonicalise`, which changes the instruction, or raises
    AccessPatternError (another VerifyException too) to say what cannot be.
    """

    roots: ClassVar[tuple[type[Operation], ...]] = (BirOp,)
    operations: ClassVar[tuple[str, ...]]
    """The names of the operations that the pattern may match."""
    makes: ClassVar[tuple[str, ...]] = ()
    """The names of other operations that it makes, which later patterns look at."""
    names_target: ClassVar[bool] = False
    """Whether an error depends on the target, and says which one it is."""

    def __init__(self, legalisation: Legalisation) -> None:
        self.legalisation = legalisation
        self.settings = legalisation.settings
        # Models repeat their patterns, and equal attributes are mostly one object. Keys are identities, which is why
        # the objects are kept.
        self._made: dict[tuple[object, ...], tuple[object, AccessPatternAttr]] = {}
        self._known: dict[Key, _InPlace] = {}

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        # What one concern refused, no other one looks at: it would only tell the same story again.
        if op.name not in self.operations or not isinstance(op, BirOp) or op in self.legalisation.refused:
            return
        key, held = repetition_key(op)
        known = self._known.get(key)
        if known is not None:
            known.apply(op, rewriter)
            return
        neighbours = op.prev_op, op.next_op
        before = dict(op.properties), dict(op.attributes)
        try:
            self.canonicalise(op, rewriter)
        except VerifyException as error:
            self.report(op, error)
            return
        if op.parent is None or (op.prev_op, op.next_op) != neighbours:
            return
        after = dict(op.properties), dict(op.attributes)
        self._known[key] = _InPlace(None if after == before else after, held)

    def remembered(
        self,
        access: AccessPatternAttr,
        type: "MemRefType[Attribute]",
        key: tuple[object, ...],
        build: Callable[[], AccessPatternAttr],
    ) -> AccessPatternAttr:
        """What `build` makes of a pattern and its memref, made once; `key` is all else that it depends on."""
        full_key = (id(access), id(type), *key)
        known = self._made.get(full_key)
        if known is None:
            known = self._made[full_key] = ((access, type), build())
        return known[1]

    @abstractmethod
    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        """Make one concern of an instruction legal; return without doing anything when it is."""

    def report(self, op: BirOp, error: VerifyException) -> None:
        """Report what keeps an instruction from being legal, at the operand that it is about."""
        self.legalisation.refused.add(op)
        notes: list[str] = [*getattr(error, "__notes__", ())]
        if self.names_target and isinstance(error, AccessPatternError):
            notes.append(f"target: {self.legalisation.target(op)}")
        index: int | None = getattr(error, "operand_index", None)
        message = str(error)
        if index is not None:
            separator = "" if message.partition(" ")[0] in _VERBS else ":"
            message = f'operand "{op.operand_name(index)}"{separator} {message}'
        property_name: str | None = getattr(error, "property_name", None)
        emit_error(
            self.legalisation.context, op, message, operand=index, property_name=property_name, notes=tuple(notes)
        )


def operand_index(op: BirOp, section: str, position: int) -> int | None:
    """The index in `op.operands` of an operand of a section; None when there is none."""
    indices = op.group_range(section)
    return indices[position] if position < len(indices) else None


def pattern_of(op: BirOp, section: str, position: int) -> tuple[int, AccessPatternAttr] | None:
    """The index of an operand and its `#neuron.ap`; None when there is no such operand or it has another pattern."""
    index = operand_index(op, section, position)
    if index is None:
        return None
    patterns = op.patterns(section)
    pattern = patterns[position] if position < len(patterns) else None
    return (index, pattern) if isinstance(pattern, AccessPatternAttr) else None


def patterns_of(op: BirOp) -> list[tuple[str, int, int, AccessPatternAttr]]:
    """Section, position in it, index and pattern of every operand with a `#neuron.ap`."""
    found: list[tuple[str, int, int, AccessPatternAttr]] = []
    for section in op.SECTIONS:
        for position, (index, pattern) in enumerate(zip(op.group_range(section), op.patterns(section), strict=False)):
            if isinstance(pattern, AccessPatternAttr):
                found.append((section, position, index, pattern))
    return found


def at_operand(error: VerifyException, index: int) -> VerifyException:
    """The error, pointing to an operand."""
    if isinstance(error, OperationError):
        error.operand_index = index
    return error


def integer_attribute(op: BirOp, name: str) -> int | None:
    """
    The value of a discardable integer attribute; None when it is not there.

    Raises OperationError for an attribute of another kind or a value that is not positive.
    """
    value = op.attributes.get(name)
    if value is None:
        return None
    if not isinstance(value, IntegerAttr):
        raise OperationError(f'attribute "{name}" is {value}, it must be an integer', property_name=name)
    number = value.value.data
    if number < 1:
        raise OperationError(f'attribute "{name}" is {number}, it must be at least 1', property_name=name)
    return number


def flag(op: BirOp, name: str) -> bool:
    """Whether a boolean key of an instruction is set."""
    value = op.properties.get(name)
    return isinstance(value, IntegerAttr) and bool(value.value.data)


def word(op: BirOp, name: str, default: str) -> str:
    """The word of an enumeration key of an instruction, `default` where it is not given."""
    data = getattr(op.properties.get(name), "data", default)
    return str(getattr(data, "value", data))


def change(
    op: BirOp,
    rewriter: PatternRewriter,
    patterns: Mapping[int, Attribute],
    *,
    drop: Sequence[str] = (),
    add: Mapping[str, Attribute] | None = None,
) -> None:
    """
    Give operands (by their index) other patterns, drop discardable attributes and add others; in place.

    Does nothing, and does not count as a rewrite, when nothing changes.
    """
    changed = False
    for section in op.SECTIONS:
        indices = op.group_range(section)
        entries = op.properties.get(section + PATTERNS_SUFFIX)
        if not any(index in patterns for index in indices) or not isinstance(entries, ArrayAttr):
            continue
        old = cast("ArrayAttr[Attribute]", entries).data
        new = list(old)
        # Immediates and registers stand between the patterns of memrefs.
        places = [place for place, entry in enumerate(old) if entry.name in op.PATTERNS]
        for place, index in zip(places, indices, strict=False):
            new[place] = patterns.get(index, old[place])
        if any(made is not was for made, was in zip(new, old, strict=True)):
            op.properties[section + PATTERNS_SUFFIX] = ArrayAttr(new)
            changed = True
    for name in drop:
        changed = op.attributes.pop(name, None) is not None or changed
    for name, value in (add or {}).items():
        if op.attributes.get(name) != value:
            op.attributes[name] = value
            changed = True
    if changed:
        rewriter.notify_op_modified(op)


def set_key(op: BirOp, name: str, value: str) -> None:
    """Set an enumeration key of an instruction; its default is not kept."""
    layout = layout_of(type(op))
    attribute = layout.forms[name].coerce(value)
    if attribute == layout.defaults[name]:
        op.properties.pop(name, None)
    else:
        op.properties[name] = attribute
