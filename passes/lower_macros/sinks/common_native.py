"""The common native sink (`_commonNativeKernelCodegen`): MLP, QKV, RMSNormQuant and their tiled twins."""

from typing import ClassVar

from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.penguin.operation import BespokeMacroOp
from ..marshalling import Marshalled
from .base import LibrarySink
from .flavours import sequential_or_tiled


class CommonNativeSink(LibrarySink):
    """Makes a library node of a bespoke family; whole tensors are marshalled sequentially, tiles by pattern."""

    STATISTIC: ClassVar[str] = "num-common-native"

    def emit(self, macro: BespokeMacroOp, rewriter: PatternRewriter, marshalled: Marshalled) -> None:
        """Replace the macro by the node of its name."""
        self.emit_library(macro, rewriter, macro.kernel_name, marshalled, sequential_or_tiled)
