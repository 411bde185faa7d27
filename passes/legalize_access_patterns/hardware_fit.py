"""The concern *hardware fit*: flat patterns that the descriptors of the instruction can hold."""

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import ClassVar, NamedTuple

from xdsl.dialects.builtin import IntegerAttr, MemRefType
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.legality import (
    INSTRUCTIONS,
    Instruction,
    OperandKind,
    Violation,
    check_walk,
    fit_pairs,
    max_free_elements,
)
from ...dialects.neuron.memory import is_tile
from ...dialects.neuron.strided_set import Pairs, StridedSet, StridedSetError, Unknown, nest, pattern_text
from ...dialects.neuron.target import Limits
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.cayman_matmul_double_row_ap import ROWS
from ..access_builders.get_mx_scale_partition_ap import check_mx_scale_partition_ap
from ..access_builders.neuron_ap import (
    create_ap,
    hardware_walk,
    logical_shape,
    partition_extent,
    partition_set,
    start_partition,
)
from ..access_builders.tonga_reduce_ap import TOO_MANY_REDUCE_DIMS
from ..verify_rewrites.relations import PIECES
from .canonicaliser import Canonicaliser, Legalisation, change, flag, patterns_of, set_key, word
from .reduce import FREE_AXES

CUTTABLE = ("rank", "step")
"""Rules that cutting an instruction in pieces can help with."""


class FittedOperand(NamedTuple):
    """An operand in flat form as far as its descriptor allows, and the rules that it breaks even so."""

    access: AccessPatternAttr
    violations: tuple[Violation, ...]


class Operand(NamedTuple):
    """One operand of an instruction that is fitted."""

    section: str
    position: int
    place: int
    """Its index in the operands of the operation."""
    access: AccessPatternAttr
    type: "MemRefType[Attribute]"
    kind: OperandKind


class FitHardware(Canonicaliser):
    """
    Makes the parts of every pattern flat, re-factors counts and steps to what a descriptor holds, and cuts an
    instruction into several when its dimensions are still too many.

    Operands are cut along the same logical dimensions. Partitions, rows, reduced elements and the K of a matmul are
    never cut, and no piece may write what a later piece reads. What does not fit is refused with the numbers.
    """

    operations: ClassVar[tuple[str, ...]] = tuple(INSTRUCTIONS)
    relation: ClassVar[object | None] = PIECES
    names_target: ClassVar[bool] = True

    def __init__(self, legalisation: Legalisation) -> None:
        super().__init__(legalisation)
        # Models repeat their patterns. Keys are identities, so the values keep the objects alive.
        self._fitted: dict[tuple[int, int, str, int, int, int], tuple[object, object, object, FittedOperand]] = {}

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        row = INSTRUCTIONS[op.name]
        transposes = flag(op, "is_transpose")
        operands: list[Operand] = []
        for section, position, index, access in patterns_of(op):
            kind = row.kind(section, position, transposes=transposes)
            if kind is not None:
                operands.append(Operand(section, position, index, access, op.operand_type(index), kind))
        if not operands:
            return
        limits = self.legalisation.limits(op)
        fitted = [self._fit(op, operand, limits) for operand in operands]
        broken = [violation for each in fitted for violation in each.violations]
        if any(violation.rule not in CUTTABLE for violation in broken):
            self._refuse(op, row, operands, fitted)
            return
        if not self._check_instruction(op, operands, fitted, limits):
            return
        if broken:
            self._cut(op, rewriter, row, operands, fitted, limits)
            return
        patterns: dict[int, Attribute] = {
            operand.place: each.access for operand, each in zip(operands, fitted, strict=True)
        }
        if any(patterns[operand.place] is not operand.access for operand in operands):
            self._select_axes(op, patterns)
            change(op, rewriter, patterns)

    # Each operand by itself.

    def _fit(self, op: BirOp, operand: Operand, limits: Limits) -> FittedOperand:
        leading, trailing = _pinned(op, operand)
        key = (id(operand.access), id(operand.type), operand.kind.name, leading, trailing, id(limits))
        known = self._fitted.get(key)
        if known is None:
            fitted = fit_operand(operand.access, operand.type, operand.kind, limits, leading, trailing)
            known = self._fitted[key] = (operand.access, operand.type, limits, fitted)
            # What is fitted already is met again when the pass or the driver looks once more.
            again = (id(fitted.access), *key[1:])
            if not fitted.violations:
                self._fitted.setdefault(again, (fitted.access, operand.type, limits, fitted))
        return known[3]

    def _refuse(self, op: BirOp, row: Instruction, operands: list[Operand], fitted: list[FittedOperand]) -> None:
        for operand, each in zip(operands, fitted, strict=True):
            for violation in each.violations:
                if violation.rule in CUTTABLE:
                    continue
                message, notes = violation.message, violation.notes
                if violation.rule == "start partition" and row.illegal_start:
                    starts = [start_partition(other.access, other.type) for other in operands]
                    notes = (message, *notes)
                    message = row.illegal_start.format(*starts, *("-",) * 2)
                self.report(op, AccessPatternError(message, operand_index=operand.place, notes=notes))

    # All operands together.

    def _check_instruction(
        self, op: BirOp, operands: list[Operand], fitted: list[FittedOperand], limits: Limits
    ) -> bool:
        result_size = next((each.access.element.size_in_bytes for each in operands if each.kind.writes), None)
        interleaves = word(op, "perf_mode", "None") == "DoubleRowSwInterleave"
        fits = True
        for operand, each in zip(operands, fitted, strict=True):
            limit = max_free_elements(operand.kind, limits, result_size)
            if limit is not None and operand.kind.elements_limit and interleaves:
                # Software interleaved the two rows; they stay in the free part.
                limit *= ROWS
            count = prod([num for _, num in (*each.access.free.data, *each.access.reduce.data)])
            if limit is not None and count > limit:
                fits = False
                self.report(
                    op,
                    AccessPatternError(
                        f"has {count} free elements, the {operand.kind.description} takes at most {limit}",
                        operand_index=operand.place,
                        notes=(f"its free part is {pattern_text(each.access.free.data)}",),
                    ),
                )
            if operand.kind.name == "mx-scale":
                fits = self._check_scale(op, operands, operand) and fits
        return fits

    def _check_scale(self, op: BirOp, operands: list[Operand], scale: Operand) -> bool:
        # Scales of the moving operand stand third, those of the stationary one fourth.
        data = next((each for each in operands if (each.section, each.position) == ("ins", scale.position - 2)), None)
        if data is None:
            return True
        try:
            check_mx_scale_partition_ap(
                partition_set(scale.access),
                partition_set(data.access).num_input_elts,
                partition_extent(scale.type, scale.access.element),
            )
        except AccessPatternError as error:
            error.operand_index = scale.place
            self.report(op, error)
            return False
        return True

    def _select_axes(self, op: BirOp, patterns: dict[int, Attribute]) -> None:
        """Re-factoring may have given the reduced elements another number of dimensions."""
        source = patterns.get(0)
        if op.name != "bir.tensor_reduce" or not isinstance(source, AccessPatternAttr) or flag(op, "apply_transpose"):
            return
        rank = len(source.reduce.data)
        selector = word(op, "axis", "X")
        if selector not in FREE_AXES or not rank or FREE_AXES.index(selector) + 1 == rank:
            return
        if rank > min(self.legalisation.limits(op).max_reduce_dims, len(FREE_AXES)):
            raise AccessPatternError(
                TOO_MANY_REDUCE_DIMS,
                operand_index=0,
                notes=(f"a descriptor holds the reduced elements as {pattern_text(source.reduce.data)}",),
            )
        set_key(op, "axis", FREE_AXES[rank - 1])

    # Cutting.

    def _cut(
        self,
        op: BirOp,
        rewriter: PatternRewriter,
        row: Instruction,
        operands: list[Operand],
        fitted: list[FittedOperand],
        limits: Limits,
    ) -> None:
        too_wide = [
            (operand, violation)
            for operand, each in zip(operands, fitted, strict=True)
            for violation in each.violations
        ]
        try:
            pieces = _cut(op, row, operands, limits, self.settings.max_pieces)
        except AccessPatternError as error:
            for operand, violation in too_wide:
                notes = (*violation.notes, f"it cannot be cut: {error}", *getattr(error, "__notes__", ()))
                self.report(op, AccessPatternError(violation.message, operand_index=operand.place, notes=notes))
            return
        made: list[Operation] = []
        for patterns in pieces:
            piece = op.clone()
            change(piece, rewriter, patterns)
            self._select_axes(piece, patterns)
            made.append(piece)
        self.legalisation.count("num-cut", 1)
        self.legalisation.count("num-pieces", len(made))
        rewriter.insert(made, InsertPoint.before(op))
        rewriter.erase(op)


def _pinned(op: BirOp, operand: Operand) -> tuple[int, int]:
    """How many pairs at the start and at the end of the free part have to stay by themselves."""
    pairs = operand.access.free.data
    if operand.kind.name == "sparse-moving":
        ratio = op.properties.get("compress_ratio")
        count = ratio.value.data if isinstance(ratio, IntegerAttr) else 0
        leading = 1 if pairs and pairs[0][1] == count else 0
        trailing = 1 if len(pairs) > 1 and pairs[-1][1] == count else 0
        return leading, trailing
    is_block = op.name == "bir.stream_transpose" or (operand.section == "ins" and flag(op, "apply_transpose"))
    return 0, 1 if is_block and pairs else 0


def fit_operand(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    kind: OperandKind,
    limits: Limits,
    leading: int = 0,
    trailing: int = 0,
) -> FittedOperand:
    """
    A pattern in the legal form for an operand of that kind, and the rules that it breaks even in that form.

    `leading` and `trailing` pairs of the free part stay by themselves (a compress ratio, a dimension that trades places
    with the partitions); all else is flat, and re-factored where a count is too great.
    """
    pairs = access.free.data
    end = len(pairs) - trailing
    free, unfit_free = _fit_part(pairs[leading:end], kind, limits)
    reduce, unfit_reduce = _fit_part(access.reduce.data, kind, limits)
    legal = create_ap(
        access,
        type,
        partition=_flat_partition(access, type),
        free=StridedSet((*pairs[:leading], *free, *pairs[end:])),
        reduce=StridedSet(reduce),
    )
    unfit = [violation for violation in (unfit_free, unfit_reduce) if violation is not None]
    rules = {violation.rule for violation in unfit}
    checked = [each for each in check_walk(hardware_walk(legal, type), kind, limits) if each.rule not in rules]
    return FittedOperand(legal, (*unfit, *checked))


def _fit_part(pairs: Pairs, kind: OperandKind, limits: Limits) -> tuple[Pairs, Violation | None]:
    flat = StridedSet(pairs).flatten().pairs
    if not kind.has_descriptor:
        return flat, None
    fitted = fit_pairs(flat, limits.min_step, limits.max_step, limits.max_num)
    return (flat, fitted) if isinstance(fitted, Violation) else (fitted, None)


def _flat_partition(access: AccessPatternAttr, type: "MemRefType[Attribute]") -> StridedSet:
    flat = partition_set(access).flatten()
    if flat.pairs or not is_tile(type):
        return flat
    # The first pair of a pattern on chip is the partition pair, also of a single partition.
    return StridedSet(((partition_extent(type, access.element), 1),))


def _cut(
    op: BirOp, row: Instruction, operands: list[Operand], limits: Limits, max_pieces: int
) -> list[dict[int, Attribute]]:
    """
    The patterns of the pieces, in order, each by the index of the operand.

    Raises AccessPatternError when the instruction cannot be cut, or not in so few pieces.
    """
    cut = [operand for operand in operands if (operand.section, operand.position) in row.zipped]
    if not cut:
        raise AccessPatternError(f"the elements of the operands of '{op.name}' do not correspond one to one")
    if "sym_name" in op.properties:
        raise AccessPatternError("it has a name, by which other instructions may refer to it")
    fixed = [operand for operand in operands if operand not in cut]
    if any(_fit_piece(operand, (), limits, whole=True) is None for operand in fixed):
        raise AccessPatternError("the dimensions that are too many belong to an operand that every piece needs whole")
    whole = {operand.place: fit_operand(operand.access, operand.type, operand.kind, limits).access for operand in fixed}
    sets = _in_step(cut)
    hazard: AccessPatternError | None = None
    for chosen in _choices(cut, sets, limits, max_pieces):
        pieces = [{**whole, **each} for each in _pieces(cut, sets, chosen, limits)]
        try:
            _check_hazards(op, operands, pieces)
        except AccessPatternError as error:
            # Another choice may do; the first one, with the fewest pieces, is told when none does.
            hazard = hazard or error
        else:
            return pieces
    if hazard is not None:
        raise hazard
    raise AccessPatternError("the dimensions that are too many are rows or reduced elements, which are not cut")


def _pieces(
    cut: list[Operand], sets: list[StridedSet], chosen: tuple[int, ...], limits: Limits
) -> Iterator[dict[int, Attribute]]:
    """The patterns of the operands that are cut, piece by piece."""
    shape = sets[0].shape
    kept = [dimension for dimension in range(len(shape)) if dimension not in chosen]
    for positions in product(*[range(shape[dimension]) for dimension in chosen]):
        patterns: dict[int, Attribute] = {}
        for operand, free in zip(cut, sets, strict=True):
            shift = sum(free.pairs[dimension][0] * at for dimension, at in zip(chosen, positions, strict=True))
            inner = StridedSet([free.pairs[dimension] for dimension in kept])
            patterns[operand.place] = _piece(operand, inner, shift, limits)
        yield patterns


def _in_step(cut: list[Operand]) -> list[StridedSet]:
    """
    The free parts with the same counts, so that element k of each is at the same position.

    Raises AccessPatternError when they have other numbers of elements, or dimensions that straddle one another.
    """
    flats = [StridedSet(operand.access.free.data).flatten() for operand in cut]
    if len({flat.num_input_elts for flat in flats}) > 1:
        counts = " and ".join(str(flat.num_input_elts) for flat in flats)
        raise AccessPatternError(f"its operands have {counts} elements a partition")
    bounds: set[int] = set()
    for flat in flats:
        inside = 1
        for _, num in reversed(flat.pairs):
            inside *= num
            bounds.add(inside)
    shape: list[int] = []
    inside = 1
    for bound in sorted(bounds):
        # A bound that the next smaller one does not divide straddles; the reshape below says which.
        shape.append(max(bound // inside, 1))
        inside = bound
    try:
        return [flat.reshape(reversed(shape)) for flat in flats]
    except StridedSetError:
        patterns = " and ".join(str(flat) for flat in flats)
        raise AccessPatternError(f"the dimensions of {patterns} straddle one another") from None


def _choices(cut: list[Operand], sets: list[StridedSet], limits: Limits, max_pieces: int) -> Iterator[tuple[int, ...]]:
    """
    The sets of dimensions to cut along that leave pieces that fit: those with the fewest pieces, then the outer ones
    first.

    Raises AccessPatternError with the least number of pieces when it is greater than `max_pieces`.
    """
    shape = sets[0].shape
    candidates: list[tuple[int, tuple[int, ...]]] = []
    for size in range(1, len(shape) + 1):
        for chosen in combinations(range(len(shape)), size):
            candidates.append((prod([shape[dimension] for dimension in chosen]), chosen))
    candidates.sort()
    some = False
    for pieces, chosen in candidates:
        inner = [tuple([pair for dimension, pair in enumerate(free.pairs) if dimension not in chosen]) for free in sets]
        if all(_fit_piece(operand, pairs, limits) is not None for operand, pairs in zip(cut, inner, strict=True)):
            if pieces > max_pieces:
                if some:
                    return
                raise AccessPatternError(f"it takes {pieces} pieces, at most {max_pieces} are made")
            some = True
            yield chosen


def _fit_piece(operand: Operand, free: Pairs, limits: Limits, *, whole: bool = False) -> Pairs | None:
    """The free part of a piece as its descriptor holds it; None when it does not."""
    kind = operand.kind
    pairs, unfit = _fit_part(operand.access.free.data if whole else free, kind, limits)
    reduce, unfit_reduce = _fit_part(operand.access.reduce.data, kind, limits)
    if unfit is not None or unfit_reduce is not None:
        return None
    used = (*operand.access.double_row.data, *pairs, *reduce)
    return None if len([num for _, num in used if num != 1]) > kind.max_free_dims else pairs


def _piece(operand: Operand, free: StridedSet, shift: int, limits: Limits) -> AccessPatternAttr:
    """The pattern of one piece; its logical shape is what is walked in it."""
    access = operand.access
    inside = nest(nest(StridedSet(access.double_row.data), free), StridedSet(access.reduce.data))
    shape = logical_shape(operand.type, partition_set(access).num_input_elts, inside.shape)
    moved = access.with_parts(free=free.pairs, offset=access.offset.data + shift, access_shape=shape)
    return fit_operand(moved, operand.type, operand.kind, limits).access


def _check_hazards(op: BirOp, operands: list[Operand], pieces: list[dict[int, Attribute]]) -> None:
    """Raises AccessPatternError when a piece would write what a later piece reads."""
    for written in operands:
        for read in operands:
            if not written.kind.writes or read.kind.writes:
                continue
            if op.operands[written.place] is not op.operands[read.place]:
                continue
            if _whole(written.access).is_disjoint_from(_whole(read.access)) is True:
                continue
            writes = [_whole(patterns[written.place]) for patterns in pieces]
            reads = [_whole(patterns[read.place]) for patterns in pieces]
            for first, wrote in enumerate(writes):
                for second in range(first + 1, len(pieces)):
                    overlap = wrote.overlaps(reads[second])
                    if overlap is False:
                        continue
                    reason = f" ({overlap.reason})" if isinstance(overlap, Unknown) else ""
                    may = "may write" if reason else "would write"
                    raise AccessPatternError(
                        f"piece {first} {may} what piece {second} reads{reason}: {wrote} and {reads[second]}"
                    )


def _whole(access: Attribute) -> StridedSet:
    assert isinstance(access, AccessPatternAttr)
    return access.set
