"""Attributes that are one word out of a fixed list, such as `#penguin.act_fn<silu>`."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar, cast

from xdsl.ir import Data
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from .errors import did_you_mean
from .xdsl_interface import position, raise_at

WordT = TypeVar("WordT", bound=StrEnum)


def parse_word(parser: AttrParser, words: type[WordT], what: str) -> WordT:
    """
    One word of `words`, bare or quoted.

    Raises a parse error at the word that lists what there is and names the word that was probably meant.
    """
    start = position(parser)
    word = parser.parse_optional_identifier_or_str_literal()
    if word is not None:
        try:
            return words(word)
        except ValueError:
            pass
    known = [member.value for member in words]
    if word is None:
        raise_at(parser, f"expected {what}, one of: {', '.join(known)}", start)
    raise_at(
        parser,
        f"unknown {what} '{word}'{did_you_mean(word, known)} (one of: {', '.join(known)})",
        start,
        position(parser),
    )


class WordAttr(Data[WordT], Generic[WordT]):
    """
    An attribute that is one word of the enumeration `WORDS`.

    The text is `#dialect.name<word>`; a quoted word is read too, because an attribute that an IRDL definition
    describes to `mlir-opt` can only hold attributes. Operation formats print the bare word.
    """

    WORDS: ClassVar[type[StrEnum]]
    ORDINALS: ClassVar[Mapping[str, int]] = {}

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> WordT:
        with parser.in_angle_brackets():
            return cast(WordT, parse_word(parser, cls.WORDS, cls.name))

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.value)

    def print_portable(self, printer: Printer) -> None:
        """Print the word as a string, the only form that an IRDL-defined attribute can take in `mlir-opt`."""
        printer.print_string(f'#{self.name}<"{self.data.value}">')

    @classmethod
    def of(cls, word: "str | StrEnum | WordAttr[Any]") -> "WordAttr[Any]":
        """The attribute of a word, or the attribute itself. Raises ValueError for a word that is not listed."""
        if isinstance(word, WordAttr):
            return word
        try:
            member = cls.WORDS(str(word))
        except ValueError:
            known = ", ".join(member.value for member in cls.WORDS)
            raise ValueError(f"unknown {cls.name} '{word}' (one of: {known})") from None
        return _interned(cls, member)


_INTERNED: dict[tuple[type, str], "WordAttr[Any]"] = {}


def _interned(cls: type["WordAttr[Any]"], member: StrEnum) -> "WordAttr[Any]":
    key = (cls, member.value)
    if (attr := _INTERNED.get(key)) is None:
        attr = _INTERNED[key] = cls.new(member)
    return attr
