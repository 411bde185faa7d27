"""Reductions along the free dimensions, across partitions, and axis by axis.

`codegenTensorReduceOp` and `codegenPartitionReduceOp` make a TensorReduce (27), NeuronReduceMacro one
TongaReduceMacroSymbolic (109) an axis, `is_first_reduce` on the first (reverse-engineering notes on neuronx_cc 2.24).
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.penguin.compute.reduce import NeuronReduceMacroOp, PartitionReduceOp, TensorReduceOp
from .emission import REDUCE_SIZE, LowerCompute, integer


class LowerTensorReduce(LowerCompute):
    """A reduction of trailing elements; the axis selector follows from the pattern, when it is made legal."""

    roots: ClassVar[tuple[type[Operation], ...]] = (TensorReduceOp,)
    STATISTIC: ClassVar[str] = "num-tensor-reduce"

    def lower(self, op: TensorReduceOp) -> Sequence[Operation]:
        return (
            self.instruction(
                op,
                InstructionType.TensorReduce,
                self.operands(op, "src"),
                self.operands(op, "dst"),
                {REDUCE_SIZE: op.reduce_size},
                op=op.reduce_op,
                negate=True if op.negate.value.data else None,
            ),
        )


class LowerPartitionReduce(LowerCompute):
    """A reduction across partitions; along C nothing of the free part is reduced, along XYZWC all of it."""

    roots: ClassVar[tuple[type[Operation], ...]] = (PartitionReduceOp,)
    STATISTIC: ClassVar[str] = "num-tensor-reduce"

    def lower(self, op: PartitionReduceOp) -> Sequence[Operation]:
        axis = op.axis.data.value
        return (
            self.instruction(
                op,
                InstructionType.TensorReduce,
                self.operands(op, "src"),
                self.operands(op, "dst"),
                {REDUCE_SIZE: integer(op.free_elements("src"))} if axis == "XYZWC" else {},
                op=op.reduce_op,
                axis=axis,
                negate=True if op.negate.value.data else None,
            ),
        )


class LowerNeuronReduceMacro(LowerCompute):
    """One instruction an axis, the innermost first; each reads what the one before left."""

    roots: ClassVar[tuple[type[Operation], ...]] = (NeuronReduceMacroOp,)
    STATISTIC: ClassVar[str] = "num-reduce-macro"

    def lower(self, op: NeuronReduceMacroOp) -> Sequence[Operation]:
        buffers = self.operands(op, "src", "partials", "dst")
        shape = op.shape("src")
        return [
            self.instruction(
                op,
                InstructionType.TongaReduceMacroSymbolic,
                [buffers[step]],
                [buffers[step + 1]],
                {REDUCE_SIZE: integer(shape[axis])},
                op=op.reduce_op,
                is_first_reduce=step == 0,
                reduce_axes=[f"axis{axis}"],
            )
            for step, axis in enumerate(op.steps)
        ]
