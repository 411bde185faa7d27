"""`penguin.attention_tkg_fwd`: attention of a decode step over the cache of keys and values.

Public sources: AWS neuronx-distributed-inference (the caller of `attention_tkg_fwd_isa_kernel`),
aws-neuron/nki-library `attention_tkg` (numeric limits), reverse-engineering notes on neuronx_cc 2.24 (name, flags).
"""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def

from ...neuron.errors import OperationError
from ...neuron.op_format import OperandLike
from ...neuron.properties import flag, optional_integer
from ..element_types import matches
from ..kernel_macro import KernelMacroOp
from .attention_layouts import MAX_HEAD_DIM, violation

ROPE_OPERANDS = ("inv_freqs", "rope_pos_ids", "k_out")
"""What a fused rotary embedding reads, and where the rotated keys go."""


@irdl_op_definition
class AttentionTkgFwdOp(KernelMacroOp):
    """
    Attention of one decode step: s active tokens (1, or a few that are speculated) over P cached ones and themselves.

    Shapes: q [B, nq, s, d]; k_active and v_active [B, nkv, s, d]; k_prior [B, nkv, P, d] with `tp_k_prior` (the
    kernel transposes it), [B, nkv, d, P] when the cache is kept transposed; v_prior [B, nkv, P, d];
    pos_id [B, 1], the position of the first active token; active_mask [s, B, nq, s]; inv_freqs [d/2, 1] and
    rope_pos_ids [B, s], float32; out [B, nq, d, s]; k_out [B, nkv, d, s], the rotated keys for the cache.

    `full_sprior` is how many tokens the cache can hold, P; `curr_sprior` how many of them this bucket looks at.
    `fuse_rope` rotates q and k_active in the kernel, `use_pos_id` makes the mask of the cached tokens from pos_id.
    `strided_mm1`, `use_dma_tp` and `cache_softmax` are choices inside the kernel.

    ```mlir
    penguin.attention_tkg_fwd q(%q : !q) k_active(%k : !kv) v_active(%v : !kv) k_prior(%kp : !cache)
        v_prior(%vp : !cache) -> out(%y : !y) {curr_sprior = 4096, full_sprior = 8192, tp_k_prior = true}
    ```
    """

    name = "penguin.attention_tkg_fwd"

    q = operand_def()
    k_active = operand_def()
    v_active = operand_def()
    k_prior = operand_def()
    v_prior = operand_def()
    pos_id = opt_operand_def()
    active_mask = opt_operand_def()
    inv_freqs = opt_operand_def()
    rope_pos_ids = opt_operand_def()
    out = operand_def()
    k_out = opt_operand_def()

    curr_sprior = optional_integer(minimum=1)
    full_sprior = optional_integer(minimum=1)
    tp_k_prior = flag()
    use_pos_id = flag()
    fuse_rope = flag()
    strided_mm1 = flag()
    use_dma_tp = flag()
    is_tkg = flag(True)
    cache_softmax = flag()

    OUTPUTS: ClassVar[tuple[str, ...]] = ("out", "k_out")
    SHAPES: ClassVar[Mapping[str, str]] = {
        "q": "B nq s d",
        "k_active": "B nkv s d",
        "v_active": "B nkv s d",
        "k_prior": "B nkv d P",
        "v_prior": "B nkv P d",
        "pos_id": "B 1",
        "active_mask": "s B nq s",
        "inv_freqs": "d/2 1",
        "rope_pos_ids": "B s",
        "out": "B nq d s",
        "k_out": "B nkv d s",
    }
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "q": "a float",
        "k_active": "a float or a quantised type",
        "v_active": "=k_active",
        "k_prior": "=k_active",
        "v_prior": "=k_active",
        "pos_id": "an integer",
        "active_mask": "a mask type",
        "inv_freqs": "float32",
        "rope_pos_ids": "float32",
        "out": "a float",
        "k_out": "=k_active",
    }

    def __init__(
        self,
        *,
        q: OperandLike,
        k_active: OperandLike,
        v_active: OperandLike,
        k_prior: OperandLike,
        v_prior: OperandLike,
        out: OperandLike,
        pos_id: OperandLike | None = None,
        active_mask: OperandLike | None = None,
        inv_freqs: OperandLike | None = None,
        rope_pos_ids: OperandLike | None = None,
        k_out: OperandLike | None = None,
        curr_sprior: int | None = None,
        full_sprior: int | None = None,
        tp_k_prior: bool = False,
        use_pos_id: bool = False,
        fuse_rope: bool = False,
        strided_mm1: bool = False,
        use_dma_tp: bool = False,
        is_tkg: bool = True,
        cache_softmax: bool = False,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "AttentionTkgFwd"

    @property
    def emitter(self) -> str:
        return "attention_tkg_fwd_kernel"

    def shape_rows(self) -> Mapping[str, str]:
        return {**self.SHAPES, "k_prior": "B nkv P d"} if self.tp_k_prior.value.data else self.SHAPES

    def verify_shapes(self) -> None:
        try:
            super().verify_shapes()
        except OperationError as error:
            if error.operand_index is not None and self.operand_name(error.operand_index) == "k_prior":
                word, layout = ("true", "P, d") if self.tp_k_prior.value.data else ("false", "d, P")
                error.add_note(f"tp_k_prior is {word}: the cache keeps keys as [B, nkv, {layout}]")
            raise

    def verify_contract(self) -> None:
        self._verify_flags()
        self._verify_prior()
        dims = self.dimensions()
        head_dim = dims.get("d", 1)
        if head_dim > MAX_HEAD_DIM:
            raise violation(
                self,
                f"Unsupported d_head. Got d_head={head_dim}, must be between 1 and {MAX_HEAD_DIM}, inclusive.",
                operand="q",
            )
        query_heads, kv_heads = dims.get("nq", 1), dims.get("nkv", 1)
        if "nq" in dims and query_heads % kv_heads:
            raise self.error(
                f"has {kv_heads} heads, the {query_heads} heads of q are no multiple of it", operand="k_active"
            )

    def _verify_flags(self) -> None:
        if self.use_pos_id.value.data and not self.has("pos_id"):
            raise self.error("needs operand 'pos_id'", attribute="use_pos_id")
        if not self.fuse_rope.value.data:
            return
        for name in ROPE_OPERANDS:
            if not self.has(name):
                raise self.error(f"needs operand '{name}'", attribute="fuse_rope")
        if matches(self.element("k_active").name, "a quantised type"):
            raise violation(
                self,
                "fuse_rope must be False when using FP8 KV cache. Got fuse_rope=True.",
                attribute="fuse_rope",
                notes=(f'operand "k_active" has element type {self.operand_type("k_active").element_type}',),
            )

    def _verify_prior(self) -> None:
        capacity = self._capacity()
        full = self.full_sprior.value.data if self.full_sprior is not None else capacity
        if self.full_sprior is not None and capacity is not None and full != capacity:
            raise self.error(f'is {full}, operand "v_prior" holds {capacity} tokens', attribute="full_sprior")
        if self.curr_sprior is None or full is None:
            return
        current = self.curr_sprior.value.data
        if current > full:
            raise violation(
                self,
                f"curr_sprior must be <= full_sprior. Got curr_sprior={current}, full_sprior={full}.",
                attribute="curr_sprior",
            )

    def _capacity(self) -> int | None:
        """How many tokens the cache holds; a sub-tensor of it reads fewer. None where its layout is folded."""
        if "v_prior" not in self.present_shapes():
            return None
        return self.operand_type("v_prior").get_shape()[2]
