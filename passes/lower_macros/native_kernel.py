"""A kernel of the internal registry (`codegenInternalNativeNkiKernel`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.kernels import NativeKernelOp
from ..manager.rewriting import OpPattern
from .options import Lowering
from .sinks.registry import RegistrySink


class LowerNativeKernel(OpPattern):
    """Hands a registry kernel to the registry sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NativeKernelOp,)

    def __init__(self, lowering: Lowering):
        self.sink = RegistrySink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, NativeKernelOp)
        self.sink.emit(op, rewriter)
