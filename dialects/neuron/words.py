"""Attributes that are one word out of a fixed list, such as `#penguin.act_fn<silu>`."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, cast

from xdsl.ir import Data
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from .errors import did_you_mean
from .xdsl_interface import position, raise_at


class Word(str):
    """One word of a list; `value` is its text, as of a member of a `StrEnum`, which serves as well."""

    __slots__ = ()

    @property
    def value(self) -> str:
        """The text of the word."""
        return str(self)


AnyWord = TypeVar("AnyWord", bound=str)
WordT = TypeVar("WordT", bound=str)


def parse_word(parser: AttrParser, words: Iterable[AnyWord], what: str) -> AnyWord:
    """
    One word of `words`, bare or quoted.

    Raises a parse error at the word that lists what there is and names the word that was probably meant.
    """
    start = position(parser)
    word = parser.parse_optional_identifier_or_str_literal()
    known = {str(each): each for each in words}
    if word is None:
        raise_at(parser, f"expected {what}, one of: {', '.join(known)}", start)
    found = known.get(word)
    if found is None:
        raise_at(
            parser,
            f"unknown {what} '{word}'{did_you_mean(word, known)} (one of: {', '.join(known)})",
            start,
            position(parser),
        )
    return found


class WordAttr(Data[WordT], Generic[WordT]):
    """
    An attribute that is one word of the list `WORDS`.

    The text is `#dialect.name<word>`; a quoted word is read too, because an attribute that an IRDL definition
    describes to `mlir-opt` can only hold attributes. Operation formats print the bare word.
    """

    WORDS: ClassVar[Collection[Any]]
    ORDINALS: ClassVar[Mapping[str, int]] = {}
    """What Backend IR stores for a word, where it stores a number."""
    SPELLINGS: ClassVar[Mapping[str, str]] = {}
    """How kernels spell a word, where they spell it otherwise."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> WordT:
        with parser.in_angle_brackets():
            return cast(WordT, parse_word(parser, cls.WORDS, cls.name))

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(str(self.data))

    def print_portable(self, printer: Printer) -> None:
        """Print the word as a string, the only form that an IRDL-defined attribute can take in `mlir-opt`."""
        printer.print_string(f'#{self.name}<"{self.data}">')

    @classmethod
    def of(cls, word: "str | WordAttr[Any]") -> "WordAttr[Any]":
        """The attribute of a word, or the attribute itself. Raises ValueError for a word that is not listed."""
        if isinstance(word, WordAttr):
            return word
        interned = _INTERNED.get(cls)
        if interned is None:
            interned = _INTERNED[cls] = {str(each): cls.new(each) for each in cls.WORDS}
        found = interned.get(str(word))
        if found is None:
            raise ValueError(
                f"unknown {cls.name} '{word}'{did_you_mean(str(word), interned)} (one of: {', '.join(interned)})"
            )
        return found


_INTERNED: dict[type, dict[str, WordAttr[Any]]] = {}


def word_attribute(
    name: str,
    summary: str,
    words: str,
    *,
    ordinals: Iterable[int] | None = None,
    spellings: str = "",
) -> type[WordAttr[Word]]:
    """
    An attribute class, written as a row: its name, what it says, its words, separated by blanks.

    `ordinals` are what Backend IR stores for the words, `spellings` how the kernels spell them, in the same order.
    """
    members = tuple(Word(word) for word in words.split())
    title = "".join(part.capitalize() for part in name.partition(".")[2].split("_"))
    namespace: dict[str, Any] = {
        "__doc__": f"{summary}: `#{name}<{members[0]}>`.",
        "__module__": __name__,
        "name": name,
        "WORDS": members,
        "ORDINALS": dict(zip(members, ordinals, strict=True)) if ordinals is not None else {},
        "SPELLINGS": dict(zip(members, spellings.split(), strict=True)) if spellings else {},
    }
    return cast("type[WordAttr[Word]]", type(f"{title}Attr", (WordAttr,), namespace))
