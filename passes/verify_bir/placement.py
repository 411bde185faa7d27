"""Rules of all instructions: engine, architecture, operands and their access patterns."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import IntAttr, StringAttr

from ...dialects.bir.affine import AffineAttr
from ...dialects.bir.enumerations import ENUMERATIONS
from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.operands import ImmediateAttr
from ...dialects.bir.patterns import DynamicApAttr, RegisterApAttr, SymbolicApAttr
from ..bir_json.patterns import MAX_RANK, MIN_RANK, RANK_MESSAGE, wire_rank
from ..bir_json.problems import BirJsonProblem
from .rules import rule
from .subject import LEVEL_NAMES, Finding, Instruction, Operand

NUM_PARTITIONS = 128
HALF = 64
QUADRANT = 32
KERNELS = (InstructionType.BIRKernel, InstructionType.NKIKernel, InstructionType.NKIKLIRKernel)

IMMEDIATE_DTYPES = frozenset(
    ("uint8", "int8", "uint16", "int16", "bfloat16", "float16", "uint32", "int32", "float32", "uint64", "int64")
)
"""What an immediate may be; the narrow floats and float32r have no immediates."""


@rule("BIR606", "The engine is one that the instruction may be on; Unassigned and ALL always are")
def engine(instruction: Instruction) -> Iterator[Finding]:
    engines = instruction.row.engines
    given = instruction.word("engine")
    if not engines or "ALL" in engines or given in ("Unassigned", "ALL", *engines) or instruction.is_ready_for_codegen:
        return
    order = ENUMERATIONS["EngineType"]
    valid = ", ".join(sorted({"Unassigned", "ALL", *engines}, key=order.index))
    yield Finding(
        f"Engine {given} is invalid for {instruction.row.name} instruction on arch {instruction.module.arch}. "
        f"Must be {valid}.",
        key="engine",
    )


@rule("BIR530", "The architecture is not older than the instruction")
def oldest_architecture(instruction: Instruction) -> Iterator[Finding]:
    least, _ = instruction.row.arch
    if least is not None and instruction.module.level < least:
        yield Finding(
            f"{instruction.row.name} is not supported on arch {instruction.module.arch}, "
            f"must be {LEVEL_NAMES[least]} or greater"
        )


@rule("BIR531", "The architecture is not newer than the instruction")
def newest_architecture(instruction: Instruction) -> Iterator[Finding]:
    _, greatest = instruction.row.arch
    if greatest is not None and instruction.module.level > greatest:
        yield Finding(
            f"{instruction.row.name} is not supported on arch {instruction.module.arch}, "
            f"must be {LEVEL_NAMES[greatest]} or less"
        )


@rule("BIR115", "An immediate has a type that immediates may have")
def immediate_dtype(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        dtype = operand.dtype if isinstance(operand.entry, ImmediateAttr) else None
        if dtype is not None and dtype.name not in IMMEDIATE_DTYPES:
            yield operand.finding(f"Unhandled data type {dtype.name} for bir::Immediate")


@rule("immediate-output", "Immediates are inputs: they have no edge to whoever reads them")
def immediate_output(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.section("outs"):
        if isinstance(operand.entry, ImmediateAttr):
            yield operand.finding("is an immediate, which can only be an input")


@rule("BIR049", "An access pattern has 2 to 5 dimensions")
def pattern_rank(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        if isinstance(operand.entry, SymbolicApAttr | RegisterApAttr):
            rank = len(operand.pairs)
            if not MIN_RANK <= rank <= MAX_RANK:
                yield operand.finding(f"{RANK_MESSAGE}, found {rank}")
        elif not operand.is_free:
            try:
                # In the form that a document has: units and neighbours that are one walk do not count.
                wire_rank(list(operand.pairs))
            except BirJsonProblem as problem:
                yield operand.finding(problem.message.removesuffix(" (BIR049)"))


@rule("BIR003", "The outermost dimension does not walk backwards")
def first_step(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        if operand.pairs and operand.pairs[0][0] < 0:
            yield operand.finding(f"Negative step in Pattern[0] not supported, found {list(operand.pairs[0])}")


@rule("BIR003", "An access stays within 128 partitions")
def partition_count(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        if operand.is_on_chip and operand.partitions > NUM_PARTITIONS:
            yield operand.finding(f"Pattern accesses > {NUM_PARTITIONS} partitions, found {operand.partitions}")


def _is_engine_access(instruction: Instruction) -> bool:
    """Whether an engine reads and writes the operands, rather than a DMA queue or a kernel's body."""
    return instruction.opcode not in KERNELS and not instruction.derives_from("DMA", "DMADescriptor", "Collective")


def _start_of(operand: Operand) -> int | None:
    if not operand.is_on_chip or not operand.is_static:
        return None
    start, _ = operand.start
    return start


@rule("BIR003", "An access of more than 32 partitions starts at partition 0 or 64")
def start_partition(instruction: Instruction) -> Iterator[Finding]:
    if not _is_engine_access(instruction):
        return
    for operand in instruction.operands:
        start = _start_of(operand)
        if start is not None and operand.partitions > QUADRANT and start not in (0, HALF):
            yield operand.finding(f"Access pattern did not start at parition 0 or {HALF}. Starts at partition {start}")


@rule("BIR003", "An access that does not start at partition 0 does not cross the 64th")
def half_crossing(instruction: Instruction) -> Iterator[Finding]:
    if not _is_engine_access(instruction):
        return
    for operand in instruction.operands:
        start = _start_of(operand)
        if start is not None and 0 < start < HALF < start + operand.partitions:
            yield operand.finding(
                f"Access pattern crosses {HALF}th partition boundary.",
                f"it goes from partition {start} to {start + operand.partitions - 1}",
            )


@rule("BIR429", "An access is aligned to its element type")
def alignment(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        location, dtype = operand.location, operand.dtype
        address = location.properties.get("addr") if location is not None else None
        if address is None or dtype is None:
            continue
        value: int = getattr(address, "value").data  # noqa: B009
        if value % dtype.size_in_bytes:
            yield operand.finding(
                f"Access must be aligned to datatype, address {value} is no multiple of {dtype.size_in_bytes} bytes "
                f"({dtype.name})"
            )


@rule("BIR030", "The indices of a dynamic pattern have a positive bound")
def indirect_bound(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        entry = operand.entry
        bound = entry.indirect_dim_max_index if isinstance(entry, DynamicApAttr) else None
        if isinstance(bound, IntAttr) and bound.data <= 0:
            yield operand.finding(f"DynamicAPINFO::IndirectDimMaxIndex must be > 0, found {bound.data}")


@rule("dynamic-offset", "A dynamic pattern has a scalar or a vector of offsets, and a vector only along W")
def dynamic_offset(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        entry = operand.entry
        if not isinstance(entry, DynamicApAttr) or not isinstance(entry.indirect_dim, StringAttr):
            continue
        if isinstance(entry.offset, AffineAttr):
            yield operand.finding("has a scalar and a vector dynamic offset; it can have one of them")
        elif entry.indirect_dim.data != "W":
            yield operand.finding(f"has indices along {entry.indirect_dim.data}, a vector offset moves along W only")


@rule("BIR701", "Operands that are indexed by a tensor exist from core_v4 on")
def tensor_indirection(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        entry = operand.entry
        if (
            isinstance(entry, SymbolicApAttr)
            and entry.tensor_indirect_arg_id.data >= 0
            and instruction.module.level < 40
        ):
            yield operand.finding(
                f"is indexed by a tensor, which is not supported on arch {instruction.module.arch}, "
                "must be core_v4 or greater"
            )


@rule("BVF027", "At most one input that is more than a scalar is read from PSUM")
def psum_reads(instruction: Instruction) -> Iterator[Finding]:
    if not _is_engine_access(instruction) or instruction.derives_from("MatmultBase"):
        return
    read = [each for each in instruction.section("ins") if each.space == "psum" and each.elements_per_partition > 1]
    for operand in read[1:]:
        yield operand.finding(f"is in PSUM, as is {read[0].name}; only one non-scalar input may be in PSUM")
