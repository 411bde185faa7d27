"""Attention over whole sequences (`codegenAttentionMMSoftmaxMM`, `codegenTiledNativeKernelAttention`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.attention import AttentionOp
from ...dialects.penguin.operation import MacroOp
from .macro_pattern import MacroPattern
from .marshalling import marshal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.common_attention import CommonAttentionSink

_NAME = frozenset({"variant"})
"""The property that is the kernel's name already."""


class LowerAttention(MacroPattern):
    """Hands attention to the common attention sink; a tiled one keeps its variant in the bag."""

    roots: ClassVar[tuple[type[Operation], ...]] = (AttentionOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = CommonAttentionSink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, AttentionOp)
        consumed = frozenset[str]() if op.is_tiled else _NAME
        self.sink.emit(op, rewriter, marshal(op, {}, LIBRARY_FIELDS, consumed=consumed))
