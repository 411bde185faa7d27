"""The concern *sparse*: the compress-ratio dimension of a structured-sparse matmul's moving operand."""

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_sparse_matmul_ap import add_sparse_matmul_ap
from ..access_builders.neuron_ap import partition_set
from ..verify_rewrites.relations import OperandPieces
from .canonicaliser import Canonicaliser, at_operand, change, pattern_of, patterns_of

CARVE = "neuron.sparse_carve"
"""There while the pattern of the moving operand is plain."""

CONTRACT_MISMATCH = "LHS, RHS and TAG should has the same number of contract dim!"


class CarveCompressRatio(Canonicaliser):
    """
    Makes the compress ratio (2, 3 or 4 candidates for a kept row) a dimension of its own in the moving operand.

    Which candidates are kept stands in the tags: data, not a pattern.
    """

    operations: ClassVar[tuple[str, ...]] = ("bir.matmult_sparse",)
    relation: ClassVar[object | None] = OperandPieces("ins", 0, "compress_ratio")

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        moving = pattern_of(op, "ins", 0)
        ratio = op.properties.get("compress_ratio")
        if CARVE not in op.attributes or moving is None or not isinstance(ratio, IntegerAttr):
            return
        partitions = [
            partition_set(pattern).num_input_elts for section, _, _, pattern in patterns_of(op) if section == "ins"
        ]
        if len(set(partitions)) > 1:
            raise AccessPatternError(
                CONTRACT_MISMATCH,
                notes=(f"their partition parts have {', '.join(map(str, partitions))} partitions",),
            )
        index, pattern = moving
        try:
            carved = add_sparse_matmul_ap(
                pattern, op.operand_type(index), ratio.value.data, self.settings.sparse_layout
            )
        except AccessPatternError as error:
            raise at_operand(error, index) from None
        change(op, rewriter, {index: carved}, drop=(CARVE,))
