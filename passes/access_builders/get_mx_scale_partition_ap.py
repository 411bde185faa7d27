"""`getMxScalePartitionAp`: across which partitions the scales of a microscaling (MX) operand lie.

A scale serves 8 partitions of 4 packed elements. The scales of each block of 32 partitions lie in the first 4
partitions of that quadrant; data of one block only, in the first P / 8 partitions (AWS Neuron documentation, layout of
scales; reverse-engineering notes on neuronx_cc 2.24).
"""

from __future__ import annotations

from functools import lru_cache

from ...dialects.neuron.strided_set import StridedSet
from .access_pattern_error import AccessPatternError

QUADRANT = 32
PARTITIONS_PER_SCALE = 8
SCALES_PER_QUADRANT = QUADRANT // PARTITIONS_PER_SCALE
MAX_PARTITIONS = 128

INDEXING = (
    "scale must have indexing i * 32 + j at partition dimension for src tensor with more than 32 partitions but got "
)
EIGHTHS = "scale must have (P // 8) partitions for src"


@lru_cache(maxsize=1 << 10)
def get_mx_scale_partition_ap(partitions: int, extent: int) -> StridedSet:
    """
    The partition part of the scales of an operand of `partitions` partitions; one partition is `extent` elements.

    Raises AccessPatternError unless the operand has 32, 64, 96 or 128 partitions.
    """
    if partitions % QUADRANT or not 0 < partitions <= MAX_PARTITIONS:
        raise AccessPatternError(
            f"a microscaling operand has 32, 64, 96 or 128 partitions, not {partitions}",
            notes=(f"one scale serves {PARTITIONS_PER_SCALE} partitions, and scales come by quadrants of {QUADRANT}",),
        )
    if partitions == QUADRANT:
        return StridedSet(((extent, SCALES_PER_QUADRANT),))
    return StridedSet(((QUADRANT * extent, partitions // QUADRANT), (extent, SCALES_PER_QUADRANT)))


def check_mx_scale_partition_ap(own: StridedSet, partitions: int, extent: int) -> None:
    """
    Hold the partition part of a scale operand against the layout.

    Raises AccessPatternError when the operand's partitions are impossible, when the scales are not at partitions
    i * 32 + j, or when there is not one for 8 partitions of a single quadrant.
    """
    expected = get_mx_scale_partition_ap(partitions, extent)
    if own.same_order(expected):
        return
    message = EIGHTHS if partitions == QUADRANT else f"{INDEXING}{own}"
    raise AccessPatternError(
        message,
        notes=(
            f"data of {partitions} partitions has its scales at {expected}, one partition being {extent} elements",
            f"the scale operand is at {own}",
        ),
    )
