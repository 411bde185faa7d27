"""What the patterns of `lower-macros` share: the options of the pass, and where they count."""

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.context import Context

from .telemetry import KernelMetrics


@dataclass
class Lowering:
    """One run of `lower-macros`: its context, its options, its counters."""

    context: Context
    tkg_threshold: int
    nki_frontend: str
    count: Callable[[str], None]
    metrics: KernelMetrics = field(default_factory=KernelMetrics)
