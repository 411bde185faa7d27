"""Any kernel of the library, by its name (`codegenBIRKernel`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.kernels import BIRKernelOp
from ..manager.rewriting import OpPattern
from .marshalling import Marshalled, marshal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.generic_library import GenericLibrarySink

_VERBATIM = frozenset({"kernel_name", "kernel_attrs"})


class LowerBIRKernel(OpPattern):
    """Hands a library kernel to the generic sink, its bag as it stands."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BIRKernelOp,)

    def __init__(self, lowering: Lowering):
        self.sink = GenericLibrarySink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BIRKernelOp)
        fields = marshal(op, {}, LIBRARY_FIELDS, consumed=_VERBATIM).fields
        self.sink.emit(op, rewriter, op.kernel_name, Marshalled(fields, verbatim=op.kernel_attrs))
