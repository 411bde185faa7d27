"""`penguin.qkv`: the fused query, key and value projection, plain, behind a norm, and behind a fused residual add.

Public sources: AWS neuronx-distributed-inference (the callers of `rmsnorm_qkv_isa_kernel` and of its fused-add
variant), aws-neuron/nki-library `qkv` (numeric limits, shapes of scales), reverse-engineering notes on neuronx_cc
2.24 (messages, named attributes).
"""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def

from ...neuron.op_format import OperandLike
from ...neuron.properties import i32, optional_flag, optional_integer, real, word
from ...neuron.target import TargetAttr
from ..operation import BespokeMacroOp
from ..words import NormTypeAttr, QkvOutputLayoutAttr, QuantizationTypeAttr

FUSED_ADD_NEEDS_NORM = "Fused add cannot be done without fused RMSNorm."

MAX_HIDDEN = 24576
"""The largest hidden size of the prefill kernel."""
MAX_FUSED = 4096
"""The largest F, which is (nq + 2*nkv) * d, of the prefill kernel."""
MAX_DECODE_TOKENS = 128
"""With more tokens than this no public caller runs the decode kernel, whatever its threshold is."""
HEAD_DIM_OF_NBSD = 128
"""The head dimension that the prefill kernel needs to write [n, B, S, d]."""

OUT_ROWS: dict[str, str] = {"bsd": "B S F", "nbsd": "n B S d", "nbds": "n B d S"}
"""The shape of the output, by layout."""

QUANTIZATIONS = ("none", "row", "static", "mx")
"""The quantisations that the projection has a kernel for."""

SCALE_ROWS: dict[str, dict[str, str]] = {
    "row": {"weight_scale": "_ F", "in_scale": "_ 1"},
    "static": {"weight_scale": "_ 3", "in_scale": "_ 1"},
    "mx": {"weight": "H/4 F", "weight_scale": "H/32 F"},
}
"""What quantisation changes in the shapes; the scale of a row or a constant is given once or for 128 partitions."""

_QUANTISED = {"weight": "a quantised type", "weight_scale": "float32", "in_scale": "float32"}
WEIGHT_TYPES: dict[str, Mapping[str, str]] = {
    "none": {"weight": "a float"},
    "row": _QUANTISED,
    "static": _QUANTISED,
    "mx": {"weight": "a packed type"},
}
"""The element types of the weight and its scales, by quantisation."""


@irdl_op_definition
class QKVOp(BespokeMacroOp):
    """
    The projection to queries, keys and values: `norm(hidden) * weight + bias`.

    With `mlp_prev` and `attn_prev` the residuals are added first, `hidden + mlp_prev + attn_prev`, and the sum is
    written back over `hidden`: `hidden_out` names that write and must be the same value as `hidden`.

    Shapes: hidden [B, S, H], weight [H, F] with F = (nq + 2*nkv) * d, norm_weight [1, H], bias [1, F]; out by
    `output_layout`: bsd [B, S, F], nbsd [n, B, S, d], nbds [n, B, d, S] with n = nq + 2*nkv.

    Without `use_tkg_qkv_kernel` the lowering chooses between the prefill and the decode kernel by the number of
    tokens. What only one of the two kernels refuses is checked once the choice is known, see `verify_kernel_choice`.

    ```mlir
    penguin.qkv hidden(%x : !hidden) weight(%w : !weight) norm_weight(%gamma : !gamma) -> out(%qkv : !qkv)
        {norm_type = rms_norm, eps = 1.0e-5}
    ```
    """

    name = "penguin.qkv"

    hidden = operand_def()
    mlp_prev = opt_operand_def()
    attn_prev = opt_operand_def()
    weight = operand_def()
    weight_scale = opt_operand_def()
    in_scale = opt_operand_def()
    norm_weight = opt_operand_def()
    norm_bias = opt_operand_def()
    bias = opt_operand_def()
    out = operand_def()
    hidden_out = opt_operand_def()

    norm_type = word(NormTypeAttr, "no_norm")
    fused_rmsnorm = optional_flag()
    eps = real(1e-6)
    output_layout = word(QkvOutputLayoutAttr, "bsd")
    num_q_heads = optional_integer(minimum=1)
    num_kv_heads = optional_integer(minimum=1)
    head_dim = optional_integer(minimum=1)
    quantization = word(QuantizationTypeAttr, "none")
    use_tkg_qkv_kernel = optional_flag()
    lnc_size = optional_integer(type=i32, minimum=1, maximum=2)

    # A fused add writes its first operand: the verifier compares operands.
    VERIFIER_COMPARES_OPERANDS: ClassVar[bool] = True
    ALIASES: ClassVar[Mapping[str, str]] = {
        "fusedRmsNorm": "fused_rmsnorm",
        "LncSize": "lnc_size",
        "useTkgQKVKernel": "use_tkg_qkv_kernel",
    }
    OUTPUTS: ClassVar[tuple[str, ...]] = ("out", "hidden_out")
    SHAPES: ClassVar[Mapping[str, str]] = {
        "hidden": "B S H",
        "mlp_prev": "B S H",
        "attn_prev": "B S H",
        "weight": "H F",
        "norm_weight": "1 H",
        "norm_bias": "1 H",
        "bias": "1 F",
        "hidden_out": "B S H",
    }
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "hidden": "a float",
        "mlp_prev": "=hidden",
        "attn_prev": "=hidden",
        "weight": "a weight type",
        "weight_scale": "a scale type",
        "in_scale": "a scale type",
        "norm_weight": "a float",
        "norm_bias": "a float",
        "bias": "a float",
        "out": "a float",
        "hidden_out": "=hidden",
    }

    def __init__(
        self,
        *,
        hidden: OperandLike,
        weight: OperandLike,
        out: OperandLike,
        mlp_prev: OperandLike | None = None,
        attn_prev: OperandLike | None = None,
        weight_scale: OperandLike | None = None,
        in_scale: OperandLike | None = None,
        norm_weight: OperandLike | None = None,
        norm_bias: OperandLike | None = None,
        bias: OperandLike | None = None,
        hidden_out: OperandLike | None = None,
        norm_type: str = "no_norm",
        fused_rmsnorm: bool | None = None,
        eps: float = 1e-6,
        output_layout: str = "bsd",
        num_q_heads: int | None = None,
        num_kv_heads: int | None = None,
        head_dim: int | None = None,
        quantization: str = "none",
        use_tkg_qkv_kernel: bool | None = None,
        lnc_size: int | None = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        """With a fused residual add `hidden_out` is `hidden` unless it is given."""
        if hidden_out is None and (mlp_prev is not None or attn_prev is not None):
            hidden_out = hidden
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "TiledNativeKernelQKV" if self.is_tiled else "QKV"

    @property
    def is_fused_add(self) -> bool:
        """Whether the residuals are added before the projection."""
        return self.has("mlp_prev")

    @property
    def emitter(self) -> str:
        return "qkv_fused_add_kernel" if self.is_fused_add else "qkv_kernel"

    def shape_rows(self) -> Mapping[str, str]:
        rows = {**self.SHAPES, "out": OUT_ROWS[self.output_layout.data.value]}
        return {**rows, **SCALE_ROWS.get(self.quantization.data.value, {})}

    def bound_symbols(self) -> Mapping[str, int]:
        return {} if self.head_dim is None else {"d": self.head_dim.value.data}

    def element_type_rows(self) -> Mapping[str, str]:
        return {**self.ELEMENT_TYPES, **WEIGHT_TYPES.get(self.quantization.data.value, {})}

    def verify_contract(self) -> None:
        self._verify_norm()
        self._verify_fused_add()
        self._verify_quantisation()
        if not self.is_tiled:
            self._verify_heads()
            self._verify_numbers()
        if self.use_tkg_qkv_kernel is not None:
            self.verify_kernel_choice(bool(self.use_tkg_qkv_kernel.value.data))

    def _verify_norm(self) -> None:
        kind = self.norm_type.data.value
        if self.fused_rmsnorm is not None and self.fused_rmsnorm.value.data and kind == "no_norm":
            raise self.error("is true, but norm_type is no_norm", attribute="fused_rmsnorm")
        if kind in ("rms_norm", "layer_norm") and not self.has("norm_weight"):
            raise self.error(f"is {kind}, which needs operand 'norm_weight'", attribute="norm_type")
        if self.has("norm_bias") and kind != "layer_norm":
            raise self.error(f"is only used by layer_norm, norm_type is {kind}", operand="norm_bias")

    def _verify_fused_add(self) -> None:
        pair = [name for name in ("mlp_prev", "attn_prev") if self.has(name)]
        if len(pair) == 1:
            missing = "attn_prev" if pair == ["mlp_prev"] else "mlp_prev"
            raise self.error(
                f"is given without operand '{missing}', a fused add needs both or neither", operand=pair[0]
            )
        if not pair:
            if self.has("hidden_out"):
                raise self.error(
                    "is only written by a fused add, but operands 'mlp_prev' and 'attn_prev' are missing",
                    operand="hidden_out",
                )
            return
        kind = self.norm_type.data.value
        if kind not in ("rms_norm", "rms_norm_skip_gamma"):
            raise self.error(FUSED_ADD_NEEDS_NORM, notes=(f"norm_type is {kind}, a fused add needs rms_norm",))
        if not self.has("hidden_out"):
            raise self.error(
                "is written in place by the fused add, which needs operand 'hidden_out'",
                operand="hidden",
                notes=("repeat it behind the arrow: hidden_out(…) with the same value as hidden(…)",),
            )
        hidden, written = self.group_range("hidden")[0], self.group_range("hidden_out")[0]
        if self.operands[hidden] is not self.operands[written]:
            raise self.error(
                'is another value than operand "hidden", which the fused add writes in place', operand=written
            )
        if self.access(hidden) != self.access(written):
            raise self.error('is accessed otherwise than operand "hidden", of which it is the write', operand=written)

    def _verify_quantisation(self) -> None:
        quantization = self.quantization.data.value
        if quantization not in QUANTIZATIONS:
            raise self.error(
                f"is {quantization}, the projection has {', '.join(QUANTIZATIONS)}", attribute="quantization"
            )
        if quantization == "none":
            for name in ("weight_scale", "in_scale"):
                if self.has(name):
                    raise self.error("is given, but quantization is none", operand=name)
            return
        needed = ("weight_scale", "in_scale") if quantization == "static" else ("weight_scale",)
        for name in needed:
            if not self.has(name):
                raise self.error(f"is {quantization}, which needs operand '{name}'", attribute="quantization")
        if self.has("in_scale") and quantization != "static":
            raise self.error(f"is only used by static quantisation, quantization is {quantization}", operand="in_scale")
        if quantization == "mx" or self.is_tiled:
            return
        for name in needed:
            rows = self.shape(name)[0]
            if rows not in (1, 128):
                raise self.error(f"has {rows} rows, a scale is given once or for all 128 partitions", operand=name)

    def _verify_heads(self) -> None:
        if (self.num_q_heads is None) != (self.num_kv_heads is None):
            given, missing = ("num_q_heads", "num_kv_heads")
            if self.num_q_heads is None:
                given, missing = missing, given
            raise self.error(f"is given without {missing}", attribute=given)
        dims = self.dimensions()
        fused, heads, head_dim = dims["F"], dims.get("n"), dims.get("d")
        formula = ""
        if self.num_q_heads is not None and self.num_kv_heads is not None:
            queries, keys = self.num_q_heads.value.data, self.num_kv_heads.value.data
            formula = f" ({queries} + 2*{keys})"
            if heads is not None and heads != queries + 2 * keys:
                raise self.error(
                    f"has {heads} heads, num_q_heads + 2*num_kv_heads is {queries + 2 * keys}{formula}", operand="out"
                )
            heads = queries + 2 * keys
        if heads is not None and head_dim is not None and heads * head_dim != fused:
            raise self.error(
                f"has F = {fused}, expected {heads * head_dim}: {heads} heads{formula} of {head_dim}",
                operand="weight",
            )
        if heads is not None and fused % heads:
            raise self.error(f"has F = {fused}, which {heads} heads{formula} do not divide", operand="weight")
        if heads is None and head_dim is not None and fused % head_dim:
            raise self.error(f"has F = {fused}, which heads of {head_dim} do not divide", operand="weight")

    def _verify_numbers(self) -> None:
        hidden = self.dimensions()["H"]
        if hidden % 128:
            raise self.error(f"has H = {hidden}, expected H % 128 == 0", operand="hidden")
        batch, tokens, _ = self.shape("hidden")
        if self.use_tkg_qkv_kernel is None and batch * tokens > MAX_DECODE_TOKENS:
            self._verify_prefill()

    def _verify_prefill(self) -> None:
        if self.is_tiled:
            return
        dims = self.dimensions()
        hidden = dims["H"]
        if hidden > MAX_HIDDEN:
            raise self.error(f"has H = {hidden}, at most {MAX_HIDDEN} is supported", operand="hidden")
        if dims["F"] > MAX_FUSED:
            raise self.error(f"has F = {dims['F']}, at most {MAX_FUSED} is supported", operand="weight")
        if self.output_layout.data == "nbsd" and dims["d"] != HEAD_DIM_OF_NBSD:
            raise self.error(
                f"has head dimension {dims['d']}, output_layout nbsd needs {HEAD_DIM_OF_NBSD}", operand="out"
            )

    def verify_kernel_choice(self, is_tkg: bool) -> None:
        """
        Check what only one of the two kernels refuses: the decode kernel (`is_tkg`) or the prefill kernel.

        For a lowering that chooses the kernel by the number of tokens. Raises OperationError.
        """
        if not is_tkg:
            self._verify_prefill()
            return
        if self.output_layout.data == "nbds":
            raise self.error(
                "is nbds, which the decode kernel cannot write",
                attribute="output_layout",
                notes=("use bsd or nbsd, or use_tkg_qkv_kernel = false for the prefill kernel",),
            )
        if self.quantization.data == "mx":
            raise self.error(
                "is mx, which the decode kernel does not have",
                attribute="quantization",
                notes=("use_tkg_qkv_kernel = false chooses the prefill kernel",),
            )

    def verify_target(self, target: TargetAttr) -> None:
        """
        Microscaling needs a target that has it; the decode kernel, where it is chosen already, shards H over the cores.

        Raises OperationError.
        """
        if self.quantization.data == "mx" and not target.limits.has_microscaling:
            raise self.error(
                f"is mx, microscaling is not supported on {target}",
                attribute="quantization",
                notes=("microscaling matmul exists from trn3 on",),
            )
        if self.use_tkg_qkv_kernel is not None and self.use_tkg_qkv_kernel.value.data:
            self.verify_decode_sharding(target)

    def verify_decode_sharding(self, target: TargetAttr) -> None:
        """Check that the decode kernel can shard the hidden size over the cores. Raises OperationError."""
        if not self.is_tiled:
            shards, groups = target.lnc.data, self.dimensions().get("H", 0) // 128
            if groups % shards:
                raise self.error(
                    f"has H = {groups * 128}, the decode kernel shards H / 128 = {groups} over {shards} cores",
                    operand="hidden",
                    notes=("give a hidden size whose multiple of 128 divides by lnc",),
                )
