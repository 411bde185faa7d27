"""`strip_fp32r`: the element type that a pattern records for float32r."""

from xdsl.dialects.builtin import f32, tf32
from xdsl.ir import Attribute


def stored_dtype(dtype: Attribute, strip_fp32r: bool) -> Attribute:
    """
    float32 for float32r when the toggle is set: what is stored, not what is computed in.

    float32r is a float32 that the PE array reads with less precision; in memory both are four bytes. The builders for
    DMA, double rows and batch transposes have the toggle (reverse-engineering notes on neuronx_cc 2.24).
    """
    return f32 if strip_fp32r and dtype == tf32 else dtype
