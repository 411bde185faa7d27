"""The macros of a mixture of experts: `penguin.router_topk` and `penguin.expert_mlps`.

Public sources: aws-neuron/nki-library `router_topk` and `moe_tkg` (operands, layouts, limits, messages), the
mixture-of-experts callers of AWS neuronx-distributed-inference, reverse-engineering notes on neuronx_cc 2.24.
"""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def

from ...neuron.memory import is_tile, memory_of
from ...neuron.op_format import OperandLike
from ...neuron.properties import (
    flag,
    optional_integer,
    optional_real,
    optional_word,
    required_integer,
    word,
)
from ...neuron.target import TargetAttr
from ..kernel_macro import KernelMacroOp
from ..words import (
    ActFnAttr,
    ExpertAffinityScaleModeAttr,
    QuantizationTypeAttr,
    RouterActFnAttr,
    TokenLayoutAttr,
)

PARTITIONS = 128
MAX_EXPERTS = 512
"""The logits of one token are the moving free dimension of a matmul."""
MAX_TOP_K = 8
"""The hardware finds the eight largest values at once."""
MAX_DECODE_TOKENS = 128


class MoeOp(KernelMacroOp):
    """A macro whose kernel reads some operands from HBM only and never from PSUM."""

    IN_HBM: ClassVar[tuple[str, ...]] = ()
    """The operands that have to lie in HBM."""

    def verify_operand_kinds(self) -> None:
        for index in self.memref_indices():
            memory = memory_of(self.operands[index].type)
            space = "" if memory is None else memory.space.data
            if self.operand_name(index) in self.IN_HBM:
                if space != "hbm":
                    raise self.error(f"lies in {space}, expected hbm", operand=index)
            elif space == "psum":
                raise self.error("lies in psum, expected hbm or sbuf", operand=index)

    def has_known_layout(self, operand: str) -> bool:
        # Tokens on chip have one layout, and a row of their own for it.
        return True

    def in_sbuf(self, operand: str) -> bool:
        """Whether an operand is on chip, where tokens are laid out as [128, T, H/128]."""
        return self.has(operand) and is_tile(self.operand_type(operand))


@irdl_op_definition
class RouterTopKOp(MoeOp):
    """
    The router of a mixture of experts: logits `x * weight + bias`, affinities of all experts, the `k` best of a token.

    Shapes: x in HBM [H, T] or [T, H] by `x_hbm_layout`, which cannot be derived because T may equal H, or in SBUF
    [128, T, H/128] in the arrangement `x_sb_layout`; weight [H, E]; bias [1, E] or [E]; router_logits and
    expert_affinities [T, E]; expert_index [T, K] with K = `k`; expert_affinities_topk, when it is wanted, [T, K].

    ```mlir
    penguin.router_topk x(%x : !x) weight(%w : !w)
        -> router_logits(%l : !l) expert_affinities(%a : !l) expert_index(%i : !i) {k = 2, x_hbm_layout = t_h}
    ```
    """

    name = "penguin.router_topk"

    x = operand_def()
    weight = operand_def()
    bias = opt_operand_def()
    router_logits = operand_def()
    expert_affinities = operand_def()
    expert_index = operand_def()
    expert_affinities_topk = opt_operand_def()

    k = required_integer(minimum=1)
    act_fn = word(RouterActFnAttr, "softmax")
    x_hbm_layout = optional_word(TokenLayoutAttr)
    x_sb_layout = optional_integer()
    router_pre_norm = flag(True)
    norm_topk_prob = flag()
    use_column_tiling = flag()
    use_indirect_dma_scatter = flag()
    shard_on_tokens = flag()
    skip_store_expert_index = flag()
    skip_store_router_logits = flag()

    IN_HBM: ClassVar[tuple[str, ...]] = ("weight", "bias", "router_logits")
    OUTPUTS: ClassVar[tuple[str, ...]] = (
        "router_logits",
        "expert_affinities",
        "expert_index",
        "expert_affinities_topk",
    )
    SHAPES: ClassVar[Mapping[str, str]] = {
        "weight": "H E",
        "bias": "1 E",
        "router_logits": "T E",
        "expert_affinities": "T E",
        "expert_index": "T K",
        "expert_affinities_topk": "T K",
    }
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "x": "a float",
        "weight": "=x",
        "bias": "a float",
        "router_logits": "a float",
        "expert_affinities": "a float",
        "expert_index": "an integer",
        "expert_affinities_topk": "a float",
    }

    def __init__(
        self,
        *,
        x: OperandLike,
        weight: OperandLike,
        router_logits: OperandLike,
        expert_affinities: OperandLike,
        expert_index: OperandLike,
        k: int,
        bias: OperandLike | None = None,
        expert_affinities_topk: OperandLike | None = None,
        act_fn: str = "softmax",
        x_hbm_layout: str | None = None,
        x_sb_layout: int | None = None,
        router_pre_norm: bool = True,
        norm_topk_prob: bool = False,
        use_column_tiling: bool = False,
        use_indirect_dma_scatter: bool = False,
        shard_on_tokens: bool = False,
        skip_store_expert_index: bool = False,
        skip_store_router_logits: bool = False,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "RouterTopK"

    @property
    def emitter(self) -> str:
        return "router_topk_kernel"

    def shape_rows(self) -> Mapping[str, str]:
        if self.in_sbuf("x"):
            x = "128 T H/128"
        else:
            x = "H T" if self.x_hbm_layout is not None and self.x_hbm_layout.data == "h_t" else "T H"
        rows = {"weight": self.SHAPES["weight"], "x": x, **self.SHAPES}
        if self.has("bias") and len(self.shape("bias")) == 1:
            rows["bias"] = "E"
        return rows

    def bound_symbols(self) -> Mapping[str, int]:
        return {"K": self.k.value.data}

    def verify_shapes(self) -> None:
        # The layout says how the shape of x reads, so it comes first.
        self._verify_layout()
        super().verify_shapes()

    def _verify_layout(self) -> None:
        if self.in_sbuf("x"):
            if self.x_hbm_layout is not None:
                raise self.error("is given, but x lies in sbuf", attribute="x_hbm_layout")
            if self.x_sb_layout is not None and self.x_sb_layout.value.data not in (0, 1, 2):
                raise self.error(
                    "x_sb_layout must be 0, 1 or 2", notes=(f"x_sb_layout is {self.x_sb_layout.value.data}",)
                )
            return
        if self.x_sb_layout is not None:
            raise self.error("is given, but x lies in hbm", attribute="x_sb_layout")
        if self.x_hbm_layout is None:
            raise self.error(
                "lies in hbm, which needs attribute 'x_hbm_layout'",
                operand="x",
                notes=("x_hbm_layout = t_h for [T, H], h_t for [H, T]; the shape cannot tell them apart when T == H",),
            )

    def verify_contract(self) -> None:
        dims = self.dimensions()
        experts, hidden, tokens, best = dims["E"], dims["H"], dims["T"], dims["K"]
        if best > MAX_TOP_K:
            raise self.error(f"is {best}, at most {MAX_TOP_K} experts of a token can be chosen", attribute="k")
        if best > experts:
            raise self.error(f"is {best}, but there are {experts} experts", attribute="k")
        if experts > MAX_EXPERTS:
            raise self.error(f"E ({experts}) must be <= gemm_moving_fmax ({MAX_EXPERTS})", operand="weight")
        if hidden % PARTITIONS:
            raise self.error(f"H ({hidden}) must be a multiple of pmax ({PARTITIONS})", operand="weight")
        scatters = bool(self.use_indirect_dma_scatter.value.data)
        if self.act_fn.data == "sigmoid" and not self.router_pre_norm.value.data and not scatters:
            raise self.error(
                "is sigmoid, which without router_pre_norm needs use_indirect_dma_scatter = true", attribute="act_fn"
            )
        if scatters and tokens > PARTITIONS and tokens % PARTITIONS:
            raise self.error(
                f"is set, which needs T <= {PARTITIONS} or T % {PARTITIONS} == 0, found T = {tokens}",
                attribute="use_indirect_dma_scatter",
            )
        if self.skip_store_router_logits.value.data:
            raise self.error(
                "cannot be set: the compiler refuses a kernel whose output is never written (NCC_IGCA090)",
                attribute="skip_store_router_logits",
            )

    def verify_target(self, target: TargetAttr) -> None:
        """Sharding the tokens needs more than one physical core. Raises OperationError."""
        if self.shard_on_tokens.value.data and target.lnc.data < 2:
            raise self.error(f"is set, which needs lnc = 2, the target is {target}", attribute="shard_on_tokens")


_BIASES = {"gate_up_bias": "L 2 I", "down_bias": "L H"}
_ROW_SCALES = {"gate_up_scale": "L 2 I", "down_scale": "L H"}
_MX_ROWS = {
    "down": "L _ _ H",
    "gate_up": "L 128 2 _ I",
    "gate_up_bias": "L _ 2 _ 4",
    "gate_up_scale": "L 16 2 _ I",
    "down_scale": "L _ _ H",
}
"""Microscaling packs four values in one element and folds H and I into partitions of 128 and blocks of 512."""

_WEIGHTS: tuple[str, ...] = ("gate_up", "down")
_SCALES: tuple[str, ...] = ("gate_up_scale", "down_scale")
WEIGHT_TYPES: dict[str, Mapping[str, str]] = {
    "none": dict.fromkeys(_WEIGHTS, "a float"),
    "row": {**dict.fromkeys(_WEIGHTS, "a quantised type"), **dict.fromkeys(_SCALES, "float32")},
    "mx": dict.fromkeys(_WEIGHTS, "a packed type"),
}
"""The element types of the weights and their scales, by quantisation."""


@irdl_op_definition
class ExpertMLPsOp(MoeOp):
    """
    The experts of a mixture, each a feed-forward block, summed over the experts that the router chose for a token.

    L is the number of experts that this rank holds, E that of the model. With `is_all_expert` every token goes
    through every local expert (`rank_id` then says which experts are local), otherwise through its chosen ones.

    Shapes: hidden [T, H] in HBM or [128, T, H/128] in SBUF; gate_up [L, H, 2, I]; down [L, I, H]; expert_affinities
    [T, E]; expert_index [T, K]; rank_id [1, 1]; gate_up_bias [L, 2, I]; down_bias [L, H]; scales of row quantisation
    [L, 2, I] and [L, H]; expert_affinities_eager [T, K]; out as hidden.

    ```mlir
    penguin.expert_mlps hidden(%x : !x) gate_up(%gu : !gu) down(%d : !d) expert_affinities(%a : !a)
        expert_index(%i : !i) -> out(%y : !x) {expert_affinities_scaling_mode = post_scale}
    ```
    """

    name = "penguin.expert_mlps"

    hidden = operand_def()
    gate_up = operand_def()
    down = operand_def()
    expert_affinities = operand_def()
    expert_index = operand_def()
    rank_id = opt_operand_def()
    gate_up_bias = opt_operand_def()
    down_bias = opt_operand_def()
    gate_up_scale = opt_operand_def()
    down_scale = opt_operand_def()
    expert_affinities_eager = opt_operand_def()
    out = operand_def()

    is_all_expert = flag()
    is_all_expert_dynamic = flag()
    mask_unselected_experts = flag()
    block_size = optional_integer(minimum=1)
    expert_affinities_scaling_mode = word(ExpertAffinityScaleModeAttr, "no_scale")
    act_fn = word(ActFnAttr, "silu")
    quantization = word(QuantizationTypeAttr, "none")
    gate_clamp_lower_limit = optional_real()
    gate_clamp_upper_limit = optional_real()
    up_clamp_lower_limit = optional_real()
    up_clamp_upper_limit = optional_real()

    IN_HBM: ClassVar[tuple[str, ...]] = ("gate_up", "down", "gate_up_scale", "down_scale", "gate_up_bias", "down_bias")
    OUTPUTS: ClassVar[tuple[str, ...]] = ("out",)
    SHAPES: ClassVar[Mapping[str, str]] = {
        "down": "L I H",
        "gate_up": "L H 2 I",
        "hidden": "T H",
        "expert_affinities": "T E",
        "expert_index": "T K",
        "rank_id": "1 1",
        "gate_up_bias": "L 2 I",
        "down_bias": "L H",
        "expert_affinities_eager": "T K",
        "out": "T H",
    }
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "hidden": "a float",
        "gate_up": "a weight type",
        "down": "a weight type",
        "expert_affinities": "a float",
        "expert_index": "an integer",
        "rank_id": "an integer",
        "gate_up_bias": "a float",
        "down_bias": "a float",
        "gate_up_scale": "a scale type",
        "down_scale": "a scale type",
        "expert_affinities_eager": "a float",
        "out": "a float",
    }

    def __init__(
        self,
        *,
        hidden: OperandLike,
        gate_up: OperandLike,
        down: OperandLike,
        expert_affinities: OperandLike,
        expert_index: OperandLike,
        out: OperandLike,
        rank_id: OperandLike | None = None,
        gate_up_bias: OperandLike | None = None,
        down_bias: OperandLike | None = None,
        gate_up_scale: OperandLike | None = None,
        down_scale: OperandLike | None = None,
        expert_affinities_eager: OperandLike | None = None,
        is_all_expert: bool = False,
        is_all_expert_dynamic: bool = False,
        mask_unselected_experts: bool = False,
        block_size: int | None = None,
        expert_affinities_scaling_mode: str = "no_scale",
        act_fn: str = "silu",
        quantization: str = "none",
        gate_clamp_lower_limit: float | None = None,
        gate_clamp_upper_limit: float | None = None,
        up_clamp_lower_limit: float | None = None,
        up_clamp_upper_limit: float | None = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "ExpertMLPs"

    @property
    def emitter(self) -> str:
        return "expert_mlps_kernel"

    def shape_rows(self) -> Mapping[str, str]:
        rows = dict(self.SHAPES)
        quantization = self.quantization.data.value
        if quantization == "row":
            rows.update(_ROW_SCALES)
        if quantization == "mx":
            rows.update(_MX_ROWS)
        for name in ("hidden", "out"):
            if self.in_sbuf(name):
                rows[name] = "128 T H/128"
        return rows

    def element_type_rows(self) -> Mapping[str, str]:
        return {**self.ELEMENT_TYPES, **WEIGHT_TYPES.get(self.quantization.data.value, {})}

    def verify_contract(self) -> None:
        dims = self.dimensions()
        if dims["L"] > dims["E"]:
            raise self.error(
                f'holds {dims["L"]} experts, the router has {dims["E"]} (operand "expert_affinities")',
                operand="gate_up",
            )
        if dims["K"] > dims["E"]:
            raise self.error(f"chooses {dims['K']} of {dims['E']} experts", operand="expert_index")
        self._verify_quantisation(dims)
        self._verify_mode(dims)
        for name in ("gate", "up"):
            low = getattr(self, f"{name}_clamp_lower_limit")
            high = getattr(self, f"{name}_clamp_upper_limit")
            if low is not None and high is not None and low.value.data > high.value.data:
                raise self.error(
                    f"is {low.value.data}, above {name}_clamp_upper_limit = {high.value.data}",
                    attribute=f"{name}_clamp_lower_limit",
                )

    def _verify_quantisation(self, dims: Mapping[str, int]) -> None:
        quantization = self.quantization.data.value
        if quantization not in WEIGHT_TYPES:
            raise self.error(f"is {quantization}, the experts have {', '.join(WEIGHT_TYPES)}", attribute="quantization")
        for name in _SCALES:
            if self.has(name) and quantization == "none":
                raise self.error("is given, but quantization is none", operand=name)
            if not self.has(name) and quantization != "none":
                raise self.error(f"is {quantization}, which needs operand '{name}'", attribute="quantization")
        if quantization == "mx":
            self._verify_packed_shapes(dims)

    def _verify_packed_shapes(self, dims: Mapping[str, int]) -> None:
        hidden_blocks = -(-dims["H"] // 512)
        inner_blocks = -(-dims["I"] // 512)
        inner_partitions = dims["I"] // 4 if dims["I"] <= 512 else PARTITIONS
        checks = {
            "gate_up": {3: ("ceil(H/512)", hidden_blocks)},
            "gate_up_scale": {3: ("ceil(H/512)", hidden_blocks)},
            "down": {1: ("I/4, at most 128", inner_partitions), 2: ("ceil(I/512)", inner_blocks)},
            "down_scale": {1: ("I/32, at most 16", inner_partitions // 8), 2: ("ceil(I/512)", inner_blocks)},
            "gate_up_bias": {1: ("I/4, at most 128", inner_partitions), 3: ("ceil(I/512)", inner_blocks)},
        }
        for name, entries in checks.items():
            if not self.has(name):
                continue
            shape = self.shape(name)
            for dim, (meaning, expected) in entries.items():
                if shape[dim] != expected:
                    raise self.error(
                        f"has {shape[dim]} in dimension {dim}, expected {expected}: {meaning} "
                        f"with H = {dims['H']} and I = {dims['I']}",
                        operand=name,
                    )

    def _verify_mode(self, dims: Mapping[str, int]) -> None:
        all_expert = bool(self.is_all_expert.value.data)
        mode = self.expert_affinities_scaling_mode.data.value
        if mode in ("pre_scale", "pre_scale_delayed"):
            raise self.error(f"is {mode}, expected no_scale or post_scale", attribute="expert_affinities_scaling_mode")
        if not all_expert:
            if dims["T"] > MAX_DECODE_TOKENS:
                raise self.error(
                    f"has T = {dims['T']}, at most {MAX_DECODE_TOKENS} tokens are supported without is_all_expert",
                    operand="hidden",
                    notes=('for prefill use penguin.native_kernel "blockwise_mm"',),
                )
            for name in ("is_all_expert_dynamic", "mask_unselected_experts"):
                if getattr(self, name).value.data:
                    raise self.error("is set, which needs is_all_expert = true", attribute=name)
            return
        if self.has("expert_affinities_eager"):
            raise self.error("is given, which is_all_expert forbids", operand="expert_affinities_eager")
        if mode != "no_scale" and not self.has("rank_id"):
            raise self.error(
                f"is {mode}, which with is_all_expert needs operand 'rank_id'",
                attribute="expert_affinities_scaling_mode",
            )
        if self.is_all_expert_dynamic.value.data and self.block_size is None:
            raise self.error("is set, which needs block_size", attribute="is_all_expert_dynamic")

    def verify_target(self, target: TargetAttr) -> None:
        """Microscaling needs a target that has it. Raises OperationError."""
        if self.quantization.data == "mx" and not target.limits.has_microscaling:
            raise self.error(
                f"is mx, microscaling is not supported on {target}",
                attribute="quantization",
                notes=("microscaling matmul exists from trn3 on",),
            )
