"""The generic library sink (`codegenBIRKernel`): any kernel by name, its bag verbatim, counted as BIR_KERNEL."""

from typing import ClassVar

from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.penguin.operation import MacroOp
from ...access_builders.dispatch import build_access
from ..marshalling import Marshalled
from ..telemetry import KernelCategory
from .base import LibrarySink


class GenericLibrarySink(LibrarySink):
    """Makes a library node of any macro; operands are marshalled by the kind of their access."""

    STATISTIC: ClassVar[str] = "num-generic-library"
    CATEGORY: ClassVar[KernelCategory | None] = KernelCategory.BIR_KERNEL

    def emit(self, macro: MacroOp, rewriter: PatternRewriter, kernel_name: str, marshalled: Marshalled) -> None:
        """Replace the macro and count the kernel."""
        self.emit_library(macro, rewriter, kernel_name, marshalled, build_access)
