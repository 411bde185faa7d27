"""Kinds of properties: each is the constraint that xDSL verifies and the text that our op formats read and print.

An op format asks the constraint of a property how its value is written: a flag as `true`, an enumerated word bare, a
number without its type. So an operation's definition is all there is to say about its text.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import AttrConstraint, opt_prop_def, prop_def
from xdsl.irdl.constraints import VerificationContext
from xdsl.parser import Parser
from xdsl.printer import Printer

from .attribute_format import format_shape, parse_shape
from .errors import OperationError
from .words import WordAttr, parse_word
from .xdsl_interface import next_starts_with, position, raise_at


class PropertyError(OperationError):
    """
    A property has a value that its form does not accept.

    A constraint does not know which property it is asked about; the operation does (`FormattedOperation.explain`).
    """

    def __init__(self, form: "PropertyForm", value: Attribute):
        super().__init__(f"{value} is not {form.description}")
        self.form = form
        self.value = value


class PropertyForm(AttrConstraint[Attribute]):
    """A property's constraint together with its text and its Python spelling."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What the value is, for documentation and errors, such as `a 32-bit float`."""

    @abstractmethod
    def accepts(self, attr: Attribute) -> bool:
        """Whether an attribute is a legal value."""

    @abstractmethod
    def parse(self, parser: Parser, name: str) -> Attribute:
        """Read the value behind `name =`."""

    @abstractmethod
    def print(self, printer: Printer, attr: Attribute) -> None:
        """Print the value."""

    @abstractmethod
    def coerce(self, value: Any) -> Attribute:
        """The attribute of a Python value. Raises TypeError or ValueError when the value does not fit."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not self.accepts(attr):
            raise PropertyError(self, attr)

    def mapping_type_vars(self, type_var_mapping: Any) -> "PropertyForm":
        return self


@dataclass(frozen=True)
class FlagForm(PropertyForm):
    """A boolean, written `true` or `false`; the bare name means true."""

    @property
    def description(self) -> str:
        return "a boolean"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, IntegerAttr) and cast("IntegerAttr[Any]", attr).type == i1

    def parse(self, parser: Parser, name: str) -> Attribute:
        return TRUE if parser.parse_boolean(f" for '{name}'") else FALSE

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_string("true" if cast(BoolAttr, attr).value.data else "false")

    def coerce(self, value: Any) -> Attribute:
        if not isinstance(value, bool):
            raise TypeError(f"expected a bool, got {value!r}")
        return TRUE if value else FALSE


FALSE = BoolAttr.from_bool(False)
TRUE = BoolAttr.from_bool(True)


@dataclass(frozen=True)
class IntegerForm(PropertyForm):
    """An integer of fixed width, written without its type; at least `minimum` and at most `maximum` where given."""

    type: IntegerType = i64
    minimum: int | None = None
    maximum: int | None = None

    @property
    def description(self) -> str:
        width = self.type.width.data
        text = f"{'an' if width == 8 else 'a'} {width}-bit integer"
        if self.minimum is not None and self.maximum is not None:
            return f"{text} from {self.minimum} to {self.maximum}"
        if self.minimum is not None:
            return f"{text} of at least {self.minimum}"
        return text if self.maximum is None else f"{text} of at most {self.maximum}"

    def _in_range(self, value: int) -> bool:
        width = self.type.width.data
        low = -(1 << (width - 1)) if self.minimum is None else self.minimum
        high = (1 << (width - 1)) - 1 if self.maximum is None else self.maximum
        return low <= value <= high

    def accepts(self, attr: Attribute) -> bool:
        if not isinstance(attr, IntegerAttr):
            return False
        integer = cast("IntegerAttr[Any]", attr)
        return integer.type == self.type and self._in_range(integer.value.data)

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        value = parser.parse_integer(allow_boolean=False, context_msg=f" for '{name}'")
        if parser.parse_optional_punctuation(":") is not None and parser.parse_type() != self.type:
            raise_at(parser, f"'{name}' is {self.description}", start, position(parser))
        if not self._in_range(value):
            raise_at(parser, f"'{name}' is {self.description}, found {value}", start, position(parser))
        return IntegerAttr(value, self.type)

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_string(str(cast("IntegerAttr[Any]", attr).value.data))

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"expected an int, got {value!r}")
        if not self._in_range(value):
            raise ValueError(f"{value} is not {self.description}")
        return IntegerAttr(value, self.type)


@dataclass(frozen=True)
class RealForm(PropertyForm):
    """
    A 32-bit float, written without its type; an integer literal is read too.

    What is infinite or no number is written as its bits, `0x7F800000`, as MLIR writes it.
    """

    @property
    def description(self) -> str:
        return "a 32-bit float"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, FloatAttr) and cast("FloatAttr[Any]", attr).type == f32

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        is_bits = next_starts_with(parser, "0x") or next_starts_with(parser, "0X")
        value = parser.parse_number(context_msg=f" for '{name}'")
        if parser.parse_optional_punctuation(":") is not None and parser.parse_type() != f32:
            raise_at(parser, f"'{name}' is {self.description}", start, position(parser))
        if is_bits:
            if value >= 1 << 32:
                raise_at(parser, f"'{name}' is {self.description}, found {value:#x}", start, position(parser))
            value = f32.unpack(int(value).to_bytes(4, "little"), 1)[0]
        return FloatAttr(float(value), f32)

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_float(cast("FloatAttr[Any]", attr).value.data, f32)

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"expected a float, got {value!r}")
        return FloatAttr(float(value), f32)


@dataclass(frozen=True)
class WordForm(PropertyForm):
    """One word of an enumeration, written bare."""

    attribute: "type[WordAttr[Any]]"

    @property
    def description(self) -> str:
        return f"one of: {', '.join(member.value for member in self.attribute.WORDS)}"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, self.attribute)

    def parse(self, parser: Parser, name: str) -> Attribute:
        # The attribute's own spelling, `#penguin.act_fn<silu>`, is read as well.
        explicit = parser.parse_optional_attribute() if not _is_word(parser) else None
        if explicit is not None:
            if not self.accepts(explicit):
                parser.raise_error(f"'{name}' is {self.description}, found {explicit}")
            return explicit
        return self.attribute.of(parse_word(parser, self.attribute.WORDS, f"'{name}'"))

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_string(cast("WordAttr[Any]", attr).data.value)

    def coerce(self, value: Any) -> Attribute:
        return self.attribute.of(value)


def _is_word(parser: Parser) -> bool:
    from .xdsl_interface import next_is_string, next_word

    return next_word(parser) is not None or next_is_string(parser)


@dataclass(frozen=True)
class TextForm(PropertyForm):
    """A string."""

    @property
    def description(self) -> str:
        return "a string"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, StringAttr)

    def parse(self, parser: Parser, name: str) -> Attribute:
        return StringAttr(parser.parse_str_literal(f" for '{name}'"))

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_string_literal(cast(StringAttr, attr).data)

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, StringAttr):
            return value
        if not isinstance(value, str):
            raise TypeError(f"expected a str, got {value!r}")
        return StringAttr(value)


@dataclass(frozen=True)
class ShapeForm(PropertyForm):
    """A list of 64-bit integers, written `[a, b]`; of fixed length where `length` is given, of at least `minimum`."""

    length: int | None = None
    minimum: int | None = None

    @property
    def description(self) -> str:
        text = "a list of integers" if self.length is None else f"a list of {self.length} integers"
        return text if self.minimum is None else f"{text} of at least {self.minimum}"

    def _fits(self, values: Sequence[int]) -> bool:
        if self.length is not None and len(values) != self.length:
            return False
        return self.minimum is None or all(value >= self.minimum for value in values)

    def accepts(self, attr: Attribute) -> bool:
        if not isinstance(attr, DenseArrayBase):
            return False
        array = cast("DenseArrayBase[Any]", attr)
        return array.elt_type == i64 and self._fits(shape_of(array))

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        values = parse_shape(parser, f"'{name}'")
        if not self._fits(values):
            found = f"'{name}' is {self.description}, found {format_shape(values)}"
            raise_at(parser, found, start, position(parser))
        return DenseArrayBase.from_list(i64, list(values))

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_string(format_shape(shape_of(attr)))

    def coerce(self, value: Any) -> Attribute:
        values = [int(entry) for entry in value]
        if not self._fits(values):
            raise ValueError(f"{values} is not {self.description}")
        return DenseArrayBase.from_list(i64, values)


@dataclass(frozen=True)
class AttributeForm(PropertyForm):
    """An attribute of one class, written as any attribute is."""

    attribute: type[Attribute] = Attribute
    noun: str = "an attribute"

    @property
    def description(self) -> str:
        return self.noun

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, self.attribute)

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        attr = parser.parse_attribute()
        if not self.accepts(attr):
            raise_at(parser, f"'{name}' is {self.description}, found {attr}", start, position(parser))
        return attr

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_attribute(attr)

    def coerce(self, value: Any) -> Attribute:
        attr = to_attribute(value)
        if not self.accepts(attr):
            raise TypeError(f"expected {self.description}, got {value!r}")
        return attr


def shape_of(attr: Attribute) -> tuple[int, ...]:
    """The integers of a dense array attribute."""
    values: Sequence[int] = cast("DenseArrayBase[Any]", attr).get_values()
    return tuple(values)


def to_attribute(value: Any) -> Attribute:
    """
    The natural attribute of a Python value: bool, int (64-bit), float (32-bit), str, list, dict, or an attribute.

    Raises TypeError for anything else.
    """
    if isinstance(value, Attribute):
        return value
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, int):
        return IntegerAttr(value, i64)
    if isinstance(value, float):
        return FloatAttr(value, f32)
    if isinstance(value, str):
        return StringAttr(value)
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, Any]", value)
        return DictionaryAttr({str(key): to_attribute(entry) for key, entry in entries.items()})
    if isinstance(value, Sequence):
        return ArrayAttr([to_attribute(entry) for entry in cast("Sequence[Any]", value)])
    raise TypeError(f"no attribute for {value!r}")


# The definitions that operation classes write. Each returns what xDSL's prop_def returns for its attribute type.


def flag(default: bool = False) -> BoolAttr:
    """An optional boolean property."""
    return cast(BoolAttr, opt_prop_def(FlagForm(), TRUE if default else FALSE))


def stored_flag(default: bool) -> BoolAttr:
    """A boolean property that is always there and always written, because readers disagree on its absence."""
    return cast(BoolAttr, prop_def(FlagForm(), TRUE if default else FALSE))


def optional_flag() -> BoolAttr | None:
    """A boolean property that may be absent, which means something else than false."""
    return cast("BoolAttr | None", opt_prop_def(FlagForm()))


def integer(
    default: int, *, type: IntegerType = i64, minimum: int | None = None, maximum: int | None = None
) -> "IntegerAttr[IntegerType]":
    """An integer property with a default."""
    form = IntegerForm(type, minimum, maximum)
    return cast("IntegerAttr[IntegerType]", opt_prop_def(form, IntegerAttr(default, type)))


def required_integer(
    *, type: IntegerType = i64, minimum: int | None = None, maximum: int | None = None
) -> "IntegerAttr[IntegerType]":
    """An integer property that must be given."""
    return cast("IntegerAttr[IntegerType]", prop_def(IntegerForm(type, minimum, maximum)))


def optional_integer(
    *, type: IntegerType = i64, minimum: int | None = None, maximum: int | None = None
) -> "IntegerAttr[IntegerType] | None":
    """An integer property that may be absent."""
    return cast("IntegerAttr[IntegerType] | None", opt_prop_def(IntegerForm(type, minimum, maximum)))


def real(default: float) -> "FloatAttr[Any]":
    """A 32-bit float property with a default."""
    return cast("FloatAttr[Any]", opt_prop_def(RealForm(), FloatAttr(default, f32)))


def optional_real() -> "FloatAttr[Any] | None":
    """A 32-bit float property that may be absent."""
    return cast("FloatAttr[Any] | None", opt_prop_def(RealForm()))


def word(attribute: "type[WordAttr[Any]]", default: str) -> "WordAttr[Any]":
    """An enumerated property with a default."""
    return cast("WordAttr[Any]", opt_prop_def(WordForm(attribute), attribute.of(default)))


def required_word(attribute: "type[WordAttr[Any]]") -> "WordAttr[Any]":
    """An enumerated property that must be given."""
    return cast("WordAttr[Any]", prop_def(WordForm(attribute)))


def optional_word(attribute: "type[WordAttr[Any]]") -> "WordAttr[Any] | None":
    """An enumerated property that may be absent."""
    return cast("WordAttr[Any] | None", opt_prop_def(WordForm(attribute)))


def required_text() -> StringAttr:
    """A string property that must be given."""
    return cast(StringAttr, prop_def(TextForm()))


def optional_text() -> StringAttr | None:
    """A string property that may be absent."""
    return cast("StringAttr | None", opt_prop_def(TextForm()))


def optional_shape(length: int | None = None, minimum: int | None = None) -> "DenseArrayBase[Any] | None":
    """A list of integers that may be absent."""
    return cast("DenseArrayBase[Any] | None", opt_prop_def(ShapeForm(length, minimum)))


def required_shape(length: int | None = None, minimum: int | None = None) -> "DenseArrayBase[Any]":
    """A list of integers that must be given."""
    return cast("DenseArrayBase[Any]", prop_def(ShapeForm(length, minimum)))


def bag() -> DictionaryAttr:
    """A dictionary property, empty by default."""
    return cast(DictionaryAttr, opt_prop_def(AttributeForm(DictionaryAttr, "a dictionary"), DictionaryAttr({})))


__all__ = [
    "AttributeForm",
    "FlagForm",
    "IntegerForm",
    "PropertyForm",
    "RealForm",
    "ShapeForm",
    "TextForm",
    "WordForm",
    "bag",
    "flag",
    "i32",
    "integer",
    "optional_flag",
    "optional_integer",
    "optional_real",
    "optional_shape",
    "optional_text",
    "optional_word",
    "real",
    "required_integer",
    "required_shape",
    "required_text",
    "required_word",
    "shape_of",
    "to_attribute",
    "word",
]
