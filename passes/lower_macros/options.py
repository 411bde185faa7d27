"""What the patterns of `lower-macros` share: the options of the pass, where they count, and what they emitted last."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from .telemetry import KernelCategory, KernelMetrics


@dataclass
class Lowering:
    """One run of `lower-macros`: its context, its options, its counters."""

    context: Context
    tkg_threshold: int
    nki_frontend: str
    count: Callable[[str], None]
    metrics: KernelMetrics = field(default_factory=KernelMetrics)
    emitted: "Emitted | None" = None
    """What a sink made last."""


@dataclass(frozen=True)
class Emitted:
    """A node that a sink made of a macro: enough to make it again of a macro that says the same."""

    macro: Operation
    node: type[Operation]
    operand_order: tuple[int, ...]
    """For each operand of the node, its index among the macro's."""
    properties: Mapping[str, Attribute]
    attributes: Mapping[str, Attribute]
    statistic: str
    metric: tuple[KernelCategory, str] | None

    def replace(self, macro: Operation, rewriter: PatternRewriter, lowering: Lowering) -> None:
        """Replace a macro by the node, and count it."""
        operands = macro.operands
        new = self.node.create(
            operands=[operands[index] for index in self.operand_order],
            properties=dict(self.properties),
            attributes=dict(self.attributes),
        )
        rewriter.replace(macro, new, ())
        lowering.count(self.statistic)
        if self.metric is not None:
            lowering.metrics.record_kernel(*self.metric)
