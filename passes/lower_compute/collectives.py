"""The copy between the SBUFs of two cores (33)."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir import Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.penguin.compute.collectives import SbToSbOp
from ..access_builders.add_stream_id import add_stream_id
from .emission import LowerCompute


class LowerSbToSb(LowerCompute):
    """A transfer between two cores, stamped with its stream; its patterns become intervals when they are made legal."""

    roots: ClassVar[tuple[type[Operation], ...]] = (SbToSbOp,)
    STATISTIC: ClassVar[str] = "num-sb-to-sb"

    def lower(self, op: SbToSbOp) -> Sequence[Operation]:
        made = self.instruction(op, InstructionType.GPSIMDSB2SB, self.operands(op, "srcs"), self.operands(op, "dsts"))
        add_stream_id(made, op)
        return (made,)
