"""Whatever is done to a document, reading it ends in a module or in problems with a path and a place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from bir_documents import CONCRETE, document

from neuron_opt.passes.bir_json.problems import BirJsonError
from neuron_opt.passes.bir_json.reader import read_bir_json
from neuron_opt.passes.bir_json.writer import bir_json_text

MUTATIONS = 150
STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 1 << 70, 0.5, 1e999, "", "x", "\ud800", [], [[]], {}, {"kind": "SumKind"}, ["x", "Anti"], [1, 2],
)  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key or index in it."""
    entries: Any = ()
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value).items()
    elif isinstance(value, list):
        entries = enumerate(cast("list[Any]", value))
    for step, entry in entries:
        yield value, step
        yield from places(entry)


def mutate(doc: Any, random: Random) -> None:
    """Take something away, put something else in its place, or give it another name."""
    container, step = random.choice(list(places(doc)))
    match random.randrange(3):
        case 0:
            del container[step]
        case 1:
            container[step] = random.choice(STRANGE)
        case _ if isinstance(container, dict):
            entries = cast("dict[str, Any]", container)
            entries[random.choice(("name", "kind", "opcode", "ap", "nwe", "alias"))] = entries.pop(step)
        case _:
            container.append(container[step])


@pytest.mark.parametrize("seed", range(4))
def test_mutated_documents(seed: int) -> None:
    random = Random(seed)
    refused = 0
    for _ in range(MUTATIONS):
        doc = json.loads(json.dumps(document(random.sample(CONCRETE, 3), random, random.choice((0.1, 0.9)))))
        for _ in range(random.randrange(1, 4)):
            mutate(doc, random)
        try:
            module = read_bir_json(json.dumps(doc), "in.json")
        except BirJsonError as error:
            refused += 1
            assert all(problem.location is not None and problem.message for problem in error.errors)
            continue
        # What is read can be written, or it is said why not.
        try:
            bir_json_text(module)
        except BirJsonError as error:
            assert all(problem.message for problem in error.errors)
    assert MUTATIONS // 5 < refused < MUTATIONS


@pytest.mark.parametrize("seed", range(2))
def test_cut_and_scrambled_text(seed: int) -> None:
    random = Random(seed)
    text = json.dumps(document(random.sample(CONCRETE, 2), random, 0.5))
    for _ in range(MUTATIONS):
        start = random.randrange(len(text))
        end = start + random.randrange(1, 9)
        broken = text[:start] + random.choice(("", '"', "{", "]", ",", "\\", "\x00", "1e", "//")) + text[end:]
        try:
            read_bir_json(broken if random.random() < 0.8 else text[:start], "in.json")
        except BirJsonError as error:
            assert all(problem.location is not None for problem in error.errors)
