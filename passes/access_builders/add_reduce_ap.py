"""`addReduceAP`: the pattern of the operand that a reduction reads."""

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from .neuron_ap import create_ap, free_set
from .tonga_reduce_ap import tonga_reduce_ap


def add_reduce_ap(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    reduce_size: int,
    *,
    max_reduce_dims: int,
    min_red_set_dims: int = 0,
) -> AccessPatternAttr:
    """
    Move the trailing `reduce_size` elements of the free part into `reduce`, both in flat form.

    A reduce size of 1 leaves `reduce` empty. The partition part is the access's own. Raises AccessPatternError as
    `tonga_reduce_ap` does.
    """
    split = tonga_reduce_ap(free_set(access), reduce_size, max_reduce_dims, min_red_set_dims)
    return create_ap(access, type, free=split.free, reduce=split.reduce)
