"""The second pass of reading a function: what is referred to by name, and may come later, is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute, Operation

from ...dialects.bir.dependencies import EdgeAttr
from ..manager.sources import Location
from .problems import BirJsonProblem, Path

Report = Callable[[BirJsonProblem], None]

DEPENDENCIES = {
    "dependencies": "Unknown dependency",
    "loop_carried_dependencies": "Unknown loop-carried dependency",
    "unroll_dependencies": "Cannot find unrolled dependency",
}
"""The keys that name instructions, and what is said of one that is not there."""
BRANCHES = ("on_true", "on_false", "target", "associate_branch")
"""The keys that name blocks; the `target` of a call is a function."""

NAME = "sym_name"


def name_of(op: Operation) -> str | None:
    """The name of an instruction or a structure."""
    name = op.properties.get(NAME)
    return name.data if isinstance(name, StringAttr) else None


def entries(attribute: Attribute | None) -> tuple[Attribute, ...]:
    """The entries of an array attribute; none of anything else."""
    return cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else ()


def nested(op: Operation) -> Iterator[Operation]:
    """The operations in an operation, outermost first, in their order."""
    pending = [child for region in op.regions for block in region.blocks for child in block.ops]
    pending.reverse()
    while pending:
        each = pending.pop()
        yield each
        if each.regions:
            pending.extend(
                reversed([child for region in each.regions for block in region.blocks for child in block.ops])
            )


def path_in_function(op: Operation, function: Operation) -> Path:
    """The path of an instruction or a block in the document, from its function on."""
    steps: list[str | int] = []
    while op is not function:
        parent = op.parent_op()
        assert parent is not None, "inside of the function"
        siblings = [
            child for child in parent.regions[0].block.ops if (child.name == "bir.block") is (op.name == "bir.block")
        ]
        steps[:0] = ["blocks" if op.name == "bir.block" else "instructions", siblings.index(op)]
        op = parent
    return tuple(steps)


class Names:
    """The names that instructions of a function can refer to."""

    def __init__(self, function: Operation) -> None:
        self.instructions: set[str] = set()
        self.blocks: set[str] = set()
        self.dma_blocks: set[str] = set()
        self.storage: set[str] = set()
        for op in nested(function):
            name = name_of(op)
            if name is None:
                continue
            if op.name == "bir.block":
                self.blocks.add(name)
            elif op.name in ("bir.memory_location_set", "bir.memory_location", "bir.foreign_location", "bir.register"):
                self.storage.add(name)
            else:
                self.instructions.add(name)
                if op.name == "bir.dma_block":
                    self.dma_blocks.add(name)


def missing(op: Operation, names: Names, queues: frozenset[str]) -> Iterator[tuple[str, Path]]:
    """What an instruction or a block refers to that is not there: messages, and the path in its record."""
    properties = op.properties
    for key, message in DEPENDENCIES.items():
        for index, edge in enumerate(entries(properties.get(key))):
            if isinstance(edge, EdgeAttr) and edge.data.instruction not in names.instructions:
                code = " (BIR048)" if key == "unroll_dependencies" else ""
                yield f"{message}: there is no instruction {edge.data.instruction}{code}", (key, index)
    for key in BRANCHES:
        value = properties.get(key)
        if isinstance(value, StringAttr) and op.name != "bir.call" and value.data not in names.blocks:
            yield f"BasicBlock does not exist! There is no block {value.data}", (key,)
    queue = properties.get("queue")
    # The queue of a collective is no name.
    if isinstance(queue, StringAttr) and queue.data not in queues and not op.name.startswith("bir.collective"):
        yield f"Queue does not exist! There is no queue {queue.data}", ("queue",)
    for index, block in enumerate(entries(properties.get("dma_blocks"))):
        if isinstance(block, StringAttr) and block.data not in names.dma_blocks:
            yield f"Block does not exist! There is no DMA block {block.data}", ("dma_blocks", index)
    if op.name == "bir.call":
        arguments = properties.get("arguments")
        bag: Mapping[str, Attribute] = arguments.data if isinstance(arguments, DictionaryAttr) else {}
        for formal, actual in bag.items():
            if isinstance(actual, StringAttr) and actual.data not in names.storage:
                yield f"the argument is not found: there is no storage {actual.data}", ("arguments", formal)
    if op.name == "bir.block":
        yield from _missing_predecessors(op, names)


def _missing_predecessors(op: Operation, names: Names) -> Iterator[tuple[str, Path]]:
    for index, argument in enumerate(entries(op.properties.get("arguments"))):
        if not isinstance(argument, DictionaryAttr):
            continue
        for position, incoming in enumerate(entries(argument.data.get("incoming_values"))):
            where: Any = None
            step: str | int = 1
            if isinstance(incoming, DictionaryAttr):
                where, step = incoming.data.get("block"), "block"
            elif len(entries(incoming)) == 2:
                where = entries(incoming)[1]
            if isinstance(where, StringAttr) and where.data not in names.blocks:
                yield (
                    f"BasicBlock does not exist! There is no block {where.data}",
                    ("arguments", index, "incoming_values", position, step),
                )


def check_function(
    function: Operation,
    path: Path,
    queues: frozenset[str],
    report: Report,
    locate: Callable[[Operation], Location | None],
) -> None:
    """Report every name in a function that refers to nothing."""
    names = Names(function)
    for op in nested(function):
        for message, rest in missing(op, names, queues):
            problem = BirJsonProblem(message, *path, *path_in_function(op, function), *rest)
            problem.location = locate(op)
            report(problem)
