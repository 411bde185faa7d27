"""The gradients of attention (`codegenBackwardsAttention`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.backwards_attention import BackwardsAttentionOp
from ...dialects.penguin.operation import MacroOp
from .macro_pattern import MacroPattern
from .marshalling import marshal
from .options import Lowering
from .sinks.backwards_attention import BackwardsAttentionSink
from .sinks.base import LIBRARY_FIELDS


class LowerBackwardsAttention(MacroPattern):
    """Hands the gradients of attention to their own sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BackwardsAttentionOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = BackwardsAttentionSink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, BackwardsAttentionOp)
        self.sink.emit(op, rewriter, marshal(op, {"is_causal": op.is_causal}, LIBRARY_FIELDS))
