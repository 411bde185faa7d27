"""BIR-JSON to the bir dialect and back is the identity on the meaning, and so is the other way round."""

from __future__ import annotations

import json
from io import StringIO
from random import Random
from typing import Any, cast

import pytest
from bir_documents import CONCRETE, document, meaning
from xdsl.dialects.builtin import ModuleOp

from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.passes.bir_json.reader import read_bir_json
from neuron_opt.passes.bir_json.writer import bir_json_text
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.parser import decode_source, parse_module
from neuron_opt.passes.manager.printer import operation_text
from neuron_opt.tools.opt_main import new_context


def same(first: Any, second: Any, path: str = "$") -> None:
    """Fail at the first place where two documents differ; true is not 1, and 1 is not 1.0."""
    assert type(first) is type(second), f"{path}: {first!r} and {second!r}"
    if isinstance(first, dict):
        entries, others = cast("dict[str, Any]", first), cast("dict[str, Any]", second)
        assert set(entries) == set(others), path
        for key in entries:
            same(entries[key], others[key], f"{path}.{key}")
    elif isinstance(first, list):
        items, further = cast("list[Any]", first), cast("list[Any]", second)
        assert len(items) == len(further), path
        for index, (one, other) in enumerate(zip(items, further, strict=True)):
            same(one, other, f"{path}[{index}]")
    else:
        assert first == second, path


def parsed_text(text: str) -> ModuleOp:
    """The module of a text that has to be good."""
    context = new_context()
    stream = StringIO()
    context.diagnostics = DiagnosticEngine(stream=stream, colour=False)
    source = decode_source(text.encode(), "t.mlir", context.diagnostics)
    module = None if source is None else parse_module(context, source)
    assert module is not None, stream.getvalue()
    return module


def check(doc: Any) -> None:
    module = read_bir_json(json.dumps(doc), "in.json")
    module.verify()
    text = bir_json_text(module)
    same(meaning(json.loads(text)), meaning(doc))
    assert json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n" == text
    # The other way round: what was written is read as what it was.
    again = read_bir_json(text, "out.json")
    assert again.is_structurally_equivalent(module)
    for generic in (False, True):
        parsed = parsed_text(operation_text(module, generic=generic))
        same(json.loads(bir_json_text(parsed)), json.loads(text))


@pytest.mark.parametrize("opcode", CONCRETE, ids=lambda opcode: opcode.name)
def test_every_instruction_with_every_key(opcode: InstructionType) -> None:
    for seed in range(3):
        check(document([opcode], Random(f"{opcode.name} {seed}"), 1.0))


@pytest.mark.parametrize("seed", range(4))
def test_documents_of_all_instructions_with_some_keys(seed: int) -> None:
    random = Random(seed)
    opcodes = list(CONCRETE)
    random.shuffle(opcodes)
    check(document(opcodes, random, 0.4))
