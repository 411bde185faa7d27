"""What the macros of the generic library sink have in common: a name, and their attributes as the bag."""

from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.operation import MacroOp
from .macro_pattern import MacroPattern
from .marshalling import marshal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.generic_library import GenericLibrarySink


class LibraryMacroPattern(MacroPattern):
    """Hands a macro to the generic library sink under its kernel name; subclasses say which macros."""

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = GenericLibrarySink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        # A property that leads the text is the kernel's name.
        consumed = frozenset(() if op.LEADING is None else (op.LEADING,))
        self.sink.emit(op, rewriter, op.kernel_name, marshal(op, {}, LIBRARY_FIELDS, consumed=consumed))
