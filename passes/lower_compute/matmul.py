"""Matmuls, dense (8) and with a compressed operand (9).

`codegenMatMulOp` and `codegenMatMulSparseOp` (reverse-engineering notes on neuronx_cc 2.24). The moving operand comes
first, then the stationary one, then the tags.
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.neuron.properties import shape_of
from ...dialects.penguin.compute.matmul import MatmulOp, MatmulSparseOp
from .emission import DOUBLE_ROW_FLAVOUR, LEGACY, SPARSE_CARVE, UNIT, LowerCompute

PERF_MODES: dict[str, str] = {
    "none": "None",
    "double_row": "DoubleRow",
    "double_row_gen3": "DoubleRow",
    "double_row_sw_interleave": "DoubleRowSwInterleave",
}
"""What Backend IR calls the modes."""


class LowerMatmul(LowerCompute):
    """A dense matmul; the two rows of a double row are carved out of its patterns when they are made legal."""

    roots: ClassVar[tuple[type[Operation], ...]] = (MatmulOp,)
    STATISTIC: ClassVar[str] = "num-matmul"

    def lower(self, op: MatmulOp) -> Sequence[Operation]:
        legacy = op.double_row_flavour.data.value == "legacy"
        return (
            self.instruction(
                op,
                InstructionType.Matmult,
                self.operands(op, "moving", "stationary"),
                self.operands(op, "dst"),
                {DOUBLE_ROW_FLAVOUR: LEGACY} if legacy else {},
                perf_mode=PERF_MODES[op.perf_mode.data.value],
                accumulation_flag=op.accumulation_flag.value.data,
                is_transpose=True if op.is_transposing else None,
                tile_position=None if op.tile_position is None else shape_of(op.tile_position),
                tile_size=None if op.tile_size is None else shape_of(op.tile_size),
                replication_num_rows=(None if op.replication_num_rows is None else op.replication_num_rows.value.data),
            ),
        )


class LowerMatmulSparse(LowerCompute):
    """A matmul with a compressed operand; the dimension of the ratio is carved out of the moving operand later."""

    roots: ClassVar[tuple[type[Operation], ...]] = (MatmulSparseOp,)
    STATISTIC: ClassVar[str] = "num-matmul"

    def lower(self, op: MatmulSparseOp) -> Sequence[Operation]:
        return (
            self.instruction(
                op,
                InstructionType.MatmultSparse,
                self.operands(op, "moving", "stationary", "tags"),
                self.operands(op, "dst"),
                {SPARSE_CARVE: UNIT},
                compress_ratio=op.compress_ratio.value.data,
                accumulation_flag=op.accumulation_flag.value.data,
            ),
        )
