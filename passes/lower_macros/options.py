"""What the patterns of `lower-macros` share: the options of the pass, where they count, and what they emitted last."""

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.ir import Operation

from ..repeated_rewrites import Recipe
from .telemetry import KernelCategory, KernelMetrics


@dataclass(frozen=True)
class Emitted:
    """What a sink made of a macro, and how it is counted."""

    macro: Operation
    recipe: Recipe | None
    statistic: str
    metric: tuple[KernelCategory, str] | None


@dataclass
class Lowering:
    """One run of `lower-macros`: its context, its options, its counters."""

    context: Context
    tkg_threshold: int
    nki_frontend: str
    count: Callable[[str], None]
    metrics: KernelMetrics = field(default_factory=KernelMetrics)
    emitted: Emitted | None = None
    """What a sink made last."""

    def record(self, emitted: Emitted) -> None:
        """Count a node that was made."""
        self.count(emitted.statistic)
        if emitted.metric is not None:
            self.metrics.record_kernel(*emitted.metric)
