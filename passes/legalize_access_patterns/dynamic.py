"""The concern *dynamic*: placeholder patterns of copies whose address is known at run time only."""

from typing import ClassVar

from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_tensor_copy_dynamic_dummy_ap import add_tensor_copy_dynamic_dummy_ap
from ..access_builders.neuron_ap import partition_set
from ..verify_rewrites.relations import PLACEHOLDER
from .canonicaliser import Canonicaliser, at_operand, change, pattern_of


class PlaceDynamicOperand(Canonicaliser):
    """
    Gives the operand with a run-time start a static shape that covers the partitions of the other operand.

    Its own partition part is kept where it covers them; otherwise the part is derived anew, as that many consecutive
    partitions. A scatter has the run-time start on its destination, a gather on its source.
    """

    operations: ClassVar[tuple[str, ...]] = ("bir.tensor_copy_dynamic_src", "bir.tensor_copy_dynamic_dst")
    relation: ClassVar[object | None] = PLACEHOLDER

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        is_scatter = op.name == "bir.tensor_copy_dynamic_dst"
        source, result = pattern_of(op, "ins", 0), pattern_of(op, "outs", 0)
        dynamic, static = (result, source) if is_scatter else (source, result)
        if dynamic is None or static is None or dynamic[1].is_static or not dynamic[1].partition.data:
            return
        index, pattern = dynamic
        try:
            placed = add_tensor_copy_dynamic_dummy_ap(
                pattern,
                op.operand_type(index),
                partition_set(static[1]).num_input_elts,
                self.settings.partition_rule,
            )
        except AccessPatternError as error:
            raise at_operand(error, index) from None
        change(op, rewriter, {index: placed})
