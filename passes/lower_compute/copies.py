"""Copies: by an engine (23), from or to a place known at run time (24, 25), by DMA (32)."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.penguin.compute.copies import DMACopyOp, TensorCopyDynamicOp, TensorCopyOp
from .emission import RESHAPE, LowerCompute, integers


class LowerTensorCopy(LowerCompute):
    """A copy by an engine."""

    roots: ClassVar[tuple[type[Operation], ...]] = (TensorCopyOp,)
    STATISTIC: ClassVar[str] = "num-tensor-copy"

    def lower(self, op: TensorCopyOp) -> Sequence[Operation]:
        return (self.instruction(op, InstructionType.TensorCopy, self.operands(op, "src"), self.operands(op, "dst")),)


class LowerTensorCopyDynamic(LowerCompute):
    """A gather or a scatter; the affine start stays in the pattern of the side that is addressed at run time."""

    roots: ClassVar[tuple[type[Operation], ...]] = (TensorCopyDynamicOp,)
    STATISTIC: ClassVar[str] = "num-tensor-copy-dynamic"

    def lower(self, op: TensorCopyDynamicOp) -> Sequence[Operation]:
        opcode = InstructionType.TensorCopyDynamicDst if op.is_scatter else InstructionType.TensorCopyDynamicSrc
        return (
            self.instruction(
                op,
                opcode,
                self.operands(op, "src"),
                self.operands(op, "dst"),
                scale=None if op.scale is None else op.scale.value.data,
            ),
        )


class LowerDMACopy(LowerCompute):
    """A DMA; a shape block that says something asks for both patterns to be re-factored to it."""

    roots: ClassVar[tuple[type[Operation], ...]] = (DMACopyOp,)
    STATISTIC: ClassVar[str] = "num-dma-copy"

    def lower(self, op: DMACopyOp) -> Sequence[Operation]:
        reshape = ArrayAttr([integers(op.block_of(name)) for name in ("src", "dst")]) if op.has_block else None
        return (
            self.instruction(
                op,
                InstructionType.DMACopy,
                self.operands(op, "src"),
                self.operands(op, "dst"),
                {} if reshape is None else {RESHAPE: reshape},
                mode="Copy",
                dge_type=op.dge_type.data.value,
                queue=None if op.queue is None else op.queue.data,
                oob_is_err=True if op.oob_is_err.value.data else None,
            ),
        )
