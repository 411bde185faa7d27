"""The concern *collective*: transfers between the SBUFs of two cores walk intervals and register data sets."""

from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, BoolAttr, DictionaryAttr, IntegerAttr, StringAttr, i64
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_sb_to_sb_cc_ap import Dataset, DelinearizedAccess, add_sb_to_sb_cc_ap
from ..verify_rewrites.relations import SAME_ORDER
from .canonicaliser import Canonicaliser, at_operand, change

DATASETS = "neuron.datasets"
"""The buffers of a transfer, as it registers them: one dictionary an operand."""


class DelinearizeCollective(Canonicaliser):
    """
    Turns the pattern of every operand into the one interval that it walks, and records the data sets.

    A pattern with gaps cannot be one interval and is refused.
    """

    operations: ClassVar[tuple[str, ...]] = ("bir.gpsimd_sb2sb",)
    relation: ClassVar[object | None] = SAME_ORDER

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        indices = (*op.group_range("ins"), *op.group_range("outs"))
        entries = (*op.patterns("ins"), *op.patterns("outs"))
        accesses = [
            (pattern, op.operand_type(index))
            for index, pattern in zip(indices, entries, strict=True)
            if isinstance(pattern, AccessPatternAttr | IntervalAttr)
        ]
        if len(accesses) != len(indices) or DATASETS in op.attributes:
            return
        count = len(op.group_range("ins"))
        try:
            sources, results = add_sb_to_sb_cc_ap(accesses[:count], accesses[count:])
        except AccessPatternError as error:
            raise at_operand(error, indices[error.operand_index or 0]) from None
        made: tuple[DelinearizedAccess, ...] = (*sources, *results)
        patterns: dict[int, Attribute] = {index: access.interval for index, access in zip(indices, made, strict=True)}
        records = ArrayAttr([_record(access.dataset) for access in made])
        change(op, rewriter, patterns, add={DATASETS: records})


def _record(dataset: Dataset) -> DictionaryAttr:
    return DictionaryAttr(
        {
            "name": StringAttr(dataset.name),
            "is_output": BoolAttr.from_bool(dataset.is_output),
            "elements": IntegerAttr(dataset.elements, i64),
            "dtype": dataset.dtype,
        }
    )
