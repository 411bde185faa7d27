"""What rules look at: an instruction with its operands as the backend sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import prod
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Attribute, Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions.catalogue import CATALOGUE
from ...dialects.bir.instructions.keys import Row
from ...dialects.bir.operands import ImmediateAttr, RegisterAccessAttr
from ...dialects.bir.operation import PATTERNS_SUFFIX, BirOp
from ...dialects.bir.patterns import DynamicApAttr, RegisterApAttr, SymbolicApAttr
from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
from ...dialects.neuron.dtypes import Dtype, dtype_of
from ...dialects.neuron.memory import device_shape, memory_of
from ...dialects.neuron.target import BY_NAME, Limits, TargetAttr
from ...dialects.neuron.words import WordAttr
from ..bir_json.plans import instruction_plan

Pair = tuple[int, int]
MEMORY_TYPES: Mapping[str, str] = {"hbm": "DRAM", "sbuf": "SB", "psum": "PSUM"}
ARCHITECTURES: Mapping[str, tuple[int, str]] = {
    "inferentia": (10, "inf1"),
    "sunda": (20, "trn1"),
    "gen3": (30, "trn2"),
    "cayman": (30, "trn2"),
    "core_v4": (40, "trn3"),
    "core_v5": (50, "trn3"),
}
"""Architecture names of documents: the level, and the generation whose limits hold.

Of core_v5 only the name is known.
"""
LEVEL_NAMES: Mapping[int, str] = {10: "inferentia", 20: "sunda", 30: "gen3", 40: "core_v4", 50: "core_v5"}


class Finding(NamedTuple):
    """A rule that does not hold, and the part of the operation that it is about."""

    message: str
    operand: int | None = None
    key: str | None = None
    notes: tuple[str, ...] = ()


class Module(NamedTuple):
    """What rules need to know of the module: the architecture, and how many cores make a logical one, if known."""

    level: int
    limits: Limits
    lnc: int | None
    queues: frozenset[str]
    functions: frozenset[str]

    @property
    def arch(self) -> str:
        """The architecture as documents call it."""
        return LEVEL_NAMES[self.level]


def module_of(op: Operation, target: TargetAttr, has_target: bool) -> Module | str:
    """The facts of a module; a message where it names an architecture that there is not."""
    level, limits = target.limits.arch_level, target.limits
    arch = op.attributes.get("bir.arch")
    if isinstance(arch, StringAttr):
        if arch.data not in ARCHITECTURES:
            return f"names architecture '{arch.data}', which is none of: {', '.join(ARCHITECTURES)}"
        level, generation = ARCHITECTURES[arch.data]
        limits = target.limits if has_target and target.limits.arch_level == level else BY_NAME[generation]
    queues: set[str] = set()
    functions: set[str] = set()
    for child in op.regions[0].block.ops if op.regions and op.regions[0].blocks else ():
        name = child.properties.get("sym_name")
        if isinstance(name, StringAttr):
            (queues if child.name == "bir.queue" else functions).add(name.data)
    return Module(level, limits, target.lnc.data if has_target else None, frozenset(queues), frozenset(functions))


class Operand:
    """One operand: its entry, and where it is bound to memory, the walk in it."""

    def __init__(self, op: BirOp, section: str, position: int, entry: Attribute, index: int | None) -> None:
        self.op = op
        self.section = section
        self.position = position
        self.entry = entry
        self.index = index
        """The index among the operation's operands, None for one that is bound to no memory."""

    @property
    def name(self) -> str:
        """How the text names it."""
        return f"{self.section}[{self.position}]"

    def finding(self, message: str, *notes: str) -> Finding:
        """A finding about this operand."""
        return Finding(f'operand "{self.name}": {message}', self.index, None, notes)

    @cached_property
    def type(self) -> MemRefType[Attribute]:
        """The memref."""
        assert self.index is not None, "bound to memory"
        return self.op.operand_type(self.index)

    @cached_property
    def dtype(self) -> Dtype | None:
        """The element type it is viewed as."""
        entry = self.entry
        if isinstance(entry, ImmediateAttr):
            return dtype_of(entry.data.dtype)
        if isinstance(entry, RegisterAccessAttr):
            return dtype_of(entry.data.dtype)
        return cast("Dtype", cast(Any, entry).element)

    @property
    def is_free(self) -> bool:
        """Whether it is bound to no memory."""
        return self.index is None

    @cached_property
    def space(self) -> str:
        """The memory space, empty where it is bound to none."""
        if self.index is None:
            return ""
        memory = memory_of(self.type)
        return "" if memory is None else memory.space.data

    @property
    def memory_type(self) -> str:
        """The type of its location, as documents call it."""
        location = self.location
        given = location.properties.get("type") if location is not None else None
        if isinstance(given, WordAttr):
            return cast("WordAttr[Any]", given).data.value
        return MEMORY_TYPES.get(self.space, "")

    @property
    def location(self) -> Operation | None:
        """The memory location it is bound to, where it is one of this function."""
        if self.index is None:
            return None
        owner = self.op.operands[self.index].owner
        return owner if isinstance(owner, Operation) and owner.name == "bir.memory_location" else None

    @property
    def tensor_set(self) -> Operation | None:
        """The set it is bound to."""
        if self.index is None:
            return None
        owner = self.op.operands[self.index].owner
        if isinstance(owner, Operation) and owner.name == "bir.memory_location":
            owner = owner.operands[0].owner
        return owner if isinstance(owner, Operation) and owner.name == "bir.memory_location_set" else None

    @property
    def base(self) -> int:
        """The first partition of its location."""
        return _integer(self.location, "base")

    @cached_property
    def walk(self) -> AccessPatternAttr | IntervalAttr | None:
        """The physical pattern, where there is one."""
        entry = self.entry
        if isinstance(entry, DynamicApAttr):
            return entry.pattern
        return entry if isinstance(entry, AccessPatternAttr | IntervalAttr) else None

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, the partition first on chip; an interval is one of whole partitions or a part of one."""
        entry = self.entry
        if isinstance(entry, SymbolicApAttr | RegisterApAttr):
            return entry.ap.data
        walk = self.walk
        if isinstance(walk, AccessPatternAttr):
            if self.is_on_chip and not walk.partition.data:
                return ((self.extent or 1, 1), *walk.pairs)
            return walk.pairs
        if walk is None:
            return ()
        extent = self.extent
        count = walk.count.data
        if extent and walk.start.data % extent == 0 and count % extent == 0:
            return ((extent, count // extent), (1, extent))
        return ((count, 1), (1, count))

    @property
    def is_on_chip(self) -> bool:
        """Whether it lies in SBUF or PSUM."""
        return self.space in ("sbuf", "psum")

    @cached_property
    def extent(self) -> int:
        """Elements in one partition, 0 where the view does not fit or there are no partitions."""
        stored = dtype_of(self.type.element_type)
        viewed = self.dtype
        if not self.is_on_chip or stored is None or viewed is None:
            return 0
        quotient, remainder = divmod(prod(device_shape(self.type)[1:]) * stored.size_in_bytes, viewed.size_in_bytes)
        return 0 if remainder else quotient

    @cached_property
    def partitions(self) -> int:
        """How many partitions are walked; 1 where there are none."""
        if not self.is_on_chip:
            return 1
        walk = self.walk
        if isinstance(walk, AccessPatternAttr):
            return prod([num for _, num in walk.partition.data])
        return self.pairs[0][1] if self.pairs else 1

    @cached_property
    def start(self) -> tuple[int, int]:
        """The first partition, counted from that of SBUF or PSUM, and the first element in it."""
        walk = self.walk
        if walk is None or not self.extent:
            return self.base, 0
        first = walk.offset.data if isinstance(walk, AccessPatternAttr) else walk.start.data
        partition, element = divmod(first, self.extent)
        return self.base + partition, element

    @property
    def is_static(self) -> bool:
        """Whether the start is known."""
        entry = self.entry
        return isinstance(entry, IntervalAttr) or (isinstance(entry, AccessPatternAttr) and entry.is_static)

    @property
    def elements_per_partition(self) -> int:
        """How many elements are walked in each partition."""
        return prod([num for _, num in self.pairs]) // max(self.partitions, 1)


def _integer(op: Operation | None, key: str, default: int = 0) -> int:
    value = op.properties.get(key) if op is not None else None
    return cast("IntegerAttr[Any]", value).value.data if isinstance(value, IntegerAttr) else default


class Instruction:
    """An instruction, its row of the catalogue, and its operands."""

    def __init__(self, op: BirOp, module: Module, function: Operation | None) -> None:
        self.op = op
        self.module = module
        self.function = function

    @property
    def opcode(self) -> InstructionType:
        """Its opcode."""
        return self.op.INSTRUCTION_TYPE

    @property
    def row(self) -> Row:
        """Its row of the catalogue."""
        return CATALOGUE[self.opcode]

    def derives_from(self, *names: str) -> bool:
        """Whether its class is one of these or derives from one."""
        name = self.row.name
        while name:
            if name in names:
                return True
            name = CATALOGUE[InstructionType[name]].parent
        return False

    def word(self, key: str) -> str:
        """The word of a key, that of its default where it is not given, empty where there is none."""
        value = self.op.properties.get(key)
        if value is None:
            value = instruction_plan(self.opcode).defaults.get(key)
        return cast("WordAttr[Any]", value).data.value if isinstance(value, WordAttr) else ""

    def integer(self, key: str) -> int | None:
        """The number of a key, None where it is none or an expression."""
        value = self.op.properties.get(key)
        return cast("IntegerAttr[Any]", value).value.data if isinstance(value, IntegerAttr) else None

    @cached_property
    def operands(self) -> tuple[Operand, ...]:
        """All operands but the indices."""
        return tuple(self._read_operands())

    def _read_operands(self) -> Iterator[Operand]:
        for section in self.op.SECTIONS:
            patterns = self.op.properties.get(section + PATTERNS_SUFFIX)
            entries = cast("ArrayAttr[Attribute]", patterns).data if isinstance(patterns, ArrayAttr) else ()
            bound = iter(self.op.group_range(section))
            for position, entry in enumerate(entries):
                is_free = isinstance(entry, ImmediateAttr | RegisterAccessAttr)
                yield Operand(self.op, section, position, entry, None if is_free else next(bound))

    def section(self, name: str) -> tuple[Operand, ...]:
        """The operands of a section."""
        return tuple([operand for operand in self.operands if operand.section == name])

    def operand(self, section: str, position: int) -> Operand | None:
        """One operand, None where there is none."""
        operands = self.section(section)
        return operands[position] if position < len(operands) else None

    @property
    def is_ready_for_codegen(self) -> bool:
        """Whether the function says that engines need no longer be checked."""
        attributes = self.function.properties.get("attributes") if self.function is not None else None
        if not isinstance(attributes, DictionaryAttr):
            return False
        value = attributes.data.get("ready_for_codegen")
        return isinstance(value, IntegerAttr) and bool(cast("IntegerAttr[Any]", value).value.data)
