"""Attention: over whole sequences, backwards, of one token (decode), and with a cached prefix."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.attention import AttentionOp
from ...dialects.penguin.macros.attention_tkg import AttentionTkgFwdOp
from ...dialects.penguin.macros.backwards_attention import BackwardsAttentionOp
from ...dialects.penguin.macros.prefix_caching import PrefixCachingAttentionOp
from ..manager.rewriting import OpPattern
from .marshalling import marshal
from .options import Lowering
from .sinks.backwards_attention import BackwardsAttentionSink
from .sinks.base import LIBRARY_FIELDS
from .sinks.common_attention import CommonAttentionSink
from .sinks.generic_library import GenericLibrarySink

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


class LowerAttentionTkgFwd(OpPattern):
    """Hands decode attention to the generic sink with `is_tkg` in its bag."""

    roots: ClassVar[tuple[type[Operation], ...]] = (AttentionTkgFwdOp,)

    def __init__(self, lowering: Lowering):
        self.sink = GenericLibrarySink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, AttentionTkgFwdOp)
        self.sink.emit(op, rewriter, op.kernel_name, marshal(op, {}, LIBRARY_FIELDS))


class LowerPrefixCachingAttention(OpPattern):
    """Hands attention with a cached prefix to the generic sink under the name it was called by."""

    roots: ClassVar[tuple[type[Operation], ...]] = (PrefixCachingAttentionOp,)

    def __init__(self, lowering: Lowering):
        self.sink = GenericLibrarySink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, PrefixCachingAttentionOp)
        self.sink.emit(op, rewriter, op.kernel_name, marshal(op, {}, LIBRARY_FIELDS, consumed=_NAME))
