"""The backwards attention sink (`codegenBackwardsAttention`): its own node, because `is_causal` is a field."""

from typing import ClassVar

from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.penguin.operation import BespokeMacroOp
from ..marshalling import Marshalled
from .base import LibrarySink
from .flavours import sequential_or_tiled


class BackwardsAttentionSink(LibrarySink):
    """Makes a library node of the gradients of attention."""

    STATISTIC: ClassVar[str] = "num-backwards-attention"

    def emit(self, macro: BespokeMacroOp, rewriter: PatternRewriter, marshalled: Marshalled) -> None:
        """Replace the macro by the node of its name."""
        self.emit_library(macro, rewriter, macro.kernel_name, marshalled, sequential_or_tiled)
