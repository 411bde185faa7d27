"""How a rule is declared: its code, what it says, and the function that finds where it does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from xdsl.ir import Operation

from ...dialects.bir.instruction_type import InstructionType
from .subject import Finding, Instruction, Module

InstructionCheck = Callable[[Instruction], Iterator[Finding]]
OperationCheck = Callable[[Operation, Module], Iterator["Finding | tuple[Operation, Finding]"]]


class Rule(NamedTuple):
    """
    One rule of the backend's verifier.

    `code` is the number of its message in the backend's catalogue, or of the check, where one is known; `opcodes` are
    the instructions that it is about, none for all.
    """

    code: str
    summary: str
    check: InstructionCheck
    opcodes: tuple[InstructionType, ...] = ()


class StructureRule(NamedTuple):
    """A rule about operations of one name that are no instructions, such as `bir.function`."""

    code: str
    summary: str
    check: OperationCheck
    operation: str


RULES: list[Rule] = []
"""All rules about instructions, in the order in which they are checked."""
STRUCTURE_RULES: list[StructureRule] = []
"""All rules about functions, blocks and storage."""


def rule(code: str, summary: str, *opcodes: InstructionType) -> Callable[[InstructionCheck], InstructionCheck]:
    """Declare a rule about instructions."""

    def declare(check: InstructionCheck) -> InstructionCheck:
        RULES.append(Rule(code, summary, check, opcodes))
        return check

    return declare


def structure_rule(code: str, summary: str, operation: str) -> Callable[[OperationCheck], OperationCheck]:
    """Declare a rule about other operations."""

    def declare(check: OperationCheck) -> OperationCheck:
        STRUCTURE_RULES.append(StructureRule(code, summary, check, operation))
        return check

    return declare
