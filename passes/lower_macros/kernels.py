"""The named kernels: any library kernel, a registry kernel, and a user's own."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.kernels import BIRKernelOp, NativeKernelOp, NKIKernelOp, NKIKLIRKernelOp
from ..manager.rewriting import OpPattern
from .marshalling import Marshalled, marshal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.external import ExternalKlirSink, ExternalSink
from .sinks.generic_library import GenericLibrarySink
from .sinks.registry import RegistrySink


class LowerBIRKernel(OpPattern):
    """Hands a library kernel to the generic sink, its bag as it stands."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BIRKernelOp,)

    def __init__(self, lowering: Lowering):
        self.sink = GenericLibrarySink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BIRKernelOp)
        policy = marshal(op, {}, LIBRARY_FIELDS, consumed=frozenset({"kernel_name", "kernel_attrs"}))
        marshalled = Marshalled(policy.fields, dict(op.kernel_attrs.data))
        self.sink.emit(op, rewriter, op.kernel_name, marshalled)


class LowerNativeKernel(OpPattern):
    """Hands a registry kernel to the registry sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NativeKernelOp,)

    def __init__(self, lowering: Lowering):
        self.sink = RegistrySink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, NativeKernelOp)
        self.sink.emit(op, rewriter)


class LowerNKIKernel(OpPattern):
    """Hands a user's kernel to the external sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NKIKernelOp,)

    def __init__(self, lowering: Lowering):
        self.sink = ExternalSink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, NKIKernelOp)
        self.sink.emit(op, rewriter)


class LowerNKIKLIRKernel(OpPattern):
    """Hands a user's kernel that is compiled already to the external sink for KLIR."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NKIKLIRKernelOp,)

    def __init__(self, lowering: Lowering):
        self.sink = ExternalKlirSink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, NKIKLIRKernelOp)
        self.sink.emit(op, rewriter)
