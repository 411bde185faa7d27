"""What the reader and the writer need to know of an instruction or a structure, looked up once for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from xdsl.ir import Attribute

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions import instruction_class
from ...dialects.bir.instructions.catalogue import CATALOGUE, HEADER
from ...dialects.bir.instructions.header_forms import NAME
from ...dialects.bir.instructions.key_forms import default_of
from ...dialects.bir.instructions.keys import Key, Presence
from ...dialects.bir.structure import STRUCTURES, structure_class
from ...dialects.neuron.op_format import layout_of
from ...dialects.neuron.properties import PropertyForm

KERNEL_NODES = frozenset({InstructionType.BIRKernel, InstructionType.NKIKernel, InstructionType.NKIKLIRKernel})
CARRIERS = frozenset({InstructionType.NKIKernel, InstructionType.NKIKLIRKernel})
"""The kernel nodes that map formal names to operands, in these keys:"""
FORMAL_MAPS: Mapping[str, str] = {"func_args": "ins", "func_outs": "outs"}
"""The maps of formal names, and the operands that they bind."""
SHAPE_KEYS: Mapping[str, str] = {"srcs_shape": "ins", "dsts_shape": "outs"}
"""The keys of a library kernel that follow from the types of its operands."""
KEPT_PREFIX = "bir."
"""The prefix of discardable attributes that keep keys of a document which no source describes."""
OPERAND_KEYS = "bir.operand_keys"
"""The discardable attribute that keeps such keys of operands, by the operand: `{"ins[0]" = {…}}`."""


class Plan(NamedTuple):
    """An operation class with its keys in JSON, and the forms and defaults of their properties."""

    op_class: type[Any]
    keys: Mapping[str, Key]
    forms: Mapping[str, PropertyForm]
    defaults: Mapping[str, Attribute | None]
    stored: frozenset[str]
    """Properties that the operation always has."""
    required: tuple[str, ...]
    """Keys that a document must have."""
    always: frozenset[str]
    """Keys that are written even when they have their default."""
    sections: tuple[str, ...] = ()
    body: str = ""
    """The key of the body, empty where there is none."""
    opcode: InstructionType | None = None


@cache
def instruction_plan(opcode: InstructionType) -> Plan:
    """The plan of a concrete instruction. Raises ValueError for an abstract one."""
    row = CATALOGUE[opcode]
    op_class = instruction_class(opcode)
    layout = layout_of(op_class)
    keys = {key.name: key for key in (*HEADER, *row.keys) if key.name in layout.forms}
    required = tuple(key.name for key in row.keys if key.presence is Presence.REQUIRED and key.name not in SHAPE_KEYS)
    always = frozenset(key.name for key in keys.values() if key.presence is not Presence.OPTIONAL)
    body = ("blocks" if row.blocks_only else "instructions") if row.body else ""
    # Kernel nodes do not know the defaults of the common header, which are the catalogue's.
    defaults = {
        name: default_of(keys[name]) if default is None and name in keys else default
        for name, default in layout.defaults.items()
    }
    return Plan(
        op_class,
        keys,
        layout.forms,
        defaults,
        layout.stored,
        required,
        always | layout.stored,
        op_class.SECTIONS,
        body,
        opcode,
    )


@cache
def structure_plan(name: str) -> Plan:
    """The plan of a structure, such as `bir.memory_location`."""
    op_class = structure_class(name)
    layout = layout_of(op_class)
    keys = {key.name: key for key in STRUCTURES[name].keys}
    return Plan(op_class, keys, layout.forms, layout.defaults, layout.stored, (), frozenset())


__all__ = ["NAME", "Plan", "instruction_plan", "structure_plan"]
