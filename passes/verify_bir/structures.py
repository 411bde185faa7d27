"""Rules of functions, blocks and storage."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import MemRefType, StringAttr
from xdsl.ir import Attribute, Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions.catalogue import CATALOGUE
from ...dialects.bir.operands import RegisterAccessAttr
from ...dialects.bir.operation import BirOp
from ...dialects.bir.patterns import RegisterApAttr
from ...dialects.neuron.dtypes import dtype_of
from ...dialects.neuron.memory import device_shape, memory_of
from ..bir_json.references import Names, missing, name_of, nested
from .rules import structure_rule
from .subject import Finding, Instruction, Module

Found = Iterator["Finding | tuple[Operation, Finding]"]
TERMINATORS = frozenset(opcode for opcode, row in CATALOGUE.items() if row.parent == "Terminator" and not row.abstract)
LOOPS = (InstructionType.Loop, InstructionType.DynamicForLoop, InstructionType.DoWhile)
LARGEST_TENSOR = 1 << 32


def _opcode(op: Operation) -> InstructionType | None:
    return op.INSTRUCTION_TYPE if isinstance(op, BirOp) else None


def _blocks(function: Operation) -> list[Operation]:
    return [op for op in function.regions[0].block.ops if op.name == "bir.block"]


@structure_rule("references", "What instructions and blocks refer to by name is there", "bir.function")
def references(function: Operation, module: Module) -> Found:
    names = Names(function)
    for op in nested(function):
        for message, path in missing(op, names, module.queues):
            key = path[0]
            yield op, Finding(message, key=key if isinstance(key, str) else None)


@structure_rule("BIR016", "The registers that operands name are there", "bir.function")
def registers(function: Operation, module: Module) -> Found:
    known = {name_of(op) for op in function.regions[0].block.ops if op.name == "bir.register"}
    for op in nested(function):
        if not isinstance(op, BirOp):
            continue
        for operand in Instruction(op, module, function).operands:
            entry = operand.entry
            named: list[str] = []
            if isinstance(entry, RegisterAccessAttr):
                named.append(entry.data.register)
            elif isinstance(entry, RegisterApAttr):
                fields = (entry.regref, entry.reg_ap_offset, entry.reg_sub_tensor_id)
                named += [field.data for field in fields if isinstance(field, StringAttr)]
            for name in named:
                if name not in known:
                    yield op, operand.finding(f"Register with name {name} not found")


@structure_rule("BIR078", "A block has instructions", "bir.block")
def empty_block(block: Operation, module: Module) -> Found:
    if not list(block.regions[0].block.ops):
        yield Finding(f"Empty basic blocks are not allowed: {name_of(block)}")


@structure_rule("BIR079", "A block of a function ends with a terminator", "bir.function")
def terminated(function: Operation, module: Module) -> Found:
    for block in _blocks(function):
        last = block.regions[0].block.last_op
        if last is not None and _opcode(last) not in TERMINATORS:
            yield block, Finding(f"block {name_of(block)} must end with a terminator, it ends with '{last.name}'")


@structure_rule("BIR080", "Nothing but terminators follows the first terminator of a block", "bir.block")
def after_terminator(block: Operation, module: Module) -> Found:
    first: Operation | None = None
    for op in block.regions[0].block.ops:
        if _opcode(op) in TERMINATORS:
            first = first or op
        elif first is not None:
            yield op, Finding(f"stands behind '{first.name}'; nothing but terminators follows the first terminator")


def _successors(block: Operation) -> list[str]:
    targets: list[str] = []
    for op in block.regions[0].block.ops:
        if _opcode(op) in TERMINATORS:
            values = [op.properties.get(key) for key in ("on_true", "on_false", "target")]
            targets += [value.data for value in values if isinstance(value, StringAttr)]
    return targets


@structure_rule("BIR097", "Every block can be reached", "bir.function")
def reachable(function: Operation, module: Module) -> Found:
    blocks = {name_of(block): block for block in _blocks(function)}
    if not blocks:
        return
    seen: set[str | None] = set()
    pending = [next(iter(blocks))]
    while pending:
        name = pending.pop()
        if name in seen or name not in blocks:
            continue
        seen.add(name)
        pending.extend(_successors(blocks[name]))
    for name, block in blocks.items():
        if name not in seen:
            yield block, Finding(f"block {name} is unreachable")


@structure_rule("BIR142", "One target of a conditional branch is the next block", "bir.function")
def next_block(function: Operation, module: Module) -> Found:
    blocks = _blocks(function)
    for index, block in enumerate(blocks):
        name = name_of(blocks[index + 1]) if index + 1 < len(blocks) else None
        for op in block.regions[0].block.ops:
            if _opcode(op) is not InstructionType.CompareAndBranch:
                continue
            targets = [cast(StringAttr, op.properties[key]).data for key in ("on_true", "on_false")]
            if name not in targets:
                after = f"which is {name}" if name is not None else "and there is none"
                yield op, Finding(f"goes to {targets[0]} or {targets[1]}; one must be the next block, {after}")


@structure_rule(
    "fp8-consistency", "A module has the older or the OCP kinds of 8-bit floats, not both", "builtin.module"
)
def fp8_consistency(root: Operation, module: Module) -> Found:
    older: str | None = None
    newer: str | None = None
    for op in nested(root):
        if not isinstance(op, BirOp):
            continue
        for operand in Instruction(op, module, None).operands:
            dtype = operand.dtype
            if dtype is None or not dtype.is_float8:
                continue
            if "_" in dtype.name:
                newer = newer or dtype.name
            else:
                older = older or dtype.name
            if older and newer:
                yield op, operand.finding(f"is {dtype.name}: {older} and {newer} are not mixed in one module")
                return


# Storage.


def _bytes(type: MemRefType[Attribute], shape: tuple[int, ...]) -> int:
    dtype = dtype_of(type.element_type)
    return prod(shape) * (dtype.size_in_bytes if dtype is not None else 0)


@structure_rule("BIR156", "A tensor is smaller than 4 GiB", "bir.memory_location_set")
def tensor_size(op: Operation, module: Module) -> Found:
    type = cast("MemRefType[Attribute]", op.results[0].type)
    size = _bytes(type, type.get_shape())
    if size >= LARGEST_TENSOR:
        yield Finding(f"has {size} bytes, a tensor has less than {LARGEST_TENSOR}")


@structure_rule("BIR037", "A location fits the memory that it lies in", "bir.memory_location")
def location_size(op: Operation, module: Module) -> Found:
    type = cast("MemRefType[Attribute]", op.results[0].type)
    memory = memory_of(type)
    if memory is None or not memory.is_on_chip:
        return
    size = _bytes(type, device_shape(type)[1:])
    address: Any = op.properties.get("addr")
    start = address.value.data if address is not None else 0
    limits = module.limits
    space = memory.space.data
    capacity = limits.sbuf_bytes_per_partition if space == "sbuf" else limits.psum_bytes_per_partition
    if start + size > capacity:
        yield Finding(
            f"takes bytes {start} to {start + size - 1} of each partition, {space} has {capacity} on arch {module.arch}"
        )


@structure_rule("BIR296", "A tensor's scope is a function or a loop", "bir.function")
def tensor_scope(function: Operation, module: Module) -> Found:
    parents = {name_of(op) for op in nested(function) if _opcode(op) in LOOPS} | {name_of(function)}
    for op in function.regions[0].block.ops:
        scope = op.properties.get("scope") if op.name == "bir.memory_location_set" else None
        if isinstance(scope, StringAttr) and scope.data not in parents:
            yield (
                op,
                Finding(f"has scope @{scope.data}, which is no Function, Loop, DynamicForLoop or DoWhile", key="scope"),
            )
