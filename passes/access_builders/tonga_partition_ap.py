"""`tonga_partition_ap`: the core that derives a partition part, and the choice between it and an access's own.

neuronx_cc 2.24 (reverse-engineering notes) compares the partitions that an instruction accesses locally with the hull
of the access's own partition set, and derives the part anew when the comparison fails. Whether it compares by `>` or
by `!=` is not known, so it is a parameter.
"""

from __future__ import annotations

from enum import StrEnum

from ...dialects.neuron.strided_set import StridedSet
from .access_pattern_error import AccessPatternError

INCORRECT_PARTITION_SET = "Incorrect partition set!"
TOO_MANY_PARTITION_DIMS = "too many partition dims! "


class PartitionRule(StrEnum):
    """When the partition part is derived anew."""

    GREATER = "greater"
    """When more partitions are accessed than the access's own part has."""
    DIFFERENT = "different"
    """When another number of partitions is accessed than the access's own part has."""

    def rederives(self, partition_size: int, own: StridedSet) -> bool:
        """Whether `partition_size` accessed partitions call for another part than `own`."""
        hull = own.input_hull_size
        return partition_size > hull if self is PartitionRule.GREATER else partition_size != hull


def tonga_partition_ap(own: StridedSet, partition_size: int, extent: int) -> StridedSet:
    """
    The part that walks `partition_size` consecutive partitions of `extent` elements each.

    Raises AccessPatternError: "too many partition dims!" when the access's own part is not a single run, and
    "Incorrect partition set!" when its step is not one partition, so that a longer run would not extend it.
    """
    step = single_partition_step(own, extent)
    if step != extent:
        raise AccessPatternError(
            INCORRECT_PARTITION_SET,
            notes=(
                f"the partition part {own} cannot be extended to {partition_size} consecutive partitions: its step is "
                f"{step}, one partition is {extent} elements",
            ),
        )
    return StridedSet(((extent, partition_size),))


def single_partition_step(own: StridedSet, extent: int) -> int:
    """
    The step of a partition part of one dimension; `extent` for a single partition.

    Raises AccessPatternError ("too many partition dims!") when it takes more than one dimension.
    """
    pairs = own.flatten().pairs
    if len(pairs) > 1:
        raise AccessPatternError(
            f"{TOO_MANY_PARTITION_DIMS}{StridedSet(pairs)}",
            notes=(f"the partition part {own} takes {len(pairs)} dimensions, hardware has one",),
        )
    return pairs[0][0] if pairs else extent


def select_partition_ap(own: StridedSet, partition_size: int, extent: int, rule: PartitionRule) -> StridedSet:
    """
    The access's own partition part, or `tonga_partition_ap` where the rule asks for it.

    Raises AccessPatternError when the part has to be derived and cannot be.
    """
    if rule.rederives(partition_size, own):
        return tonga_partition_ap(own, partition_size, extent)
    return own
