"""Collectives that a core runs itself: the copy between the SBUFs of two cores.

Public sources: reverse-engineering notes on neuronx_cc 2.24 (`add_sb_to_sb_cc_ap`, `GPSIMDSB2SB` and its checks
BIR450 to BIR460).
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, var_operand_def

from ...neuron.op_format import OperandLike
from ...neuron.properties import optional_integer
from ...neuron.target import TargetAttr
from .operation import SBUF, ComputeOp, counted


@irdl_op_definition
class SbToSbOp(ComputeOp):
    """
    Copies tiles to the SBUF of the other core of a logical NeuronCore, source by source.

    The lists have the same length; the operands of a pair have the same element type and number of elements, and lie
    in SBUF. `stream_id` binds the transfer to a stream.

    ```mlir
    penguin.sb_to_sb srcs(%a : !tile) -> dsts(%b : !tile) {stream_id = 1}
    ```
    """

    name = "penguin.sb_to_sb"

    srcs = var_operand_def()
    dsts = var_operand_def()

    stream_id = optional_integer(minimum=0)

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dsts",)
    SPACES: ClassVar[Mapping[str, tuple[str, ...]]] = {"srcs": SBUF, "dsts": SBUF}

    def __init__(self, *, srcs: Sequence[OperandLike], dsts: Sequence[OperandLike], stream_id: int | None = None):
        self.build_from(locals())

    def verify_shapes(self) -> None:
        sources, destinations = self.group_range("srcs"), self.group_range("dsts")
        if not sources:
            raise self.error("copies nothing, it needs an operand in 'srcs'")
        if len(sources) != len(destinations):
            raise self.error(
                f"has {counted(len(sources), 'source')} and {counted(len(destinations), 'destination')}, "
                "they go in pairs"
            )
        for source, destination in zip(sources, destinations, strict=True):
            name = self.operand_name(source)
            if self.element(source) != self.element(destination):
                raise self.error(
                    f'has element type {self.operand_type(destination).element_type}, operand "{name}" '
                    f"{self.operand_type(source).element_type}",
                    operand=destination,
                )
            if self.num_elements(source) != self.num_elements(destination):
                raise self.error(
                    f"has {counted(self.num_elements(destination), 'element')}, "
                    f'operand "{name}" {self.num_elements(source)}',
                    operand=destination,
                )

    def verify_target(self, target: TargetAttr) -> None:
        """Such a copy needs a target that has it, and two cores. Raises OperationError."""
        if target.limits.most_cores < 2:
            raise self.error(f"is not supported on {target}", notes=("copies between SBUFs exist from trn2 on",))
        if target.lnc.data != 2:
            raise self.error(
                f"needs two physical cores, {target.generation.data} has lnc = {target.lnc.data}",
                notes=("set lnc = 2 in #neuron.target",),
            )
