"""`penguin.backwards_attention`: the gradients of attention, for training.

Public sources: a public JAX caller of `backward_attention_isa_kernel` (operands, their order and layout),
aws-neuron/nki-library `attention_bwd` (the same layout, element types), reverse-engineering notes on neuronx_cc 2.24
(messages, named attributes).
"""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from ...neuron.memory import is_tile, memory_of
from ...neuron.op_format import OperandLike
from ...neuron.properties import flag, real
from ..operation import BespokeMacroOp
from .attention_layouts import (
    SOFTMAX_TILE,
    check_head_dim,
    violation,
)

ONLY_UNIT_SCALE = "Backwards Attention BIR kernel only supports softmax scale = 1.0"
NO_DROPOUT = "Backwards Attention BIR kernel does not currently support non zero dropout prob"

_QUERY = "B d Sq"
_KEY = "B d Sk"
_STATISTICS = f"B {SOFTMAX_TILE} Sq/{SOFTMAX_TILE}"


@irdl_op_definition
class BackwardsAttentionOp(BespokeMacroOp):
    """
    The gradients of attention: dq, dk and dv from dout, recomputing the scores from q, k and the statistics.

    Shapes: q, out, dout and dq [B, d, Sq]; k, v, dk and dv [B, d, Sk]; neg_max and recip, float32 [B, 128, Sq/128],
    as the forward kernel keeps them with cache_softmax. B is batch * heads. The layout is fixed: all of them have the
    head dimension before the sequence, v and dv too, unlike in the forward kernel. Operands are HBM tensors, the
    kernel has no tiled form.

    The operand list is the one of the public JAX caller; the compiler's own list is not public.

    ```mlir
    penguin.backwards_attention q(%q : !dS) k(%k : !dS) v(%v : !dS) out(%o : !dS) dout(%do : !dS)
        neg_max(%m : !stats) recip(%r : !stats) -> dq(%dq : !dS) dk(%dk : !dS) dv(%dv : !dS) {is_causal = true}
    ```
    """

    name = "penguin.backwards_attention"

    q = operand_def()
    k = operand_def()
    v = operand_def()
    out = operand_def()
    dout = operand_def()
    neg_max = operand_def()
    recip = operand_def()
    dq = operand_def()
    dk = operand_def()
    dv = operand_def()

    is_causal = flag()
    scale = real(1.0)
    dropout = real(0.0)

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dq", "dk", "dv")
    ALIASES: ClassVar[Mapping[str, str]] = {"softmax_scale": "scale", "scale_val": "scale", "dropout_p": "dropout"}
    SHAPES: ClassVar[Mapping[str, str]] = {
        "q": _QUERY,
        "k": _KEY,
        "v": _KEY,
        "out": _QUERY,
        "dout": _QUERY,
        "neg_max": _STATISTICS,
        "recip": _STATISTICS,
        "dq": _QUERY,
        "dk": _KEY,
        "dv": _KEY,
    }
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "q": "a float",
        "k": "=q",
        "v": "=q",
        "out": "=q",
        "dout": "=q",
        "neg_max": "float32",
        "recip": "float32",
        "dq": "a float",
        "dk": "a float",
        "dv": "a float",
    }

    def __init__(
        self,
        *,
        q: OperandLike,
        k: OperandLike,
        v: OperandLike,
        out: OperandLike,
        dout: OperandLike,
        neg_max: OperandLike,
        recip: OperandLike,
        dq: OperandLike,
        dk: OperandLike,
        dv: OperandLike,
        is_causal: bool = False,
        scale: float = 1.0,
        dropout: float = 0.0,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "BackwardsAttention"

    @property
    def emitter(self) -> str:
        return "backwards_attention_kernel"

    def verify_operand_kinds(self) -> None:
        super().verify_operand_kinds()
        for index in self.memref_indices():
            type = self.operands[index].type
            if is_tile(type):
                memory = memory_of(type)
                assert memory is not None, "a tile has a memory"
                raise self.error(
                    f"lies in {memory.space.data}, {self.kernel_name} has no tiled form: its operands lie in hbm",
                    operand=index,
                )

    def verify_contract(self) -> None:
        scale, dropout = self.scale.value.data, self.dropout.value.data
        if scale != 1.0:
            raise violation(
                self,
                ONLY_UNIT_SCALE,
                attribute="scale",
                notes=(f"scale is {scale:g}", "divide q by sqrt(d) beforehand, and dq by it afterwards"),
            )
        if dropout != 0.0:
            raise violation(self, NO_DROPOUT, attribute="dropout", notes=(f"dropout is {dropout:g}",))
        dims = self.dimensions()
        check_head_dim(self, dims["d"])
        if self.is_causal.value.data and dims["Sq"] != dims["Sk"]:
            raise self.error(
                f"has Sk = {dims['Sk']}, causal attention needs Sk == Sq = {dims['Sq']}",
                operand="k",
            )
