"""The vocabulary of the instruction catalogue: what a key is, of which type, and when it is written."""

from enum import Enum
from typing import Any, NamedTuple


class KeyType(NamedTuple):
    """
    The type of a key's value.

    `kind` is one of: bool, int, u8, u16, u32, u64, i32, float, serialised_float, text, name, pairs, expression, edge,
    unrolled_edge, dictionary, opaque, enumeration, list, record. A `may_be_affine` value is a plain one or an affine
    expression under the same key.
    """

    kind: str
    may_be_affine: bool = False
    enumeration: str = ""
    element: "KeyType | None" = None
    length: int | None = None
    fields: "tuple[Key, ...]" = ()
    noun: str = ""


class Presence(Enum):
    """When Backend IR writes a key, and what reading does where it is absent."""

    REQUIRED = "required"
    """Always written; reading fails without it."""
    ALWAYS = "always"
    """Always written; reading takes the default where it is absent."""
    OPTIONAL = "optional"
    """Left out where the value is the default, which reading restores; absent otherwise."""


class Key(NamedTuple):
    """One key of an instruction beyond the common header: its JSON spelling, type, presence and default."""

    name: str
    type: KeyType
    presence: Presence
    default: Any = None
    """The value that the constructor gives, as Python; None where there is none or it is not known."""

    @property
    def must_be_given(self) -> bool:
        """Whether text and constructors need the key: it is required, and no value is known to stand in."""
        return self.presence is Presence.REQUIRED and self.default is None


class Row(NamedTuple):
    """One opcode and what it does. `parent` is the opcode that its class derives from, empty for `Instruction`."""

    name: str
    summary: str
    parent: str = ""
    keys: tuple[Key, ...] = ()
    engines: tuple[str, ...] = ()
    """The engines it may be on besides Unassigned and ALL; empty where that is not known. ALL stands for any."""
    default_engine: str = ""
    """The engine it is put on where nothing else is said; empty where that is not known."""
    arch: tuple[int | None, int | None] = (None, None)
    """The least and the greatest architecture level that has it, None where there is no limit."""
    abstract: bool = False
    body: str = ""
    """What the body of a region instruction is; empty where there is none."""
    blocks_only: bool = False
    """Whether the body consists of blocks."""
    written_in: str = ""
    """Where the operation's class is written by hand, as `.module:Class`; empty for those made from this row."""


BOOL = KeyType("bool")
INT = KeyType("int")
I32 = KeyType("i32")
U8 = KeyType("u8")
U16 = KeyType("u16")
U32 = KeyType("u32")
U64 = KeyType("u64")
FLOAT = KeyType("float")
SERIALISED_FLOAT = KeyType("serialised_float")
TEXT = KeyType("text")
PAIRS = KeyType("pairs")
EXPRESSION = KeyType("expression")
OPAQUE = KeyType("opaque")
DICTIONARY = KeyType("dictionary")
EDGE = KeyType("edge")
UNROLLED_EDGE = KeyType("unrolled_edge")


def name_of(what: str) -> KeyType:
    """The name of something else in the document."""
    return KeyType("name", noun=f"the name of {what}")


def affine(type: KeyType) -> KeyType:
    """A value that may be an affine expression instead."""
    return KeyType(type.kind, True)


def enumeration(name: str) -> KeyType:
    """A word of an enumeration of `bir.enumerations`."""
    return KeyType("enumeration", enumeration=name)


def list_of(element: KeyType, length: int | None = None) -> KeyType:
    """A list, of fixed length where one is given."""
    return KeyType("list", element=element, length=length)


def record(*fields: Key) -> KeyType:
    """An object with these keys."""
    return KeyType("record", fields=fields)


def R(name: str, type: KeyType, default: Any = None) -> Key:
    """A key that reading requires."""
    return Key(name, type, Presence.REQUIRED, default)


def A(name: str, type: KeyType, default: Any) -> Key:
    """A key that is always written."""
    return Key(name, type, Presence.ALWAYS, default)


def O(name: str, type: KeyType, default: Any = None) -> Key:  # noqa: E743
    """A key that is left out where it has its default or no value."""
    return Key(name, type, Presence.OPTIONAL, default)
