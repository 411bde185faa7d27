"""What the attention macros share: how matrices of heads are laid out, and the limits of the public kernels.

The limits are those that aws-neuron/nki-library asserts in `attention_cte`, the public twin of the compiled kernels.
Its bound on the product of batch and both sequence lengths is not among them: that one is a warning there.
"""

from collections.abc import Mapping
from typing import Any

from ...neuron.errors import OperationError
from ...neuron.memory import is_tile
from ...neuron.op_format import FormattedOperation
from ...neuron.words import WordAttr

MAX_HEAD_DIM = 128
"""Elements of one head; the head dimension lies across the partitions of the PE array."""

MAX_BATCH = 512
MAX_SEQUENCE = 131072
SOFTMAX_TILE = 128
"""Rows of the query whose softmax statistics lie in one column of the cached statistics, one row a partition."""

LAYOUT_NAMES: Mapping[str, str] = {
    "s_d": "[batch, sequence, head dimension]",
    "d_s": "[batch, head dimension, sequence]",
}


def heads_row(layout: "WordAttr[Any]", batch: str, sequence: str) -> str:
    """The row of symbolic dimensions of a matrix of heads, such as `B d Sq`."""
    return f"{batch} {sequence} d" if layout.data == "s_d" else f"{batch} d {sequence}"


def violation(
    op: FormattedOperation,
    message: str,
    *,
    attribute: str | None = None,
    operand: str | None = None,
    notes: tuple[str, ...] = (),
) -> OperationError:
    """A verification failure whose message is the kernel's own, whole; the place is only pointed to."""
    error = op.error(message, notes=notes)
    error.property_name = attribute
    if operand is not None:
        error.operand_index = op.group_range(operand)[0]
    return error


def check_batches(op: FormattedOperation, batch: int, kv_batch: int, key: str) -> None:
    """Check the batches of queries and of keys against the kernels' limits. Raises OperationError."""
    if batch > MAX_BATCH:
        raise violation(
            op,
            f"attention_cte kernel is not tested for batch size above {MAX_BATCH}, got {batch}.",
            operand="q",
            notes=("the batch counts heads: it is batch * heads",),
        )
    if batch % kv_batch:
        raise violation(
            op,
            f"Q batch size must be a multiple of KV batch size, got bs={batch}, bs_kv={kv_batch}",
            operand=key,
            notes=(f'operand "q" has batch {batch}, operand "{key}" {kv_batch}',),
        )


def check_head_dim(op: FormattedOperation, head_dim: int) -> None:
    """Check the head dimension. Raises OperationError."""
    if head_dim > MAX_HEAD_DIM:
        raise violation(
            op,
            f"we do not support head_dim > {MAX_HEAD_DIM}, got head dim {head_dim}",
            operand="q",
            notes=(f'operand "q" has d = {head_dim}',),
        )


def check_sequence(op: FormattedOperation, name: str, length: int, operand: str) -> None:
    """Check a sequence length, called `name` by the kernel. Raises OperationError."""
    if length > MAX_SEQUENCE:
        raise violation(
            op,
            f"attention_cte kernel is not tested for seqlen above {MAX_SEQUENCE}, got {name}={length}.",
            operand=operand,
        )


def explain_layout(op: Any, error: OperationError, layouts: Mapping[str, str]) -> None:
    """
    Add to an error about the shape of an operand how it and the query, which sets the dimensions, are laid out.

    `layouts` maps operands to the attributes that say how they are laid out. A tile's layout is folded into
    partitions, so nothing is said about one.
    """
    if error.operand_index is None or is_tile(op.operands[error.operand_index].type):
        return
    operand = op.operand_name(error.operand_index)
    for name in dict.fromkeys(("q", operand)):
        attribute = layouts.get(name)
        if attribute is not None and operand in layouts:
            word = getattr(op, attribute).data.value
            error.add_note(f"{attribute} is {word}: {LAYOUT_NAMES[word]}")
