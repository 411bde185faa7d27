"""`addSeqAccess` and `addOpaqueAP`: one contiguous interval, the un-strided forms."""

from math import prod

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import IntervalAttr, full_interval


def add_seq_access(type: "MemRefType[Attribute]") -> IntervalAttr:
    """The interval that covers a whole memref, in the order of its elements."""
    return full_interval(type)


def add_opaque_ap(type: "MemRefType[Attribute]", nelements: int | None = None) -> IntervalAttr:
    """
    The interval of `nelements` elements (all by default) that a kernel tiles as it likes.

    A part of the memref has the access shape `[nelements]`.
    """
    total = prod(type.get_shape())
    if nelements is None or nelements == total:
        return full_interval(type)
    return IntervalAttr(type.element_type, count=nelements, access_shape=(nelements,))
