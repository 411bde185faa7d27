"""Patterns beside memref operands whose start, or whose location, is known at run time or by name only.

Beside `#neuron.ap` and `#neuron.interval`, which walk one location from a known start (`physical_ap` on the wire):

- `#bir.dynamic_ap`: a physical pattern with a start or an index vector that is known at run time;
- `#bir.symbolic_ap`: a pattern on a memory location set, whose location follows from affine addresses;
- `#bir.register_ap`: a pattern whose start is in a register.

Source: reverse-engineering notes on neuronx_cc 2.24 (the spellings of an operand's `kind` and their keys).
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, BoolAttr, IntAttr, NoneAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ..neuron.access_pattern import AccessPatternAttr
from ..neuron.attribute_format import (
    FALSE,
    NO_PAIRS,
    NONE,
    TRUE,
    ZERO,
    Field,
    FlagField,
    IntegerField,
    KeyedAttribute,
    Pair,
    PairsAttr,
    PairsField,
    ShapeAttr,
    ShapeField,
    TypeField,
    WordField,
)
from ..neuron.dtypes import Dtype, dtype_of
from ..neuron.xdsl_interface import position, raise_at
from .affine import AffineAttr, AffineExpression

MINUS_ONE = IntAttr(-1)


class NameField(Field):
    """The name of something in the document, written `@name`; `unit` where it is absent."""

    def may_start_with(self, word: str) -> bool:
        return word == "unit"

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        if parser.parse_optional_keyword("unit") is not None:
            return NONE
        start = position(parser)
        name = parser.parse_optional_symbol_name()
        if name is None:
            raise_at(parser, f"{what} is a name (@name)", start)
        return name

    def text(self, value: StringAttr | NoneAttr, printer: Printer) -> None:
        if isinstance(value, StringAttr):
            printer.print_symbol_name(value)
        else:
            printer.print_string("unit")


class ExpressionsField(Field):
    """A list of affine expressions."""

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        def expression() -> Attribute:
            start = position(parser)
            attr = parser.parse_attribute()
            if not isinstance(attr, AffineAttr):
                raise_at(parser, f"{what} has #bir.affine entries, found {attr}", start, position(parser))
            return attr

        return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, expression, f" in {what}"))

    def text(self, value: "ArrayAttr[Attribute]", printer: Printer) -> None:
        printer.print_attribute(value)


class ExpressionField(Field):
    """An affine expression; `unit` where it is absent."""

    def may_start_with(self, word: str) -> bool:
        return word == "unit"

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        if parser.parse_optional_keyword("unit") is not None:
            return NONE
        start = position(parser)
        attr = parser.parse_attribute()
        if not isinstance(attr, AffineAttr):
            raise_at(parser, f"{what} is a #bir.affine expression, found {attr}", start, position(parser))
        return attr

    def text(self, value: AffineAttr | NoneAttr, printer: Printer) -> None:
        if isinstance(value, AffineAttr):
            printer.print_attribute(value)
        else:
            printer.print_string("unit")


class OptionalIntegerField(IntegerField):
    """An integer; `unit` where it is absent."""

    def may_start_with(self, word: str) -> bool:
        return word == "unit"

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        return NONE if parser.parse_optional_keyword("unit") is not None else super().parse(parser, what)

    def text(self, value: IntAttr | NoneAttr, printer: Printer) -> None:
        printer.print_string("unit" if isinstance(value, NoneAttr) else str(value.data))


class IndirectDim(StrEnum):
    """The axes of a pattern, outermost first; the one along which indices are taken."""

    W = "W"
    Z = "Z"
    Y = "Y"
    X = "X"


class OptionalWordField(WordField):
    """One word; `unit` where it is absent."""

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        return NONE if parser.parse_optional_keyword("unit") is not None else super().parse(parser, what)

    def text(self, value: StringAttr | NoneAttr, printer: Printer) -> None:
        printer.print_string("unit" if isinstance(value, NoneAttr) else value.data)

    def portable(self, value: StringAttr | NoneAttr, printer: Printer) -> None:
        if isinstance(value, NoneAttr):
            printer.print_string("unit")
        else:
            super().portable(value, printer)


class PatternField(Field):
    """A `#neuron.ap`."""

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        start = position(parser)
        attr = parser.parse_attribute()
        if not isinstance(attr, AccessPatternAttr):
            raise_at(parser, f"{what} is a #neuron.ap, found {attr}", start, position(parser))
        return attr

    def text(self, value: AccessPatternAttr, printer: Printer) -> None:
        printer.print_attribute(value)


def _check_element(dtype: Attribute) -> None:
    if dtype_of(dtype) is None:
        raise VerifyException(f"dtype {dtype} is not one of the element types of Backend IR")


def _check_counts(pattern: PairsAttr) -> None:
    for index, (_, num) in enumerate(pattern.data):
        if num <= 0:
            raise VerifyException(
                f"ap[{index}] = {list(pattern.data[index])} visits {num} elements, at least 1 is needed"
            )


class WirePattern(KeyedAttribute):
    """A pattern as it stands on the wire: pairs of `[step, num]`, outermost first, not split into parts."""

    ap: PairsAttr
    dtype: Attribute

    FIELDS: ClassVar[tuple[Field, ...]]

    def verify(self) -> None:
        _check_counts(self.ap)
        _check_element(self.dtype)

    @property
    def element(self) -> Dtype:
        """The element type that steps are counted in."""
        dtype = dtype_of(self.dtype)
        assert dtype is not None, "checked by the verifier"
        return dtype

    @property
    def num_indices(self) -> int:
        """These patterns name what they start from; they use no index operands."""
        return 0


@irdl_attr_definition
class SymbolicApAttr(WirePattern):
    """
    A symbolic access pattern (`symbolic_ap`): which location of a set is meant follows from affine addresses.

    `pwap` marks the other spelling of the kind, `symbolic_pwap`. `tensor_indirect_arg_id` is -1 where no operand
    supplies indices.

    ```mlir
    #bir.symbolic_ap<ap = [[512, 128], [1, 512]], dtype = f32, addrs = [#bir.affine<512 * axis(@i)>]>
    ```
    """

    name = "bir.symbolic_ap"

    ap: PairsAttr
    dtype: Attribute
    addrs: ArrayAttr[AffineAttr]
    access_shape: ShapeAttr | NoneAttr
    tensor_indirect_arg_id: IntAttr
    num_tensor_indirect_indices: IntAttr | NoneAttr
    pwap: BoolAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (
        PairsField("ap"),
        TypeField("dtype"),
        ExpressionsField("addrs", ArrayAttr(())),
        ShapeField("access_shape", NONE),
        IntegerField("tensor_indirect_arg_id", MINUS_ONE),
        OptionalIntegerField("num_tensor_indirect_indices", NONE),
        FlagField("pwap", FALSE),
    )

    def __init__(
        self,
        ap: Sequence[Pair],
        dtype: Attribute,
        *,
        addrs: Sequence[AffineExpression] = (),
        access_shape: Sequence[int] | None = None,
        tensor_indirect_arg_id: int = -1,
        num_tensor_indirect_indices: int | None = None,
        pwap: bool = False,
    ):
        super().__init__(
            PairsAttr(tuple(ap)),
            dtype,
            ArrayAttr([AffineAttr(address) for address in addrs]),
            NONE if access_shape is None else ShapeAttr(tuple(access_shape)),
            IntAttr(tensor_indirect_arg_id),
            NONE if num_tensor_indirect_indices is None else IntAttr(num_tensor_indirect_indices),
            TRUE if pwap else FALSE,
        )


@irdl_attr_definition
class RegisterApAttr(WirePattern):
    """
    An access pattern whose start is in a register (`register_ap`).

    `regref` is that register; `is_regloc_offset` says that it holds an offset rather than a location. A second offset
    is in the register `reg_ap_offset` or the constant `const_ap_offset`; a part of the tensor is chosen likewise.

    ```mlir
    #bir.register_ap<ap = [[512, 128], [1, 512]], dtype = f32, regref = @r0, const_ap_offset = 64>
    ```
    """

    name = "bir.register_ap"

    ap: PairsAttr
    dtype: Attribute
    regref: StringAttr
    is_regloc_offset: BoolAttr
    reg_ap_offset: StringAttr | NoneAttr
    const_ap_offset: IntAttr
    reg_sub_tensor_id: StringAttr | NoneAttr
    const_sub_tensor_id: IntAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (
        PairsField("ap"),
        TypeField("dtype"),
        NameField("regref"),
        FlagField("is_regloc_offset", FALSE),
        NameField("reg_ap_offset", NONE),
        IntegerField("const_ap_offset", ZERO),
        NameField("reg_sub_tensor_id", NONE),
        IntegerField("const_sub_tensor_id", MINUS_ONE),
    )

    def __init__(
        self,
        ap: Sequence[Pair],
        dtype: Attribute,
        regref: str,
        *,
        is_regloc_offset: bool = False,
        reg_ap_offset: str | None = None,
        const_ap_offset: int = 0,
        reg_sub_tensor_id: str | None = None,
        const_sub_tensor_id: int = -1,
    ):
        super().__init__(
            PairsAttr(tuple(ap)),
            dtype,
            StringAttr(regref),
            TRUE if is_regloc_offset else FALSE,
            NONE if reg_ap_offset is None else StringAttr(reg_ap_offset),
            IntAttr(const_ap_offset),
            NONE if reg_sub_tensor_id is None else StringAttr(reg_sub_tensor_id),
            IntAttr(const_sub_tensor_id),
        )


@irdl_attr_definition
class DynamicApAttr(KeyedAttribute):
    """
    A physical access pattern with a part that is known at run time (`physical_ap` with `dynamic_ap_info`).

    Either a scalar, `offset`, or a vector of indices along the dimension `indirect_dim` (less than
    `indirect_dim_max_index`) moves the start of `pattern`. `actual` is the pattern that is really walked, where it
    differs.

    ```mlir
    #bir.dynamic_ap<pattern = #neuron.ap<partition = [[512, 128]], free = [[1, 64]], dtype = f32>,
                    offset = #bir.affine<64 * register(@r0)>>
    ```
    """

    name = "bir.dynamic_ap"

    pattern: AccessPatternAttr
    indirect_dim: StringAttr | NoneAttr
    indirect_dim_max_index: IntAttr | NoneAttr
    offset: AffineAttr | NoneAttr
    actual: PairsAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (
        PatternField("pattern"),
        OptionalWordField("indirect_dim", NONE, words=IndirectDim),
        OptionalIntegerField("indirect_dim_max_index", NONE),
        ExpressionField("offset", NONE),
        PairsField("actual", NO_PAIRS),
    )

    def __init__(
        self,
        pattern: AccessPatternAttr,
        *,
        indirect_dim: str | None = None,
        indirect_dim_max_index: int | None = None,
        offset: AffineExpression | None = None,
        actual: Sequence[Pair] = (),
    ):
        super().__init__(
            pattern,
            NONE if indirect_dim is None else StringAttr(IndirectDim(indirect_dim).value),
            NONE if indirect_dim_max_index is None else IntAttr(indirect_dim_max_index),
            NONE if offset is None else AffineAttr(offset),
            PairsAttr(tuple(actual)),
        )

    @property
    def element(self) -> Dtype:
        """The element type that steps are counted in."""
        return self.pattern.element

    @property
    def num_indices(self) -> int:
        """How many index operands the static pattern's start is computed from."""
        return self.pattern.num_indices
