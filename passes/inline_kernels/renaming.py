"""New names for what a spliced body defines, wherever its operations refer to it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute, Operation

from ...dialects.bir.affine import AffineAttr, AffineExpression, Axis, RuntimeValue
from ...dialects.bir.dependencies import EdgeAttr
from ...dialects.bir.instructions.catalogue import CATALOGUE, HEADER
from ...dialects.bir.instructions.keys import Key, KeyType
from ...dialects.bir.operands import Immediate, ImmediateAttr, RegisterAccessAttr
from ...dialects.bir.operation import PATTERNS_SUFFIX, BirOp
from ...dialects.bir.patterns import DynamicApAttr, RegisterApAttr, SymbolicApAttr
from ...dialects.bir.structure import StructureOp

Names = dict[str, str]

_KINDS: Mapping[str, str] = {
    "the name of a block": "blocks",
    "the name of a DMA block": "instructions",
    "the name of a loop axis": "axes",
    "the name of the axis": "axes",
    "the name of a register": "registers",
    "the name of a set": "storage",
    "the name of a location": "storage",
    "the name of a function or loop": "scopes",
}
"""Which names a key refers to, by the noun of its type; queues and functions keep theirs."""


@dataclass
class Renaming:
    """Old names to new ones, each kind by itself. What is not among them keeps its name."""

    instructions: Names = field(default_factory=Names)
    blocks: Names = field(default_factory=Names)
    axes: Names = field(default_factory=Names)
    registers: Names = field(default_factory=Names)
    storage: Names = field(default_factory=Names)
    scopes: Names = field(default_factory=Names)

    def all_new(self) -> Iterable[str]:
        """Every new name of something that is defined."""
        for names in (self.instructions, self.blocks, self.axes, self.registers, self.storage):
            yield from names.values()

    def apply(self, op: Operation) -> None:
        """Rename what an operation refers to; its own name is left to the caller."""
        for key in keys_of(op):
            value = op.properties.get(key.name)
            if value is not None:
                op.properties[key.name] = self.value(value, key.type)
        if isinstance(op, BirOp):
            for section in op.SECTIONS:
                name = section + PATTERNS_SUFFIX
                entries = op.properties.get(name)
                if isinstance(entries, ArrayAttr):
                    array = cast("ArrayAttr[Attribute]", entries)
                    op.properties[name] = ArrayAttr([self.operand(entry) for entry in array.data])

    def value(self, attr: Attribute, type: KeyType) -> Attribute:
        """A key's value with the names in it renamed."""
        if isinstance(attr, AffineAttr):
            return self.affine(attr)
        if isinstance(attr, EdgeAttr):
            return self.edge(attr)
        if type.kind == "name" and isinstance(attr, StringAttr):
            kind = _KINDS.get(type.noun)
            names = cast(Names, getattr(self, kind)) if kind is not None else {}
            return _renamed(attr, names)
        if type.kind == "list" and type.element is not None:
            element = type.element
            return _entries(attr, lambda entry: self.value(entry, element))
        if type.kind == "record" and isinstance(attr, DictionaryAttr):
            types = {key.name: key.type for key in type.fields}
            return DictionaryAttr({name: self.value(entry, types[name]) for name, entry in attr.data.items()})
        return self.opaque(attr)

    def opaque(self, attr: Attribute) -> Attribute:
        """A value without a known schema: expressions and dependencies in it are renamed, strings are not."""
        if isinstance(attr, AffineAttr):
            return self.affine(attr)
        if isinstance(attr, EdgeAttr):
            return self.edge(attr)
        if isinstance(attr, DictionaryAttr):
            return DictionaryAttr({name: self.opaque(entry) for name, entry in attr.data.items()})
        return _entries(attr, self.opaque)

    def edge(self, attr: EdgeAttr) -> EdgeAttr:
        """A dependency with its instruction, and the expressions in it, renamed."""
        edge = attr.data
        return EdgeAttr(
            replace(
                edge,
                instruction=self.instructions.get(edge.instruction, edge.instruction),
                indices=tuple([self.affine(index) for index in edge.indices]),
                predicates=tuple([self.opaque(predicate) for predicate in edge.predicates]),
            )
        )

    def affine(self, attr: AffineAttr) -> AffineAttr:
        """An expression with its axes and registers renamed."""
        return AffineAttr(self.expression(attr.data))

    def expression(self, expression: AffineExpression) -> AffineExpression:
        """The same for a node."""
        if isinstance(expression, Axis):
            return Axis(self.axes.get(expression.name, expression.name))
        if isinstance(expression, RuntimeValue):
            return RuntimeValue(self.registers.get(expression.register, expression.register))
        parts = [self._part(getattr(expression, name)) for name in expression.__match_args__]
        return cast(Callable[..., AffineExpression], type(expression))(*parts)

    def _part(self, part: Any) -> Any:
        if isinstance(part, AffineExpression):
            return self.expression(part)
        if isinstance(part, tuple):
            return tuple([self._part(each) for each in cast("tuple[Any, ...]", part)])
        return part

    def operand(self, entry: Attribute) -> Attribute:
        """An operand's pattern, or an operand that stands for itself, with its registers and axes renamed."""
        if isinstance(entry, RegisterAccessAttr):
            access = entry.data
            return RegisterAccessAttr(replace(access, register=self.registers.get(access.register, access.register)))
        if isinstance(entry, ImmediateAttr) and entry.data.expression is not None:
            immediate: Immediate = entry.data
            return ImmediateAttr(replace(immediate, expression=self.expression(entry.data.expression)))
        if isinstance(entry, RegisterApAttr):
            parameters = [
                _renamed(parameter, self.registers) if isinstance(parameter, StringAttr) else parameter
                for parameter in entry.parameters
            ]
            return RegisterApAttr.new(parameters)
        if isinstance(entry, SymbolicApAttr | DynamicApAttr):
            return type(entry).new([self.opaque(parameter) for parameter in entry.parameters])
        return entry


def keys_of(op: Operation) -> Iterable[Key]:
    """The keys that an operation of the dialect may have."""
    if isinstance(op, StructureOp):
        return op.KEYS
    if isinstance(op, BirOp):
        return (*CATALOGUE[op.INSTRUCTION_TYPE].keys, *HEADER)
    return ()


def axes_of(op: Operation) -> Iterable[str]:
    """The names of the loop axes that an operation defines."""
    for name in ("LoopAxis", "DynamicForLoopAxis"):
        axis = op.properties.get(name)
        if isinstance(axis, DictionaryAttr):
            axis_name = axis.data.get("name")
            if isinstance(axis_name, StringAttr):
                yield axis_name.data


def _renamed(attr: StringAttr, names: Names) -> StringAttr:
    new = names.get(attr.data)
    return attr if new is None else StringAttr(new)


def _entries(attr: Attribute, change: Callable[[Attribute], Attribute]) -> Attribute:
    if not isinstance(attr, ArrayAttr):
        return attr
    return ArrayAttr([change(entry) for entry in cast("ArrayAttr[Attribute]", attr).data])
