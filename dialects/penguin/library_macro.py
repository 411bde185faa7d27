"""The base class of the macros that go through the generic sink: any access kind, tensors and tiles side by side."""

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr

from ..neuron.memory import is_tile
from .accesses import OpaqueAccess
from .operation import MacroOp


class LibraryMacroOp(MacroOp):
    """
    A macro without a code generator of its own: it is named, and its operands are taken as they come.

    Shapes are compared where they can be read: a tile has its layout folded into partitions, and an opaque access
    with a number of elements has no shape, so both are left out of the shape relations.
    """

    def present_shapes(self) -> dict[str, Sequence[int]]:
        return {name: shape for name, shape in super().present_shapes().items() if self._is_shaped(name)}

    def _is_shaped(self, operand: str) -> bool:
        access = self.access(operand)
        if isinstance(access, OpaqueAccess) and isinstance(access.nelements, IntAttr):
            return False
        return not is_tile(self.operand_type(operand))
