"""`penguin.mlp`: the gated feed-forward block, plain, with a fused residual add, quantised, or both.

Public sources: AWS neuronx-distributed-inference (the callers of `mlp_isa_kernel` and its variants),
aws-neuron/nki-library `mlp` (numeric limits), reverse-engineering notes on neuronx_cc 2.24 (messages, named
attributes).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, traits_def
from xdsl.traits import HasCanonicalizationPatternsTrait

from ...neuron.op_format import OperandLike
from ...neuron.properties import flag, optional_flag, optional_real, real, word
from ...neuron.target import TargetAttr
from ..accesses import Access, FullTensorAccess, SubTensorAccess
from ..element_types import matches
from ..operation import BespokeMacroOp
from ..words import ActFnAttr, NormTypeAttr, QuantizationTypeAttr

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern

MX_TYPES = frozenset({"mx", "static_mx", "row_mx"})

_ROW_SCALES = {"gate_scale": "128 I", "up_scale": "128 I", "down_scale": "128 H"}
_STATIC_SCALES = {"gate_scale": "128 1", "up_scale": "128 1", "down_scale": "128 1"}
_PACKED_ROWS = {
    "gate": "128 _ I",
    "up": "128 _ I",
    "down": "_ _ H",
    "gate_bias": "_ _ 4",
    "up_bias": "_ _ 4",
}
QUANTISED_ROWS: dict[str, dict[str, str]] = {"row": _ROW_SCALES, "static": _STATIC_SCALES, "mx": _PACKED_ROWS}
"""
What quantisation changes in the shapes.

Microscaling packs four values in an element and folds H and I into 128 partitions and blocks of 512; the scales of
the microscaling kinds follow that layout and are not checked.
"""

_PROJECTIONS: tuple[str, ...] = ("gate", "up", "down")
_SCALES: tuple[str, ...] = ("gate_scale", "up_scale", "down_scale")
_IN_SCALES: tuple[str, ...] = ("gate_up_in_scale", "down_in_scale")
_QUANTISED: dict[str, str] = dict.fromkeys(_PROJECTIONS, "a quantised type")
_FLOAT: dict[str, str] = dict.fromkeys(_PROJECTIONS, "a float")
_FLOAT_SCALES: dict[str, str] = dict.fromkeys(_SCALES, "float32")
WEIGHT_TYPES: dict[str, Mapping[str, str]] = {
    "none": _FLOAT,
    "row": {**_QUANTISED, **_FLOAT_SCALES},
    "static": {**_QUANTISED, **_FLOAT_SCALES},
    "mx": dict.fromkeys(_PROJECTIONS, "a packed type"),
    "static_mx": _QUANTISED,
    "row_mx": _QUANTISED,
}
"""The element types of the weights and their scales, by quantisation."""

FUSED_ADD_PAIR = "Fused add requires both mlp_out and attn_out to be provided or neither of them"


class MLPCanonicalization(HasCanonicalizationPatternsTrait):
    """The canonical form of an MLP has a separate output for the sum of its residual add."""

    @classmethod
    def get_canonicalization_patterns(cls) -> "tuple[RewritePattern, ...]":
        from .mlp_canonicalization import SeparateAddOut

        return (SeparateAddOut(),)


@irdl_op_definition
class MLPOp(BespokeMacroOp):
    """
    A feed-forward block: `down(act_fn(gate(norm(hidden))) * up(norm(hidden)))`.

    With `attn_out` the residual is added first (`hidden` is then the residual, or the previous block's output,
    named `mlp_out` by the compiler), and `add_out` receives the sum when it is there (store_add). With scales the
    weights are quantised. With `skip_gate` only `up` and `down` are computed; a gate that is passed nevertheless is
    ignored.

    Shapes: hidden [B, S, H], gate and up [H, I], down [I, H], their biases [1, I] and [1, H], out [B, S, H]; a
    row-quantised `hidden` is [B, S, H+4] with four trailing bytes of scale a row. Scales of rows are [128, I] and
    [128, H], static ones, those of the inputs of the projections included, [128, 1]. The packed weights of `mx` are
    [128, H/512, I] and, with P the lesser of I/4 and 128, [P, I/512 rounded up, H], their biases
    [P, I/512 rounded up, 4].

    ```mlir
    penguin.mlp hidden(%x : !hidden) norm_weight(%gamma : !gamma) gate(%gate : !up) up(%up : !up) down(%down : !down)
        -> out(%y : !hidden) {norm_type = rms_norm, eps = 1.0e-5}
    ```
    """

    name = "penguin.mlp"

    attn_out = opt_operand_def()
    hidden = operand_def()
    norm_weight = opt_operand_def()
    norm_bias = opt_operand_def()
    gate = opt_operand_def()
    gate_scale = opt_operand_def()
    up = operand_def()
    up_scale = opt_operand_def()
    gate_up_in_scale = opt_operand_def()
    down = operand_def()
    down_scale = opt_operand_def()
    down_in_scale = opt_operand_def()
    gate_bias = opt_operand_def()
    up_bias = opt_operand_def()
    down_bias = opt_operand_def()
    out = operand_def()
    add_out = opt_operand_def()

    norm_type = word(NormTypeAttr, "no_norm")
    fused_rmsnorm = optional_flag()
    act_fn = word(ActFnAttr, "silu")
    eps = real(1e-6)
    skip_gate = flag()
    quantization = word(QuantizationTypeAttr, "none")
    lower_bound = optional_real()
    is_tkg = optional_flag()

    traits = traits_def(MLPCanonicalization())

    OUTPUTS: ClassVar[tuple[str, ...]] = ("out", "add_out")
    ALIASES: ClassVar[Mapping[str, str]] = {"fusedRmsNorm": "fused_rmsnorm"}
    SHAPES: ClassVar[Mapping[str, str]] = {
        "attn_out": "B S H",
        "hidden": "B S H",
        "norm_weight": "1 H",
        "norm_bias": "1 H",
        "gate": "H I",
        "up": "H I",
        "down": "I H",
        "gate_up_in_scale": "128 1",
        "down_in_scale": "128 1",
        "gate_bias": "1 I",
        "up_bias": "1 I",
        "down_bias": "1 H",
        "out": "B S H",
        "add_out": "B S H",
    }
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "attn_out": "a float",
        "hidden": "a float or a quantised type",
        "norm_weight": "a float",
        "norm_bias": "a float",
        "gate": "a weight type",
        "gate_scale": "a scale type",
        "up": "a weight type",
        "up_scale": "a scale type",
        "gate_up_in_scale": "float32",
        "down": "a weight type",
        "down_scale": "a scale type",
        "down_in_scale": "float32",
        "gate_bias": "a float",
        "up_bias": "a float",
        "down_bias": "a float",
        "out": "a float",
        "add_out": "a float",
    }

    def __init__(
        self,
        *,
        hidden: OperandLike,
        up: OperandLike,
        down: OperandLike,
        out: OperandLike,
        gate: OperandLike | None = None,
        attn_out: OperandLike | None = None,
        norm_weight: OperandLike | None = None,
        norm_bias: OperandLike | None = None,
        gate_scale: OperandLike | None = None,
        up_scale: OperandLike | None = None,
        gate_up_in_scale: OperandLike | None = None,
        down_scale: OperandLike | None = None,
        down_in_scale: OperandLike | None = None,
        gate_bias: OperandLike | None = None,
        up_bias: OperandLike | None = None,
        down_bias: OperandLike | None = None,
        add_out: OperandLike | None = None,
        norm_type: str = "no_norm",
        fused_rmsnorm: bool | None = None,
        act_fn: str = "silu",
        eps: float = 1e-6,
        skip_gate: bool = False,
        quantization: str = "none",
        lower_bound: float | None = None,
        is_tkg: bool | None = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "TiledNativeKernelMLP" if self.is_tiled else "MLP"

    @property
    def is_fused_add(self) -> bool:
        """Whether the residual is added before the block."""
        return self.has("attn_out")

    @property
    def is_quantised(self) -> bool:
        """Whether the weights are quantised."""
        return self.quantization.data != "none"

    @property
    def emitter(self) -> str:
        quant = "quant_" if self.is_quantised else ""
        fused = "_fused_add" if self.is_fused_add else ""
        return f"{quant}mlp{fused}_kernel"

    @property
    def has_doubled_out(self) -> bool:
        """Whether `out` holds the sum of the residual add in its second half of rows, the older form of store_add."""
        if not self.is_fused_add or self.has("add_out") or self.is_tiled:
            return False
        out, hidden = self.shape("out"), self.shape("hidden")
        return len(out) == len(hidden) == 3 and out[1] == 2 * hidden[1]

    @property
    def is_prequantised(self) -> bool:
        """Whether `hidden` comes row-quantised, with four bytes of scale behind each row."""
        return matches(self.element("hidden").name, "a quantised type")

    def allowed_accesses(self, operand: str) -> "tuple[type[Access], ...]":
        # The canonical form of a doubled output reads as two sub-tensors of one tensor.
        if operand in ("out", "add_out") and self.has("add_out") and not self.is_tiled:
            return (FullTensorAccess, SubTensorAccess)
        return super().allowed_accesses(operand)

    def shape_rows(self) -> Mapping[str, str]:
        rows = dict(self.SHAPES)
        if self.is_prequantised:
            # Behind the others, so that H is what the weights say and the four bytes are looked for here.
            del rows["hidden"]
            rows["hidden"] = "B S H+4"
        if self.has_doubled_out:
            rows["out"] = "B 2*S H"
        return {**rows, **QUANTISED_ROWS.get(self.quantization.data, {})}

    def element_type_rows(self) -> Mapping[str, str]:
        return {**self.ELEMENT_TYPES, **WEIGHT_TYPES.get(self.quantization.data, {})}

    def verify_contract(self) -> None:
        self._verify_norm()
        self._verify_gate()
        self._verify_fused_add()
        self._verify_quantisation()
        if not self.is_tiled:
            self._verify_numbers()

    def _verify_norm(self) -> None:
        kind = self.norm_type.data
        if self.fused_rmsnorm is not None and self.fused_rmsnorm.value.data and kind == "no_norm":
            raise self.error("is true, but norm_type is no_norm", attribute="fused_rmsnorm")
        if kind in ("rms_norm", "layer_norm") and not self.has("norm_weight"):
            raise self.error(f"is {kind}, which needs operand 'norm_weight'", attribute="norm_type")
        if self.has("norm_bias") and kind != "layer_norm":
            raise self.error(f"is only used by layer_norm, norm_type is {kind}", operand="norm_bias")

    def _verify_gate(self) -> None:
        if not self.has("gate") and not self.skip_gate:
            raise self.error("needs operand 'gate'", notes=("set skip_gate for a block without a gate projection",))

    def _verify_fused_add(self) -> None:
        if self.has("add_out") and not self.is_fused_add:
            error = self.error(
                FUSED_ADD_PAIR,
                notes=(
                    "operand 'add_out' keeps the sum of the residual add, but operand 'attn_out' is missing",
                    "give attn_out(%…), or leave add_out out",
                ),
            )
            error.operand_index = self.group_range("add_out")[0]
            raise error
        if self.is_fused_add and self.is_prequantised:
            raise self.error(
                "MLP kernel cannot have both fused residual add and sequence parallel RMSnorm!",
                notes=(
                    f"operand 'hidden' is already row-quantised ({self.operand_type('hidden').element_type}), "
                    "operand 'attn_out' would be added to it",
                ),
            )

    def _verify_quantisation(self) -> None:
        quantization = self.quantization.data
        projections = [name for name in ("gate", "up", "down") if self.has(name)]
        for name in projections:
            if self.is_quantised and not self.has(f"{name}_scale"):
                raise self.error(f"is {quantization}, which needs operand '{name}_scale'", attribute="quantization")
        if not self.is_quantised:
            for name in _SCALES:
                if self.has(name):
                    raise self.error("is given, but quantization is none", operand=name)
            if self.lower_bound is not None:
                raise self.error("clamps quantised values, but quantization is none", attribute="lower_bound")
        for name in _IN_SCALES:
            if self.has(name) and quantization not in ("static", "static_mx"):
                raise self.error(f"is only used by static quantisation, quantization is {quantization}", operand=name)
        if self.is_prequantised and quantization != "row":
            raise self.error(
                f"is row-quantised ({self.operand_type('hidden').element_type}), but quantization is {quantization}",
                operand="hidden",
            )
        if self.lower_bound is not None and self.lower_bound.value.data < 0:
            raise self.error(f"is {self.lower_bound.value.data}, it cannot be negative", attribute="lower_bound")
        if quantization == "mx" and self.is_fused_add:
            raise self.error("does not work with a fused residual add", attribute="quantization")

    def _verify_numbers(self) -> None:
        dims = self.dimensions()
        hidden, intermediate = dims["H"], dims["I"]
        if hidden % 128:
            raise self.error(f"Unsupported hidden dimension {hidden}; expected H % 128 == 0.", operand="hidden")
        if self.quantization.data not in MX_TYPES:
            return
        if hidden % 512:
            raise self.error(f"has H = {hidden}, microscaling needs H % 512 == 0", operand="hidden")
        if intermediate % 512 and (intermediate > 512 or intermediate % 32):
            raise self.error(
                f"has I = {intermediate}, microscaling needs I % 512 == 0, or I < 512 and I % 32 == 0", operand="up"
            )
        if self.quantization.data == "mx":
            self._verify_packed_shapes(hidden, intermediate)

    def _verify_packed_shapes(self, hidden: int, intermediate: int) -> None:
        partitions, blocks = min(intermediate // 4, 128), -(-intermediate // 512)
        expected: dict[str, tuple[int, ...]] = {
            "gate": (128, hidden // 512, intermediate),
            "up": (128, hidden // 512, intermediate),
            "down": (partitions, blocks, hidden),
            "gate_bias": (partitions, blocks, 4),
            "up_bias": (partitions, blocks, 4),
        }
        for name, shape in expected.items():
            if self.has(name) and self.shape(name) != shape:
                found, wanted = ("x".join(map(str, extents)) for extents in (self.shape(name), shape))
                raise self.error(
                    f"has shape {found}, expected {wanted}, packed for H = {hidden} and I = {intermediate}",
                    operand=name,
                )

    def verify_target(self, target: TargetAttr) -> None:
        """Microscaling needs a target that has it. Raises OperationError."""
        if self.quantization.data in MX_TYPES and not target.limits.has_microscaling:
            raise self.error(
                f"is {self.quantization.data}, microscaling is not supported on {target}",
                attribute="quantization",
                notes=("microscaling matmul exists from trn3 on",),
            )
