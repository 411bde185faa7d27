"""Our dialects as IRDL, for `mlir-opt --irdl-file`, written from their definitions.

Every attribute becomes an `irdl.attribute` with one constraint a parameter, every operation an `irdl.operation`
with its operand groups and those of its properties that must be given. What IRDL (in mlir-opt 22) cannot say is
left out: properties that may be absent (all that it lists are required), how operands relate, ranges of integers,
alternatives that are more than a list of single attributes, and operations with operand groups of mixed types
(see `variadic`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute, Operation

from ...dialects.neuron.attribute_format import (
    Field,
    FlagField,
    IntegerField,
    KeyedAttribute,
    PairsField,
    ShapeField,
    StringField,
    TypeField,
    WordField,
)
from ...dialects.neuron.lazy_dialect import LazyDialect
from ...dialects.neuron.op_format import FormattedOperation, OperandGroup, layout_of
from ...dialects.neuron.properties import (
    AttributeForm,
    FlagForm,
    IntegerForm,
    PropertyForm,
    RealForm,
    ShapeForm,
    TextForm,
    WordForm,
)
from ...dialects.neuron.target import GENERATIONS, TargetNameField
from ...dialects.neuron.words import WordAttr
from ...dialects.penguin.macros.kernels import NamesForm, SymbolForm
from .variadic import has_mixed_group

__all__ = ["irdl_text"]

_BUILTIN_ATTRIBUTES: dict[type[Attribute], str] = {
    ArrayAttr: "#builtin.array",
    DictionaryAttr: "#builtin.dictionary",
    StringAttr: "#builtin.string",
}


class _Body:
    """The lines of one definition; each constraint is a value of its own, since a shared one means equality."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def constraint(self, text: str) -> str:
        """Adds a constraint and gives the name of its value."""
        name = f"%{self._count}"
        self._count += 1
        self.lines.append(f"{name} = {text}")
        return name

    def any(self) -> str:
        """Anything at all."""
        return self.constraint("irdl.any")

    def base(self, name: str) -> str:
        """Any attribute or type of a kind: `#builtin.array`, or a symbol."""
        return self.constraint(f"irdl.base {name}" if name.startswith("@") else f'irdl.base "{name}"')

    def one_of(self, texts: Iterable[str]) -> str:
        """One of several attributes, given by their texts."""
        values = [self.constraint(f"irdl.is {text}") for text in texts]
        return values[0] if len(values) == 1 else self.constraint(f"irdl.any_of({', '.join(values)})")

    def words(self, words: Iterable[str]) -> str:
        """One of several words, as strings."""
        return self.one_of(f'"{word}"' for word in words)


def irdl_text(dialects: Sequence[LazyDialect]) -> str:
    """The IRDL of dialects, all in one text that `mlir-opt --irdl-file` loads. Imports everything they have."""
    return "\n".join("\n".join(_dialect(dialect)) + "\n" for dialect in dialects)


def _dialect(dialect: LazyDialect) -> Iterator[str]:
    yield f"irdl.dialect @{dialect.name} {{"
    for attribute in dialect.attributes:
        body = _Body()
        names = _parameters(attribute, body)
        if names:
            body.lines.append(f"irdl.parameters({', '.join(f'{name}: {value}' for name, value in names)})")
        yield from _definition("attribute", attribute, body)
    for op_type in dialect.operations:
        if has_mixed_group(op_type):
            yield f"  // {op_type.name}: not described, its operand groups have values of several types"
        else:
            body = _Body()
            if issubclass(op_type, FormattedOperation):
                _operation(op_type, body)
            yield from _definition("operation", op_type, body)
    yield "}"


def _definition(kind: str, definition: type[Operation] | type[Attribute], body: _Body) -> Iterator[str]:
    name = definition.name.partition(".")[2]
    if not body.lines:
        yield f"  irdl.{kind} @{name}"
        return
    yield f"  irdl.{kind} @{name} {{"
    yield from (f"    {line}" for line in body.lines)
    yield "  }"


# Attributes.


def _parameters(attribute: type[Attribute], body: _Body) -> list[tuple[str, str]]:
    """Names and constraints of the parameters that the portable form of an attribute has."""
    if issubclass(attribute, WordAttr):
        words = cast("type[WordAttr[Any]]", attribute).WORDS
        return [("word", body.words(member.value for member in words))]
    if issubclass(attribute, KeyedAttribute):
        return [(field.name, _field(field, body)) for field in attribute.FIELDS]
    raise TypeError(f"#{attribute.name} has no portable form")


def _field(field: Field, body: _Body) -> str:
    match field:
        case TargetNameField():
            return body.words(limits.name for limits in GENERATIONS)
        case WordField(words=words) if words is not None:
            return body.words(member.value for member in words)
        case FlagField():
            return body.one_of(("true", "false"))
        case StringField():
            return body.base("#builtin.string")
        case PairsField():
            return body.base("#builtin.array")
        case TypeField():
            return body.base("#builtin.type")
        # An absent value is `unit`, and IRDL has no "this kind or that attribute".
        case ShapeField(default=None):
            return body.base("#builtin.array")
        case IntegerField() if field.default is None or field.default.name == "builtin.int":
            return body.base("#builtin.integer")
        case _:
            return body.any()


# Operations.


def _operation(op_type: type[FormattedOperation], body: _Body) -> None:
    layout = layout_of(op_type)
    groups = [f"{group.name}: {_variadicity(group)}{_operand(group, body)}" for group in layout.groups.values()]
    attributes = [f'"{name}" = {_property(layout.forms[name], body)}' for name in layout.required]
    if groups:
        body.lines.append(f"irdl.operands({', '.join(groups)})")
    if attributes:
        body.lines.append(f"irdl.attributes {{{', '.join(attributes)}}}")


def _variadicity(group: OperandGroup) -> str:
    return "optional " if group.is_optional else "variadic " if group.is_variadic else ""


def _operand(group: OperandGroup, body: _Body) -> str:
    return body.one_of(("index",)) if group.is_indices else body.base("!builtin.memref")


def _property(form: PropertyForm, body: _Body) -> str:
    match form:
        case FlagForm():
            return body.one_of(("true", "false"))
        case IntegerForm():
            return body.base("#builtin.integer")
        case RealForm():
            return body.base("#builtin.float")
        case TextForm():
            return body.base("#builtin.string")
        case ShapeForm():
            return body.base("#builtin.dense_array")
        case NamesForm():
            return body.base("#builtin.array")
        case SymbolForm():
            return body.base("#builtin.symbol_ref")
        case WordForm(attribute=attribute):
            dialect, _, name = attribute.name.partition(".")
            return body.base(f"@{dialect}::@{name}")
        case AttributeForm(attribute=attribute) if attribute in _BUILTIN_ATTRIBUTES:
            return body.base(_BUILTIN_ATTRIBUTES[attribute])
        case _:
            return body.any()
