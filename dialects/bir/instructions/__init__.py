"""The instructions of Backend IR, driven by the table in `catalogue`; `instruction_class` gives their operations."""

from typing import Any

from ..instruction_type import InstructionType
from .classes import InstructionOp, instruction_class, operation_name

__all__ = ["InstructionOp", "instruction_class", "operation_name"]


def __getattr__(name: str) -> Any:
    """The operation class of an opcode by `<Opcode>Op`, so that a dialect's table can name it."""
    opcode = InstructionType.__members__.get(name.removesuffix("Op"))
    if opcode is None or not name.endswith("Op"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return instruction_class(opcode)
