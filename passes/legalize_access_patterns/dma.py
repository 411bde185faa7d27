"""The concern *DMA*: which transfers are complicated, and the budget of strides for those that are not."""

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.memory import is_tile
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_complicated_dma_ap import (
    DMAPredicate,
    add_complicated_dma_ap,
    check_strides,
    num_strides,
)
from ..access_builders.neuron_ap import partition_set
from ..verify_rewrites.relations import SAME_ORDER
from .canonicaliser import Canonicaliser, at_operand, change, patterns_of
from .reshape import RESHAPE, requested_shapes

COMPLICATED = "neuron.complicated_dma"
"""Marks a transfer whose patterns were made by `addComplicatedDMAAP`, which the budget of strides does not bind."""


class GateDMA(Canonicaliser):
    """
    Makes complicated patterns for the transfers that need them, and holds the others against the budget of strides.

    A transfer with a shape in `neuron.reshape` is complicated; one beyond the budget is too, with
    `dma-predicate=strides`, and is refused otherwise.
    """

    operations: ClassVar[tuple[str, ...]] = ("bir.dma_copy", "bir.load", "bir.save")
    relation: ClassVar[object | None] = SAME_ORDER
    names_target: ClassVar[bool] = True

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        if COMPLICATED in op.attributes:
            return
        operands = patterns_of(op)
        shapes = requested_shapes(op)
        max_strides = self.legalisation.limits(op).max_strides
        is_complicated = shapes is not None and any(shape is not None for shape in shapes)
        if self.settings.dma_predicate is DMAPredicate.STRIDES:
            is_complicated |= any(num_strides(pattern) > max_strides for *_, pattern in operands)
        is_store = not any(section == "outs" and is_tile(op.operand_type(index)) for section, _, index, _ in operands)
        patterns: dict[int, Attribute] = {}
        for _, _, index, pattern in operands:
            try:
                if not is_complicated:
                    check_strides(pattern, max_strides, is_store=is_store)
                    continue
                patterns[index] = add_complicated_dma_ap(
                    pattern,
                    op.operand_type(index),
                    shape=None if shapes is None else shapes[index],
                    partition_size=partition_set(pattern).num_input_elts,
                    rule=self.settings.partition_rule,
                    strip_fp32r=self.settings.strip_fp32r,
                )
            except AccessPatternError as error:
                raise at_operand(error, index) from None
        change(op, rewriter, patterns, drop=(RESHAPE,), add={COMPLICATED: UnitAttr()} if is_complicated else None)
