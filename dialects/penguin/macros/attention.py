"""`penguin.attention`: attention over whole sequences (prefill, vision, diffusion), in its five named variants.

Public sources: AWS neuronx-distributed-inference and transformers-neuronx (the callers of `attention_isa_kernel`),
aws-neuron/nki-library `attention_cte` (numeric limits), reverse-engineering notes on neuronx_cc 2.24 (names,
messages, named attributes).
"""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def

from ...neuron.errors import OperationError
from ...neuron.op_format import OperandLike
from ...neuron.properties import flag, integer, optional_integer, real, required_word, word
from ...neuron.target import TargetAttr
from ...neuron.words import word_attribute
from ..operation import BespokeMacroOp
from ..words import SequenceLayoutAttr
from .attention_layouts import (
    MAX_SEQUENCE,
    SOFTMAX_TILE,
    check_batches,
    check_head_dim,
    check_sequence,
    explain_layout,
    heads_row,
    violation,
)

TILED_SOFTMAX_CACHING = (
    "Softmax caching not supported yet for tiled attention_kernel. Pass in tensors instead of tiles."
)
MAX_CONTEXT_PARALLEL_DEGREE = 32


# Spelled as Backend IR spells them.
FULL = "AttentionMMSoftmaxMMWithoutSwap"
CAUSAL = "CausalAttentionMMSoftmaxMMWithoutSwap"
FULL_V2 = "V2AttentionMMSoftmaxMMWithoutSwap"
CAUSAL_V2 = "V2CausalAttentionMMSoftmaxMMWithoutSwap"

AttentionVariantAttr = word_attribute(
    "penguin.attention_variant",
    "Which attention kernel; WithoutSwap keeps the operands of the second matmul as they are given, Causal masks the "
    "keys behind a query, V2 is the kernel of the second generation",
    f"AttentionMMSoftmaxMM {FULL} {CAUSAL} {FULL_V2} {CAUSAL_V2}",
)
CAUSAL_VARIANTS = frozenset({CAUSAL, CAUSAL_V2})
LAYOUTS: Mapping[str, str] = {"q": "q_layout", "k": "k_layout", "v": "v_layout", "out": "out_layout"}


@irdl_op_definition
class AttentionOp(BespokeMacroOp):
    """
    Attention over whole sequences: `out = softmax(scale * q @ k^T) @ v`, heads folded into the batch.

    Shapes: q [B, d, Sq], k [Bkv, d, Sk], v [Bkv, Sk, d], out [B, d, Sq], where B is batch * heads and a multiple of
    Bkv. Each of the four has a layout attribute: `d_s` as q, k and out here, which is what the prefill callers pass,
    or `s_d` as v. It is explicit, because the two cannot be told apart when S == d. d is at most 128 and need not be
    round (81 where a mask column is appended to heads of 80).

    `sink` [N, 1] adds a learned logit a head to the denominator of the softmax; B is a multiple of N. With
    `cache_softmax` the statistics are kept for the backward pass: `neg_max` and `recip`, float32 [B, 128, Sq/128].
    `sliding_window` is in tokens, 0 for none.

    Context parallelism: `global_n_tiles` ranks share the queries, so Sk == Sq * global_n_tiles. Where a rank's
    queries start is `tile_i` (rank * Sq, or with `strided_q_slicing` the rank), or, where the rank is only known at
    run time, the operand `cp_offset` [1, 1].

    There is no mask operand: the kernels of this family mask by their variant, and no caller passes one.

    ```mlir
    penguin.attention CausalAttentionMMSoftmaxMMWithoutSwap q(%q : !dS) k(%k : !dS) v(%v : !Sd) -> out(%y : !dS)
    ```
    """

    name = "penguin.attention"

    q = operand_def()
    k = operand_def()
    v = operand_def()
    sink = opt_operand_def()
    cp_offset = opt_operand_def()
    out = operand_def()
    neg_max = opt_operand_def()
    recip = opt_operand_def()

    variant = required_word(AttentionVariantAttr)
    scale = real(1.0)
    q_layout = word(SequenceLayoutAttr, "d_s")
    k_layout = word(SequenceLayoutAttr, "d_s")
    v_layout = word(SequenceLayoutAttr, "s_d")
    out_layout = word(SequenceLayoutAttr, "d_s")
    cache_softmax = flag()
    use_flash = flag()
    use_dma_transpose = flag()
    sliding_window = integer(0, minimum=0, maximum=MAX_SEQUENCE)
    global_n_tiles = optional_integer(minimum=1, maximum=MAX_CONTEXT_PARALLEL_DEGREE)
    tile_i = optional_integer(minimum=0)
    strided_q_slicing = flag()

    LEADING: ClassVar[str | None] = "variant"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("out", "neg_max", "recip")
    ALIASES: ClassVar[Mapping[str, str]] = {"softmax_scale": "scale"}
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "q": "a float",
        "k": "=q",
        "v": "=q",
        "sink": "a float",
        "cp_offset": "an integer",
        "out": "a float",
        "neg_max": "float32",
        "recip": "float32",
    }

    def __init__(
        self,
        *,
        variant: str,
        q: OperandLike,
        k: OperandLike,
        v: OperandLike,
        out: OperandLike,
        sink: OperandLike | None = None,
        cp_offset: OperandLike | None = None,
        neg_max: OperandLike | None = None,
        recip: OperandLike | None = None,
        scale: float = 1.0,
        q_layout: str = "d_s",
        k_layout: str = "d_s",
        v_layout: str = "s_d",
        out_layout: str = "d_s",
        cache_softmax: bool = False,
        use_flash: bool = False,
        use_dma_transpose: bool = False,
        sliding_window: int = 0,
        global_n_tiles: int | None = None,
        tile_i: int | None = None,
        strided_q_slicing: bool = False,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "TiledNativeKernelAttention" if self.is_tiled else self.variant.data.value

    @property
    def emitter(self) -> str:
        return "attention_kernel"

    @property
    def is_causal(self) -> bool:
        """Whether the variant masks the keys behind a query."""
        return self.variant.data in CAUSAL_VARIANTS

    @property
    def is_context_parallel(self) -> bool:
        """Whether the queries are one rank's part of the sequence."""
        return self.global_n_tiles is not None

    def shape_rows(self) -> Mapping[str, str]:
        return {
            "q": heads_row(self.q_layout, "B", "Sq"),
            "k": heads_row(self.k_layout, "Bkv", "Sk"),
            "v": heads_row(self.v_layout, "Bkv", "Sk"),
            "sink": "N 1",
            "cp_offset": "1 1",
            "out": heads_row(self.out_layout, "B", "Sq"),
            "neg_max": f"B {SOFTMAX_TILE} _",
            "recip": f"B {SOFTMAX_TILE} _",
        }

    def verify_shapes(self) -> None:
        try:
            super().verify_shapes()
        except OperationError as error:
            explain_layout(self, error, LAYOUTS)
            raise

    def verify_contract(self) -> None:
        self._verify_softmax_caching()
        self._verify_causal_features()
        self._verify_scale()
        self._verify_context_parallel()
        if not self.is_tiled:
            self._verify_numbers()

    def _verify_softmax_caching(self) -> None:
        caches = bool(self.cache_softmax.value.data)
        if self.is_tiled and (caches or self.has("neg_max") or self.has("recip")):
            attribute = "cache_softmax" if caches else None
            raise violation(self, TILED_SOFTMAX_CACHING, attribute=attribute)
        for name in ("neg_max", "recip"):
            if caches and not self.has(name):
                raise self.error(f"needs operand '{name}': -> {name}(%…)", attribute="cache_softmax")
            if not caches and self.has(name):
                raise self.error("is given, but cache_softmax is false", operand=name)

    def _verify_causal_features(self) -> None:
        if self.is_causal:
            return
        notes = (f"the variant is {self.variant.data.value}",)
        if self.sliding_window.value.data:
            raise violation(self, "SWA currently only supports causal attn", attribute="sliding_window", notes=notes)
        if self.is_context_parallel:
            raise violation(self, "CP currently only supports causal attn", attribute="global_n_tiles", notes=notes)

    def _verify_scale(self) -> None:
        scale = self.scale.value.data
        if scale == 1.0:
            return
        notes = ("divide q by sqrt(d) beforehand",)
        if self.sliding_window.value.data or self.is_context_parallel:
            raise violation(
                self,
                f"SWA/Prefix Caching/CP only support scale=1.0, but got {scale:g}",
                attribute="scale",
                notes=notes,
            )
        if self.is_causal:
            raise violation(
                self,
                f"{self.variant.data.value} only supports scale equal to 1.0",
                attribute="scale",
                notes=(f"scale is {scale:g}", *notes),
            )

    def _verify_context_parallel(self) -> None:
        if not self.is_context_parallel:
            if self.tile_i is not None:
                raise self.error("is a place among the ranks, but global_n_tiles is not given", attribute="tile_i")
            if self.strided_q_slicing.value.data:
                raise self.error(
                    "slices queries over the ranks, but global_n_tiles is not given", attribute="strided_q_slicing"
                )
            if self.has("cp_offset"):
                raise self.error("is a place among the ranks, but global_n_tiles is not given", operand="cp_offset")
            return
        if self.tile_i is None and not self.has("cp_offset"):
            raise self.error(
                "needs the place of this rank",
                attribute="global_n_tiles",
                notes=("give tile_i where it is known, or cp_offset(%…) where it is only known at run time",),
            )
        if self.tile_i is not None and self.has("cp_offset"):
            raise self.error("and operand 'cp_offset' both give the place of this rank", attribute="tile_i")

    def _verify_numbers(self) -> None:
        dims = self.dimensions()
        batch, sq, sk = dims["B"], dims["Sq"], dims["Sk"]
        check_head_dim(self, dims["d"])
        check_batches(self, batch, dims["Bkv"], "k")
        check_sequence(self, "seqlen_q", sq, "q")
        check_sequence(self, "seqlen_k_total", sk, "k")
        if "N" in dims and batch % dims["N"]:
            raise self.error(f"has {dims['N']} heads, the batch {batch} of q is no multiple of it", operand="sink")
        if self.cache_softmax.value.data:
            self._verify_statistics(sq)
        self._verify_lengths(sq, sk)

    def _verify_statistics(self, sq: int) -> None:
        if sq % SOFTMAX_TILE:
            raise violation(
                self,
                f"For cache softmax, attention_cte currently expects seqlen_q multiple of {SOFTMAX_TILE}, "
                f"got seqlen_q={sq}",
                operand="q",
            )
        for name in ("neg_max", "recip"):
            groups = self.shape(name)[2]
            if groups != sq // SOFTMAX_TILE:
                raise self.error(
                    f"has {groups} groups of {SOFTMAX_TILE} queries, Sq = {sq} makes {sq // SOFTMAX_TILE}",
                    operand=name,
                )

    def _verify_lengths(self, sq: int, sk: int) -> None:
        if self.global_n_tiles is None:
            if self.is_causal and sq != sk:
                raise self.error(
                    f"has Sk = {sk}, causal attention needs Sk == Sq = {sq}",
                    operand="k",
                    notes=("set global_n_tiles where the queries are one rank's part of the sequence",),
                )
            return
        ranks = self.global_n_tiles.value.data
        if sk != sq * ranks:
            raise self.error(
                f"has Sk = {sk}, {ranks} ranks of Sq = {sq} queries make {sq * ranks}",
                operand="k",
                notes=("every rank has its part of the queries and the whole of the keys and values",),
            )
        if self.tile_i is None:
            return
        tile = self.tile_i.value.data
        if self.strided_q_slicing.value.data:
            if tile >= ranks:
                raise self.error(
                    f"is {tile}, with strided_q_slicing it is the rank, below global_n_tiles = {ranks}",
                    attribute="tile_i",
                )
        elif tile % sq or tile >= sk:
            raise self.error(
                f"is {tile}, it is rank * Sq: a multiple of {sq} below {sk}",
                attribute="tile_i",
                notes=("with strided_q_slicing it would be the rank itself",) if tile < ranks else (),
            )

    def verify_target(self, target: TargetAttr) -> None:
        """Sliding windows and sinks exist from trn2 on. Raises OperationError."""
        limits = target.limits
        if self.sliding_window.value.data and not limits.has_sliding_window:
            raise violation(
                self,
                f"sliding_window argument is not supported by {limits.name}",
                attribute="sliding_window",
            )
        if self.has("sink") and not limits.has_attention_sink:
            raise violation(self, f"sink argument is not supported by {limits.name}", operand="sink")
