"""`addTensorCopyDynamicDummyAP`: the placeholder pattern of an operand whose address is known at run time only."""

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from .neuron_ap import partition_extent, partition_set, with_partition_part
from .tonga_partition_ap import PartitionRule, select_partition_ap


def add_tensor_copy_dynamic_dummy_ap(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    partition_size: int,
    rule: PartitionRule = PartitionRule.GREATER,
) -> AccessPatternAttr:
    """
    A static shape with the access's own affine start; the partition part is the access's own, or derived anew.

    `partition_size` is how many partitions the instruction accesses. Raises AccessPatternError as
    `tonga_partition_ap` does.
    """
    own = partition_set(access)
    extent = partition_extent(type, access.element)
    return with_partition_part(access, type, select_partition_ap(own, partition_size, extent, rule))
