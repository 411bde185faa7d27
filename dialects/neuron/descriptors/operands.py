"""Which operand of which instruction has which descriptor.

The rank follows from the kind of the operand (`legality.py`, which legalisation goes by too): how many dimensions
inside a partition its descriptor has slots for. Here stand what the kinds do not say: instructions that legalisation
does not touch, and generations that differ. Source: reverse-engineering notes on neuronx_cc 2.24 (the encoders choose
the rank for each operand when they are compiled).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..legality import INSTRUCTIONS, OPERAND_KINDS, Instruction
from .layouts import Layout, layout_for

if TYPE_CHECKING:
    from ..legality import OperandKind
    from ..target import Limits

_STATE = Instruction(("source-4d",), ("result-4d",))

FURTHER_INSTRUCTIONS: Mapping[str, Instruction] = {
    "bir.get_rand_state": _STATE,
    "bir.set_rand_state": _STATE,
    "bir.rand_get_state": _STATE,
    "bir.rand_set_state": _STATE,
}
"""The state of random number generators goes through four-slot descriptors."""

RANKS_OF_GENERATION: Mapping[tuple[str, str], int] = {
    ("bir.activation", "trn1"): 2,
}
"""By instruction and generation, where it is not the rank of the kind: the activation of v2 has two slots."""

PE_KINDS = (
    "matmul-moving",
    "matmul-stationary",
    "matmul-result",
    "sparse-moving",
    "sparse-tags",
    "mx-data",
    "mx-scale",
)
"""The kinds of the operands of the PE array."""


def descriptor_kind(operation: str, section: str, position: int) -> OperandKind | None:
    """The kind of an operand that has a descriptor; None where it has none, or where no public source says which."""
    row = INSTRUCTIONS.get(operation) or FURTHER_INSTRUCTIONS.get(operation)
    kind = None if row is None else row.kind(section, position)
    return kind if kind is not None and kind.has_descriptor else None


def has_known_descriptors(operation: str) -> bool:
    """Whether it is known what descriptors the operands of an instruction have, if any."""
    return operation in INSTRUCTIONS or operation in FURTHER_INSTRUCTIONS


def kind_of_rank(rank: int, *, writes: bool) -> OperandKind:
    """The kind of a source or a result whose descriptor has 2, 3 or 4 slots. Raises KeyError for another rank."""
    return OPERAND_KINDS[f"{'result' if writes else 'source'}-{rank}d"]


def descriptor_layout(operation: str, kind: OperandKind, limits: Limits) -> Layout:
    """The type of descriptor of an operand of that kind on a target."""
    rank = RANKS_OF_GENERATION.get((operation, limits.name), kind.max_free_dims)
    return layout_for(rank, writes=kind.writes, has_mem_pattern4d=not limits.has_microscaling)
