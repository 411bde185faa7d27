"""The text of our parametrised attributes: `#dialect.name<positional, key = value, flag>`, driven by a field table.

An attribute class lists its fields; parsing (any order, each key once, errors at the token), printing (defaults left
out) and the portable form (all fields in order, words as strings, for an IRDL-defined attribute in `mlir-opt`) come
from that table.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from xdsl.dialects.builtin import (
    AffineMapAttr,
    BoolAttr,
    IntAttr,
    IntegerAttr,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from .errors import did_you_mean
from .words import parse_word
from .xdsl_interface import next_is_closing, next_word, position, raise_at

Pair = tuple[int, int]
"""One `[step, num]` of an access pattern, in elements."""


def _parse_int(parser: AttrParser, what: str) -> int:
    value = parser.parse_integer(allow_boolean=False, context_msg=f" for {what}")
    # mlir-opt spells the type of an integer attribute out when it prints one on its own.
    if parser.parse_optional_punctuation(":") is not None:
        parser.parse_type()
    return value


class PairsAttr(Data[tuple[Pair, ...]]):
    """A list of `[step, num]` pairs, outermost first: `[[512, 128], [1, 4]]`."""

    name = "neuron.pairs"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[Pair, ...]:
        with parser.in_angle_brackets():
            return parse_pairs(parser, cls.name)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(format_pairs(self.data))

    def print_portable(self, printer: Printer) -> None:
        """Print the pairs as an array of arrays of integers."""
        printer.print_string(format_pairs(self.data))


class ShapeAttr(Data[tuple[int, ...]]):
    """A list of integers, such as a shape: `[128, 512]`."""

    name = "neuron.shape"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int, ...]:
        with parser.in_angle_brackets():
            return parse_shape(parser, cls.name)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(format_shape(self.data))

    def print_portable(self, printer: Printer) -> None:
        """Print the integers as an array."""
        printer.print_string(format_shape(self.data))


def parse_pairs(parser: AttrParser, what: str) -> tuple[Pair, ...]:
    """`[[step, num], ...]`; raises a parse error at an entry that is not a pair of integers."""

    def pair() -> Pair:
        start = position(parser)
        values = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: _parse_int(parser, what), f" in a [step, num] pair of {what}"
        )
        if len(values) != 2:
            raise_at(
                parser,
                f"a pair of {what} is [step, num], found {len(values)} integer{'' if len(values) == 1 else 's'}",
                start,
                position(parser),
            )
        return values[0], values[1]

    return tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, pair, f" in {what}"))


def parse_shape(parser: AttrParser, what: str) -> tuple[int, ...]:
    """`[a, b, ...]` of integers."""
    return tuple(
        parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: _parse_int(parser, what), f" in {what}")
    )


def format_pairs(pairs: Sequence[Pair]) -> str:
    """The text of a list of pairs."""
    return "[" + ", ".join([f"[{step}, {num}]" for step, num in pairs]) + "]"


def format_shape(shape: Sequence[int]) -> str:
    """The text of a list of integers."""
    return "[" + ", ".join(map(str, shape)) + "]"


@dataclass(frozen=True)
class Field(ABC):
    """
    One field of a keyed attribute.

    `default` is the value that is left out of the text; a field without one must be given. A `positional` field is
    written without its key, before all others.
    """

    name: str
    default: Attribute | None = None
    positional: bool = False

    def may_start_with(self, word: str) -> bool:
        """Whether a bare word can begin the value, where it is written by position."""
        return False

    @abstractmethod
    def parse(self, parser: AttrParser, what: str) -> Attribute:
        """Read the value."""

    @abstractmethod
    def text(self, value: Any, printer: Printer) -> None:
        """Print the value in the readable form."""

    def portable(self, value: Any, printer: Printer) -> None:
        """Print the value as an attribute that `mlir-opt` can read."""
        self.text(value, printer)


class PairsField(Field):
    """A list of `[step, num]` pairs."""

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        return PairsAttr(parse_pairs(parser, what))

    def text(self, value: PairsAttr, printer: Printer) -> None:
        printer.print_string(format_pairs(value.data))


class ShapeField(Field):
    """A list of integers; an absent optional one is `NoneAttr` and `unit` in the portable form."""

    def may_start_with(self, word: str) -> bool:
        return word == "unit"

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        if parser.parse_optional_keyword("unit") is not None:
            return NoneAttr()
        return ShapeAttr(parse_shape(parser, what))

    def text(self, value: ShapeAttr | NoneAttr, printer: Printer) -> None:
        printer.print_string("unit" if isinstance(value, NoneAttr) else format_shape(value.data))


class IntegerField(Field):
    """An integer; an absent optional one is `NoneAttr` and `unit` in the portable form."""

    def may_start_with(self, word: str) -> bool:
        return word == "unit" and isinstance(self.default, NoneAttr)

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        if isinstance(self.default, NoneAttr) and parser.parse_optional_keyword("unit") is not None:
            return self.default
        return IntAttr(_parse_int(parser, what))

    def text(self, value: IntAttr | NoneAttr, printer: Printer) -> None:
        printer.print_string("unit" if isinstance(value, NoneAttr) else str(value.data))


class TypeField(Field):
    """A type, such as the element type of an access pattern."""

    def may_start_with(self, word: str) -> bool:
        return True

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        return parser.parse_type()

    def text(self, value: TypeAttribute, printer: Printer) -> None:
        printer.print_attribute(value)


class StringField(Field):
    """A quoted string."""

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        return StringAttr(parser.parse_str_literal(f" for {what}"))

    def text(self, value: StringAttr, printer: Printer) -> None:
        printer.print_string_literal(value.data)


@dataclass(frozen=True)
class WordField(Field):
    """One word of an enumeration, kept as a string attribute."""

    words: type[StrEnum] | None = None

    def may_start_with(self, word: str) -> bool:
        return True

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        assert self.words is not None
        return StringAttr(parse_word(parser, self.words, what).value)

    def text(self, value: StringAttr, printer: Printer) -> None:
        printer.print_string(value.data)

    def portable(self, value: StringAttr, printer: Printer) -> None:
        printer.print_string_literal(value.data)


class FlagField(Field):
    """A mark that is there or not: written as its bare name."""

    def may_start_with(self, word: str) -> bool:
        return word in ("true", "false")

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        return BoolAttr.from_bool(parser.parse_boolean(f" for {what}"))

    def text(self, value: IntegerAttr[Any], printer: Printer) -> None:
        printer.print_string("true" if value.value.data else "false")


class AffineField(Field):
    """An affine expression over the operation's trailing index operands `d0`, `d1`, ..., kept as a one-result map."""

    def may_start_with(self, word: str) -> bool:
        return word in ("unit", "affine_map")

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        if parser.parse_optional_keyword("unit") is not None:
            return NoneAttr()
        start = position(parser)
        parsed = parser.parse_attribute()
        if not isinstance(parsed, AffineMapAttr) or len(parsed.data.results) != 1 or parsed.data.num_symbols:
            raise_at(parser, f"{what} is an affine_map without symbols and with one result", start, position(parser))
        return parsed

    def text(self, value: AffineMapAttr | NoneAttr, printer: Printer) -> None:
        printer.print_string("unit" if isinstance(value, NoneAttr) else f"affine_map<{value.data}>")


NONE = NoneAttr()
"""The value of an optional field that is absent."""
FALSE = BoolAttr.from_bool(False)
TRUE = BoolAttr.from_bool(True)
ZERO = IntAttr(0)
NO_PAIRS = PairsAttr(())


class KeyedAttribute(ParametrizedAttribute):
    """
    An attribute whose text is `<positional, ..., key = value, ..., flag>`.

    `FIELDS` stand in the order of the attribute's parameters. When every field has a default, `<...>` may be left
    out. The portable form is positional throughout and is read back as well.
    """

    FIELDS: ClassVar[tuple[Field, ...]]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        if parser.parse_optional_punctuation("<") is None:
            missing = [field.name for field in cls.FIELDS if field.default is None]
            if missing:
                parser.raise_error(f"#{cls.name} needs '<{missing[0]} …>'")
            return [field.default for field in cls.FIELDS if field.default is not None]
        values = _parse_fields(cls.name, cls.FIELDS, parser)
        parser.parse_punctuation(">", f" at the end of #{cls.name}")
        return values

    def print_parameters(self, printer: Printer) -> None:
        shown = [
            (field, value)
            for field, value in zip(self.FIELDS, self.parameters, strict=True)
            if field.positional or value != field.default
        ]
        if not shown:
            return
        with printer.in_angle_brackets():
            for index, (field, value) in enumerate(shown):
                if index:
                    printer.print_string(", ")
                if isinstance(field, FlagField):
                    printer.print_string(field.name)
                    continue
                if not field.positional:
                    printer.print_string(f"{field.name} = ")
                field.text(value, printer)

    def print_portable(self, printer: Printer) -> None:
        """Print all fields in order, without keys, words as strings: the form an IRDL-defined attribute has."""
        printer.print_string(f"#{self.name}<")
        for index, (field, value) in enumerate(zip(self.FIELDS, self.parameters, strict=True)):
            if index:
                printer.print_string(", ")
            field.portable(value, printer)
        printer.print_string(">")


def _parse_fields(name: str, fields: Sequence[Field], parser: AttrParser) -> list[Attribute]:
    by_name = {field.name: field for field in fields}
    values: dict[str, Attribute] = {}
    remaining = list(reversed(fields))  # by position, until the first key
    while not (values == {} and next_is_closing(parser)):
        start = position(parser)
        word = next_word(parser)
        if word is not None and word in by_name:
            field = by_name[word]
            parser.parse_keyword(word)
            if word in values:
                raise_at(parser, f"'{word}' is given twice in #{name}", start, start + len(word))
            if not isinstance(field, FlagField):
                parser.parse_punctuation("=", f" after '{word}' in #{name}")
            elif parser.parse_optional_punctuation("=") is None:
                values[word] = TRUE
            if word not in values:
                values[word] = field.parse(parser, f"'{word}' of #{name}")
            remaining.clear()
        elif remaining and (word is None or remaining[-1].may_start_with(word)):
            field = remaining.pop()
            values[field.name] = field.parse(parser, f"'{field.name}' of #{name}")
        else:
            found = "a value without a key" if word is None else f"'{word}'"
            hint = "" if word is None else did_you_mean(word, by_name)
            end = start if word is None else start + len(word)
            raise_at(parser, f"{found} is not a field of #{name}{hint} (fields: {', '.join(by_name)})", start, end)
        if parser.parse_optional_punctuation(",") is None:
            break
    complete = [values.get(field.name, field.default) for field in fields]
    for field, value in zip(fields, complete, strict=True):
        if value is None:
            parser.raise_error(f"#{name} needs '{field.name}'")
    return [value for value in complete if value is not None]
