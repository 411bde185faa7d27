"""The vocabulary that the `penguin` and `bir` dialects share: memories, targets and access patterns."""

from .lazy_dialect import LazyDialect

NEURON = LazyDialect(
    "neuron",
    __name__,
    operations={},
    attributes={
        "neuron.memory": ".memory:MemoryAttr",
        "neuron.target": ".target:TargetAttr",
        "neuron.ap": ".access_pattern:AccessPatternAttr",
        "neuron.interval": ".access_pattern:IntervalAttr",
    },
)
"""The `neuron` dialect."""
