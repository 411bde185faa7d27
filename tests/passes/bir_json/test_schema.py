"""What is written validates against the published schema, and what is not a document does not."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bir_documents import CONCRETE, document
from jsonschema import Draft202012Validator

from neuron_opt.passes.bir_json.reader import read_bir_json
from neuron_opt.passes.bir_json.schema import schema
from neuron_opt.passes.bir_json.writer import bir_json_text

SCHEMA = Path(__file__).parents[3] / "docs" / "bir-json.schema.json"
VALIDATOR: Any = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def written(seed: int = 0, density: float = 1.0) -> Any:
    doc = document(list(CONCRETE), Random(seed), density)
    return json.loads(bir_json_text(read_bir_json(json.dumps(doc), "in.json")))


def problems(doc: Any) -> list[str]:
    return [error.json_path for error in VALIDATOR.iter_errors(doc)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize(("seed", "density"), [(0, 1.0), (1, 0.5), (2, 0.0)])
def test_every_instruction_validates(seed: int, density: float) -> None:
    doc = written(seed, density)
    assert problems(doc) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 1),
        (("functions", 0, "name"), ""),
        (("functions", 0, "allocations", 0, "dtype"), "float64"),
        (("functions", 0, "allocations", 0, "memorylocations", 0, "type"), 8),
        (("functions", 0, "blocks", 0, "instructions", 0, "engine"), 5),
        (("functions", 0, "blocks", 0, "instructions", 0, "opcode"), "Generic"),
        (("functions", 0, "blocks", 0, "instructions", 0, "dependencies"), [["x"]]),
        (("functions", 0, "blocks", 0, "instructions", 0, "ins"), [{"kind": "register_set"}]),
    ],
)
def test_what_is_no_document_does_not(path: tuple[str | int, ...], value: Any) -> None:
    doc = deepcopy(written(0, 0.0))
    inner = doc
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert problems(doc) != []
