"""What the macros of the generic library sink have in common: a name, and their attributes as the bag."""

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.operation import MacroOp
from ..manager.rewriting import OpPattern
from .marshalling import marshal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.generic_library import GenericLibrarySink


class LibraryMacroPattern(OpPattern):
    """Hands a macro to the generic library sink under its kernel name; subclasses say which macros."""

    def __init__(self, lowering: Lowering):
        self.sink = GenericLibrarySink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, MacroOp)
        # A property that leads the text is the kernel's name.
        consumed = frozenset(() if op.LEADING is None else (op.LEADING,))
        self.sink.emit(op, rewriter, op.kernel_name, marshal(op, {}, LIBRARY_FIELDS, consumed=consumed))
