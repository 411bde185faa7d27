"""The concern *double row*: carve the two rows that an fp8 matmul packs."""

from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, StringAttr
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.target import Limits
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_double_row_ap import add_double_row_ap
from ..access_builders.cayman_matmul_double_row_ap import FIRST_DIMENSION, ROWS
from ..access_builders.neuron_ap import in_partition_set, partition_set
from ..verify_rewrites.relations import SAME_ORDER
from .canonicaliser import Canonicaliser, at_operand, change, pattern_of, word

FLAVOUR = "neuron.double_row_flavour"
"""Which flavour of double rows a matmul has: "gen3" (2 first) or "legacy" (2 last)."""

NOT_SUPPORTED = "perf_mode=`double_row_gen3` is not supported on "
ONLY_FP8 = "only support fp8e4m3 and fp8e5m2"
UNEXPECTED_SIZE = "Unexpected double row index size"

_FP8 = ("float8e4", "float8e5", "float8_e4m3fn", "uint8")
"""What rows are made of; uint8 is fp8 in raw storage."""


class CarveDoubleRow(Canonicaliser):
    """
    Carves `double_row = [[step, 2]]` off the free parts of both operands of a matmul with `perf_mode = DoubleRow`.

    The distance between the two rows of the stationary operand must be a multiple of the target's alignment. Only
    float8 rows, only from Cayman on. Both operands must hold 2 * what the result has; a K that is still whole in the
    partition part is refused, with the view that would help.
    """

    operations: ClassVar[tuple[str, ...]] = ("bir.matmult",)
    relation: ClassVar[object | None] = SAME_ORDER
    names_target: ClassVar[bool] = True
    legacy: ClassVar[bool] = False

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        if word(op, "perf_mode", "None") != "DoubleRow" or self._is_legacy(op) is not self.legacy:
            return
        moving, stationary = pattern_of(op, "ins", 0), pattern_of(op, "ins", 1)
        if moving is None or stationary is None:
            return
        plain = [operand for operand in (moving, stationary) if not operand[1].double_row.data]
        if not plain:
            return
        limits = self.legalisation.limits(op)
        if not limits.has_double_row:
            raise AccessPatternError(f"{NOT_SUPPORTED}{limits.name}", property_name="perf_mode")
        _check_dtypes((moving, stationary), limits)
        _check_sizes(op, moving, stationary)
        patterns: dict[int, Attribute] = {}
        for index, pattern in plain:
            is_aligned = index == stationary[0] or self.settings.align_moving
            alignment = limits.double_row_stride_alignment if is_aligned else None
            try:
                patterns[index] = self._carved(pattern, op.operand_type(index), alignment)
            except AccessPatternError as error:
                raise at_operand(error, index) from None
        # The flavour stays with the instruction: the pattern alone does not say where its rows came from.
        change(op, rewriter, patterns, add={FLAVOUR: StringAttr("legacy")} if self.legacy else None)

    def _carved(
        self, pattern: AccessPatternAttr, type: "MemRefType[Attribute]", alignment: int | None
    ) -> AccessPatternAttr:
        return self.remembered(
            pattern,
            type,
            (alignment,),
            lambda: add_double_row_ap(
                pattern,
                type,
                stride_alignment=alignment,
                legacy=self.legacy,
                strip_fp32r=self.settings.strip_fp32r,
            ),
        )

    def _is_legacy(self, op: BirOp) -> bool:
        flavour = op.attributes.get(FLAVOUR)
        if flavour is None:
            return self.settings.legacy_double_row
        if not isinstance(flavour, StringAttr) or flavour.data not in ("gen3", "legacy"):
            raise AccessPatternError(
                f'attribute "{FLAVOUR}" is {flavour}, it must be "gen3" or "legacy"', property_name=FLAVOUR
            )
        return flavour.data == "legacy"


def _check_dtypes(operands: tuple[tuple[int, AccessPatternAttr], ...], limits: Limits) -> None:
    names = [pattern.element.name for _, pattern in operands]
    for (index, _), name in zip(operands, names, strict=True):
        if name not in _FP8:
            raise AccessPatternError(
                ONLY_FP8, operand_index=index, notes=(f"its elements are {name}; uint8 may stand for either",)
            )
        if name == "float8_e4m3fn" and not limits.has_microscaling:
            raise AccessPatternError(
                ONLY_FP8, operand_index=index, notes=("float8_e4m3fn rows exist from v4 (trn3) on",)
            )
    if {"float8_e4m3fn", "float8e4"} <= set(names):
        raise AccessPatternError(
            ONLY_FP8,
            operand_index=operands[1][0],
            notes=(f"the operands are {names[0]} and {names[1]}: the two e4m3 encodings cannot be mixed",),
        )


def _check_sizes(op: BirOp, moving: tuple[int, AccessPatternAttr], stationary: tuple[int, AccessPatternAttr]) -> None:
    result = pattern_of(op, "outs", 0)
    if result is None:
        return
    columns = in_partition_set(result[1]).num_input_elts
    rows = partition_set(result[1]).num_input_elts
    for (index, pattern), wanted, letter in ((moving, columns, "N"), (stationary, rows, "M")):
        count = in_partition_set(pattern).num_input_elts
        if count == ROWS * wanted:
            continue
        partition = partition_set(pattern)
        if count == wanted:
            k = partition.num_input_elts
            raise AccessPatternError(
                FIRST_DIMENSION,
                operand_index=index,
                notes=(
                    f"K = {k} lies whole in the partition part {partition}, the free part "
                    f"{in_partition_set(pattern)} is one row",
                    f"view the operand as [K / 2, 2, {letter}] = [{k // ROWS}, 2, {wanted}]: row k and row "
                    f"k + {k // ROWS} side by side in a partition",
                ),
            )
        raise AccessPatternError(
            UNEXPECTED_SIZE,
            operand_index=index,
            notes=(
                f"it has {count} elements a partition, {ROWS} * {letter} = {ROWS * wanted} are expected",
                f"{letter} = {wanted} by the result",
            ),
        )
