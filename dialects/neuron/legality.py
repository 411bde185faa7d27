"""What hardware takes: the rules for an access pattern, by the kind of operand and the target.

The tables say which kind each operand of an instruction is (`INSTRUCTIONS`) and what each kind takes
(`OPERAND_KINDS`); `check_walk` holds a walk against a kind and the limits of a target, `fit_pairs` re-factors a walk so
that a descriptor can hold it. Legalisation and the tool that explains patterns use the same tables. Nothing here needs
the IR: a `Walk` is made of numbers.

Public sources: AWS Neuron documentation (access patterns, start partitions, PSUM banks, tile limits) and the
reverse-engineering notes on neuronx_cc 2.24 (descriptors of one to four free dimensions, 16-bit steps and counts, the
rank of each operand, the assertion strings).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .strided_set import StridedSet, StridedSetError, divisors, pattern_text

if TYPE_CHECKING:
    from .strided_set import Pairs
    from .target import Limits

ON_CHIP = ("sbuf", "psum")

NEGATIVE_PARTITION_STEP = "Negative step in Pattern[0] not supported"
TOO_MANY_PARTITION_DIMS = "too many partition dims! "
NOT_IN_PSUM = "Result buffer of matmult must be psum!"
MULTIBANK = "do not support psum multibank"


class Violation(NamedTuple):
    """One rule that a walk breaks: which one (a word), what is wrong, and the numbers."""

    rule: str
    message: str
    notes: tuple[str, ...] = ()


class Walk(NamedTuple):
    """
    An access as the descriptor of an instruction sees it.

    `partition` and `inside` are pairs, outermost first, in elements; `start_partition` and `start` say where the first
    element is (partition, and element in it), `extent` how many elements a partition has. `start` and `start_partition`
    are 0 and `is_static` is false for an address that is known at run time only.
    """

    space: str
    partition: Pairs
    inside: Pairs
    start_partition: int
    start: int
    extent: int
    element_size: int
    is_static: bool = True

    @property
    def partitions(self) -> int:
        """How many partitions are walked."""
        count = 1
        for _, num in self.partition:
            count *= num
        return count


@dataclass(frozen=True)
class OperandKind:
    """
    What an operand of one kind takes.

    `max_free_dims` counts the dimensions inside a partition with more than one element. `writes` marks results.
    `partition_dims` is how many dimensions the partitions may take; more than one only where the layout says so.
    """

    name: str
    description: str
    max_free_dims: int
    spaces: tuple[str, ...] = ON_CHIP
    writes: bool = False
    max_free_elements: int | None = None
    elements_limit: str = ""
    """The name of the limit of the target that bounds the free elements, where one does."""
    single_bank: bool = False
    """Whether a walk in PSUM must stay in one bank."""
    partition_dims: int = 1
    unit_stride: bool = False
    """Whether the free part must be one contiguous run, forwards or backwards."""
    keeps_type: bool = False
    """Whether the elements are written as they were read, so that psum takes narrow ones too."""
    has_descriptor: bool = True
    """Whether steps and counts stand in a descriptor of an engine; DMA has its own."""


def _kinds(*kinds: OperandKind) -> dict[str, OperandKind]:
    return {kind.name: kind for kind in kinds}


OPERAND_KINDS: dict[str, OperandKind] = _kinds(
    OperandKind("source-2d", "source", 2),
    OperandKind("source-3d", "source", 3),
    OperandKind("source-4d", "source", 4),
    OperandKind("result-2d", "result", 2, writes=True),
    OperandKind("result-3d", "result", 3, writes=True),
    OperandKind("result-4d", "result", 4, writes=True),
    OperandKind("statistics-source", "source of batch-norm statistics", 4, max_free_elements=512),
    OperandKind("matmul-moving", "moving operand of a matmul", 3, ("sbuf",), elements_limit="max_matmul_moving"),
    OperandKind(
        "matmul-stationary", "stationary operand of a matmul", 3, ("sbuf",), elements_limit="max_matmul_stationary"
    ),
    OperandKind("matmul-result", "result of a matmul", 3, ("psum",), writes=True, single_bank=True),
    OperandKind(
        "transpose-result",
        "result of a transposing matmul",
        3,
        ("psum",),
        writes=True,
        single_bank=True,
        keeps_type=True,
    ),
    OperandKind("sparse-moving", "moving operand of a structured-sparse matmul", 4, ("sbuf",)),
    OperandKind("sparse-tags", "tags of a structured-sparse matmul", 3, ("sbuf",)),
    OperandKind("mx-data", "data operand of a microscaling matmul", 1, ("sbuf",), unit_stride=True),
    OperandKind("mx-scale", "scales of a microscaling matmul", 1, ("sbuf",), partition_dims=2, unit_stride=True),
    OperandKind("dma", "operand of a DMA transfer", 4, ("hbm", "sbuf", "psum"), has_descriptor=False),
)
"""The kinds of operands by name."""


@dataclass(frozen=True)
class Instruction:
    """
    The kinds of the operands of one instruction; the last kind of a section serves all further operands.

    `zipped` names the operands (section and index) whose free elements correspond one to one, so that they can be cut
    together; none when the instruction cannot be cut. `illegal_start` is the assertion about start partitions, in
    which `{0}`, `{1}`, … stand for the start partitions of the operands. `transposed_result` is the kind of the result
    where the instruction transposes.
    """

    ins: tuple[str, ...]
    outs: tuple[str, ...]
    zipped: tuple[tuple[str, int], ...] = ()
    illegal_start: str = ""
    transposed_result: str = ""

    def kind(self, section: str, index: int, *, transposes: bool = False) -> OperandKind | None:
        """The kind of an operand (of an instruction with its transpose flag set); None where the section has none."""
        if transposes and self.transposed_result and section == "outs":
            return OPERAND_KINDS[self.transposed_result]
        names: tuple[str, ...] = self.ins if section == "ins" else self.outs if section == "outs" else ()
        return OPERAND_KINDS[names[min(index, len(names) - 1)]] if names else None


_ONE_TO_ONE = (("ins", 0), ("outs", 0))
_MATMUL_START = "Illegal start partition in MatMulOp: {0}, {1}, {2}"
_COPY_START = "tensorcopy src start_partition({0}) or dst start_partition({1}) is illegal"


def _copy() -> Instruction:
    return Instruction(("source-4d",), ("result-4d",), _ONE_TO_ONE, _COPY_START)


def _four() -> Instruction:
    return Instruction(("source-4d",), ("result-4d",))


def _three() -> Instruction:
    return Instruction(("source-3d",), ("result-3d",))


def _dma() -> Instruction:
    return Instruction(("dma",), ("dma",))


INSTRUCTIONS: dict[str, Instruction] = {
    "bir.matmult": Instruction(
        ("matmul-moving", "matmul-stationary"), ("matmul-result",), _ONE_TO_ONE, _MATMUL_START, "transpose-result"
    ),
    "bir.matmult_sparse": Instruction(
        ("sparse-moving", "matmul-stationary", "sparse-tags"), ("matmul-result",), (), _MATMUL_START
    ),
    "bir.matmult_mx": Instruction(("mx-data", "mx-data", "mx-scale"), ("matmul-result",), (), _MATMUL_START),
    "bir.activation": _three(),
    "bir.tensor_tensor": Instruction(("source-3d",), ("result-3d",), (("ins", 0), ("ins", 1), ("outs", 0))),
    "bir.tensor_scalar": _three(),
    "bir.tensor_scalar_ptr": _three(),
    "bir.quantize_mx": Instruction(("source-3d",), ("result-4d",)),
    "bir.tensor_copy": _copy(),
    "bir.tensor_copy_dynamic_src": _copy(),
    "bir.tensor_copy_dynamic_dst": _copy(),
    "bir.tensor_reduce": Instruction(("source-4d",), ("result-4d",), _ONE_TO_ONE),
    "bir.tonga_reduce_macro_symbolic": Instruction(("source-4d",), ("result-4d",), _ONE_TO_ONE),
    "bir.bn_stats": Instruction(("statistics-source",), ("result-4d",)),
    "bir.bn_stats_aggregate": _four(),
    "bir.stream_transpose": _four(),
    "bir.stream_shuffle": _four(),
    "bir.pool": _four(),
    "bir.max": _four(),
    "bir.max_index": _four(),
    "bir.match_replace": _four(),
    "bir.max_index_and_match_replace": _four(),
    "bir.gather": _four(),
    "bir.indirect_copy": _four(),
    "bir.iota": _four(),
    "bir.memset": _four(),
    "bir.reciprocal": Instruction(("source-4d",), ("result-4d",), _ONE_TO_ONE),
    "bir.dma_copy": _dma(),
    "bir.load": _dma(),
    "bir.save": _dma(),
}
"""The operand kinds of the instructions whose descriptors are publicly known, by the name of their operation."""


# ---------------------------------------------------------------------------------------------- checks


def check_walk(walk: Walk, kind: OperandKind, limits: Limits) -> tuple[Violation, ...]:
    """Every rule that the walk of an operand of that kind breaks on a target, in the order in which they are told."""
    if walk.space not in kind.spaces:
        return (_wrong_space(walk, kind),)
    found: list[Violation] = []
    if walk.space != "hbm":
        found.extend(_check_partitions(walk, kind, limits))
    if kind.has_descriptor:
        found.extend(_check_descriptor(walk, kind, limits))
    if walk.space == "psum":
        found.extend(_check_psum(walk, kind, limits))
    return tuple(found)


def _wrong_space(walk: Walk, kind: OperandKind) -> Violation:
    if kind.spaces == ("psum",):
        message = NOT_IN_PSUM
    else:
        message = f"lies in {walk.space}, the {kind.description} must be in {' or '.join(kind.spaces)}"
    return Violation("memory", message, (f"it lies in {walk.space}",) if kind.spaces == ("psum",) else ())


def _check_partitions(walk: Walk, kind: OperandKind, limits: Limits) -> list[Violation]:
    found: list[Violation] = []
    partition = StridedSet(walk.partition)
    flat = partition.flatten().pairs
    for step, _ in flat:
        if step < 0:
            found.append(Violation("partition step", NEGATIVE_PARTITION_STEP, (f"the partition part is {partition}",)))
    if kind.has_descriptor and len(flat) > kind.partition_dims:
        found.append(
            Violation(
                "partition dims",
                f"{TOO_MANY_PARTITION_DIMS}{pattern_text(flat)}",
                (f"the {kind.description} takes {kind.partition_dims} partition dimension"
                 f"{'' if kind.partition_dims == 1 else 's'}",),
            )
        )  # fmt: skip
    elif kind.has_descriptor and len(flat) == 1 and flat[0][0] >= 0 and flat[0][0] != walk.extent:
        found.append(
            Violation(
                "partition step",
                f"the step of the partition part {partition} is {flat[0][0]}, it must be {walk.extent}, one partition",
                ("an operand occupies consecutive partitions",),
            )
        )
    available = limits.psum_partitions if walk.space == "psum" else limits.sbuf_partitions
    if walk.partitions > available:
        found.append(
            Violation(
                "partitions",
                f"{walk.partitions} partitions are walked, {walk.space} of {limits.name} has {available}",
            )
        )
    elif walk.is_static and kind.has_descriptor:
        starts = limits.start_partitions(_span(walk, flat))
        if walk.start_partition not in starts:
            found.append(
                Violation(
                    "start partition",
                    f"{walk.partitions} partition{'' if walk.partitions == 1 else 's'} cannot start at partition "
                    f"{walk.start_partition}",
                    (f"they can start at {_either(starts)}",),
                )
            )
    return found


def _span(walk: Walk, flat: Pairs) -> int:
    """The partitions from the first to the last one that is walked."""
    return 1 + sum([abs(step) * (num - 1) for step, num in flat]) // walk.extent


def _check_descriptor(walk: Walk, kind: OperandKind, limits: Limits) -> list[Violation]:
    found: list[Violation] = []
    pairs = [(step, num) for step, num in walk.inside if num != 1]
    if len(pairs) > kind.max_free_dims:
        found.append(rank_violation(walk.inside, kind))
    for step, num in pairs:
        found.extend(_check_pair(step, num, limits))
    if kind.unit_stride:
        flat = StridedSet(walk.inside).flatten().pairs
        if len(flat) > 1 or (flat and abs(flat[0][0]) != 1):
            found.append(
                Violation(
                    "unit stride",
                    f"the {kind.description} must be one contiguous run, it is {pattern_text(flat)}",
                    ("its descriptor has one dimension, with step 1 or -1",),
                )
            )
    return found


def rank_violation(pairs: Pairs, kind: OperandKind) -> Violation:
    """That a walk takes more free dimensions than the descriptor of its operand has."""
    used = [pair for pair in pairs if pair[1] != 1]
    return Violation(
        "rank",
        f"Illegal ISA memory access dimension {len(used)}, which must be in range of [1, {kind.max_free_dims}]D tensor "
        "for ISA mem pattern",
        (f"the {kind.description} walks {pattern_text(used)} inside a partition",),
    )


def _check_pair(step: int, num: int, limits: Limits) -> list[Violation]:
    found: list[Violation] = []
    if not limits.min_step <= step <= limits.max_step:
        found.append(
            Violation(
                "step", f"the step of [{step}, {num}] is outside [{limits.min_step}, {limits.max_step}]", _STEP_NOTE
            )
        )
    if num > limits.max_num:
        found.append(Violation("num", f"the count of [{step}, {num}] is greater than {limits.max_num}", _NUM_NOTE))
    return found


_STEP_NOTE = ("a descriptor holds steps as signed 16-bit numbers of elements",)
_NUM_NOTE = ("a descriptor holds counts as unsigned 16-bit numbers",)


def _check_psum(walk: Walk, kind: OperandKind, limits: Limits) -> list[Violation]:
    found: list[Violation] = []
    narrow = 2 if limits.has_microscaling and kind.single_bank else 4
    if kind.writes and not kind.keeps_type and walk.element_size < narrow:
        sizes = "4-byte" if narrow == 4 else "2-byte or 4-byte"
        found.append(
            Violation(
                "psum dtype",
                f"a {walk.element_size}-byte element type cannot be written to psum",
                (f"the {kind.description} takes {sizes} element types on {limits.name}",),
            )
        )
    if kind.single_bank and walk.is_static:
        found.extend(_check_bank(walk, kind, limits))
    return found


def _check_bank(walk: Walk, kind: OperandKind, limits: Limits) -> list[Violation]:
    inside = StridedSet(walk.inside, walk.start)
    first = inside.minimum * walk.element_size // limits.psum_bank_bytes
    last = ((inside.maximum + 1) * walk.element_size - 1) // limits.psum_bank_bytes
    # From v4 on one matmul fills several banks (AWS Neuron documentation: up to 4096 float32 elements).
    if first == last or limits.has_microscaling:
        return []
    size = (inside.maximum + 1 - inside.minimum) * walk.element_size
    fitting = limits.psum_bank_bytes // walk.element_size
    return [
        Violation(
            "psum bank",
            MULTIBANK,
            (
                f"the {kind.description} takes {size} bytes a partition, in banks {first} to {last}; a bank of "
                f"{limits.name} has {limits.psum_bank_bytes} bytes",
                f"cut it so that each piece has at most {fitting} elements a partition and lies in one bank",
            ),
        )
    ]


def max_free_elements(kind: OperandKind, limits: Limits, result_size: int | None = None) -> int | None:
    """
    The most free elements that an operand of that kind may have, the pair of double rows not counted.

    `result_size` is the element size of the result in bytes: from v4 on a matmul with a 2-byte result moves twice as
    many.
    """
    if not kind.elements_limit:
        return kind.max_free_elements
    limit = int(getattr(limits, kind.elements_limit))
    if kind.elements_limit == "max_matmul_moving" and limits.has_microscaling and result_size == 2:
        return 2 * limit
    return limit


def _either(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"


# ---------------------------------------------------------------------------------------------- fitting


@lru_cache(maxsize=1 << 14)
def fit_pairs(pairs: Pairs, min_step: int, max_step: int, max_num: int) -> Pairs | Violation:
    """
    The flat pairs of a walk, with every count brought below the limit of a descriptor.

    A pair whose count is too great becomes two: the inner count is the greatest divisor that keeps both counts and the
    outer step in range. Returns what cannot be held when there is no such divisor, or when a step is out of range.
    """
    fitted: list[tuple[int, int]] = []
    for step, num in pairs:
        if not min_step <= step <= max_step:
            return Violation("step", f"the step of [{step}, {num}] is outside [{min_step}, {max_step}]", _STEP_NOTE)
        if num <= max_num:
            fitted.append((step, num))
            continue
        parts = _factor(step, num, min_step, max_step, max_num)
        if parts is None:
            return Violation(
                "num",
                f"the count of [{step}, {num}] is greater than {max_num}",
                (
                    f"{num} has no two factors of at most {max_num} of which the inner one times {step} is within "
                    f"[{min_step}, {max_step}]",
                ),
            )
        fitted.extend(parts)
    return tuple(fitted)


def _factor(step: int, num: int, min_step: int, max_step: int, max_num: int) -> Pairs | None:
    try:
        candidates = divisors(num)
    except StridedSetError:
        return None
    for inner in reversed(candidates):
        if inner > max_num or not min_step <= step * inner <= max_step:
            continue
        if num // inner <= max_num:
            return ((step * inner, num // inner), (step, inner))
        if step == 0 and inner > 1:
            outer = _factor(0, num // inner, min_step, max_step, max_num)
            return None if outer is None else (*outer, (0, inner))
        return None
    return None
