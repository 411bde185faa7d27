"""Kinds of properties that only Backend IR has: lists, records, maybe-affine values, names, pairs.

See `neuron.properties` for what a property form is; these are made for the keys of the instruction catalogue.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..neuron.attribute_format import Pair, format_pairs, parse_pairs
from ..neuron.errors import did_you_mean
from ..neuron.properties import FlagForm, IntegerForm, PropertyForm, ShapeForm, shape_of
from ..neuron.xdsl_interface import next_starts_with, next_word, position, raise_at
from .affine import AffineAttr, AffineExpression


def _parse_affine(parser: Parser, what: str) -> AffineAttr | None:
    """An affine expression where one stands, as `#bir.affine<…>`."""
    start = position(parser)
    attr = parser.parse_attribute() if next_starts_with(parser, "#") else None
    if attr is None or isinstance(attr, AffineAttr):
        return attr
    raise_at(parser, f"{what} is a value or a #bir.affine expression, found {attr}", start, position(parser))


class PlainForm(PropertyForm):
    """
    A form that is itself only, not equal to another with the same text.

    The catalogue makes one form for each type, and a dataclass for each kind would cost a driver's start.
    """

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class AffineFlagForm(FlagForm):
    """A boolean that may be an affine expression instead."""

    @property
    def description(self) -> str:
        return "a boolean or an affine expression"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, AffineAttr) or super().accepts(attr)

    def parse(self, parser: Parser, name: str) -> Attribute:
        return _parse_affine(parser, f"'{name}'") or super().parse(parser, name)

    def print(self, printer: Printer, attr: Attribute) -> None:
        if isinstance(attr, AffineAttr):
            printer.print_attribute(attr)
        else:
            super().print(printer, attr)

    def coerce(self, value: Any) -> Attribute:
        return _coerce_affine(value) or super().coerce(value)


class AffineIntegerForm(IntegerForm):
    """An integer that may be an affine expression instead."""

    @property
    def description(self) -> str:
        return f"{super().description} or an affine expression"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, AffineAttr) or super().accepts(attr)

    def parse(self, parser: Parser, name: str) -> Attribute:
        return _parse_affine(parser, f"'{name}'") or super().parse(parser, name)

    def print(self, printer: Printer, attr: Attribute) -> None:
        if isinstance(attr, AffineAttr):
            printer.print_attribute(attr)
        else:
            super().print(printer, attr)

    def coerce(self, value: Any) -> Attribute:
        return _coerce_affine(value) or super().coerce(value)


def _coerce_affine(value: Any) -> Attribute | None:
    if isinstance(value, AffineExpression):
        return AffineAttr(value)
    return value if isinstance(value, AffineAttr) else None


class AffineForm(PlainForm):
    """An affine expression, or an integer, which is one without terms."""

    @property
    def description(self) -> str:
        return "an affine expression or an integer"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, AffineAttr) or _PLAIN_INTEGER.accepts(attr)

    def parse(self, parser: Parser, name: str) -> Attribute:
        return _parse_affine(parser, f"'{name}'") or _PLAIN_INTEGER.parse(parser, name)

    def print(self, printer: Printer, attr: Attribute) -> None:
        if isinstance(attr, AffineAttr):
            printer.print_attribute(attr)
        else:
            _PLAIN_INTEGER.print(printer, attr)

    def coerce(self, value: Any) -> Attribute:
        return _coerce_affine(value) or _PLAIN_INTEGER.coerce(value)


_PLAIN_INTEGER = IntegerForm()


class SymbolForm(PlainForm):
    """The name of something in the document, such as a block or a register: written `@name`, kept as a string."""

    def __init__(self, noun: str = "a name"):
        self.noun = noun

    @property
    def description(self) -> str:
        return f"{self.noun} (@name)"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, StringAttr) and bool(attr.data)

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        symbol = parser.parse_optional_symbol_name()
        if symbol is None:
            raise_at(parser, f"'{name}' is {self.description}", start)
        return symbol

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_symbol_name(cast(StringAttr, attr))

    def coerce(self, value: Any) -> Attribute:
        text = value.data if isinstance(value, StringAttr) else value
        if not isinstance(text, str) or not text:
            raise TypeError(f"expected a name, got {value!r}")
        return StringAttr(text)


class PairsForm(PlainForm):
    """A list of `[step, num]` pairs, outermost first; kept as an array of arrays of two 64-bit integers."""

    @property
    def description(self) -> str:
        return "a list of [step, num] pairs"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, ArrayAttr) and all(
            _PAIR.accepts(pair) for pair in cast("ArrayAttr[Attribute]", attr).data
        )

    def parse(self, parser: Parser, name: str) -> Attribute:
        return self.coerce(parse_pairs(parser, f"'{name}'"))

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_string(format_pairs(self.pairs(attr)))

    @staticmethod
    def pairs(attr: Attribute) -> "list[Pair]":
        """The pairs that an attribute of this form holds."""
        pairs: list[Pair] = []
        for entry in cast("ArrayAttr[Attribute]", attr).data:
            step, num = shape_of(entry)
            pairs.append((step, num))
        return pairs

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, ArrayAttr):
            return cast("ArrayAttr[Attribute]", value)
        return ArrayAttr([_PAIR.coerce(pair) for pair in value])


_PAIR = ShapeForm(2)


class ListForm(PlainForm):
    """A list whose entries have one form; of fixed length where `length` is given."""

    def __init__(self, element: PropertyForm, length: int | None = None):
        self.element = element
        self.length = length

    @property
    def description(self) -> str:
        count = "" if self.length is None else f"{self.length} entries, each "
        return f"a list of {count}{self.element.description}"

    def accepts(self, attr: Attribute) -> bool:
        if not isinstance(attr, ArrayAttr):
            return False
        entries = cast("ArrayAttr[Attribute]", attr).data
        if self.length is not None and len(entries) != self.length:
            return False
        return all(self.element.accepts(entry) for entry in entries)

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        entries = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: self.element.parse(parser, name), f" in '{name}'"
        )
        if self.length is not None and len(entries) != self.length:
            message = f"'{name}' is {self.description}, found {len(entries)} entries"
            raise_at(parser, message, start, position(parser))
        return ArrayAttr(entries)

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_string("[")
        for index, entry in enumerate(cast("ArrayAttr[Attribute]", attr).data):
            if index:
                printer.print_string(", ")
            self.element.print(printer, entry)
        printer.print_string("]")

    def coerce(self, value: Any) -> Attribute:
        entries: Sequence[Any] = cast("ArrayAttr[Attribute]", value).data if isinstance(value, ArrayAttr) else value
        if self.length is not None and len(entries) != self.length:
            raise ValueError(f"{list(entries)} is not {self.description}")
        return ArrayAttr([self.element.coerce(entry) for entry in entries])


class RecordForm(PlainForm):
    """A dictionary with named fields of fixed forms; every field may be left out unless it is listed as required."""

    def __init__(self, fields: tuple[tuple[str, PropertyForm], ...], required: frozenset[str]):
        self.fields = fields
        self.required = required

    @property
    def description(self) -> str:
        return "a record {" + ", ".join([name for name, _ in self.fields]) + "}"

    def accepts(self, attr: Attribute) -> bool:
        if not isinstance(attr, DictionaryAttr) or not self.required <= set(attr.data):
            return False
        forms = dict(self.fields)
        return all(name in forms and forms[name].accepts(value) for name, value in attr.data.items())

    def parse(self, parser: Parser, name: str) -> Attribute:
        forms = dict(self.fields)
        values: dict[str, Attribute] = {}
        start = position(parser)

        def entry() -> None:
            at = position(parser)
            word = next_word(parser)
            if word is None or word not in forms:
                found = f"'{word}'" if word is not None else "no name"
                hint = did_you_mean(word, forms) if word is not None else ""
                message = f"{found} is not a field of '{name}'{hint} (fields: {', '.join(forms)})"
                raise_at(parser, message, at, at + len(word or ""))
            if word in values:
                raise_at(parser, f"field '{word}' of '{name}' is given twice", at, at + len(word))
            parser.parse_keyword(word)
            parser.parse_punctuation("=", f" after '{word}'")
            values[word] = forms[word].parse(parser, f"{name}.{word}")

        parser.parse_comma_separated_list(parser.Delimiter.BRACES, entry, f" in '{name}'")
        for field, form in self.fields:
            if field in self.required and field not in values:
                raise_at(parser, f"'{name}' needs field '{field}' ({form.description})", start, position(parser))
        return self._in_order(values)

    def _in_order(self, values: Mapping[str, Attribute]) -> DictionaryAttr:
        return DictionaryAttr({name: values[name] for name, _ in self.fields if name in values})

    def print(self, printer: Printer, attr: Attribute) -> None:
        values = cast(DictionaryAttr, attr).data
        printer.print_string("{")
        shown = [(name, form) for name, form in self.fields if name in values]
        for index, (name, form) in enumerate(shown):
            printer.print_string(f", {name} = " if index else f"{name} = ")
            form.print(printer, values[name])
        printer.print_string("}")

    def coerce(self, value: Any) -> Attribute:
        given: Mapping[str, Any] = value.data if isinstance(value, DictionaryAttr) else value
        forms = dict(self.fields)
        for name in given:
            if name not in forms:
                raise ValueError(f"'{name}' is not a field of {self.description}")
        for name in self.required:
            if name not in given:
                raise ValueError(f"{self.description} needs '{name}'")
        return self._in_order({name: forms[name].coerce(entry) for name, entry in given.items()})
