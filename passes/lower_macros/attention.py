"""Attention: over whole sequences, backwards, of one token (decode), and with a cached prefix."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.attention import AttentionOp
from ...dialects.penguin.macros.attention_tkg import AttentionTkgFwdOp
from ...dialects.penguin.macros.backwards_attention import BackwardsAttentionOp
from ...dialects.penguin.macros.prefix_caching import PrefixCachingAttentionOp
from ..manager.rewriting import OpPattern
from .library import LibraryMacroPattern
from .marshalling import marshal
from .options import Lowering
from .sinks.backwards_attention import BackwardsAttentionSink
from .sinks.base import LIBRARY_FIELDS
from .sinks.common_attention import CommonAttentionSink

_NAME = frozenset({"variant"})
"""The property that is the kernel's name already."""


class LowerAttention(OpPattern):
    """Hands attention to the common attention sink; a tiled one keeps its variant in the bag."""

    roots: ClassVar[tuple[type[Operation], ...]] = (AttentionOp,)

    def __init__(self, lowering: Lowering):
        self.sink = CommonAttentionSink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, AttentionOp)
        consumed = frozenset[str]() if op.is_tiled else _NAME
        self.sink.emit(op, rewriter, marshal(op, {}, LIBRARY_FIELDS, consumed=consumed))


class LowerBackwardsAttention(OpPattern):
    """Hands the gradients of attention to their own sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BackwardsAttentionOp,)

    def __init__(self, lowering: Lowering):
        self.sink = BackwardsAttentionSink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BackwardsAttentionOp)
        self.sink.emit(op, rewriter, marshal(op, {"is_causal": op.is_causal}, LIBRARY_FIELDS))


class LowerAttentionTkgFwd(LibraryMacroPattern):
    """Hands decode attention to the generic library sink, `is_tkg` in its bag."""

    roots: ClassVar[tuple[type[Operation], ...]] = (AttentionTkgFwdOp,)


class LowerPrefixCachingAttention(LibraryMacroPattern):
    """Hands attention with a cached prefix to the generic library sink under the name it was called by."""

    roots: ClassVar[tuple[type[Operation], ...]] = (PrefixCachingAttentionOp,)
