"""The two spellings of a residual add whose sum is kept: one canonical form, one node."""

from __future__ import annotations

from typing import Any

import pytest
from macro_instances import lowered, module_of, tensor, text_of, through_text
from xdsl.context import Context
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.traits import HasCanonicalizationPatternsTrait

from neuron_opt.dialects.neuron.errors import OperationError
from neuron_opt.dialects.penguin.macros.mlp import MLPOp
from neuron_opt.dialects.penguin.macros.mlp_canonicalization import SeparateAddOut, with_separate_add_out
from neuron_opt.passes.canonicalize import CanonicalizePass


def block(**changes: Any) -> MLPOp:
    arguments: dict[str, Any] = {
        "attn_out": tensor(2, 8, 128),
        "hidden": tensor(2, 8, 128),
        "gate": tensor(128, 24),
        "up": tensor(128, 24),
        "down": tensor(24, 128),
        "out": tensor(2, 16, 128),
        "eps": 1e-5,
        "sb_buf_shape": (64, 128),
    }
    return MLPOp(**{**arguments, **changes})


def test_the_operation_says_its_canonicalisation() -> None:
    trait = MLPOp.get_trait(HasCanonicalizationPatternsTrait)
    assert trait is not None
    assert [type(pattern) for pattern in trait.get_patterns(MLPOp)] == [SeparateAddOut]


def test_the_canonical_form_says_the_same() -> None:
    op = block()
    assert op.has_doubled_out
    canonical = with_separate_add_out(op)
    canonical.verify_()
    assert not canonical.has_doubled_out
    assert canonical.dimensions() == op.dimensions() == {"B": 2, "S": 8, "H": 128, "I": 24}
    assert canonical.shape("out") == canonical.shape("add_out") == (2, 8, 128)
    assert canonical.operands[canonical.group_range("out")[0]] is op.operands[op.group_range("out")[0]]
    assert canonical.operands[canonical.group_range("add_out")[0]] is op.operands[op.group_range("out")[0]]
    assert canonical.eps == op.eps
    assert canonical.sb_buf_shape == op.sb_buf_shape
    assert str(canonical.access("out")) == (
        "#penguin.sub_tensor<offsets = [0, 0, 0], sizes = [2, 8, 128], strides = [1, 1, 1]>"
    )
    assert str(canonical.access("add_out")) == (
        "#penguin.sub_tensor<offsets = [0, 8, 0], sizes = [2, 8, 128], strides = [1, 1, 1]>"
    )


def test_canonicalising_is_done_once() -> None:
    module = module_of(block())
    CanonicalizePass().apply(Context(), module)
    first = text_of(module)
    assert " add_out(%" in first
    CanonicalizePass().apply(Context(), module)
    assert text_of(module) == first
    module.verify()


def test_both_spellings_become_the_same_node() -> None:
    op = block()
    canonical = with_separate_add_out(block())
    first, second = lowered(op), lowered(canonical)
    assert first.properties == second.properties
    assert first.attributes == second.attributes
    assert [operand.type for operand in first.operands] == [operand.type for operand in second.operands]
    assert first.operands[-1] is first.operands[-2]


def test_other_outputs_are_left_alone() -> None:
    for op in (
        block(out=tensor(2, 8, 128)),
        block(out=tensor(2, 8, 128), add_out=tensor(2, 8, 128)),
        # Twice as many rows mean something only with a residual add; the verifier says so.
        block(attn_out=None),
    ):
        module = module_of(op)
        SeparateAddOut().match_and_rewrite(op, PatternRewriter(op))
        assert module.body.block.last_op is op


def test_without_a_residual_add_the_rows_do_not_fit() -> None:
    with pytest.raises(OperationError, match=r'operand "out" has shape 2x16x128, expected \[B, S, H\]'):
        block(attn_out=None).verify_()


def test_the_canonical_form_survives_the_text() -> None:
    module = module_of(with_separate_add_out(block()))
    assert text_of(through_text(module)) == text_of(module)
