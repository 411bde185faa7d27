"""Affine expressions as JSON: the tagged objects of version 2, both ways; the linear forms of version 1, read only.

An expression of version 2 says its `kind`. One of version 1 has none: it is a list of `terms`, `{AxisLabel, coef}`,
with a constant `c`, and may be wrapped in an operation, `op` with its operand `op_param`. Sources: reverse-engineering
notes on neuronx_cc 2.24 (`QuasiAffineExpr`); the notes only sketch version 1, so that its words are read generously.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from ...dialects.bir.affine import (
    AffineExpression,
    Axis,
    CollectiveDivide,
    CollectiveRank,
    FloorDivide,
    IndirectArgument,
    Linear,
    Modulo,
    Multiply,
    RuntimeValue,
    ShardId,
    Sum,
)
from ...dialects.neuron.errors import did_you_mean
from .problems import BirJsonProblem


def json_type(value: Any) -> str:
    """What JSON calls a value, with an article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}" if len(repr(value)) < 40 else "a number"
    if isinstance(value, str):
        return f"the string '{value}'" if len(value) < 60 else "a string"
    return "an array" if isinstance(value, list) else "an object"


def integer_of(value: Any, *path: str | int) -> int:
    """An integer, which is not a boolean. Raises BirJsonProblem."""
    if type(value) is not int:
        raise BirJsonProblem(f"expected an integer, found {json_type(value)}", *path)
    return value


def name_text(value: Any, what: str, *path: str | int) -> str:
    """A name: a string that is not empty and is text. Raises BirJsonProblem."""
    if not isinstance(value, str) or not value:
        raise BirJsonProblem(f"expected {what}, found {json_type(value)}", *path)
    return text_of(value, *path)


def text_of(value: Any, *path: str | int) -> str:
    """A string without lone surrogates, which are no text. Raises BirJsonProblem."""
    if not isinstance(value, str):
        raise BirJsonProblem(f"expected a string, found {json_type(value)}", *path)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            code = ord(value[error.start])
            raise BirJsonProblem(
                f"the string has half of a surrogate pair, \\u{code:04x}, which is no text", *path
            ) from None
    return value


def _field(value: Mapping[str, Any], name: str) -> Any:
    if name not in value:
        raise BirJsonProblem(f"Json field with name '{name}' not found in a {value.get('kind', 'term')}")
    return value[name]


def _inner(value: Mapping[str, Any], name: str, version: int) -> AffineExpression:
    try:
        return expression_of(_field(value, name), version)
    except BirJsonProblem as problem:
        raise (problem.within(name) if name in value else problem) from None


def _number(value: Mapping[str, Any], name: str) -> int:
    return integer_of(_field(value, name), name)


def _entries(value: Mapping[str, Any]) -> list[Any]:
    terms = value.get("terms", [])
    if not isinstance(terms, list):
        raise BirJsonProblem(f"expected an array, found {json_type(terms)}", "terms")
    return cast("list[Any]", terms)


def _linear(value: Mapping[str, Any], version: int) -> AffineExpression:
    terms: list[tuple[AffineExpression, int]] = []
    for index, term in enumerate(_entries(value)):
        try:
            if not isinstance(term, dict):
                raise BirJsonProblem(f"expected an object with 'idx' and 'coeff', found {json_type(term)}")
            entry = cast("dict[str, Any]", term)
            terms.append((_inner(entry, "idx", version), _number(entry, "coeff")))
        except BirJsonProblem as problem:
            raise problem.within("terms", index) from None
    return Linear(tuple(terms), integer_of(value.get("c", 0), "c"))


def _sum(value: Mapping[str, Any], version: int) -> AffineExpression:
    terms: list[AffineExpression] = []
    for index, term in enumerate(_entries(value)):
        try:
            terms.append(expression_of(term, version))
        except BirJsonProblem as problem:
            raise problem.within("terms", index) from None
    count = integer_of(value.get("n_terms", len(terms)), "n_terms")
    if count != len(terms):
        raise BirJsonProblem(f"is {count}, but there are {len(terms)} terms", "n_terms")
    return Sum(tuple(terms))


_READERS: dict[str, Callable[[Mapping[str, Any], int], AffineExpression]] = {
    "AffExprKind": _linear,
    "SumKind": _sum,
    "MultKind": lambda value, version: Multiply(_inner(value, "var", version), _number(value, "scale")),
    "FloorDivKind": lambda value, version: FloorDivide(_inner(value, "numer", version), _number(value, "denom")),
    "ModuloKind": lambda value, version: Modulo(_inner(value, "numer", version), _number(value, "denom")),
    "CCDivKind": lambda value, version: CollectiveDivide(
        _inner(value, "numer", version), _number(value, "denom"), _number(value, "replica_groups_id")
    ),
    "AffIVKind": lambda value, version: Axis(name_text(_field(value, "axis"), "the name of a loop axis", "axis")),
    "IntRuntimeValueKind": lambda value, version: RuntimeValue(
        name_text(_field(value, "regref"), "the name of a register", "regref")
    ),
    "IndirectArgId": lambda value, version: IndirectArgument(_number(value, "arg_id")),
    "ShardIDKind": lambda value, version: ShardId(_number(value, "ub")),
    "CCGetRankKind": lambda value, version: CollectiveRank(
        _number(value, "iteration_id"), _number(value, "channel_id")
    ),
}
"""Readers by the kind of the node."""

KINDS: tuple[str, ...] = tuple(_READERS)
"""Every kind of node."""

_OLD_OPERATIONS: dict[str, Callable[[AffineExpression, int], AffineExpression]] = {
    "mult": Multiply,
    "floordiv": FloorDivide,
    "mod": Modulo,
}
"""The operations that wrap an expression of version 1, spelled without `Kind` and in lower case."""


def expression_of(value: Any, version: int = 2) -> AffineExpression:
    """
    An expression from JSON: an object, or a number, which is a constant.

    `version` is that of the document. Raises BirJsonProblem, as does everything here.
    """
    if type(value) is int:
        return Linear((), value)
    if not isinstance(value, dict):
        raise BirJsonProblem(f"expected an affine expression, found {json_type(value)}")
    node = cast("dict[str, Any]", value)
    kind = node.get("kind")
    if kind is None and version == 1:
        return _old(node)
    if kind is None:
        raise BirJsonProblem("expected an affine expression, which has a 'kind'")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        hint = did_you_mean(kind, _READERS) if isinstance(kind, str) else ""
        raise BirJsonProblem(f"Unsupported expression kind {json_type(kind)}{hint}", "kind")
    return reader(node, version)


def _old(node: Mapping[str, Any]) -> AffineExpression:
    terms: list[tuple[AffineExpression, int]] = []
    for index, term in enumerate(_entries(node)):
        try:
            if not isinstance(term, dict):
                raise BirJsonProblem(f"expected an object with 'AxisLabel' and 'coef', found {json_type(term)}")
            entry = cast("dict[str, Any]", term)
            if "AxisLabel" in entry and "op" not in entry:
                inner: AffineExpression = Axis(name_text(entry["AxisLabel"], "the name of a loop axis", "AxisLabel"))
            else:
                inner = _old({key: part for key, part in entry.items() if key != "coef"})
            terms.append((inner, integer_of(entry.get("coef", 1), "coef")))
        except BirJsonProblem as problem:
            raise problem.within("terms", index) from None
    if "AxisLabel" in node:
        axis = Axis(name_text(node["AxisLabel"], "the name of a loop axis", "AxisLabel"))
        terms.append((axis, integer_of(node.get("coef", 1), "coef")))
    known = {"terms", "c", "AxisLabel", "coef", "op", "op_param"}
    for key in node:
        if key not in known:
            raise BirJsonProblem(f"is no part of an expression of version 1{did_you_mean(key, known)}", key)
    expression: AffineExpression = Linear(tuple(terms), integer_of(node.get("c", 0), "c"))
    if "op" not in node:
        return expression
    word = text_of(node["op"], "op").removesuffix("Kind").lower().replace("modulo", "mod")
    operation = _OLD_OPERATIONS.get(word)
    if operation is None:
        raise BirJsonProblem(f"Unsupported expression kind {json_type(node['op'])}", "op")
    return operation(expression, _number(node, "op_param"))


def json_of_expression(expression: AffineExpression) -> dict[str, Any]:
    """An expression as the tagged object of version 2."""
    match expression:
        case Linear(terms, constant):
            entries = [{"idx": json_of_expression(inner), "coeff": factor} for inner, factor in terms]
            return {"kind": "AffExprKind", "terms": entries, "c": constant}
        case Sum(terms):
            return {
                "kind": "SumKind",
                "n_terms": len(terms),
                "terms": [json_of_expression(term) for term in terms],
            }
        case Multiply(variable, scale):
            return {"kind": "MultKind", "var": json_of_expression(variable), "scale": scale}
        case FloorDivide(numerator, denominator):
            return {"kind": "FloorDivKind", "numer": json_of_expression(numerator), "denom": denominator}
        case Modulo(numerator, denominator):
            return {"kind": "ModuloKind", "numer": json_of_expression(numerator), "denom": denominator}
        case CollectiveDivide(numerator, denominator, groups):
            return {
                "kind": "CCDivKind",
                "numer": json_of_expression(numerator),
                "denom": denominator,
                "replica_groups_id": groups,
            }
        case Axis(name):
            return {"kind": "AffIVKind", "axis": name}
        case RuntimeValue(register):
            return {"kind": "IntRuntimeValueKind", "regref": register}
        case IndirectArgument(argument):
            return {"kind": "IndirectArgId", "arg_id": argument}
        case ShardId(bound):
            return {"kind": "ShardIDKind", "ub": bound}
        case CollectiveRank(iteration, channel):
            return {"kind": "CCGetRankKind", "iteration_id": iteration, "channel_id": channel}
        case _:
            raise TypeError(f"not an affine expression: {expression!r}")
