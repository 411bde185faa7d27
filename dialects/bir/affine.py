"""`#bir.affine`: the quasi-affine expressions of Backend IR, as a tree that keeps the shape it has on the wire.

Node kinds and their fields: reverse-engineering notes on neuronx_cc 2.24 (`QuasiAffineExpr`, the encoding of documents
of version 2). Loop axes, registers and replica groups are referred to by name or number, never by handle.
"""

from collections.abc import Callable
from typing import cast

from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..neuron.errors import did_you_mean
from ..neuron.xdsl_interface import next_word, position, raise_at


class AffineExpression:
    """
    A node of an expression; equal trees are equal, and no node changes.

    `__match_args__` lists the parts of a node. (Twelve dataclasses would cost a driver's start milliseconds.)
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def _parts(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and cast(AffineExpression, other)._parts() == self._parts()

    def __hash__(self) -> int:
        return hash((type(self), self._parts()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._parts()))})"


class Linear(AffineExpression):
    """`AffExprKind`: a sum of terms, each an expression with an integer factor, and a constant."""

    __slots__ = __match_args__ = ("terms", "constant")

    def __init__(self, terms: tuple[tuple[AffineExpression, int], ...], constant: int = 0):
        self.terms = terms
        self.constant = constant


class Sum(AffineExpression):
    """`SumKind`: a sum of expressions."""

    __slots__ = __match_args__ = ("terms",)

    def __init__(self, terms: tuple[AffineExpression, ...]):
        self.terms = terms


class Multiply(AffineExpression):
    """`MultKind`: an expression times an integer."""

    __slots__ = __match_args__ = ("variable", "scale")

    def __init__(self, variable: AffineExpression, scale: int):
        self.variable = variable
        self.scale = scale


class FloorDivide(AffineExpression):
    """`FloorDivKind`: an expression divided by an integer, rounded down."""

    __slots__ = __match_args__ = ("numerator", "denominator")

    def __init__(self, numerator: AffineExpression, denominator: int):
        self.numerator = numerator
        self.denominator = denominator


class Modulo(AffineExpression):
    """`ModuloKind`: the remainder of an expression divided by an integer."""

    __slots__ = __match_args__ = ("numerator", "denominator")

    def __init__(self, numerator: AffineExpression, denominator: int):
        self.numerator = numerator
        self.denominator = denominator


class CollectiveDivide(AffineExpression):
    """`CCDivKind`: a division among the ranks of a replica group."""

    __slots__ = __match_args__ = ("numerator", "denominator", "replica_groups_id")

    def __init__(self, numerator: AffineExpression, denominator: int, replica_groups_id: int):
        self.numerator = numerator
        self.denominator = denominator
        self.replica_groups_id = replica_groups_id


class Axis(AffineExpression):
    """`AffIVKind`: the induction variable of a loop, by the name of its axis."""

    __slots__ = __match_args__ = ("name",)

    def __init__(self, name: str):
        self.name = name


class RuntimeValue(AffineExpression):
    """`IntRuntimeValueKind`: what a register holds, by the register's name."""

    __slots__ = __match_args__ = ("register",)

    def __init__(self, register: str):
        self.register = register


class IndirectArgument(AffineExpression):
    """`IndirectArgId`: an index that an indirection operand supplies, by that operand's number."""

    __slots__ = __match_args__ = ("argument",)

    def __init__(self, argument: int):
        self.argument = argument


class ShardId(AffineExpression):
    """`ShardIDKind`: the number of the shard, less than the bound."""

    __slots__ = __match_args__ = ("bound",)

    def __init__(self, bound: int):
        self.bound = bound


class CollectiveRank(AffineExpression):
    """`CCGetRankKind`: the rank in an iteration of a collective on a channel."""

    __slots__ = __match_args__ = ("iteration", "channel")

    def __init__(self, iteration: int, channel: int):
        self.iteration = iteration
        self.channel = channel


@irdl_attr_definition
class AffineAttr(Data[AffineExpression]):
    """
    A quasi-affine expression.

    A sum of terms with factors is written as one, every factor shown (`4 * axis(@i) + 2`); every other node is
    written as a function of its parts: `sum`, `mult`, `floordiv`, `mod`, `ccdiv` (with the number of its replica
    groups), `axis`, `register`, `argument`, `shard`, `rank`.

    ```mlir
    #bir.affine<4 * axis(@i) - 2 * register(@r0) + 5>
    #bir.affine<floordiv(128 * axis(@i) + 1 * axis(@j), 4)>
    #bir.affine<2 * mod(axis(@i), 3) + 1 * (8 * axis(@j) + 3)>
    ```
    """

    name = "bir.affine"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AffineExpression:
        with parser.in_angle_brackets():
            return parse_expression(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            print_expression(self.data, printer)

    def print_portable(self, printer: Printer) -> None:
        """Print the expression as ever; `mlir-opt` keeps the attributes of this dialect as text."""
        printer.print_string(f"#{self.name}")
        self.print_parameter(printer)


def _integer(parser: AttrParser) -> int:
    return parser.parse_integer(allow_boolean=False, context_msg=" in an affine expression")


def _optional_integer(parser: AttrParser) -> int | None:
    return parser.parse_optional_integer(allow_boolean=False)


def _comma(parser: AttrParser) -> None:
    parser.parse_punctuation(",", " in an affine expression")


def _with_integer(
    make: Callable[[AffineExpression, int], AffineExpression],
) -> Callable[[AttrParser], AffineExpression]:
    def parse(parser: AttrParser) -> AffineExpression:
        inner = parse_expression(parser)
        _comma(parser)
        return make(inner, _integer(parser))

    return parse


def _parse_sum(parser: AttrParser) -> AffineExpression:
    terms = [parse_expression(parser)]
    while parser.parse_optional_punctuation(",") is not None:
        terms.append(parse_expression(parser))
    return Sum(tuple(terms))


def _parse_collective_divide(parser: AttrParser) -> AffineExpression:
    inner = parse_expression(parser)
    _comma(parser)
    denominator = _integer(parser)
    _comma(parser)
    return CollectiveDivide(inner, denominator, _integer(parser))


def _parse_rank(parser: AttrParser) -> AffineExpression:
    iteration = _integer(parser)
    _comma(parser)
    return CollectiveRank(iteration, _integer(parser))


_FUNCTIONS: dict[str, Callable[[AttrParser], AffineExpression]] = {
    "sum": _parse_sum,
    "mult": _with_integer(Multiply),
    "floordiv": _with_integer(FloorDivide),
    "mod": _with_integer(Modulo),
    "ccdiv": _parse_collective_divide,
    "axis": lambda parser: Axis(parser.parse_symbol_name().data),
    "register": lambda parser: RuntimeValue(parser.parse_symbol_name().data),
    "argument": lambda parser: IndirectArgument(_integer(parser)),
    "shard": lambda parser: ShardId(_integer(parser)),
    "rank": _parse_rank,
}


def parse_expression(parser: AttrParser) -> AffineExpression:
    """Read an expression. Raises a parse error at the token that does not fit."""
    first = _optional_integer(parser)
    if first is None:
        if parser.parse_optional_punctuation("-") is not None:
            return _parse_linear(parser, -_integer(parser))
        return _parse_primary(parser)
    return _parse_linear(parser, first)


def _parse_linear(parser: AttrParser, number: int) -> Linear:
    terms: list[tuple[AffineExpression, int]] = []
    constant: int | None = None
    while True:
        start = position(parser)
        if parser.parse_optional_punctuation("*") is not None:
            terms.append((_parse_primary(parser), number))
        elif constant is None:
            constant = number
        else:
            raise_at(parser, "an affine expression has one constant", start)
        if parser.parse_optional_punctuation("+") is not None:
            number = _integer(parser)
        elif parser.parse_optional_punctuation("-") is not None:
            number = -_integer(parser)
        else:
            return Linear(tuple(terms), constant or 0)


def _parse_primary(parser: AttrParser) -> AffineExpression:
    start = position(parser)
    if parser.parse_optional_punctuation("(") is not None:
        inner = parse_expression(parser)
        parser.parse_punctuation(")", " in an affine expression")
        return inner
    word = next_word(parser)
    if word is None or word not in _FUNCTIONS:
        known = ", ".join(_FUNCTIONS)
        found = "" if word is None else f", found '{word}'{did_you_mean(word, _FUNCTIONS)}"
        end = start if word is None else start + len(word)
        raise_at(parser, f"expected an integer or one of {known} in an affine expression{found}", start, end)
    parser.parse_keyword(word)
    parser.parse_punctuation("(", f" after '{word}'")
    node = _FUNCTIONS[word](parser)
    parser.parse_punctuation(")", f" at the end of '{word}'")
    return node


def print_expression(expression: AffineExpression, printer: Printer) -> None:
    """Print an expression so that reading it gives the same tree."""
    match expression:
        case Linear(terms, constant):
            _print_linear(terms, constant, printer)
        case Sum(terms):
            _print_call("sum", terms, printer)
        case Multiply(variable, scale):
            _print_call("mult", (variable, scale), printer)
        case FloorDivide(numerator, denominator):
            _print_call("floordiv", (numerator, denominator), printer)
        case Modulo(numerator, denominator):
            _print_call("mod", (numerator, denominator), printer)
        case CollectiveDivide(numerator, denominator, groups):
            _print_call("ccdiv", (numerator, denominator, groups), printer)
        case Axis(name):
            _print_call("axis", (name,), printer)
        case RuntimeValue(register):
            _print_call("register", (register,), printer)
        case IndirectArgument(argument):
            _print_call("argument", (argument,), printer)
        case ShardId(bound):
            _print_call("shard", (bound,), printer)
        case CollectiveRank(iteration, channel):
            _print_call("rank", (iteration, channel), printer)
        case _:
            raise TypeError(f"not an affine expression: {expression!r}")


def _print_call(name: str, parts: "tuple[AffineExpression | int | str, ...]", printer: Printer) -> None:
    printer.print_string(f"{name}(")
    for index, part in enumerate(parts):
        if index:
            printer.print_string(", ")
        if isinstance(part, AffineExpression):
            print_expression(part, printer)
        elif isinstance(part, str):
            printer.print_symbol_name(part)
        else:
            printer.print_string(str(part))
    printer.print_string(")")


def _print_linear(terms: tuple[tuple[AffineExpression, int], ...], constant: int, printer: Printer) -> None:
    for index, (expression, coefficient) in enumerate(terms):
        _print_number(coefficient, index == 0, printer)
        printer.print_string(" * ")
        if isinstance(expression, Linear):
            printer.print_string("(")
            print_expression(expression, printer)
            printer.print_string(")")
        else:
            print_expression(expression, printer)
    if constant or not terms:
        _print_number(constant, not terms, printer)


def _print_number(number: int, is_first: bool, printer: Printer) -> None:
    if is_first:
        printer.print_string(str(number))
    else:
        printer.print_string(f" - {-number}" if number < 0 else f" + {number}")
