"""A kernel of the internal registry (`codegenInternalNativeNkiKernel`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.kernels import NativeKernelOp
from ...dialects.penguin.operation import MacroOp
from .macro_pattern import MacroPattern
from .options import Lowering
from .sinks.registry import RegistrySink


class LowerNativeKernel(MacroPattern):
    """Hands a registry kernel to the registry sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NativeKernelOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = RegistrySink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, NativeKernelOp)
        self.sink.emit(op, rewriter)
