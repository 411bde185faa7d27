"""Operands of instructions that are bound to no memory; in a section they stand beside the memrefs.

They stand for themselves in the text: `imm 2.5 : f32`, `imm [1, 2] : i32`, `imm #bir.affine<4 * axis(@i)> : i32`,
`register @r0 : i32`. Source: reverse-engineering notes on neuronx_cc 2.24 (the spellings of an operand's `kind`).
"""

from dataclasses import dataclass
from math import inf, isinf, isnan, nan

from xdsl.dialects.builtin import AnyFloat, VectorType
from xdsl.ir import Attribute, Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..neuron.dtypes import dtype_of
from ..neuron.xdsl_interface import next_starts_with, next_word, position, raise_at
from .affine import AffineAttr, AffineExpression

Number = int | float
ImmediateValue = Number | tuple[Number, ...]


@dataclass(frozen=True)
class Immediate:
    """
    A constant operand and its element type: a number, a list of numbers, or an affine expression.

    Of an expression, `value` is the number that it has been folded to.
    """

    value: ImmediateValue
    dtype: Attribute
    expression: AffineExpression | None = None

    @property
    def kind(self) -> str:
        """How the operand's kind is spelled on the wire."""
        if self.expression is not None:
            return "symbolic_imm_value"
        return "imm_array" if isinstance(self.value, tuple) else "imm_value"


def _as_number(value: Number, dtype: Attribute) -> Number:
    """A number in the kind of its element type, so that equal immediates are equal. Raises ValueError if it is none."""
    if isinstance(dtype, AnyFloat | VectorType):
        value = float(value)
        # One object stands for no number, which is unequal to itself.
        return nan if isnan(value) else value
    if isinstance(value, float):
        raise ValueError(f"{value} is not an integer, but the element type is {dtype}")
    return int(value)


@irdl_attr_definition
class ImmediateAttr(Data[Immediate]):
    """
    A constant operand of an instruction, which is bound to no memory.

    ```mlir
    #bir.imm<2.5 : f32>
    #bir.imm<[1, 2, 3] : i32>
    #bir.imm<#bir.affine<4 * axis(@i)> : i32>
    #bir.imm<8 #bir.affine<4 * axis(@i)> : i32>
    ```
    """

    name = "bir.imm"

    @classmethod
    def of(cls, value: "ImmediateValue | AffineExpression", dtype: Attribute, folded: Number = 0) -> "ImmediateAttr":
        """The operand of a value, of an expression with what it folds to. Raises ValueError for an unfit type."""
        if dtype_of(dtype) is None:
            raise ValueError(f"dtype {dtype} is not one of the element types of Backend IR")
        if isinstance(value, tuple):
            return cls(Immediate(tuple([_as_number(entry, dtype) for entry in value]), dtype))
        if isinstance(value, AffineExpression):
            return cls(Immediate(_as_number(folded, dtype), dtype, value))
        return cls(Immediate(_as_number(value, dtype), dtype))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Immediate:
        with parser.in_angle_brackets():
            return parse_immediate(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            print_immediate(self.data, printer)

    def print_portable(self, printer: Printer) -> None:
        """Print the operand as ever; `mlir-opt` keeps the attributes of this dialect as text."""
        printer.print_string(f"#{self.name}")
        self.print_parameter(printer)


def parse_immediate(parser: AttrParser) -> Immediate:
    """Read `value : type`. Raises a parse error where the value does not fit the type."""
    start = position(parser)
    value: ImmediateValue = 0
    expression: AffineExpression | None = None
    if next_starts_with(parser, "["):
        numbers = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: _parse_number(parser), " in an immediate"
        )
        value = tuple(numbers)
    elif not next_starts_with(parser, "#"):
        value = _parse_number(parser)
    if next_starts_with(parser, "#"):
        at = position(parser)
        attr = parser.parse_attribute()
        if isinstance(value, tuple) or not isinstance(attr, AffineAttr):
            message = "an immediate is a number, a list of numbers, or #bir.affine behind the number it folds to"
            raise_at(parser, message, at, position(parser))
        expression = attr.data
    end = position(parser)
    parser.parse_punctuation(":", " before the element type of an immediate")
    dtype = parser.parse_type()
    try:
        if expression is None:
            return ImmediateAttr.of(value, dtype).data
        assert not isinstance(value, tuple), "refused above"
        return ImmediateAttr.of(expression, dtype, value).data
    except ValueError as error:
        raise_at(parser, str(error), start, end)


def _parse_number(parser: AttrParser) -> Number:
    negative = next_starts_with(parser, "-") and parser.parse_optional_punctuation("-") is not None
    word = next_word(parser)
    if word in ("inf", "nan"):
        parser.parse_keyword(word)
        value: Number = inf if word == "inf" else nan
    else:
        value = parser.parse_number(context_msg=" for an immediate")
    return -value if negative else value


def format_number(value: Number) -> str:
    """The text of a number that reads back as the same double or integer."""
    if isinstance(value, int):
        return str(value)
    if isnan(value) or isinf(value):
        return str(value)
    text = repr(value)
    mantissa, exponent, power = text.partition("e")
    return f"{mantissa}.0{exponent}{power}" if "." not in mantissa else text


def print_immediate(immediate: Immediate, printer: Printer) -> None:
    """Print `value : type`."""
    value = immediate.value
    if isinstance(value, tuple):
        printer.print_string("[" + ", ".join([format_number(entry) for entry in value]) + "]")
    elif value or immediate.expression is None:
        printer.print_string(format_number(value))
    if immediate.expression is not None:
        if value:
            printer.print_string(" ")
        printer.print_attribute(AffineAttr(immediate.expression))
    printer.print_string(" : ")
    printer.print_attribute(immediate.dtype)


@dataclass(frozen=True)
class RegisterAccess:
    """A register that an instruction reads or writes, by its name, and the element type it is taken for."""

    register: str
    dtype: Attribute


@irdl_attr_definition
class RegisterAccessAttr(Data[RegisterAccess]):
    """
    A register operand of an instruction (`register_access`): `#bir.register_access<@r0 : i32>`.
    """

    name = "bir.register_access"

    @classmethod
    def of(cls, register: str, dtype: Attribute) -> "RegisterAccessAttr":
        """The operand of a register. Raises ValueError when Backend IR has no such element type."""
        if dtype_of(dtype) is None:
            raise ValueError(f"dtype {dtype} is not one of the element types of Backend IR")
        return cls(RegisterAccess(register, dtype))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> RegisterAccess:
        with parser.in_angle_brackets():
            return parse_register_access(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            print_register_access(self.data, printer)

    def print_portable(self, printer: Printer) -> None:
        """Print the operand as ever; `mlir-opt` keeps the attributes of this dialect as text."""
        printer.print_string(f"#{self.name}")
        self.print_parameter(printer)


def parse_register_access(parser: AttrParser) -> RegisterAccess:
    """Read `@name : type`."""
    start = position(parser)
    register = parser.parse_optional_symbol_name()
    if register is None:
        raise_at(parser, "expected the name of a register (@name)", start)
    end = position(parser)
    parser.parse_punctuation(":", " before the element type of a register")
    dtype = parser.parse_type()
    if dtype_of(dtype) is None:
        raise_at(parser, f"dtype {dtype} is not one of the element types of Backend IR", start, end)
    return RegisterAccess(register.data, dtype)


def print_register_access(access: RegisterAccess, printer: Printer) -> None:
    """Print `@name : type`."""
    printer.print_symbol_name(access.register)
    printer.print_string(" : ")
    printer.print_attribute(access.dtype)


FreeOperand = ImmediateAttr | RegisterAccessAttr
"""An operand that is bound to no memref; it stands for itself in a section."""


def parse_free_operand(parser: AttrParser) -> FreeOperand | None:
    """Read an operand that is no memref: `imm …` or `register …`; None when something else stands there."""
    if parser.parse_optional_keyword("imm") is not None:
        return ImmediateAttr(parse_immediate(parser))
    if parser.parse_optional_keyword("register") is not None:
        return RegisterAccessAttr(parse_register_access(parser))
    return None


def print_free_operand(entry: Attribute, printer: Printer) -> None:
    """Print what `parse_free_operand` reads."""
    if isinstance(entry, ImmediateAttr):
        printer.print_string("imm ")
        print_immediate(entry.data, printer)
    elif isinstance(entry, RegisterAccessAttr):
        printer.print_string("register ")
        print_register_access(entry.data, printer)
    else:
        raise TypeError(f"not an operand of an instruction: {entry}")
