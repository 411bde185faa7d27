"""How often which kernel was emitted, by category, as neuronx_cc 2.24's `KernelMetricsCollector` counts it.

Only the generic sink counts here (BIR_KERNEL), and the tracing of registry kernels does (NEW_NKI_FE); the bespoke
sinks count in the statistics of the pass alone.
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from weakref import WeakKeyDictionary

from xdsl.context import Context


class KernelCategory(StrEnum):
    """What emitted a kernel."""

    BIR_KERNEL = "BIR_KERNEL"
    NEW_NKI_FE = "NEW_NKI_FE"


@dataclass
class KernelMetrics:
    """Counts per category and kernel name."""

    counts: "Counter[tuple[str, str]]" = field(default_factory=Counter[tuple[str, str]])

    def record_kernel(self, category: KernelCategory, kernel_name: str, amount: int = 1) -> None:
        """Count one emission, or several."""
        self.counts[(category.value, kernel_name)] += amount

    def lines(self) -> list[str]:
        """One line a category and kernel, such as `BIR_KERNEL RouterTopK: 2`, in order."""
        return [f"{category} {kernel}: {count}" for (category, kernel), count in sorted(self.counts.items())]

    def add(self, other: "KernelMetrics") -> None:
        """Count what another has counted, too."""
        self.counts.update(other.counts)


_OF_CONTEXTS: "WeakKeyDictionary[object, KernelMetrics]" = WeakKeyDictionary()


def metrics_of(context: Context) -> KernelMetrics:
    """
    What was counted so far in a context, by every run of every pass; empty in a context that keeps no statistics.

    They go with the context's table of statistics, which its copies share and which lives as long as the run.
    """
    table = getattr(context, "statistics", None)
    if table is None:
        return KernelMetrics()
    return _OF_CONTEXTS.setdefault(table, KernelMetrics())
