"""The concern *float32r*: what is stored is float32."""

from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ..access_builders.neuron_ap import create_ap
from ..access_builders.stored_dtype import stored_dtype
from ..verify_rewrites.relations import SAME_ORDER
from .canonicaliser import Canonicaliser, change, flag, patterns_of, word


class StripFloat32r(Canonicaliser):
    """
    Counts patterns of float32r in float32, in the instructions whose builders have the toggle.

    Those are DMA, double-row matmuls and batch transposes. Any other instruction keeps float32r, which tells the PE
    array how to read.
    """

    operations: ClassVar[tuple[str, ...]] = (
        "bir.dma_copy",
        "bir.load",
        "bir.save",
        "bir.matmult",
        "bir.bn_stats",
        "bir.tensor_reduce",
        "bir.stream_transpose",
    )
    relation: ClassVar[object | None] = SAME_ORDER

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        if not self.settings.strip_fp32r:
            return
        if op.name == "bir.matmult" and word(op, "perf_mode", "None") != "DoubleRow":
            return
        if op.name in ("bir.bn_stats", "bir.tensor_reduce") and not flag(op, "apply_transpose"):
            return
        patterns: dict[int, Attribute] = {}
        for _, _, index, pattern in patterns_of(op):
            stored = stored_dtype(pattern.dtype, True)
            if stored is not pattern.dtype:
                patterns[index] = create_ap(pattern, op.operand_type(index), dtype=stored)
        if patterns:
            change(op, rewriter, patterns)
