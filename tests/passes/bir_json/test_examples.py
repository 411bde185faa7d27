"""Every lowered example can be written as a document, validates, and comes back as what it was."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from neuron_opt.passes.bir_json.reader import read_bir_json
from neuron_opt.passes.bir_json.schema import schema
from neuron_opt.passes.bir_json.writer import bir_json_text
from neuron_opt.passes.lower_macros.lower_macros import LowerMacrosPass
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.parser import decode_source, parse_module
from neuron_opt.passes.verify_bir.verify_bir import VerifyBirPass
from neuron_opt.tools.opt_main import new_context

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.mlir"))
VALIDATOR: Any = Draft202012Validator(schema())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_lowered_example_is_a_document(path: Path) -> None:
    stream = StringIO()
    context = new_context()
    context.diagnostics = DiagnosticEngine(stream=stream, colour=False)
    source = decode_source(path.read_bytes(), path.name, context.diagnostics)
    assert source is not None
    module = parse_module(context, source)
    assert module is not None, stream.getvalue()
    LowerMacrosPass().apply_to(context, module)
    VerifyBirPass().apply_to(context, module)
    text = bir_json_text(module)
    assert [error.json_path for error in VALIDATOR.iter_errors(json.loads(text))] == []
    again = read_bir_json(text, "again.json", context)
    again.verify()
    assert bir_json_text(again) == text
    assert stream.getvalue() == ""
