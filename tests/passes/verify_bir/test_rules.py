"""Every rule has a chunk in the FileCheck tests and a line in the documentation, and can be ignored."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.utils.exceptions import VerifyException

from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.bir.instructions import instruction_class
from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.verify_bir.every_rule import rules_of
from neuron_opt.passes.verify_bir.verify_bir import VerifyBirPass

ROOT = Path(__file__).parents[3]
CODES = sorted({rule.code for rules in rules_of(after_unroll=True) for rule in rules})


def errors(module: ModuleOp, **options: tuple[str, ...] | bool) -> list[str]:
    stream = StringIO()
    context = OptContext(diagnostics=DiagnosticEngine(stream=stream, colour=False))
    VerifyBirPass(**options).apply_to(context, module)  # pyright: ignore[reportArgumentType]
    return re.findall(r"error: (.*)", stream.getvalue())


def wrong() -> ModuleOp:
    memset = instruction_class(InstructionType.Memset)(mode="Const", constant=0, engine="PE")
    return ModuleOp([memset, instruction_class(InstructionType.QuantizeMx)()])


@pytest.mark.parametrize("code", CODES)
def test_every_rule_has_a_test_with_its_message(code: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "test/lit/passes/verify-bir").glob("*.mlir")]
    assert any(re.search(rf"expected-error .*\((birverifier )?{code}\)", text) for text in texts)


@pytest.mark.parametrize("code", CODES)
def test_every_rule_is_documented(code: str) -> None:
    assert f"| `{code}` |" in (ROOT / "docs/verify-bir.md").read_text(encoding="utf-8")


def test_rules_can_be_ignored() -> None:
    assert errors(wrong()) == [
        "'bir.memset' op Engine PE is invalid for Memset instruction on arch gen3. "
        "Must be Unassigned, Pool, DVE, ALL. (BIR606)",
        "'bir.quantize_mx' op QuantizeMx is not supported on arch gen3, must be core_v4 or greater (BIR530)",
    ]
    assert errors(wrong(), ignore=("BIR606", "BIR530")) == []
    assert errors(wrong(), ignore=("BIR6060",)) == [
        "'builtin.module' op verify-bir has no rule BIR6060 that it could ignore"
    ]


def test_the_architecture_of_a_document_counts() -> None:
    module = wrong()
    module.attributes["bir.arch"] = StringAttr("core_v5")
    assert errors(module, ignore=("BIR606",)) == []


def test_a_plain_context_raises_the_first_error() -> None:
    from xdsl.context import Context

    with pytest.raises(VerifyException, match="BIR606"):
        VerifyBirPass().apply(Context(), wrong())
