"""Rewriting an operation that says the same as one before without working it out again.

A model repeats its layers, so that most operations of a module differ in nothing but their operands. What one of ours
becomes follows from its class, the types of its operands and which of them are one value, its attributes, and the
target. With those the same, by identity, the same operations are made again, on other operands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, Operation

from ..dialects.neuron.target import target_of
from .manager.xdsl_interface import operand_pattern, verification_key

Key = tuple[object, ...]


def repetition_key(op: Operation) -> tuple[Key, list[Attribute]]:
    """What a rewrite of an operation follows from, by identity, and the attributes that keep the identities taken."""
    key, held = verification_key(op)
    target = target_of(op)
    held.append(target)
    return (id(target), operand_pattern(op), *key), held


@dataclass(frozen=True)
class _Part:
    """One operation of a recipe; `operands` are indices among the operands of the root."""

    kind: type[Operation]
    operands: tuple[int, ...]
    properties: Mapping[str, Attribute]
    attributes: Mapping[str, Attribute]


@dataclass(frozen=True)
class Recipe:
    """What an operation became: enough to make it again in the place of one that says the same."""

    parts: tuple[_Part, ...]

    @classmethod
    def of(cls, root: Operation, made: Sequence[Operation]) -> "Recipe | None":
        """
        The recipe of what was made of `root`.

        None when it cannot be made again from the operands of `root` alone: it has regions, results or successors, or
        uses another value.
        """
        places = {id(operand): index for index, operand in reversed(list(enumerate(root.operands)))}
        parts: list[_Part] = []
        for op in made:
            if op.regions or op.results or op.successors:
                return None
            operands = [places.get(id(operand)) for operand in op.operands]
            known = tuple([place for place in operands if place is not None])
            if len(known) != len(operands):
                return None
            parts.append(_Part(type(op), known, dict(op.properties), dict(op.attributes)))
        return cls(tuple(parts))

    def make(self, root: Operation) -> list[Operation]:
        """The operations, in the place of another root."""
        operands = root.operands
        return [
            part.kind.create(
                operands=[operands[index] for index in part.operands],
                properties=dict(part.properties),
                attributes=dict(part.attributes),
            )
            for part in self.parts
        ]
