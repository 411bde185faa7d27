"""A user's own kernel, and its KLIR twin (`codegenExternalNativeNkiKernel`, `codegenExternalNativeNkiKlirKernel`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.kernels import NKIKernelOp, NKIKLIRKernelOp
from ...dialects.penguin.operation import MacroOp
from .macro_pattern import MacroPattern
from .options import Lowering
from .sinks.external import ExternalKlirSink, ExternalSink


class LowerNKIKernel(MacroPattern):
    """Hands a user's kernel to the external sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NKIKernelOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = ExternalSink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, NKIKernelOp)
        self.sink.emit(op, rewriter)


class LowerNKIKLIRKernel(MacroPattern):
    """Hands a user's kernel that is compiled already to the external sink for KLIR."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NKIKLIRKernelOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = ExternalKlirSink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, NKIKLIRKernelOp)
        self.sink.emit(op, rewriter)
