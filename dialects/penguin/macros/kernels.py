"""The kernels that are named instead of modelled: a library kernel, a registry kernel, and a user's own.

`penguin.bir_kernel` is the library macro in general, `penguin.native_kernel` a kernel of the internal registry,
`penguin.nki_kernel` a user's own NKI kernel and `penguin.nki_klir_kernel` one that is compiled already.

Public sources: reverse-engineering notes on neuronx_cc 2.24 (which names the registry has, operand counts, layouts
and assertions of the convolutions, fields of the nodes), AWS neuronx-distributed (`blockwise_mm`), the AWS Neuron
documentation (the inputs and outputs of a NKI kernel live in shared HBM).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, IntegerType, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ...neuron.memory import memory_of
from ...neuron.op_format import OperandLike
from ...neuron.properties import (
    PropertyForm,
    TextForm,
    bag,
    flag,
    optional_text,
    required_text,
)
from ...neuron.xdsl_interface import position, raise_at
from ..kernel_macro import KernelMacroOp
from ..registry_names import OPERAND_COUNTS
from ..shape_relations import check_shapes

SHARED_HBM = "The input and output tensor of a NKI kernel must be in shared_hbm address space"

BLOCK_SIZES = [128, 256, 512, 1024]
"""The block sizes of `blockwise_mm`."""


@dataclass(frozen=True)
class SymbolForm(PropertyForm):
    """The name of a function, written `@name`."""

    @property
    def description(self) -> str:
        return "a symbol name"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, SymbolRefAttr) and not attr.nested_references.data

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        symbol = parser.parse_optional_symbol_name()
        if symbol is None:
            raise_at(parser, f"expected '{name}', the name of a function: @name", start)
        return SymbolRefAttr(symbol)

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_symbol_name(cast(SymbolRefAttr, attr).root_reference.data)

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, SymbolRefAttr):
            return value
        if not isinstance(value, str):
            raise TypeError(f"expected a str, got {value!r}")
        return SymbolRefAttr(value)


@dataclass(frozen=True)
class NamesForm(PropertyForm):
    """A list of names, written `["a", "b"]`."""

    @property
    def description(self) -> str:
        return "a list of strings"

    def accepts(self, attr: Attribute) -> bool:
        if not isinstance(attr, ArrayAttr):
            return False
        return all(isinstance(entry, StringAttr) for entry in cast("ArrayAttr[Attribute]", attr))

    def parse(self, parser: Parser, name: str) -> Attribute:
        def one() -> StringAttr:
            return StringAttr(parser.parse_str_literal(f" in '{name}'"))

        return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, one, f" for '{name}'"))

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_attribute(attr)

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise TypeError(f"expected a list of str, got {value!r}")
        names = list(cast("Iterable[Any]", value))
        if not all(isinstance(name, str) for name in names):
            raise TypeError(f"expected a list of str, got {value!r}")
        return ArrayAttr([StringAttr(name) for name in names])


class NamedKernelOp(KernelMacroOp):
    """A kernel with any number of inputs and outputs, which it tells apart by position."""

    ins = var_operand_def()
    outs = var_operand_def()
    indices = var_operand_def()

    OUTPUTS: ClassVar[tuple[str, ...]] = ("outs",)

    def shapes_of(self, group: str) -> list[tuple[int, ...]]:
        """The accessed shapes of a group of operands."""
        return [self.shape(index) for index in self.group_range(group)]

    def verify_contract(self) -> None:
        if not self.group_range("outs"):
            raise self.error("has no outputs, so that it could have no effect: -> outs(…)")


@irdl_op_definition
class BIRKernelOp(NamedKernelOp):
    """
    A kernel of Backend IR's library by its name, for those that have no operation of their own.

    `kernel_attrs` reaches the node as it stands. Every operand may have any access; a dynamic one computes its start
    from `indices`. Raises an error for a registry kernel, which is `penguin.native_kernel`.

    ```mlir
    penguin.bir_kernel "softmax" ins(%x : !x) -> outs(%y : !x) {kernel_attrs = {axis = 1 : i64}}
    ```
    """

    name = "penguin.bir_kernel"

    kernel = cast(StringAttr, prop_def(TextForm(), prop_name="kernel_name"))
    kernel_attrs = bag()

    LEADING: ClassVar[str | None] = "kernel_name"

    def __init__(
        self,
        kernel_name: str,
        *,
        ins: Sequence[OperandLike],
        outs: Sequence[OperandLike],
        indices: Sequence[OperandLike] = (),
        kernel_attrs: "Mapping[str, Any] | None" = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: Sequence[int] | None = None,
        psum_buf_shape: Sequence[int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return self.kernel.data

    @property
    def emitter(self) -> str:
        return f"bir_kernel {self.kernel.data}"

    def verify_contract(self) -> None:
        super().verify_contract()
        if not self.kernel.data:
            raise self.error("is empty", attribute="kernel_name")
        if self.kernel.data in OPERAND_COUNTS:
            raise self.error(
                f"is '{self.kernel.data}', a kernel of the internal registry, not of the library",
                attribute="kernel_name",
                notes=(
                    f'write penguin.native_kernel "{self.kernel.data}" ins(…) -> outs(…), with its attributes in attrs',
                ),
            )


_RANK_4 = ("_ _ _ _", "_ _ _ _")


@dataclass(frozen=True)
class KernelShapes:
    """The rows of symbolic dimensions of the inputs and of the output of a registry kernel."""

    ins: tuple[str, ...]
    out: str = "_ _ _ _"


KERNEL_SHAPES: dict[str, KernelShapes] = {
    "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1": KernelShapes(("H C W N", "Hf C Wf O"), "Ho Wo O N"),
    "Conv2d_pbp_fb01_io01_01bf_experimental_1": KernelShapes(("C N H W", "C O Hf Wf"), "Ho Wo N O"),
    "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh": KernelShapes(_RANK_4),
    "Conv1d_depthwise_bf01_oi01_bf01": KernelShapes(("N C 1 W", "C 1 1 Wf"), "N C 1 Wo"),
    "conv2d_column_packing": KernelShapes(("C N H W", "C O Hf Wf"), "Ho Wo 1 O"),
    "conv2d_column_packing_io10": KernelShapes(_RANK_4),
    "conv2d_column_packing_1": KernelShapes(("1 C H W", "C 1 Hf Wf"), "1 C Ho Wo"),
    "conv2d_depthwise_f01b_o01i_bf01": KernelShapes(_RANK_4),
    "ResizeNearest": KernelShapes(("N _ _ _",), "N _ _ _"),
}
"""
What is certain of the shapes of registry kernels; where the layout depends on permutations only the ranks are.

A letter is a dimension: N batch, C and O channels, H and W extents, f of the filter, o of the output.
"""

UNIT_STRIDE = {
    "Conv1d_depthwise_bf01_oi01_bf01",
    "conv2d_depthwise_f01b_o01i_bf01",
    "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1",
}
"""Convolutions that ignore or refuse a stride."""

MAX_FILTER_WIDTH_1D = 512
MAX_FILTER_HEIGHT_PBP = 128


def integers_of(attr: Attribute | None) -> list[int] | None:
    """The integers of an attribute of a bag, nested lists flattened; None for anything else, or nothing."""
    if isinstance(attr, IntegerAttr):
        return [cast("IntegerAttr[Any]", attr).value.data]
    if isinstance(attr, DenseArrayBase):
        array = cast("DenseArrayBase[Any]", attr)
        return [int(value) for value in array.get_values()] if isinstance(array.elt_type, IntegerType) else None
    if isinstance(attr, ArrayAttr):
        flat = [integers_of(entry) for entry in cast("ArrayAttr[Attribute]", attr)]
        known = [value for entry in flat if entry is not None for value in entry]
        return known if all(entry is not None for entry in flat) else None
    return None


@irdl_op_definition
class NativeKernelOp(NamedKernelOp):
    """
    A kernel of the internal registry by its name, such as a convolution or a resize.

    `attrs` reaches the kernel as it stands (`stride`, `padding`, `in_perm`, `block_size`, …); its `out_shape` follows
    from the outputs. A name that the registry does not have is reported by the lowering, which owns the registry;
    here only kernels that are known are checked: operand counts, and shapes as far as the layout is certain.

    ```mlir
    penguin.native_kernel "ResizeNearest" ins(%image : !image) -> outs(%large : !large) {attrs = {scale = [2, 2]}}
    ```
    """

    name = "penguin.native_kernel"

    func_name = required_text()
    attrs = bag()

    LEADING: ClassVar[str | None] = "func_name"

    def __init__(
        self,
        func_name: str,
        *,
        ins: Sequence[OperandLike],
        outs: Sequence[OperandLike],
        indices: Sequence[OperandLike] = (),
        attrs: "Mapping[str, Any] | None" = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: Sequence[int] | None = None,
        psum_buf_shape: Sequence[int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return self.func_name.data

    @property
    def emitter(self) -> str:
        return f"native_kernel {self.func_name.data}"

    @property
    def out_shape(self) -> tuple[int, ...]:
        """The shape of the first output, which kernels of the registry take as an argument."""
        return self.shape(self.group_range("outs")[0])

    def integers(self, attribute: str) -> list[int] | None:
        """The integers of an entry of `attrs`, nested lists flattened; None when it is absent, empty or other."""
        return integers_of(self.attrs.data.get(attribute)) or None

    def verify_contract(self) -> None:
        super().verify_contract()
        kernel = self.func_name.data
        if kernel not in OPERAND_COUNTS:
            return
        count, given = OPERAND_COUNTS[kernel], len(self.group_range("ins"))
        if count is not None and given != count:
            raise self.error(f"{kernel} takes {count} input{'s' if count > 1 else ''}, found {given}")
        shapes = KERNEL_SHAPES.get(kernel)
        if shapes is not None:
            self._verify_rows(kernel, shapes)
        if kernel in UNIT_STRIDE:
            self._verify_unit_stride(kernel)
        check = _CHECKS.get(kernel)
        if check is not None:
            check(self)

    def _verify_rows(self, kernel: str, shapes: KernelShapes) -> None:
        if len(self.group_range("ins")) < len(shapes.ins):
            raise self.error(f"{kernel} takes {len(shapes.ins)} inputs, found {len(self.group_range('ins'))}")
        if len(self.group_range("outs")) != 1:
            raise self.error(f"{kernel} has 1 output, found {len(self.group_range('outs'))}")
        rows = {f"ins[{index}]": row for index, row in enumerate(shapes.ins)} | {"outs[0]": shapes.out}
        if self._is_permuted():
            rows = {name: " ".join("_" for _ in row.split()) for name, row in rows.items()}
        self.check_rows(rows)

    def _is_permuted(self) -> bool:
        permutations = [self.integers(name) for name in ("in_perm", "kern_perm", "out_perm")]
        return any(permutation is not None and permutation != sorted(permutation) for permutation in permutations)

    def check_rows(self, rows: Mapping[str, str]) -> dict[str, int]:
        """Check operands, named `ins[0]` or `outs[0]`, against rows of symbolic dimensions; returns the symbols."""
        places = {self.operand_name(index): index for index in self.memref_indices()}
        found = {name: self.shape(places[name]) for name in rows if name in places}
        mismatch, bindings = check_shapes(rows, found)
        if mismatch is not None:
            raise self.error(mismatch.message, operand=places[mismatch.operand], notes=mismatch.notes)
        return {symbol: binding.value for symbol, binding in bindings.items()}

    def _verify_unit_stride(self, kernel: str) -> None:
        for name in ("stride", "rhs_dilation"):
            values = self.integers(name)
            if values is not None and any(value != 1 for value in values):
                message = "Only support stride of size 1" if name == "stride" else "Only support dilation of size 1"
                raise self.error(message, notes=(f"{kernel} has {name} = {values}",))

    # What is particular to one kernel.

    def verify_conv1d(self) -> None:
        """The window of a one-dimensional convolution is short. Raises OperationError."""
        width = self.shape(self.group_range("ins")[1])[-1]
        if not self._is_permuted() and width >= MAX_FILTER_WIDTH_1D:
            raise self.error(
                "expect small conv window",
                notes=(f"the filter is {width} wide, it has to be narrower than {MAX_FILTER_WIDTH_1D}",),
            )

    def verify_grouped(self) -> None:
        """Column packing convolves every image with its own filter. Raises OperationError."""
        if self._is_permuted():
            return
        image, filters = self.group_range("ins")[:2]
        batch, channels = self.shape(image)[1], self.shape(filters)[1]
        groups = self.integers("batch_group_count")
        if batch != channels:
            raise self.error(
                f'has O = {channels}, expected the batch {batch} of operand "ins[0]": batch_group_count == N == O',
                operand=filters,
            )
        if groups is not None and groups != [batch]:
            raise self.error(
                f"has batch_group_count = {groups[0]}, expected {batch}: batch_group_count == N == O",
                attribute="attrs",
            )

    def verify_depthwise(self) -> None:
        """A depthwise convolution has a group a channel. Raises OperationError."""
        if self._is_permuted():
            return
        channels = self.shape(self.group_range("ins")[0])[1]
        groups = self.integers("feature_group_count")
        if groups is not None and groups != [channels]:
            raise self.error(
                "depthwise conv only", notes=(f"feature_group_count is {groups[0]}, there are {channels} channels",)
            )

    def verify_pbp(self) -> None:
        """The filter of the partition-broadcast convolution lies across partitions. Raises OperationError."""
        height = self.shape(self.group_range("ins")[1])[0]
        if not self._is_permuted() and height > MAX_FILTER_HEIGHT_PBP:
            raise self.error(
                f"H_filter > {MAX_FILTER_HEIGHT_PBP}", notes=(f'operand "ins[1]" has a filter height of {height}',)
            )

    def verify_select_and_scatter(self) -> None:
        """The scattered gradient has the shape of what the window was slid over. Raises OperationError."""
        operand, source = self.shapes_of("ins")
        outs = self.group_range("outs")
        if self.shape(outs[0]) != operand:
            raise self.error(
                f'has shape {_text(self.shape(outs[0]))}, expected {_text(operand)} like operand "ins[0]"',
                operand=outs[0],
            )
        if len(source) != len(operand):
            raise self.error(
                f'has rank {len(source)}, expected {len(operand)} like operand "ins[0]"',
                operand=self.group_range("ins")[1],
            )

    def verify_transpose(self) -> None:
        """A transpose neither loses nor makes up elements, and keeps their type. Raises OperationError."""
        if len(self.group_range("ins")) != 1 or len(self.group_range("outs")) != 1:
            raise self.error(f"{self.func_name.data} takes one input to one output")
        source, result = self.group_range("ins")[0], self.group_range("outs")[0]
        found, expected = prod(self.shape(result)), prod(self.shape(source))
        if found != expected:
            raise self.error(f'holds {found} elements, operand "ins[0]" {expected}', operand=result)
        if self.operand_type(result).element_type != self.operand_type(source).element_type:
            raise self.error(
                f"has element type {self.operand_type(result).element_type}, expected "
                f'{self.operand_type(source).element_type} like operand "ins[0]"',
                operand=result,
            )

    def verify_blockwise_mm(self) -> None:
        """
        Check the expert blocks: operands hidden, affinities, gate_up, down, token positions, block experts.

        Raises OperationError.
        """
        ins = self.group_range("ins")
        if len(ins) < 6:
            raise self.error(
                f"blockwise_mm takes at least 6 inputs, found {len(ins)}",
                notes=(
                    "in this order: hidden_states, expert_affinities_masked, gate_up_proj_weight, down_proj_weight, "
                    "token_position_to_id, block_to_expert",
                ),
            )
        dims = self.check_rows({"ins[0]": "T H", "ins[2]": "E H 2 I", "ins[3]": "E I H"})
        hidden = dims["H"]
        if not 512 <= hidden <= 8192:
            raise self.error(f"Hidden dim must be between 512 and 8192, found {hidden}", operand=ins[0])
        if hidden % 512:
            raise self.error(f"Hidden dim size must be multiples of 512, found {hidden}", operand=ins[0])
        affinities = prod(self.shape(ins[1]))
        if affinities != dims["T"] * dims["E"]:
            raise self.error(
                f"holds {affinities} affinities, expected {dims['T'] * dims['E']}: one a token and expert "
                f"(T = {dims['T']}, E = {dims['E']})",
                operand=ins[1],
            )
        size = self.integers("block_size")
        if size is None:
            return
        if size[0] not in BLOCK_SIZES:
            raise self.error(f"Only support block_size in {BLOCK_SIZES}, found {size[0]}")
        positions, blocks = prod(self.shape(ins[4])), prod(self.shape(ins[5]))
        if positions != blocks * size[0]:
            raise self.error(
                f"holds {positions} positions, expected {blocks * size[0]}: {blocks} blocks of block_size = {size[0]}",
                operand=ins[4],
            )


def _text(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape))


_CHECKS: dict[str, Callable[[NativeKernelOp], None]] = {
    "Conv1d_depthwise_bf01_oi01_bf01": NativeKernelOp.verify_conv1d,
    "conv2d_column_packing": NativeKernelOp.verify_grouped,
    "conv2d_column_packing_1": NativeKernelOp.verify_depthwise,
    "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1": NativeKernelOp.verify_pbp,
    "SelectAndScatter": NativeKernelOp.verify_select_and_scatter,
    "tiled_pf_transpose": NativeKernelOp.verify_transpose,
    "tiled_dve_transpose_10": NativeKernelOp.verify_transpose,
    "blockwise_mm": NativeKernelOp.verify_blockwise_mm,
}


class UserKernelOp(NamedKernelOp):
    """A user's own NKI kernel: its inputs and outputs live in shared HBM, its formal parameters have names."""

    func = cast(SymbolRefAttr, prop_def(SymbolForm()))
    func_args = cast("ArrayAttr[StringAttr] | None", opt_prop_def(NamesForm()))
    func_outs = cast("ArrayAttr[StringAttr] | None", opt_prop_def(NamesForm()))

    LEADING: ClassVar[str | None] = "func"

    @property
    def kernel_name(self) -> str:
        return self.func.root_reference.data

    @property
    def emitter(self) -> str:
        return f"{self.name} @{self.kernel_name}"

    def formal_names(self, group: str) -> tuple[str, ...]:
        """The names of the formal parameters of `ins` or `outs`; positional ones when none are given."""
        given = self.func_args if group == "ins" else self.func_outs
        if given is not None:
            return tuple(entry.data for entry in given)
        prefix = "arg" if group == "ins" else "out"
        return tuple(f"{prefix}{index}" for index in range(len(self.group_range(group))))

    def verify_operand_kinds(self) -> None:
        for index in self.memref_indices():
            memory = memory_of(self.operands[index].type)
            if memory is None or not memory.is_shared:
                space = "" if memory is None else memory.space.data
                raise self.error_at(
                    index,
                    SHARED_HBM,
                    (f'operand "{self.operand_name(index)}" lies in {space}', "write #neuron.memory<hbm, shared>"),
                )

    def error_at(self, index: int, message: str, notes: Sequence[str]) -> Exception:
        """An error with its whole message at an operand."""
        error = self.error(message, notes=notes)
        error.operand_index = index
        return error

    def verify_contract(self) -> None:
        super().verify_contract()
        for group, attribute in (("ins", "func_args"), ("outs", "func_outs")):
            names, count = self.formal_names(group), len(self.group_range(group))
            if len(names) != count:
                raise self.error(f"has {len(names)} names for {count} operands in '{group}'", attribute=attribute)
            repeated = next((name for index, name in enumerate(names) if name in names[:index]), None)
            if repeated is not None:
                raise self.error(f"has '{repeated}' twice", attribute=attribute)
            if "" in names:
                raise self.error("has an empty name", attribute=attribute)


@irdl_op_definition
class NKIKernelOp(UserKernelOp):
    """
    A call of a user's own NKI kernel, the function `func`.

    `func_args` and `func_outs` name the formal parameters, one for each operand of `ins` and `outs` in their order.

    ```mlir
    penguin.nki_kernel @scale ins(%x : !x, %s : !s) -> outs(%y : !x) {func_args = ["x", "factor"], func_outs = ["y"]}
    ```
    """

    name = "penguin.nki_kernel"

    def __init__(
        self,
        func: str,
        *,
        ins: Sequence[OperandLike],
        outs: Sequence[OperandLike],
        indices: Sequence[OperandLike] = (),
        func_args: Sequence[str] | None = None,
        func_outs: Sequence[str] | None = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: Sequence[int] | None = None,
        psum_buf_shape: Sequence[int] | None = None,
    ):
        self.build_from(locals())


@irdl_op_definition
class NKIKLIRKernelOp(UserKernelOp):
    """
    A call of a user's own NKI kernel that is compiled already: `klir_binary` is the path of the artefact.

    Only the format `bir` is handed over this way. `nki_binary_version_identifier` is `major.minor.patch`.

    ```mlir
    penguin.nki_klir_kernel @scale ins(%x : !x) -> outs(%y : !x) {klir_binary = "scale.bir.json"}
    ```
    """

    name = "penguin.nki_klir_kernel"

    klir_binary = required_text()
    kernel_format = cast(StringAttr, opt_prop_def(TextForm(), StringAttr("bir")))
    nki_binary_version_identifier = optional_text()
    enable_device_dump = flag()

    def __init__(
        self,
        func: str,
        *,
        ins: Sequence[OperandLike],
        outs: Sequence[OperandLike],
        klir_binary: str,
        indices: Sequence[OperandLike] = (),
        func_args: Sequence[str] | None = None,
        func_outs: Sequence[str] | None = None,
        kernel_format: str = "bir",
        nki_binary_version_identifier: str | None = None,
        enable_device_dump: bool = False,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: Sequence[int] | None = None,
        psum_buf_shape: Sequence[int] | None = None,
    ):
        self.build_from(locals())

    def verify_contract(self) -> None:
        super().verify_contract()
        if self.kernel_format.data != "bir":
            raise self.error(f'is "{self.kernel_format.data}", expected "bir"', attribute="kernel_format")
        if not self.klir_binary.data:
            raise self.error("is empty, it is the path of the compiled kernel", attribute="klir_binary")
        version = self.nki_binary_version_identifier
        if version is not None:
            parts = version.data.split(".")
            if len(parts) != 3 or not all(part.isdecimal() for part in parts):
                raise self.error(
                    f'is "{version.data}", expected major.minor.patch', attribute="nki_binary_version_identifier"
                )
