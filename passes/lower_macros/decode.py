"""Whether a macro generates tokens (decode) or works on a prompt (prefill)."""

from math import prod

from xdsl.dialects.builtin import BoolAttr

from ...dialects.penguin.operation import MacroOp


def is_decode(macro: MacroOp, explicit: BoolAttr | None, threshold: int) -> bool:
    """
    Whether batch times sequence is at most `threshold`; an explicit attribute wins.

    Sequence is dimension 1 of `hidden`. A tile's layout does not tell; there the tokens are its elements over those of
    one row, which the norm weight has, or else all dimensions but the last. Public sources disagree on the number
    and on equality (aws-neuron/nki-library: at most 96), so the threshold is an option of the pass.
    """
    if explicit is not None:
        return bool(explicit.value.data)
    shape = macro.shape("hidden")
    if len(shape) == 3 and not macro.is_tiled:
        return shape[0] * shape[1] <= threshold
    row = prod(macro.shape("norm_weight")) if macro.has("norm_weight") else shape[-1]
    return prod(shape) // row <= threshold
