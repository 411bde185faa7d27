"""The base class of the macros whose kernels take operands as they come: any access, tensors and tiles side by side."""

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr

from ..neuron.memory import is_tile
from .accesses import OpaqueAccess
from .operation import MacroOp


class KernelMacroOp(MacroOp):
    """
    A macro without a code generator of its own: it is named, and its operands may have any access.

    Shape relations speak of what is accessed, as far as that can be read. An opaque access leaves it to the kernel
    what it touches, so that its shape is the operand's own. A number of elements of a larger buffer has no shape, and
    a tile has its layout folded into partitions: both are left out, unless the macro says how they are laid out.
    """

    def shape(self, operand: int | str) -> tuple[int, ...]:
        if isinstance(self.access(operand), OpaqueAccess):
            return self.operand_type(operand).get_shape()
        return super().shape(operand)

    def present_shapes(self) -> dict[str, Sequence[int]]:
        return {name: shape for name, shape in super().present_shapes().items() if self.has_known_layout(name)}

    def has_known_layout(self, operand: str) -> bool:
        """Whether the shape of an operand reads as its row says."""
        access = self.access(operand)
        is_counted = isinstance(access, OpaqueAccess) and isinstance(access.nelements, IntAttr)
        return not is_counted and not is_tile(self.operand_type(operand))
