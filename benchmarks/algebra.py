"""How many access patterns a second, as a JSON object; run by `run.py` in the environment of the wheel."""

import json
import time
from collections.abc import Callable

from xdsl.dialects.builtin import f32

from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr
from neuron_opt.dialects.neuron.strided_set import StridedSet


def rate(work: Callable[[int], None], count: int) -> float:
    """Repeats a second, the best of three."""
    best = 0.0
    for _ in range(3):
        started = time.perf_counter()
        work(count)
        best = max(best, count / (time.perf_counter() - started))
    return best


def repeated_sets(count: int) -> None:
    """The same few patterns again and again: flattened, and eight elements split off."""
    sets = [StridedSet(((32 * n, 4), (8, 4), (1, 8))) for n in range(1, 9)]
    for index in range(count):
        sets[index & 7].flatten().split(8)


def distinct_sets(count: int) -> None:
    """Every pattern another."""
    for index in range(count):
        StridedSet(((32, 4), (8, 4), (1, 8)), index).flatten().split(8)


def distinct_attributes(count: int) -> None:
    """Every pattern another, from attribute to attribute."""
    for index in range(count):
        pattern = AccessPatternAttr(f32, partition=((32, 128),), free=((8, 4), (1, 8)), offset=index)
        free = StridedSet(pattern.free.data)
        outer, inner = free.split(8)
        pattern.with_parts(free=outer.pairs, reduce=inner.pairs)


print(
    json.dumps(
        {
            "the same patterns, as sets": rate(repeated_sets, 200_000),
            "distinct patterns, as sets": rate(distinct_sets, 50_000),
            "distinct patterns, through attributes": rate(distinct_attributes, 10_000),
        }
    )
)
