"""Rules that hold once loops are unrolled."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.patterns import SymbolicApAttr
from .rules import Rule, StructureRule
from .subject import Finding, Instruction, Module

LEFT_OVER = {
    InstructionType.Loop: "BIR430",
    InstructionType.DynamicForLoop: "BIR431",
    InstructionType.DoWhile: "BIR432",
    InstructionType.GenericIndirectLoad: "BIR433",
    InstructionType.GenericIndirectSave: "BIR433",
}
"""Instructions that are gone after unrolling. The codes are a range of the catalogue, given here in its order."""


def no_instruction(instruction: Instruction) -> Iterator[Finding]:
    yield Finding(f"a {instruction.row.name} is left after unrolling")


def no_symbolic_pattern(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        if isinstance(operand.entry, SymbolicApAttr):
            yield operand.finding("has a symbolic access pattern, of which none are left after unrolling")


def no_scope(op: Operation, module: Module) -> Iterator[Finding | tuple[Operation, Finding]]:
    if "scope" in op.properties:
        yield Finding("has a scope, of which none are left after unrolling", key="scope")


UNROLLED_RULES: tuple[Rule, ...] = (
    *(Rule(code, f"No {opcode.name} is left", no_instruction, (opcode,)) for opcode, code in LEFT_OVER.items()),
    Rule("BIR434", "No symbolic access pattern is left", no_symbolic_pattern),
)
UNROLLED_STRUCTURE_RULES: tuple[StructureRule, ...] = (
    StructureRule("BIR435", "No tensor has a scope", no_scope, "bir.memory_location_set"),
)
