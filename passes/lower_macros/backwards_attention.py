"""The gradients of attention (`codegenBackwardsAttention`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.backwards_attention import BackwardsAttentionOp
from ..manager.rewriting import OpPattern
from .marshalling import marshal
from .options import Lowering
from .sinks.backwards_attention import BackwardsAttentionSink
from .sinks.base import LIBRARY_FIELDS


class LowerBackwardsAttention(OpPattern):
    """Hands the gradients of attention to their own sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BackwardsAttentionOp,)

    def __init__(self, lowering: Lowering):
        self.sink = BackwardsAttentionSink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BackwardsAttentionOp)
        self.sink.emit(op, rewriter, marshal(op, {"is_causal": op.is_causal}, LIBRARY_FIELDS))
