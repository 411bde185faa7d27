"""`penguin.prefix_caching_attention`: prefill behind a prefix whose keys and values are cached.

Public sources: AWS neuronx-distributed-inference (the caller of `prefix_caching_attention_fwd_isa_kernel`),
aws-neuron/nki-library `attention_cte` (numeric limits), reverse-engineering notes on neuronx_cc 2.24 (names,
message).
"""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from ...neuron.errors import OperationError, did_you_mean
from ...neuron.op_format import OperandLike
from ...neuron.properties import real, required_text, word
from ..kernel_macro import KernelMacroOp
from ..words import SequenceLayoutAttr
from .attention import CAUSAL_V2, FULL_V2
from .attention_layouts import (
    check_batches,
    check_head_dim,
    check_sequence,
    explain_layout,
    heads_row,
    violation,
)

KERNELS: tuple[str, ...] = (CAUSAL_V2, FULL_V2)
"""The names under which the prefix caching kernel is found; callers use the causal one."""

UNKNOWN_KERNEL = "Prefix caching is not implemented for this kernel name "
LAYOUTS: Mapping[str, str] = {
    "q": "q_layout",
    "k_active": "k_layout",
    "v_active": "v_layout",
    "k_prior": "k_layout",
    "v_prior": "v_layout",
    "out": "out_layout",
}


@irdl_op_definition
class PrefixCachingAttentionOp(KernelMacroOp):
    """
    Attention of S new tokens over P cached ones and themselves, heads folded into the batch.

    The kernel is found by `variant`, its name. Shapes: q [B, d, S], k_active and v_active [Bkv, S, d], k_prior and
    v_prior [Bkv, P, d], attention_mask [R, P] (which cached tokens count, one row a request, so B is a multiple of
    R), out [B, d, S]. Layouts are attributes, the defaults are those of the callers; `k_layout` and `v_layout` hold
    for active and prior alike. Unlike in `penguin.attention` keys have the sequence before the head dimension.

    ```mlir
    penguin.prefix_caching_attention "V2CausalAttentionMMSoftmaxMMWithoutSwap" q(%q : !q) k_active(%k : !kv)
        v_active(%v : !kv) k_prior(%kp : !cache) v_prior(%vp : !cache) attention_mask(%m : !mask) -> out(%y : !q)
    ```
    """

    name = "penguin.prefix_caching_attention"

    q = operand_def()
    k_active = operand_def()
    v_active = operand_def()
    k_prior = operand_def()
    v_prior = operand_def()
    attention_mask = operand_def()
    out = operand_def()

    variant = required_text()
    scale = real(1.0)
    q_layout = word(SequenceLayoutAttr, "d_s")
    k_layout = word(SequenceLayoutAttr, "s_d")
    v_layout = word(SequenceLayoutAttr, "s_d")
    out_layout = word(SequenceLayoutAttr, "d_s")

    LEADING: ClassVar[str | None] = "variant"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("out",)
    ALIASES: ClassVar[Mapping[str, str]] = {"softmax_scale": "scale"}
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "q": "a float",
        "k_active": "=q",
        "v_active": "=q",
        "k_prior": "=q",
        "v_prior": "=q",
        "attention_mask": "a mask type",
        "out": "a float",
    }

    def __init__(
        self,
        *,
        variant: str,
        q: OperandLike,
        k_active: OperandLike,
        v_active: OperandLike,
        k_prior: OperandLike,
        v_prior: OperandLike,
        attention_mask: OperandLike,
        out: OperandLike,
        scale: float = 1.0,
        q_layout: str = "d_s",
        k_layout: str = "s_d",
        v_layout: str = "s_d",
        out_layout: str = "d_s",
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return self.variant.data

    @property
    def emitter(self) -> str:
        return "attention_prefix_caching_fwd_kernel"

    @property
    def is_causal(self) -> bool:
        """Whether a new token sees only the new tokens before it; it sees all cached ones that the mask lets pass."""
        return self.variant.data == CAUSAL_V2

    def shape_rows(self) -> Mapping[str, str]:
        return {
            "q": heads_row(self.q_layout, "B", "S"),
            "k_active": heads_row(self.k_layout, "Bkv", "S"),
            "v_active": heads_row(self.v_layout, "Bkv", "S"),
            "k_prior": heads_row(self.k_layout, "Bkv", "P"),
            "v_prior": heads_row(self.v_layout, "Bkv", "P"),
            "attention_mask": "R P",
            "out": heads_row(self.out_layout, "B", "S"),
        }

    def verify_shapes(self) -> None:
        try:
            super().verify_shapes()
        except OperationError as error:
            explain_layout(self, error, LAYOUTS)
            raise

    def verify_contract(self) -> None:
        self._verify_kernel()
        scale = self.scale.value.data
        if scale != 1.0:
            raise violation(
                self,
                f"SWA/Prefix Caching/CP only support scale=1.0, but got {scale:g}",
                attribute="scale",
                notes=("divide q by sqrt(d) beforehand",),
            )
        dims = self.dimensions()
        check_head_dim(self, dims.get("d", 1))
        batch = dims.get("B")
        if batch is not None:
            check_batches(self, batch, dims.get("Bkv", 1), "k_active")
            if batch % dims.get("R", 1):
                raise self.error(
                    f"has {dims['R']} requests, the batch {batch} of q is no multiple of it", operand="attention_mask"
                )
        if "S" in dims and "P" in dims:
            check_sequence(self, "seqlen_k_total", dims["S"] + dims["P"], "k_prior")

    def _verify_kernel(self) -> None:
        variant = self.variant.data
        if variant not in KERNELS:
            raise violation(
                self,
                f"{UNKNOWN_KERNEL}{variant}{did_you_mean(variant, KERNELS)}",
                attribute="variant",
                notes=(f"there are: {', '.join(KERNELS)}",),
            )
