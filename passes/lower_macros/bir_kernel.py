"""Any kernel of the library, by its name (`codegenBIRKernel`)."""

from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.kernels import BIRKernelOp
from ...dialects.penguin.operation import MacroOp
from .macro_pattern import MacroPattern
from .marshalling import Marshalled, marshal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.generic_library import GenericLibrarySink

_VERBATIM = frozenset({"kernel_name", "kernel_attrs"})


class LowerBIRKernel(MacroPattern):
    """Hands a library kernel to the generic sink, its bag as it stands."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BIRKernelOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = GenericLibrarySink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, BIRKernelOp)
        fields = marshal(op, {}, LIBRARY_FIELDS, consumed=_VERBATIM).fields
        self.sink.emit(op, rewriter, op.kernel_name, Marshalled(fields, verbatim=op.kernel_attrs))
