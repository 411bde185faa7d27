"""The container of a KLR file: three CBOR items, read with `cbor2` once what is no CBOR in them has been put right.

A file is a version (tag 55799, which marks CBOR, around three numbers), metadata (tag 0xeb00), and contents (type
0xec, the constructor says which). Every value of an inductive type is a tag of two bytes, type and constructor, around
the list of its fields (leanprover/KLR, `Serde`). Three types have fields that are proofs: the list's head counts them,
and nothing of them is written, so that a decoder of CBOR would take what follows for them. Their heads are corrected
first, in a walk that also bounds how deep and how large everything is.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple, cast

PROOF_FIELDS: dict[int, tuple[int, int]] = {114: (8, 6), 115: (4, 3), 118: (3, 2)}
"""TensorName, Slice and AccessBasic: how many fields their heads count, and how many are written."""

VERSION_WORD = 12
"""What consumers ask of the third word of the version."""

KLR_FILE_START = bytes((0xD9, 0xD9, 0xF7))
METADATA_TYPE = 0xEB
CONTENTS_TYPE = 0xEC
CONTENTS = ("python", "nki", "kernel", "lnc", "hlo")
"""The constructors of the contents; consumers count from one, and want the fourth."""

OPTION_TYPE = 255


class KlrFileError(Exception):
    """A file that is no KLR file, or not one that can be used."""


class Value(NamedTuple):
    """A value of an inductive type: its type and constructor by their tags, and its fields."""

    type: int
    constructor: int
    fields: tuple[Any, ...]


class KlrFile(NamedTuple):
    """What a file says: the three words of its version, the format in its metadata, what its contents are."""

    version: tuple[int, int, int]
    format: str
    contents: Value


def read_klr_file(data: bytes, *, deepest: int, most_items: int) -> KlrFile:
    """
    The values in a KLR file, nothing of them interpreted. Raises KlrFileError.

    `deepest` and `most_items` bound the nesting and the number of CBOR items. Raises ImportError without `cbor2`.
    """
    from cbor2 import CBORDecoder

    if data[:3] != KLR_FILE_START:
        raise KlrFileError("is not a KLR file: it does not start with d9 d9 f7")
    stream = BytesIO(well_formed(data, deepest=deepest, most_items=most_items))
    decoder: Any = CBORDecoder(stream)
    try:
        version, metadata, contents = decoder.decode(), _value(decoder.decode()), _value(decoder.decode())
    except KlrFileError:
        raise
    except Exception as failure:
        # What a decoder raises on foreign data is its own; all of it means the same here.
        raise KlrFileError(f"is not a KLR file: {type(failure).__name__}: {failure}") from None
    words = _words(version)
    if words[2] != VERSION_WORD:
        raise KlrFileError(f"Wrong KLR version: {'.'.join(map(str, words))}, expected 0.0.{VERSION_WORD}")
    if not isinstance(metadata, Value) or metadata.type != METADATA_TYPE:
        raise KlrFileError("is not a KLR file: no metadata behind the version")
    if not isinstance(contents, Value) or contents.type != CONTENTS_TYPE:
        raise KlrFileError("is not a KLR file: no contents behind the metadata")
    if contents.constructor != CONTENTS.index("lnc"):
        known = contents.constructor < len(CONTENTS)
        found = CONTENTS[contents.constructor] if known else f"constructor {contents.constructor}"
        raise KlrFileError(f"Wrong KLIR content type: {found}, expected lnc, a kernel for logical cores")
    format = metadata.fields[0] if metadata.fields else ""
    return KlrFile(words, str(format), contents)


def _words(version: Any) -> tuple[int, int, int]:
    words = cast("Sequence[Any]", version) if isinstance(version, list | tuple) else ()
    if len(words) != 3 or not all(isinstance(word, int) and not isinstance(word, bool) for word in words):
        raise KlrFileError("is not a KLR file: its version is not three numbers")
    return (words[0], words[1], words[2])


def _value(item: Any) -> Any:
    """A decoded item with its tags as `Value`; options become their value or None, lists tuples."""
    if hasattr(item, "tag") and hasattr(item, "value"):
        fields = item.value
        if not isinstance(fields, list | tuple):
            raise KlrFileError("is not a KLR file: a tag is not followed by a list of fields")
        values = tuple([_value(each) for each in cast("Sequence[Any]", fields)])
        constructor = item.tag & 0xFF
        if item.tag >> 8 != OPTION_TYPE:
            return Value(item.tag >> 8, constructor, values)
        if len(values) != constructor or constructor > 1:
            raise KlrFileError("is not a KLR file: an option has neither one value nor none")
        return values[0] if values else None
    if isinstance(item, list | tuple):
        return tuple([_value(each) for each in cast("Sequence[Any]", item)])
    if item is None or isinstance(item, bool | int | float | str):
        return item
    raise KlrFileError(f"is not a KLR file: it has a {type(item).__name__}")


def well_formed(data: bytes, *, deepest: int, most_items: int) -> bytes:
    """
    The data with the heads of `PROOF_FIELDS` corrected, so that any decoder of CBOR reads it.

    Raises KlrFileError for data that is cut off, nested too deeply, or too many, and for what KLR does not use: maps,
    byte strings, lists of unknown length.
    """
    result = bytearray(data)
    position, items, size = 0, 0, len(data)
    # How many items each list that is open still has to come.
    open_lists: list[int] = []
    type_before: int | None = None
    roots = 0
    while position < size or open_lists:
        if not open_lists and roots == 3 and type_before is None:
            raise KlrFileError(f"is not a KLR file: {size - position} bytes follow the contents")
        items += 1
        if items > most_items:
            raise KlrFileError(f"has more than {most_items} items")
        start = position
        major, argument, position = _head(data, position)
        if type_before is not None and major != 4:
            raise KlrFileError("is not a KLR file: a tag is not followed by a list of fields")
        if major == 6:
            type_before = argument >> 8
            continue
        if major == 4:
            if type_before in PROOF_FIELDS:
                counted, written = PROOF_FIELDS[type_before]
                if argument != counted:
                    raise KlrFileError(f"has a value of type {type_before} with {argument} fields, expected {counted}")
                result[start] = 0x80 | written
                argument = written
            type_before = None
            if argument:
                if len(open_lists) >= deepest:
                    raise KlrFileError(f"is nested more than {deepest} levels deep")
                open_lists.append(argument)
                continue
        elif major == 3:
            position += argument
        elif major in (2, 5):
            raise KlrFileError(f"is not a KLR file: a CBOR item of major type {major}")
        if position > size:
            raise KlrFileError("is cut off")
        # This item is complete, and so is every list that it was the last of.
        while open_lists:
            open_lists[-1] -= 1
            if open_lists[-1]:
                break
            open_lists.pop()
        if not open_lists:
            roots += 1
    if type_before is not None or roots < 3:
        raise KlrFileError("is cut off")
    return bytes(result)


_ARGUMENT_BYTES = {24: 1, 25: 2, 26: 4, 27: 8}


def _head(data: bytes, position: int) -> tuple[int, int, int]:
    """The major type and the argument of the item at a position, and where the head ends."""
    if position >= len(data):
        raise KlrFileError("is cut off")
    major, short = data[position] >> 5, data[position] & 0x1F
    position += 1
    if short < 24:
        return major, short, position
    length = _ARGUMENT_BYTES.get(short)
    if length is None:
        raise KlrFileError("is not a KLR file: an item of unknown length")
    if position + length > len(data):
        raise KlrFileError("is cut off")
    return major, int.from_bytes(data[position : position + length]), position + length
