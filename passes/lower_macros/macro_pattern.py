"""The base of the patterns: a macro that says the same as one before becomes the same node, worked out once."""

from abc import abstractmethod

from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.operation import MacroOp
from ..manager.rewriting import OpPattern
from ..repeated_rewrites import Key, Recipe, repetition_key
from .options import Emitted, Lowering


class MacroPattern(OpPattern):
    """Lowers macros of one family; subclasses write `lower`, which hands a macro to a sink."""

    def __init__(self, lowering: Lowering):
        self.lowering = lowering
        self.known: dict[Key, tuple[Recipe, Emitted, list[Attribute]]] = {}

    @abstractmethod
    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        """Replace the macro by way of a sink, or report why not."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, MacroOp)
        key, held = repetition_key(op)
        known = self.known.get(key)
        if known is not None:
            rewriter.replace(op, known[0].make(op), ())
            self.lowering.record(known[1])
            return
        self.lowering.emitted = None
        self.lower(op, rewriter)
        emitted = self.lowering.emitted
        # A macro that was put into another form first has other operands than its node.
        if emitted is not None and emitted.macro is op and emitted.recipe is not None:
            self.known[key] = emitted.recipe, emitted, held
