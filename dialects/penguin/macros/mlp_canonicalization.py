"""The canonical form of `penguin.mlp`: the sum of the residual add has an output of its own."""

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...neuron.op_format import SEGMENTS, interned_segment_sizes, layout_of
from ..accesses import SubTensorAccess
from ..operation import ACCESSES
from .mlp import MLPOp


def with_separate_add_out(op: MLPOp) -> MLPOp:
    """
    The same block with `out` [B, 2*S, H] read as its two halves: `out` the first S rows, `add_out` the other S.

    `op` has a doubled output, see `MLPOp.has_doubled_out`. The new operation stands nowhere yet.
    """
    groups = list(layout_of(MLPOp).groups)
    sizes = list(op.group_sizes())
    sizes[groups.index("add_out")] = 1
    place = op.group_range("out")[0]
    doubled = op.operands[place]
    batch, tokens, hidden = op.shape("hidden")
    # `add_out` is the last operand.
    operands = [*op.operands, doubled]
    accesses = [op.access(index) for index in op.memref_indices()]
    sizes_of_half = (batch, tokens, hidden)
    accesses[place] = SubTensorAccess((0, 0, 0), sizes_of_half)
    accesses.append(SubTensorAccess((0, tokens, 0), sizes_of_half))
    properties = {
        **op.properties,
        ACCESSES: ArrayAttr(accesses),
        SEGMENTS: interned_segment_sizes(tuple(sizes)),
    }
    return MLPOp.create(operands=operands, properties=properties, attributes=dict(op.attributes))


class SeparateAddOut(RewritePattern):
    """
    Gives the sum of a residual add an output of its own, where it was the second half of the rows of `out`.

    `-> out(%y : memref<1x16x512xbf16>)` behind 8 tokens becomes `-> out(%y[0, 0, 0][1, 8, 512][1, 1, 1] : …)
    add_out(%y[0, 8, 0][1, 8, 512][1, 1, 1] : …)`.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if isinstance(op, MLPOp) and op.has_doubled_out:
            rewriter.replace(op, with_separate_add_out(op), ())
