"""Shape relations between operands, written as a table: one row of symbolic dimensions an operand.

`{"hidden": "B S H", "gate": "H I", "out": "B S H+4"}` says what a macro expects. A symbol is bound by the first
operand that has it; every later one must agree. A dimension is a symbol, a number, a symbol plus or times a number
(`H+4`, `2*S`), a quotient that must divide (`d/2`), or `_` for any.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod


@dataclass(frozen=True)
class Dimension:
    """One entry of a row: `scale * symbol / divisor + addend`, a plain number, or anything (`symbol` is `_`)."""

    text: str
    symbol: str | None
    scale: int = 1
    divisor: int = 1
    addend: int = 0


@cache
def parse_row(row: str) -> tuple[Dimension, ...]:
    """The dimensions of a row such as `B S H+4`."""
    return tuple(_parse_dimension(text) for text in row.split())


def _parse_dimension(text: str) -> Dimension:
    body, plus, addend = text.partition("+")
    scale, divisor = 1, 1
    if "*" in body:
        factor, body = body.split("*")
        scale = int(factor)
    if "/" in body:
        body, quotient = body.split("/")
        divisor = int(quotient)
    offset = int(addend) if plus else 0
    if body.isdecimal():
        return Dimension(text, None, addend=int(body) * scale // divisor + offset)
    return Dimension(text, body, scale, divisor, offset)


@dataclass(frozen=True)
class Binding:
    """The value of a symbol and the operand that set it."""

    value: int
    operand: str


@dataclass(frozen=True)
class Mismatch:
    """The first operand that does not fit its row: a message about it, and notes."""

    operand: str
    message: str
    notes: tuple[str, ...]


def check_shapes(
    rows: Mapping[str, str],
    shapes: Mapping[str, Sequence[int]],
    bound: Mapping[str, int] | None = None,
) -> tuple[Mismatch | None, dict[str, Binding]]:
    """
    Check the shapes of the operands that are present against their rows, in the order of the rows.

    `bound` gives symbols a value beforehand, such as a head dimension from an attribute. Returns the first mismatch,
    or None, and what the symbols are bound to.
    """
    bindings = {name: Binding(value, "") for name, value in (bound or {}).items()}
    for operand, row in rows.items():
        shape = shapes.get(operand)
        if shape is None:
            continue
        dimensions = parse_row(row)
        expected = _text(dimensions)
        if len(shape) != len(dimensions):
            return (
                Mismatch(operand, f"has rank {len(shape)}, expected rank {len(dimensions)}: {expected}", ()),
                bindings,
            )
        for index, (size, dimension) in enumerate(zip(shape, dimensions, strict=True)):
            problem = _match(size, dimension, operand, bindings)
            if problem is not None:
                found = "x".join(map(str, shape))
                return (
                    Mismatch(
                        operand,
                        f"has shape {found}, expected {expected}: dimension {index} is {size}, {problem}",
                        (),
                    ),
                    bindings,
                )
    return None, bindings


def _match(size: int, dimension: Dimension, operand: str, bindings: dict[str, Binding]) -> str | None:
    symbol = dimension.symbol
    if symbol == "_":
        return None
    if symbol is None:
        return None if size == dimension.addend else f"not {dimension.addend}"
    binding = bindings.get(symbol)
    if binding is not None:
        expected, remainder = divmod(binding.value * dimension.scale, dimension.divisor)
        origin = f' from operand "{binding.operand}"' if binding.operand else ""
        if remainder:
            return f"and {symbol} = {binding.value}{origin} does not divide by {dimension.divisor}"
        expected += dimension.addend
        return None if size == expected else f"not {expected} ({symbol} = {binding.value}{origin})"
    value, remainder = divmod((size - dimension.addend) * dimension.divisor, dimension.scale)
    if remainder or value <= 0:
        return f"which {dimension.text} cannot be"
    bindings[symbol] = Binding(value, operand)
    return None


def check_element_counts(rows: Mapping[str, str], shapes: Mapping[str, Sequence[int]]) -> Mismatch | None:
    """
    Check operands whose layout is folded into partitions: those with the same row hold the same number of elements.

    That is what remains of a shape relation on chip, where one tensor has many layouts.
    """
    counted: dict[tuple[str, ...], tuple[str, int]] = {}
    for operand, row in rows.items():
        shape = shapes.get(operand)
        if shape is None:
            continue
        key = tuple(sorted(dimension.text for dimension in parse_row(row) if dimension.text != "1"))
        count = prod(shape)
        first = counted.setdefault(key, (operand, count))
        if first[1] != count:
            return Mismatch(
                operand,
                f'holds {count} elements, operand "{first[0]}" of the same shape {_text(parse_row(row))} '
                f"holds {first[1]}",
                (),
            )
    return None


def _text(dimensions: Sequence[Dimension]) -> str:
    return "[" + ", ".join(dimension.text for dimension in dimensions) + "]"
