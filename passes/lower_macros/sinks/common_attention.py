"""The common attention sink (`_commonAttentionKernelCodegen`): the five attention names and their tiled twin."""

from typing import ClassVar

from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.neuron.properties import FALSE
from ....dialects.penguin.operation import BespokeMacroOp
from ..marshalling import Marshalled
from .base import LibrarySink
from .flavours import sequential_or_tiled

NAMED = ("cache_softmax", "use_flash", "use_dma_transpose")
"""The attributes that this code generator always sets."""


class CommonAttentionSink(LibrarySink):
    """Makes a library node of an attention; `cache_softmax`, `use_flash` and `use_dma_transpose` are always said."""

    STATISTIC: ClassVar[str] = "num-common-attention"

    def emit(self, macro: BespokeMacroOp, rewriter: PatternRewriter, marshalled: Marshalled) -> None:
        """Replace the macro by the node of its name."""
        for name in NAMED:
            marshalled.attrs.setdefault(name, FALSE)
        self.emit_library(macro, rewriter, macro.kernel_name, marshalled, sequential_or_tiled)
