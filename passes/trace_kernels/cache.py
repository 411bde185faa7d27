"""The cache of traces of one run, as neuronx_cc 2.24 keeps it: three maps, two counters, nothing on disk.

Public source: reverse-engineering notes on neuronx_cc 2.24 (the binary cache of the new NKI front end, its statistics
and the metrics that it hands on).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .tracer import TraceResult

RULE = "=" * 80


class KernelUse(NamedTuple):
    """How often a kernel was used, and in how many variants."""

    kernel_name: str
    call_count: int
    number_of_variances: int


@dataclass
class KernelCache:
    """Traces by their key, what each key was made from, and how often each was used."""

    results: dict[str, TraceResult] = field(default_factory=dict[str, TraceResult])
    key_components: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    usage_counts: dict[str, int] = field(default_factory=dict[str, int])
    cache_hits: int = 0
    cache_misses: int = 0

    def look_up(self, key: str) -> TraceResult | None:
        """The trace of a key, None where it is to be made. Counts a hit, which is also a use, or a miss."""
        result = self.results.get(key)
        if result is None:
            self.cache_misses += 1
            return None
        self.cache_hits += 1
        self.usage_counts[key] += 1
        return result

    def store(self, key: str, result: TraceResult, components: dict[str, Any]) -> None:
        """Keep a trace; it has been used once."""
        self.results[key] = result
        self.key_components[key] = components
        self.usage_counts[key] = 1

    def uses(self) -> list[KernelUse]:
        """The use of each kernel, the most used first, those of equal use by name."""
        totals: dict[str, tuple[int, int]] = {}
        for key, count in self.usage_counts.items():
            name = self.key_components[key]["kernel_name"]
            calls, variants = totals.get(name, (0, 0))
            totals[name] = (calls + count, variants + 1)
        uses = [KernelUse(name, calls, variants) for name, (calls, variants) in totals.items()]
        return sorted(uses, key=lambda use: (-use.call_count, use.kernel_name))

    def statistics(self) -> str:
        """The statistics as text; empty where nothing was processed."""
        return "\n".join(self._statistics_lines()) if self.usage_counts else ""

    def _statistics_lines(self) -> Iterator[str]:
        uses = self.uses()
        yield RULE
        yield "New NKI Frontend Kernel Cache Statistics"
        yield RULE
        yield f"Total kernels processed: {self.cache_hits + self.cache_misses}"
        yield f"  Cache hits:   {self.cache_hits}"
        yield f"  Cache misses: {self.cache_misses}"
        yield f"Unique cached variants: {len(self.results)}"
        yield f"Distinct kernel types: {len(uses)}"
        for use in uses:
            yield f"Kernel: {use.kernel_name}"
            yield f"  Variants: {use.number_of_variances}"
            yield f"  Total usage: {use.call_count}"
            for components in self.key_components.values():
                if components["kernel_name"] == use.kernel_name:
                    yield f"    Operand shapes: {components['operands']['shapes']}"
                    yield f"    Result shapes:  {components['results']['shapes']}"
        yield RULE
