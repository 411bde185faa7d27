"""Reductions of 32x32 transposes: the instruction's flag says that the operand is transposed first.

`codegenTransposeTensorReduceOp` makes a TensorReduce (27), TransposeBatchnormStats2 a BNStats (34), both with
`apply_transpose` (reverse-engineering notes on neuronx_cc 2.24).
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.ir import Attribute, Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.penguin.compute.transposes import BLOCK, TransposeBatchnormStats2Op, TransposeTensorReduceOp
from .emission import BATCH_SIZE, DEPTH, REDUCE_SIZE, Y_SIZE, LowerCompute, integer


def blocks(batch_size: int, y_size: int, depth: int) -> Mapping[str, Attribute]:
    """What says how a free part falls into blocks to transpose."""
    return {BATCH_SIZE: integer(batch_size), Y_SIZE: integer(y_size), DEPTH: integer(depth)}


class LowerTransposeTensorReduce(LowerCompute):
    """
    A reduction after a transposition: all that comes out is reduced, so that one element a partition is left.

    The reduced elements are counted in the swapped view: of each reduced element of the source, what were the
    partitions of its block.
    """

    roots: ClassVar[tuple[type[Operation], ...]] = (TransposeTensorReduceOp,)
    STATISTIC: ClassVar[str] = "num-tensor-reduce"

    def lower(self, op: TransposeTensorReduceOp) -> Sequence[Operation]:
        batches = op.reduce_size.value.data
        swapped = batches * min(op.partitions("src"), BLOCK)
        return (
            self.instruction(
                op,
                InstructionType.TensorReduce,
                self.operands(op, "src"),
                self.operands(op, "dst"),
                {REDUCE_SIZE: integer(swapped), **blocks(batches, op.y_size.value.data, 1)},
                op=op.reduce_op,
                apply_transpose=True,
            ),
        )


class LowerTransposeBatchnormStats2(LowerCompute):
    """Statistics after a transposition."""

    roots: ClassVar[tuple[type[Operation], ...]] = (TransposeBatchnormStats2Op,)
    STATISTIC: ClassVar[str] = "num-batchnorm-stats"

    def lower(self, op: TransposeBatchnormStats2Op) -> Sequence[Operation]:
        return (
            self.instruction(
                op,
                InstructionType.BNStats,
                self.operands(op, "src"),
                self.operands(op, "dst"),
                blocks(op.batch_size.value.data, op.y_size.value.data, op.depth.value.data),
                apply_transpose=True,
            ),
        )
