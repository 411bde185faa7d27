"""`penguin.rmsnorm_quant`: normalise rows and quantise them to eight bits, ahead of a quantised block.

Public sources: AWS neuronx-distributed-inference (the callers of `rmsnorm_quant_isa_kernel`),
aws-neuron/nki-library `rmsnorm_quant` (limits, shapes), reverse-engineering notes on neuronx_cc 2.24 (messages).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import FloatAttr, bf16, f32
from xdsl.ir import Attribute, TypeAttribute
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def
from xdsl.irdl.constraints import VerificationContext
from xdsl.parser import Parser
from xdsl.printer import Printer

from ...neuron.dtypes import BY_NAME
from ...neuron.errors import OperationError
from ...neuron.op_format import OperandLike
from ...neuron.properties import PropertyForm, RealForm, real, word
from ...neuron.xdsl_interface import position, raise_at
from ..operation import BespokeMacroOp
from ..words import NormTypeAttr, QuantizationTypeAttr

EPS_TYPE = "Expecting eps input to have type float"
DST_DTYPE = "dst_dtype must be float32 or bfloat16."

MAX_BATCH = 2
MAX_SEQUENCE = 32768
MAX_HIDDEN = 16384


@dataclass(frozen=True)
class EpsForm(RealForm):
    """A 32-bit float that reports anything else as neuronx_cc does."""

    @property
    def description(self) -> str:
        return "a float"

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not self.accepts(attr):
            raise OperationError(EPS_TYPE, property_name="eps", notes=(f"eps is {attr}, expected a 32-bit float",))

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        number = parser.parse_optional_number()
        if number is None:
            raise_at(parser, EPS_TYPE, start)
        if parser.parse_optional_punctuation(":") is not None and parser.parse_type() != f32:
            raise_at(parser, EPS_TYPE, start, position(parser))
        return FloatAttr(float(number), f32)

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"{EPS_TYPE}, got {value!r}")
        return FloatAttr(float(value), f32)


@dataclass(frozen=True)
class ElementTypeForm(PropertyForm):
    """An element type, written as in a memref; from Python also by its Backend IR name, such as `bfloat16`."""

    @property
    def description(self) -> str:
        return "an element type"

    def accepts(self, attr: Attribute) -> bool:
        return isinstance(attr, TypeAttribute)

    def parse(self, parser: Parser, name: str) -> Attribute:
        return parser.parse_type()

    def print(self, printer: Printer, attr: Attribute) -> None:
        printer.print_attribute(attr)

    def coerce(self, value: Any) -> Attribute:
        if isinstance(value, str):
            dtype = BY_NAME.get(value)
            if dtype is None:
                raise ValueError(f"unknown element type '{value}' (one of: {', '.join(BY_NAME)})")
            return dtype.type
        if not isinstance(value, Attribute) or not self.accepts(value):
            raise TypeError(f"expected an element type, got {value!r}")
        return value


@irdl_op_definition
class RMSNormQuantOp(BespokeMacroOp):
    """
    `quantise(norm(hidden))` along the last dimension, clamped from below by `lower_bound` when that is positive.

    With `quantization = row` every row gets its own scale, kept as four bytes behind the row: hidden [..., H] becomes
    out [..., H+4]. With `static` one scale is given (`in_scale` [128, 1]) and out has the shape of hidden.
    `dst_dtype` is the type that the values have once they are dequantised again, float32 or bfloat16; the output
    itself holds int8 or fp8.

    ```mlir
    penguin.rmsnorm_quant hidden(%x : !hidden) norm_weight(%gamma : !gamma) -> out(%q : !quantised)
        {eps = 1.0e-5, lower_bound = 1.2e+3}
    ```
    """

    name = "penguin.rmsnorm_quant"

    hidden = operand_def()
    norm_weight = opt_operand_def()
    in_scale = opt_operand_def()
    out = operand_def()

    norm_type = word(NormTypeAttr, "rms_norm")
    eps = cast("FloatAttr[Any]", opt_prop_def(EpsForm(), FloatAttr(1e-6, f32)))
    lower_bound = real(0.0)
    quantization = word(QuantizationTypeAttr, "row")
    dst_dtype: Attribute | None = opt_prop_def(ElementTypeForm())

    OUTPUTS: ClassVar[tuple[str, ...]] = ("out",)
    SHAPES: ClassVar[Mapping[str, str]] = {"hidden": "B S H", "norm_weight": "1 H", "in_scale": "128 1"}
    """For a hidden of rank 3; `shape_rows` writes the rows of another rank."""
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "hidden": "a float",
        "norm_weight": "a float",
        "in_scale": "float32",
        "out": "a quantised type",
    }

    def __init__(
        self,
        *,
        hidden: OperandLike,
        out: OperandLike,
        norm_weight: OperandLike | None = None,
        in_scale: OperandLike | None = None,
        norm_type: str = "rms_norm",
        eps: float = 1e-6,
        lower_bound: float = 0.0,
        quantization: str = "row",
        dst_dtype: "Attribute | str | None" = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "TiledNativeKernelRMSNormQuant" if self.is_tiled else "RMSNormQuant"

    @property
    def emitter(self) -> str:
        return "rmsnorm_quant_kernel"

    def shape_rows(self) -> Mapping[str, str]:
        rank = len(self.shape("hidden"))
        outer = "T " if rank == 2 else "B S " + "".join(f"D{index} " for index in range(2, rank - 1))
        behind_row = "H+4" if self.quantization.data == "row" else "H"
        gamma_rank = len(self.shape("norm_weight")) if self.has("norm_weight") else 2
        return {
            "hidden": f"{outer}H",
            "norm_weight": "H" if gamma_rank == 1 else "1 H",
            "in_scale": "128 1",
            "out": f"{outer}{behind_row}",
        }

    def verify_shapes(self) -> None:
        rank = len(self.shape("hidden"))
        if rank < 2:
            raise self.error(f"has rank {rank}, at least 2 is needed: [..., H]", operand="hidden")
        super().verify_shapes()

    def verify_contract(self) -> None:
        kind, quantization = self.norm_type.data.value, self.quantization.data.value
        if kind not in ("no_norm", "rms_norm"):
            raise self.error(f"is {kind}, expected no_norm or rms_norm", attribute="norm_type")
        if kind == "rms_norm" and not self.has("norm_weight"):
            raise self.error("is rms_norm, which needs operand 'norm_weight'", attribute="norm_type")
        if quantization not in ("row", "static"):
            raise self.error(f"is {quantization}, expected row or static", attribute="quantization")
        if quantization == "static" and not self.has("in_scale"):
            raise self.error("is static, which needs operand 'in_scale'", attribute="quantization")
        if quantization == "row" and self.has("in_scale"):
            raise self.error("is only used by static quantisation, quantization is row", operand="in_scale")
        for name in ("lower_bound", "eps"):
            value = cast("FloatAttr[Any]", self.properties.get(name, FloatAttr(0.0, f32))).value.data
            if value < 0:
                raise self.error(f"is {value}, it cannot be negative", attribute=name)
        if self.dst_dtype is not None and self.dst_dtype not in (f32, bf16):
            raise self.error(
                DST_DTYPE,
                notes=(
                    f"dst_dtype is {self.dst_dtype}",
                    "it is the type of the dequantised values; the output operand says what is quantised to",
                ),
            )
        if not self.is_tiled:
            self._verify_limits()

    def _verify_limits(self) -> None:
        *outer, hidden = self.shape("hidden")
        if hidden > MAX_HIDDEN:
            raise self.error(f"has H = {hidden}, at most {MAX_HIDDEN} is supported", operand="hidden")
        if len(outer) == 1:
            if outer[0] > MAX_BATCH * MAX_SEQUENCE:
                limit = MAX_BATCH * MAX_SEQUENCE
                raise self.error(f"has {outer[0]} rows, at most {limit} are supported", operand="hidden")
            return
        if outer[0] > MAX_BATCH:
            raise self.error(f"has B = {outer[0]}, at most {MAX_BATCH} is supported", operand="hidden")
        if outer[1] > MAX_SEQUENCE:
            raise self.error(f"has S = {outer[1]}, at most {MAX_SEQUENCE} is supported", operand="hidden")
