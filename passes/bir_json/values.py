"""Values of keys: from JSON to what a property form takes, and from attributes to JSON, by the catalogue's types."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from math import inf, isfinite, isinf, isnan, nan
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    BytesAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntAttr,
    IntegerAttr,
    IntegerType,
    NoneAttr,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute

from ...dialects.bir.affine import AffineAttr
from ...dialects.bir.dependencies import Edge, EdgeAttr, EdgeKind
from ...dialects.bir.enumerations import FLAGS, ordinals
from ...dialects.bir.instructions.keys import Key, KeyType
from ...dialects.neuron.dtypes import dtype_of
from ...dialects.neuron.errors import did_you_mean
from ...dialects.neuron.words import WordAttr
from .expressions import expression_of, integer_of, json_of_expression, json_type, name_text, text_of
from .problems import BirJsonProblem

_I64 = range(-(1 << 63), 1 << 63)
_U64 = range(1 << 64)
_UNSIGNED_64 = IntegerType(64, Signedness.UNSIGNED)
_UNIT = UnitAttr()
_TRUE, _FALSE = BoolAttr.from_bool(True), BoolAttr.from_bool(False)

NOT_FINITE: Mapping[str, float] = {"inf": inf, "-inf": -inf, "nan": nan}
"""How numbers that JSON has not are written."""

ALIASES: Mapping[str, Mapping[str, str]] = {
    "InstSyncType": {"DataPathType": "datapath", "SequencerType": "sequencer", "DMAType": "dma"},
}
"""Other spellings of words, those of leanprover/KLR."""

NUMBERED = frozenset(FLAGS)
"""Enumerations that documents also give by number."""


def read_number(value: Any, *path: str | int) -> float:
    """A number, or the name of one that is not finite, or the bits of a 32-bit float. Raises BirJsonProblem."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise BirJsonProblem("the number is too large for a float", *path) from None
    if isinstance(value, str):
        word = value.lower().replace("infinity", "inf")
        if word in NOT_FINITE:
            return NOT_FINITE[word]
        if word.startswith("0x") and len(word) <= 10:
            try:
                bits = int(word, 16)
            except ValueError:
                bits = -1
            if bits >= 0:
                return struct.unpack("<f", bits.to_bytes(4, "little"))[0]
    if value is None:
        raise BirJsonProblem(
            "null stands where a number was not finite, and which one is lost; write 'inf', '-inf' or 'nan'", *path
        )
    raise BirJsonProblem(f"expected a number, found {json_type(value)}", *path)


def write_number(value: float) -> float | str:
    """A number for JSON; the name of one that is not finite."""
    if isfinite(value):
        return value
    return "nan" if isnan(value) else "inf" if value > 0 else "-inf"


def opaque_of(value: Any, *path: str | int) -> Attribute:
    """The attribute of any JSON value. Raises BirJsonProblem for what no attribute can hold."""
    if value is None:
        return _UNIT
    if isinstance(value, bool):
        return _TRUE if value else _FALSE
    if isinstance(value, int):
        if value in _I64:
            return IntegerAttr(value, i64)
        if value in _U64:
            return IntegerAttr(value, _UNSIGNED_64)
        raise BirJsonProblem("the integer does not fit in 64 bits", *path)
    if isinstance(value, float):
        return FloatAttr(value, f32 if _is_single(value) else f64)
    if isinstance(value, str):
        return StringAttr(text_of(value, *path))
    if isinstance(value, list):
        entries = cast("list[Any]", value)
        return ArrayAttr([opaque_of(entry, *path, index) for index, entry in enumerate(entries)])
    return bag_of(value, *path)


def bag_of(value: Any, *path: str | int) -> DictionaryAttr:
    """The dictionary of a JSON object, or of a list of [key, value] pairs. Raises BirJsonProblem."""
    if isinstance(value, list):
        return _bag_of_pairs(cast("list[Any]", value), path)
    if not isinstance(value, dict):
        raise BirJsonProblem(f"expected an object, found {json_type(value)}", *path)
    entries = cast("dict[str, Any]", value)
    return DictionaryAttr({text_of(key, *path): opaque_of(entry, *path, key) for key, entry in entries.items()})


def _bag_of_pairs(pairs: list[Any], path: tuple[str | int, ...]) -> DictionaryAttr:
    values: dict[str, Attribute] = {}
    for index, pair in enumerate(pairs):
        if not isinstance(pair, list) or len(cast("list[Any]", pair)) != 2:
            raise BirJsonProblem(f"expected a [key, value] pair, found {json_type(pair)}", *path, index)
        key, value = cast("list[Any]", pair)
        name = text_of(key, *path, index, 0)
        if name in values:
            raise BirJsonProblem(f"key '{name}' is there twice", *path, index, 0)
        values[name] = opaque_of(value, *path, index, 1)
    return DictionaryAttr(values)


def _is_single(value: float) -> bool:
    try:
        return isinf(value) or isnan(value) or struct.unpack("<f", struct.pack("<f", value))[0] == value
    except OverflowError:
        return False


def json_of(attribute: Attribute, *path: str | int) -> Any:
    """
    The JSON of any attribute that has one. Raises BirJsonProblem for one that has none.

    The widths of numbers are lost; dictionaries, arrays, strings, numbers, flags and expressions are kept.
    """
    match attribute:
        case StringAttr():
            return attribute.data
        case BytesAttr():
            try:
                return attribute.data.decode()
            except UnicodeDecodeError:
                raise BirJsonProblem("the string is not UTF-8, JSON can only hold text", *path) from None
        case IntegerAttr():
            integer = cast("IntegerAttr[Any]", attribute)
            return bool(integer.value.data) if integer.type == i1 else integer.value.data
        case FloatAttr():
            return write_number(cast("FloatAttr[Any]", attribute).value.data)
        case ArrayAttr():
            return [json_of(entry, *path, index) for index, entry in enumerate(attribute.data)]
        case DictionaryAttr():
            return {key: json_of(entry, *path, key) for key, entry in attribute.data.items()}
        case DenseArrayBase():
            values = cast("DenseArrayBase[Any]", attribute).get_values()
            return [write_number(value) if isinstance(value, float) else value for value in values]
        case UnitAttr() | NoneAttr():
            return None
        case IntAttr():
            return attribute.data
        case WordAttr():
            return cast("WordAttr[Any]", attribute).data.value
        case SymbolRefAttr():
            return attribute.string_value()
        case AffineAttr():
            return json_of_expression(attribute.data)
        case EdgeAttr():
            return json_of_edge(attribute.data, *path)
        case _:
            dtype = dtype_of(attribute)
            if dtype is not None:
                return dtype.name
            raise BirJsonProblem(f"{attribute} has no spelling in BIR-JSON", *path)


# Keys of the catalogue.


def json_of_edge(edge: Edge, *path: str | int, unrolled: bool = False) -> list[Any]:
    """A dependency as [name, kind], of an unrolled instruction with indices and predicates."""
    entry: list[Any] = [edge.instruction, edge.kind.value]
    if unrolled or edge.indices or edge.predicates:
        entry.append([json_of_expression(index.data) for index in edge.indices])
        entry.append([json_of(each, *path, 3, index) for index, each in enumerate(edge.predicates)])
    return entry


def _edge(value: Any, version: int, unrolled: bool) -> Edge:
    if isinstance(value, str):
        return Edge(name_text(value, "the name of an instruction"))
    if isinstance(value, dict):
        entry = cast("dict[str, Any]", value)
        for key in entry:
            if key not in ("id", "name", "kind"):
                raise BirJsonProblem("is no part of a dependency, which is [name, kind]", key)
        parts: list[Any] = [entry.get("id", entry.get("name")), entry.get("kind", EdgeKind.FLOW.value)]
    elif isinstance(value, list):
        parts = cast("list[Any]", value)
    else:
        raise BirJsonProblem(f"expected a dependency, [name, kind], found {json_type(value)}")
    longest = 4 if unrolled else 2
    if not 1 <= len(parts) <= longest:
        raise BirJsonProblem(f"expected a dependency of up to {longest} entries, found {len(parts)}")
    name = name_text(parts[0], "the name of an instruction", 0)
    kind = _edge_kind(parts[1]) if len(parts) > 1 else EdgeKind.FLOW
    indices = [AffineAttr(_nested(expression_of, entry, version, 2, at)) for at, entry in _listed(parts, 2)]
    predicates = [opaque_of(entry, 3, at) for at, entry in _listed(parts, 3)]
    return Edge(name, kind, tuple(indices), tuple(predicates))


def _listed(parts: list[Any], at: int) -> list[tuple[int, Any]]:
    if len(parts) <= at:
        return []
    if not isinstance(parts[at], list):
        raise BirJsonProblem(f"expected an array, found {json_type(parts[at])} (BIR047)", at)
    return list(enumerate(cast("list[Any]", parts[at])))


def _edge_kind(value: Any) -> EdgeKind:
    kinds = list(EdgeKind)
    if type(value) is int and 0 <= value < len(kinds):
        return kinds[value]
    if isinstance(value, str) and value in {kind.value for kind in kinds}:
        return EdgeKind(value)
    known = ", ".join(kind.value for kind in kinds)
    raise BirJsonProblem(f"unknown kind of dependency, {json_type(value)} (one of: {known})", 1)


def _nested(read: Callable[..., Any], value: Any, version: int, *path: str | int) -> Any:
    try:
        return read(value, version)
    except BirJsonProblem as problem:
        raise problem.within(*path) from None


def word_of(value: Any, enumeration: str) -> str:
    """A word of an enumeration; the number of one only where documents give them. Raises BirJsonProblem."""
    words = ordinals(enumeration)
    if isinstance(value, str):
        word = ALIASES.get(enumeration, {}).get(value, value)
        if word in words:
            return word
        raise BirJsonProblem(
            f"unknown {enumeration} '{value}'{did_you_mean(value, words)} (one of: {', '.join(words)})"
        )
    if type(value) is int and enumeration in NUMBERED:
        for word, ordinal in words.items():
            if ordinal == value:
                return word
    expected = "a name or its number" if enumeration in NUMBERED else "a name"
    raise BirJsonProblem(f"expected {expected} of {enumeration}, found {json_type(value)} (one of: {', '.join(words)})")


def _bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BirJsonProblem(f"expected true or false, found {json_type(value)}")
    return value


def _text(value: Any) -> str:
    # Some writers have a flag where others have its name.
    return ("true" if value else "false") if isinstance(value, bool) else text_of(value)


def _pairs(value: Any) -> list[tuple[int, int]]:
    return pairs_of(value)


def pairs_of(value: Any, *path: str | int) -> list[tuple[int, int]]:
    """A list of [step, num] pairs of 64-bit integers. Raises BirJsonProblem."""
    if not isinstance(value, list):
        raise BirJsonProblem(f"expected an array of [step, num] pairs, found {json_type(value)}", *path)
    pairs: list[tuple[int, int]] = []
    for index, pair in enumerate(cast("list[Any]", value)):
        if isinstance(pair, list) and len(cast("list[Any]", pair)) == 2:
            step, num = cast("list[Any]", pair)
            if type(step) is int and type(num) is int and step in _I64 and num in _I64:
                pairs.append((step, num))
                continue
        raise BirJsonProblem(f"expected a [step, num] pair of 64-bit integers, found {json_type(pair)}", *path, index)
    return pairs


_SIMPLE: Mapping[str, Callable[[Any], Any]] = {
    "bool": _bool,
    "int": integer_of,
    "i32": integer_of,
    "u8": integer_of,
    "u16": integer_of,
    "u32": integer_of,
    "u64": integer_of,
    "float": read_number,
    "serialised_float": read_number,
    "text": _text,
    "pairs": _pairs,
    "dictionary": bag_of,
    "opaque": opaque_of,
}
"""Readers of the kinds that need nothing but the value."""


def value_of(type: KeyType, value: Any, version: int) -> Any:
    """What a property form makes an attribute of, from JSON. Raises BirJsonProblem with the path below the value."""
    if type.may_be_affine and isinstance(value, dict):
        return expression_of(cast("dict[str, Any]", value), version)
    simple = _SIMPLE.get(type.kind)
    if simple is not None:
        return simple(value)
    match type.kind:
        case "name":
            return name_text(value, type.noun)
        case "enumeration":
            return word_of(value, type.enumeration)
        case "expression":
            return value if isinstance(value, int) and not isinstance(value, bool) else expression_of(value, version)
        case "edge":
            return _edge(value, version, False)
        case "unrolled_edge":
            return _edge(value, version, True)
        case "list":
            return _list(type, value, version)
        case "record":
            return _record(type, value, version)
        case kind:
            raise AssertionError(f"no values of kind {kind}")


def _list(type: KeyType, value: Any, version: int) -> list[Any]:
    if not isinstance(value, list):
        raise BirJsonProblem(f"expected an array, found {json_type(value)}")
    entries = cast("list[Any]", value)
    if type.length is not None and len(entries) != type.length:
        raise BirJsonProblem(f"expected an array of {type.length} entries, found {len(entries)}")
    assert type.element is not None, "lists have one"
    values: list[Any] = []
    for index, entry in enumerate(entries):
        try:
            values.append(value_of(type.element, entry, version))
        except BirJsonProblem as problem:
            raise problem.within(index) from None
    return values


def _record(type: KeyType, value: Any, version: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BirJsonProblem(f"expected an object, found {json_type(value)}")
    entries = cast("dict[str, Any]", value)
    fields = {key.name: key for key in type.fields}
    values: dict[str, Any] = {}
    for name, entry in entries.items():
        if name not in fields:
            raise BirJsonProblem(f"is not one of: {', '.join(fields)}{did_you_mean(name, fields)}", name)
        try:
            values[name] = value_of(fields[name].type, entry, version)
        except BirJsonProblem as problem:
            raise problem.within(name) from None
    for name, key in fields.items():
        if key.must_be_given and name not in values:
            raise BirJsonProblem(f"Json field with name '{name}' not found")
    return values


def json_of_key(type: KeyType, attribute: Attribute) -> Any:
    """The JSON of a key's attribute. Raises BirJsonProblem with the path below the value."""
    match type.kind:
        case "unrolled_edge" if isinstance(attribute, EdgeAttr):
            return json_of_edge(attribute.data, unrolled=True)
        case "list" if isinstance(attribute, ArrayAttr):
            assert type.element is not None, "lists have one"
            values: list[Any] = []
            for index, entry in enumerate(cast("ArrayAttr[Attribute]", attribute).data):
                try:
                    values.append(json_of_key(type.element, entry))
                except BirJsonProblem as problem:
                    raise problem.within(index) from None
            return values
        case "record" if isinstance(attribute, DictionaryAttr):
            fields: Mapping[str, Key] = {key.name: key for key in type.fields}
            return {name: json_of_key(fields[name].type, entry) for name, entry in attribute.data.items()}
        case _:
            return json_of(attribute)
