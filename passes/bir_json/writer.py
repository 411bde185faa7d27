"""From the `bir` dialect to BIR-JSON, a function at a time: keys sorted, two blanks of indentation, version 2."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import isfinite
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions.catalogue import CATALOGUE
from ...dialects.bir.kernel_nodes import KernelNodeOp
from ...dialects.bir.operands import ImmediateAttr, RegisterAccessAttr
from ...dialects.bir.operation import PATTERNS_SUFFIX, BirOp
from ...dialects.bir.patterns import DynamicApAttr, RegisterApAttr, SymbolicApAttr
from ...dialects.bir.structure import MODULE_KEYS
from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
from ...dialects.neuron.memory import MemoryAttr
from ...dialects.neuron.op_format import INDICES
from ...dialects.neuron.target import TARGET_ATTRIBUTE, TargetAttr
from .operands import json_of_free
from .patterns import json_of_physical, json_of_register, json_of_symbolic
from .plans import (
    CARRIERS,
    FORMAL_MAPS,
    KEPT_PREFIX,
    NAME,
    OPERAND_KEYS,
    Plan,
    instruction_plan,
    structure_plan,
)
from .problems import BirJsonError, BirJsonProblem, Path
from .reader import LOCATION_COUNT, MAX_PROBLEMS, QUEUE_KEYS, UNTYPED
from .types import ARCHITECTURES, MEMORY_TYPES, MemRef
from .values import json_of, json_of_key

_POSITION = re.compile(r"(ins|outs)\[(\d+)\]")

_NOTHING: frozenset[str] = frozenset()
_INSTRUCTION_KEYS = frozenset(("opcode", "ins", "outs", "indirection_ins"))
_NO_ENTRIES: Mapping[str, Attribute] = {}

VERSION = 2
"""The version that is written."""


class WriteProblem(BirJsonProblem):
    """Why an operation cannot be written; `operand` and `key` say which part of it."""

    def __init__(self, op: Operation, message: str, *, operand: int | None = None, key: str | None = None) -> None:
        super().__init__(message)
        self.op = op
        self.operand = operand
        self.key = key


def bir_json_pieces(module: ModuleOp) -> Iterator[str]:
    """
    The text of the document of a module, in pieces, with a newline at its end.

    What is not the backend's, discardable attributes `neuron.*` and those of other dialects, is not written. Raises
    BirJsonError, at the end, with every operation that cannot be written.
    """
    writer = _Writer(module)
    yield from writer.pieces()
    yield "\n"
    if writer.problems:
        raise BirJsonError(writer.problems)


def bir_json_text(module: ModuleOp) -> str:
    """The whole text of the document of a module. Raises BirJsonError."""
    return "".join(bir_json_pieces(module))


# Text.


@cache
def _quoting() -> Callable[[str], str]:
    """Puts a string in quotes, as JSON has them."""
    # Late: json is not needed unless a document is written.
    from json.encoder import encode_basestring

    return encode_basestring


def json_text(value: Any, indent: str = "\n") -> str:
    """A value as JSON, with sorted keys and two blanks a level; `indent` is a line break and the blanks so far."""
    return _json_text(value, indent, _quoting())


def _json_text(value: Any, indent: str, quote: Callable[[str], str]) -> str:
    if value is None:
        return "null"
    kind = cast(type[Any], type(value))
    if kind is str:
        return quote(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is float:
        assert isfinite(value), "numbers that are not finite are written as words"
        return repr(value)
    inner = f"{indent}  "
    if kind is list:
        if not value:
            return "[]"
        return f"[{inner}" + f",{inner}".join([_json_text(entry, inner, quote) for entry in value]) + f"{indent}]"
    if not value:
        return "{}"
    members = [f"{quote(key)}: {_json_text(value[key], inner, quote)}" for key in sorted(value)]
    return f"{{{inner}" + f",{inner}".join(members) + f"{indent}}}"


class _Streamed(NamedTuple):
    """An array whose entries are made when they are written; each is pieces of text, given the indentation."""

    entries: Iterable[Callable[[str], Iterator[str]]]


def _object_pieces(members: Mapping[str, Any], indent: str) -> Iterator[str]:
    inner = f"{indent}  "
    opening = "{"
    for key in sorted(members):
        value = members[key]
        yield f"{opening}{inner}{_quoting()(key)}: "
        opening = ","
        if isinstance(value, _Streamed):
            yield from _array_pieces(value, inner)
        elif isinstance(value, _StreamedObject):
            yield from _object_pieces(value.members, inner)
        else:
            yield json_text(value, inner)
    yield f"{indent}}}" if members else "{}"


class _StreamedObject(NamedTuple):
    """An object whose members are streamed."""

    members: Mapping[str, Any]


def _array_pieces(array: _Streamed, indent: str) -> Iterator[str]:
    inner = f"{indent}  "
    opening = "["
    for entry in array.entries:
        yield opening + inner
        opening = ","
        yield from entry(inner)
    yield "[]" if opening == "[" else f"{indent}]"


# Binding.


class _Place(NamedTuple):
    """What an operand is bound to: the set and, where there is one, the location in it, of a function."""

    tensor_set: str
    location: str | None = None
    function: str | None = None


class _Writer:
    """Writes one module."""

    def __init__(self, module: ModuleOp) -> None:
        self._module = module
        self.problems: list[BirJsonProblem] = []

    def _add(
        self, problem: BirJsonProblem, op: Operation, *, operand: int | None = None, key: str | None = None
    ) -> None:
        if not isinstance(problem, WriteProblem):
            where = _relative(problem.path)
            message = f"{where}: {problem.message}" if where else problem.message
            problem = WriteProblem(op, message, operand=operand, key=key)
        problem.location = _location(problem.op)
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise BirJsonError(self.problems)

    def pieces(self) -> Iterator[str]:
        """The document's text."""
        functions: list[Operation] = []
        nki: list[Operation] = []
        queues: list[Any] = []
        for op in self._module.body.block.ops:
            if op.name == "bir.function":
                (nki if _is_true(op.properties.get("nki")) else functions).append(op)
            elif op.name == "func.func":
                # A declaration has nothing that could be written.
                if op.regions[0].blocks:
                    functions.append(op)
            elif op.name == "bir.queue":
                queues.append(self._structure(op, structure_plan("bir.queue")))
            else:
                self._add(WriteProblem(op, "has no place in a document, which has functions and queues"), op)
        members: dict[str, Any] = self._module_keys()
        members["functions"] = self._functions(functions)
        if nki:
            members["nki_functions"] = _StreamedObject({"functions": self._functions(nki)})
        if queues:
            members[QUEUE_KEYS[0]] = queues
        yield from _object_pieces(members, "\n")

    def _module_keys(self) -> dict[str, Any]:
        known = {key.name: key for key in MODULE_KEYS}
        members: dict[str, Any] = {}
        for name, value in self._module.attributes.items():
            if not name.startswith(KEPT_PREFIX):
                continue
            key = name.removeprefix(KEPT_PREFIX)
            try:
                members[key] = json_of_key(known[key].type, value) if key in known else json_of(value)
            except BirJsonProblem as problem:
                self._add(problem, self._module, key=name)
        given = members.get("version", VERSION)
        if given not in (1, VERSION):
            self._add(
                WriteProblem(self._module, f"has bir.version = {given}, versions are 1 and {VERSION}"), self._module
            )
        members["version"] = VERSION
        target = self._module.attributes.get(TARGET_ATTRIBUTE)
        if "arch" not in members and isinstance(target, TargetAttr):
            members["arch"] = ARCHITECTURES[target.generation.data]
        return members

    def _functions(self, functions: list[Operation]) -> _Streamed:
        return _Streamed([self._function_pieces(function) for function in functions])

    def _function_pieces(self, function: Operation) -> Callable[[str], Iterator[str]]:
        def pieces(indent: str) -> Iterator[str]:
            writer: _FunctionWriter
            writer = (
                _BirFunctionWriter(self, function) if function.name == "bir.function" else _FuncWriter(self, function)
            )
            try:
                members = writer.members()
            except BirJsonProblem as problem:
                self._add(problem, function)
                yield "{}"
                return
            yield from _object_pieces(members, indent)

        return pieces

    def _structure(self, op: Operation, plan: Plan) -> dict[str, Any]:
        """The keys of a structure, with its name. Problems are reported, their keys left out."""
        record: dict[str, Any] = {"name": cast(StringAttr, op.properties[NAME]).data}
        self.keys_of(op, plan, record)
        return record

    def keys_of(self, op: Operation, plan: Plan, record: dict[str, Any], skipped: frozenset[str] = frozenset()) -> None:
        """Add the keys of the properties, and those that are kept in discardable attributes."""
        for key, entry in plan.keys.items():
            if key in skipped:
                continue
            value = op.properties.get(key)
            default = plan.defaults[key]
            if key in plan.always:
                value = default if value is None else value
            elif value == default:
                continue
            if value is None:
                continue
            try:
                record[key] = json_of_key(entry.type, value)
            except BirJsonProblem as problem:
                self._add(problem.within(key), op, key=key)
        for name, value in op.attributes.items():
            if not name.startswith(KEPT_PREFIX) or name in (OPERAND_KEYS, UNTYPED):
                continue
            key = name.removeprefix(KEPT_PREFIX)
            if key in plan.keys or key == "name" or (plan.opcode is not None and key in _INSTRUCTION_KEYS):
                self._add(WriteProblem(op, f"is the key '{key}', which is a property", key=name), op)
                continue
            try:
                record[key] = json_of(value)
            except BirJsonProblem as problem:
                self._add(problem.within(key), op, key=name)

    def report(self, problem: BirJsonProblem, op: Operation) -> None:
        """Take a problem of an operation."""
        self._add(problem, op)


def _relative(path: Path) -> str:
    from .problems import path_text

    return path_text(path).removeprefix("$").removeprefix(".")


def _location(op: Operation) -> Any:
    from ..manager.xdsl_interface import resolve_location

    location = getattr(op, "location", None)
    return None if location is None else resolve_location(location)[0]


def _is_true(value: Attribute | None) -> bool:
    return isinstance(value, IntegerAttr) and bool(cast("IntegerAttr[Any]", value).value.data)


class _FunctionWriter:
    """What the two kinds of functions have in common: blocks of instructions whose operands are places."""

    def __init__(self, writer: _Writer, function: Operation) -> None:
        self.writer = writer
        self.function = function

    def members(self) -> dict[str, Any]:
        """The members of the function's object; its blocks are streamed."""
        raise NotImplementedError

    def place(self, value: SSAValue) -> _Place | None:
        """What a memref is bound to, None where it is no storage of a document."""
        raise NotImplementedError

    def instruction_name(self, op: Operation) -> str | None:
        """The name that an instruction is written with."""
        name = op.properties.get(NAME)
        return name.data if isinstance(name, StringAttr) else None

    # Blocks.

    def instructions(self, block: Block) -> _Streamed:
        """The instructions of a block, each made when it is written."""
        return _Streamed(self._instruction_pieces(op) for op in block.ops)

    def _instruction_pieces(self, op: Operation) -> Callable[[str], Iterator[str]]:
        def pieces(indent: str) -> Iterator[str]:
            try:
                record = self.instruction(op)
            except BirJsonProblem as problem:
                self.writer.report(problem, op)
                record = {}
            yield json_text(record, indent)

        return pieces

    def block(self, op: Operation) -> Callable[[str], Iterator[str]]:
        """A block, its instructions streamed."""

        def pieces(indent: str) -> Iterator[str]:
            record = self._block_keys(op)
            record["instructions"] = self.instructions(op.regions[0].block)
            yield from _object_pieces(record, indent)

        return pieces

    def _block_keys(self, op: Operation) -> dict[str, Any]:
        if op.name != "bir.block":
            raise WriteProblem(op, "stands where documents have blocks only")
        record: dict[str, Any] = {"name": cast(StringAttr, op.properties[NAME]).data}
        self.writer.keys_of(op, structure_plan("bir.block"), record)
        return record

    def _nested_block(self, op: Operation) -> dict[str, Any]:
        record = self._block_keys(op)
        record["instructions"] = [self.instruction(inner) for inner in op.regions[0].block.ops]
        return record

    # Instructions.

    def instruction(self, op: Operation) -> dict[str, Any]:
        """The object of an instruction. Raises BirJsonProblem."""
        if not isinstance(op, BirOp):
            dialect = op.name.partition(".")[0]
            hint = "; lower it first, as --lower-macros and --lower-compute do" if dialect == "penguin" else ""
            raise WriteProblem(op, f"is not an instruction of Backend IR{hint}")
        opcode = op.INSTRUCTION_TYPE
        plan = instruction_plan(opcode)
        record: dict[str, Any] = {"opcode": opcode.name, "ins": [], "outs": []}
        name = self.instruction_name(op)
        if name is not None:
            record["name"] = name
        skipped = frozenset(("func", *FORMAL_MAPS)) if opcode in CARRIERS else _NOTHING
        if isinstance(op, KernelNodeOp):
            if opcode is InstructionType.BIRKernel:
                record["srcs_shape"] = [list(shape) for shape in op.srcs_shape]
                record["dsts_shape"] = [list(shape) for shape in op.dsts_shape]
            if opcode in CARRIERS:
                self._callee(op, opcode, record)
        self.writer.keys_of(op, plan, record, skipped)
        self._sections(op, plan, record)
        if plan.body:
            make = self._nested_block if CATALOGUE[opcode].blocks_only else self.instruction
            record[plan.body] = [make(inner) for inner in op.regions[0].block.ops]
        return record

    def _callee(self, op: KernelNodeOp, opcode: InstructionType, record: dict[str, Any]) -> None:
        if opcode is InstructionType.NKIKernel:
            record["func"] = cast(SymbolRefAttr, op.properties["func"]).string_value()
        for key, section in FORMAL_MAPS.items():
            bag = op.properties.get(key)
            formals = bag.data if isinstance(bag, DictionaryAttr) else _NO_ENTRIES
            if formals or opcode is InstructionType.NKIKernel:
                record[key] = {formal: self._actual(op, section, value, key) for formal, value in formals.items()}

    def _actual(self, op: KernelNodeOp, section: str, value: Attribute, key: str) -> Any:
        """What a formal name is bound to: the set of the operand, where the map has the operand's position."""
        text = json_of(value, key)
        match = _POSITION.fullmatch(text) if isinstance(text, str) else None
        if match is None or match[1] != section:
            return text
        operands = op.group_range(section)
        if int(match[2]) >= len(operands):
            raise WriteProblem(op, f"has no {text}, there are {len(operands)}", key=key)
        place = self.place(op.operands[operands[int(match[2])]])
        return text if place is None else place.tensor_set

    def _sections(self, op: BirOp, plan: Plan, record: dict[str, Any]) -> None:
        if op.group_range(INDICES):
            raise WriteProblem(
                op,
                "has index operands, which have no names in a document; "
                "patterns that start at run time are written as #bir.dynamic_ap",
                operand=op.group_range(INDICES)[0],
            )
        kept = op.attributes.get(OPERAND_KEYS)
        extra = kept.data if isinstance(kept, DictionaryAttr) else _NO_ENTRIES
        for section in plan.sections:
            patterns = op.properties.get(section + PATTERNS_SUFFIX)
            entries = cast("ArrayAttr[Attribute]", patterns).data if isinstance(patterns, ArrayAttr) else ()
            operands = iter(op.group_range(section))
            records: list[Any] = []
            for index, entry in enumerate(entries):
                operand: int | None = None
                if isinstance(entry, ImmediateAttr | RegisterAccessAttr):
                    written = json_of_free(entry)
                else:
                    operand = next(operands)
                    try:
                        written = self._bound(op, operand, entry)
                    except BirJsonProblem as problem:
                        where = op.operand_name(operand)
                        raise WriteProblem(op, f'operand "{where}": {problem.message}', operand=operand) from None
                further = extra.get(f"{section}[{index}]")
                if isinstance(further, DictionaryAttr):
                    written |= cast("dict[str, Any]", json_of(further))
                records.append(written)
            if records or section != "indirection_ins":
                record[section] = records

    def _bound(self, op: BirOp, index: int, entry: Attribute) -> dict[str, Any]:
        place = self.place(op.operands[index])
        if place is None:
            raise BirJsonProblem("is bound to no storage: it is no memory location, argument or allocation")
        if isinstance(entry, SymbolicApAttr | RegisterApAttr):
            if place.location is not None and self.function.name == "bir.function":
                raise BirJsonProblem(f"#{entry.name} walks a set, the operand is a location of one")
            written = json_of_symbolic(entry) if isinstance(entry, SymbolicApAttr) else json_of_register(entry)
            written["memsetref"] = place.tensor_set
            return written
        if not isinstance(entry, AccessPatternAttr | IntervalAttr | DynamicApAttr):
            raise BirJsonProblem(f"Unhandled argument kind: {entry}")
        if place.location is None:
            raise BirJsonProblem(f"#{entry.name} walks a location, the operand is a set")
        written = json_of_physical(entry, cast(MemRef, op.operands[index].type))
        written["memsetref"] = place.tensor_set
        written["memref"] = place.location
        if place.function is not None:
            written["memref_owner_func"] = place.function
        return written


class _BirFunctionWriter(_FunctionWriter):
    """Writes a `bir.function`."""

    def members(self) -> dict[str, Any]:
        record: dict[str, Any] = {"name": cast(StringAttr, self.function.properties[NAME]).data}
        self.writer.keys_of(self.function, structure_plan("bir.function"), record, frozenset({"nki"}))
        allocations: list[dict[str, Any]] = []
        sets: dict[str, dict[str, Any]] = {}
        blocks: list[Operation] = []
        for op in self.function.regions[0].block.ops:
            if op.name == "bir.block":
                blocks.append(op)
            elif op.name == "bir.memory_location_set":
                tensor_set = self._set(op)
                sets[tensor_set["name"]] = tensor_set
                allocations.append(tensor_set)
            elif op.name == "bir.memory_location":
                owner = cast(Operation, op.operands[0].owner)
                sets[cast(StringAttr, owner.properties[NAME]).data]["memorylocations"].append(self._location(op, owner))
            elif op.name == "bir.register":
                register: dict[str, Any] = {"Skind": "register", "name": cast(StringAttr, op.properties[NAME]).data}
                self.writer.keys_of(op, structure_plan("bir.register"), register)
                allocations.append(register)
            elif op.name != "bir.foreign_location":
                self.writer.report(WriteProblem(op, "stands outside of the blocks of its function"), op)
        for tensor_set in sets.values():
            tensor_set.setdefault(LOCATION_COUNT, len(tensor_set["memorylocations"]))
        record["allocations"] = allocations
        record["blocks"] = _Streamed(self.block(op) for op in blocks)
        return record

    def _set(self, op: Operation) -> dict[str, Any]:
        type = cast(MemRef, op.results[0].type)
        record = set_record(cast(StringAttr, op.properties[NAME]).data, type)
        if UNTYPED in op.attributes:
            del record["dtype"]
        self.writer.keys_of(op, structure_plan("bir.memory_location_set"), record)
        return record

    def _location(self, op: Operation, owner: Operation) -> dict[str, Any]:
        type, set_type = cast(MemRef, op.results[0].type), cast(MemRef, owner.results[0].type)
        if type.get_shape() != set_type.get_shape() or type.element_type != set_type.element_type:
            self.writer.report(
                WriteProblem(op, f"is a {type}, its set is a {set_type}; a document has one shape for both"), op
            )
        memory, of_set = cast(MemoryAttr, type.memory_space), cast(MemoryAttr, set_type.memory_space)
        if memory.is_on_chip and of_set.is_on_chip and memory.partition_dim != of_set.partition_dim:
            self.writer.report(
                WriteProblem(op, "has another partition_dim than its set; a document has one for both"), op
            )
        record: dict[str, Any] = {
            "Skind": "memory_location",
            "name": cast(StringAttr, op.properties[NAME]).data,
            "type": MEMORY_TYPES[memory.space.data],
        }
        self.writer.keys_of(op, structure_plan("bir.memory_location"), record)
        alias = record.get("alias")
        if alias is not None:
            record["alias"] = [[entry["set"], entry["location"], entry["kind"]] for entry in alias]
        return record

    def place(self, value: SSAValue) -> _Place | None:
        owner = value.owner
        if not isinstance(owner, Operation):
            return None
        name = owner.properties.get(NAME)
        if not isinstance(name, StringAttr):
            return None
        if owner.name == "bir.memory_location_set":
            return _Place(name.data)
        if owner.name == "bir.memory_location":
            tensor_set = cast(Operation, owner.operands[0].owner)
            return _Place(cast(StringAttr, tensor_set.properties[NAME]).data, name.data)
        if owner.name == "bir.foreign_location":
            reference = cast(SymbolRefAttr, owner.properties["reference"])
            nested = [part.data for part in reference.nested_references.data]
            return _Place(nested[0], nested[1], reference.root_reference.data)
        return None


def set_record(name: str, type: MemRef) -> dict[str, Any]:
    """The object of a set without its keys of its own: what follows from its type."""
    from ...dialects.neuron.dtypes import dtype_of

    dtype = dtype_of(type.element_type)
    assert dtype is not None, "checked by the verifier"
    memory = cast(MemoryAttr, type.memory_space)
    record: dict[str, Any] = {
        "Skind": "memory_location_set",
        "name": name,
        "dtype": dtype.name,
        "tensor_shape": list(type.get_shape()),
        "memorylocations": [],
    }
    if memory.is_on_chip:
        record["partition_dim"] = memory.partition_dim.data
    elif memory.is_shared:
        record["addr_space"] = "Shared"
    return record


class _FuncWriter(_FunctionWriter):
    """
    Writes a `func.func` over memrefs, as lowering leaves it.

    Each argument, and each result of an operation that makes memrefs, becomes a set `<name>_set` with one location
    `<name>`. An argument that an instruction writes is an ExternalOutput, any other an ExternalInput; what is made
    inside is Internal. The instructions stand in one block, `Block1`, with a Return at its end; those that have no name
    get one.
    """

    def __init__(self, writer: _Writer, function: Operation) -> None:
        super().__init__(writer, function)
        self._places: dict[SSAValue, _Place] = {}
        self._names: set[str] = set()
        self._number = 0

    def members(self) -> dict[str, Any]:
        region = self.function.regions[0]
        if len(region.blocks) != 1:
            raise WriteProblem(self.function, f"has {len(region.blocks)} blocks; only straight code can be written")
        block = region.block
        allocations: list[dict[str, Any]] = []
        for index, argument in enumerate(block.args):
            written = any(_writes(use.operation, use.index) for use in argument.uses)
            allocations.append(self._storage(argument, f"arg{index}", "ExternalOutput" if written else "ExternalInput"))
        instructions: list[Operation] = []
        for op in block.ops:
            if op.name == "memref.alloc":
                allocations.append(self._storage(op.results[0], f"buffer{len(allocations)}", "Internal"))
            elif op.name == "func.return":
                if op.operands:
                    raise WriteProblem(
                        op, "returns values; a function of Backend IR has its outputs among its arguments"
                    )
            elif op.name not in ("memref.dealloc",):
                instructions.append(op)
        used = {name.data for op in instructions if isinstance(name := op.properties.get(NAME), StringAttr)}
        self._names = used
        entries = [*(self._instruction_pieces(op) for op in instructions), self._return]
        name = cast(StringAttr, self.function.properties[NAME]).data
        return {
            "name": name,
            "allocations": allocations,
            "blocks": _Streamed([self._block1(_Streamed(entries))]),
        }

    def _block1(self, instructions: _Streamed) -> Callable[[str], Iterator[str]]:
        return lambda indent: _object_pieces({"name": "Block1", "instructions": instructions}, indent)

    def _return(self, indent: str) -> Iterator[str]:
        from ...dialects.bir.instructions import instruction_class

        yield from self._instruction_pieces(instruction_class(InstructionType.Return)())(indent)

    def _storage(self, value: SSAValue, name: str, kind: str) -> dict[str, Any]:
        type = value.type
        from xdsl.dialects.builtin import MemRefType

        from ...dialects.neuron.dtypes import dtype_of
        from ...dialects.neuron.memory import check_memref

        if not isinstance(type, MemRefType):
            raise WriteProblem(self.function, f"has an argument of type {type}; a document has memory and registers")
        memref = cast(MemRef, type)
        wrong = check_memref(memref)
        if wrong is None and dtype_of(memref.element_type) is None:
            wrong = f"has element type {memref.element_type}, which Backend IR does not have"
        if wrong is not None:
            raise WriteProblem(self.function, f"memref {memref} {wrong}")
        name = value.name_hint or name
        taken = {place.location for place in self._places.values()}
        unique, count = name, 0
        while unique in taken:
            count += 1
            unique = f"{name}_{count}"
        self._places[value] = _Place(f"{unique}_set", unique)
        record = set_record(f"{unique}_set", memref)
        location: dict[str, Any] = {
            "Skind": "memory_location",
            "name": unique,
            "type": MEMORY_TYPES[cast(MemoryAttr, memref.memory_space).space.data],
        }
        record |= {"kind": kind, "memorylocations": [location], LOCATION_COUNT: 1}
        return record

    def place(self, value: SSAValue) -> _Place | None:
        return self._places.get(value)

    def instruction_name(self, op: Operation) -> str | None:
        given = super().instruction_name(op)
        if given is not None:
            return given
        while True:
            name = f"I-{self._number}"
            self._number += 1
            if name not in self._names:
                return name


def _writes(op: Operation, index: int) -> bool:
    return isinstance(op, BirOp) and index in op.group_range("outs")
