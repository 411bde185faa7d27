"""The base class of the macros whose kernels own the tiling of what they access opaquely."""

from .accesses import OpaqueAccess
from .operation import MacroOp


class KernelMacroOp(MacroOp):
    """
    A macro whose operands may have any access, tensors and tiles side by side.

    An opaque access leaves it to the kernel what of the operand it touches, so that the operand's own shape is the
    one that shape relations speak of.
    """

    def shape(self, operand: int | str) -> tuple[int, ...]:
        if isinstance(self.access(operand), OpaqueAccess):
            return self.operand_type(operand).get_shape()
        return super().shape(operand)
