"""The base of the patterns: a macro that says the same as one before becomes the same node, worked out once.

A model repeats its layers, so that most macros of a module differ in nothing but their operands. What a macro becomes
follows from its class, the types of its operands, its attributes and the target; with those the same, by identity, the
node is made again without asking the pattern.
"""

from abc import abstractmethod

from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.neuron.target import target_of
from ...dialects.penguin.operation import MacroOp
from ..manager.rewriting import OpPattern
from ..manager.xdsl_interface import verification_key
from .options import Emitted, Lowering


class MacroPattern(OpPattern):
    """Lowers macros of one family; subclasses write `lower`, which hands a macro to a sink."""

    def __init__(self, lowering: Lowering):
        self.lowering = lowering
        self.known: dict[tuple[object, ...], tuple[Emitted, list[Attribute]]] = {}

    @abstractmethod
    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        """Replace the macro by way of a sink, or report why not."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, MacroOp)
        key, held = verification_key(op)
        target = target_of(op)
        key = (id(target), *key)
        known = self.known.get(key)
        if known is not None:
            known[0].replace(op, rewriter, self.lowering)
            return
        self.lowering.emitted = None
        self.lower(op, rewriter)
        emitted = self.lowering.emitted
        # A macro that was put into another form first has other operands than its node.
        if emitted is not None and emitted.macro is op:
            # The identities in the key stay taken as long as what they are of is held.
            self.known[key] = emitted, [*held, target]
