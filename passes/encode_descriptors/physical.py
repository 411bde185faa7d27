"""What stands beside an operand, as a pattern with a partition part and a part inside the partition."""

from typing import NamedTuple

from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute

from ...dialects.bir.patterns import DynamicApAttr, RegisterApAttr, SymbolicApAttr
from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
from ...dialects.neuron.legality import Violation
from ...dialects.neuron.memory import is_tile
from ..access_builders.neuron_ap import partition_extent


class PhysicalPattern(NamedTuple):
    """A pattern, and whether its start is known before the instruction runs."""

    access: AccessPatternAttr
    is_static: bool


def physical_pattern(entry: Attribute, type: "MemRefType[Attribute]") -> PhysicalPattern | Violation:
    """
    The pattern of an operand, or what keeps it from having one in its descriptor.

    An interval of whole partitions, or inside one, is a pattern too.
    """
    if isinstance(entry, AccessPatternAttr):
        return PhysicalPattern(entry, entry.is_static)
    if isinstance(entry, IntervalAttr):
        return _pattern_of_interval(entry, type)
    if isinstance(entry, RegisterApAttr):
        pairs = entry.ap.data
        return PhysicalPattern(AccessPatternAttr(entry.dtype, partition=pairs[:1], free=pairs[1:]), False)
    if isinstance(entry, DynamicApAttr):
        return _pattern_of_dynamic(entry)
    if isinstance(entry, SymbolicApAttr):
        return Violation(
            "symbolic",
            "is a symbolic pattern, which has no address",
            ("which location of the set it means follows from the loops around it: unroll them first",),
        )
    return Violation("pattern", f"has {entry} for a pattern, which no descriptor says")


def _pattern_of_dynamic(entry: DynamicApAttr) -> PhysicalPattern | Violation:
    if not isinstance(entry.indirect_dim, NoneAttr):
        return Violation(
            "indirect",
            f"takes its start from a vector of indices along {entry.indirect_dim.data}",
            ("no public source gives the descriptor of such an operand",),
        )
    access = entry.pattern
    if entry.actual.data:
        pairs = entry.actual.data
        access = access.with_parts(
            partition=pairs[:1], double_row=(), free=pairs[1:], reduce=(), access_shape=[num for _, num in pairs]
        )
    return PhysicalPattern(access, False)


def _pattern_of_interval(interval: IntervalAttr, type: "MemRefType[Attribute]") -> PhysicalPattern | Violation:
    start, count = interval.start.data, interval.count.data
    if not is_tile(type):
        return PhysicalPattern(AccessPatternAttr(interval.dtype, free=((1, count),), offset=start), True)
    extent = partition_extent(type, interval.element)
    if not start % extent and not count % extent:
        partition, inside = (extent, count // extent), (1, extent)
    elif start % extent + count <= extent:
        partition, inside = (extent, 1), (1, count)
    else:
        return Violation(
            "interval",
            f"is an interval of {count} elements from {start} on, neither whole partitions nor inside one",
            (f"one partition has {extent} elements",),
        )
    return PhysicalPattern(
        AccessPatternAttr(interval.dtype, partition=(partition,), free=(inside,), offset=start), True
    )
