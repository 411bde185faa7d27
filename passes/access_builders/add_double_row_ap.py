"""`addDoubleRowAP`: the pattern of an operand of a double-row (fp8) matmul."""

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from .cayman_matmul_double_row_ap import cayman_matmul_double_row_ap, legacy_matmul_double_row_ap
from .neuron_ap import create_ap, free_set
from .stored_dtype import stored_dtype


def add_double_row_ap(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    *,
    stride_alignment: int | None,
    legacy: bool = False,
    strip_fp32r: bool = True,
) -> AccessPatternAttr:
    """
    Carve the two rows into `double_row`; the rest of the free part is flat.

    The rows come first (Cayman), or last with `legacy`; then the order of the walk changes, since `double_row` is
    enumerated before `free`. Raises AccessPatternError as the core does.
    """
    if legacy:
        rows = legacy_matmul_double_row_ap(free_set(access))
    else:
        rows = cayman_matmul_double_row_ap(free_set(access), stride_alignment)
    return create_ap(
        access, type, double_row=rows.double_row, free=rows.free, dtype=stored_dtype(access.dtype, strip_fp32r)
    )
