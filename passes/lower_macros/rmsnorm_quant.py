"""RMSNormQuant (`codegenRMSNormQuantKernel`, `codegenTiledNativeKernelRMSNormQuant`)."""

from typing import ClassVar

from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.neuron.properties import TRUE
from ...dialects.penguin.macros.rmsnorm_quant import RMSNormQuantOp
from ..manager.rewriting import OpPattern
from .marshalling import boolean, fuses_rmsnorm, marshal, ordinal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.common_native import CommonNativeSink


class LowerRMSNormQuant(OpPattern):
    """Hands a norm with quantisation to the common native sink with its lower bound."""

    roots: ClassVar[tuple[type[Operation], ...]] = (RMSNormQuantOp,)

    def __init__(self, lowering: Lowering):
        self.sink = CommonNativeSink(lowering)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, RMSNormQuantOp)
        named: dict[str, Attribute] = {
            "fused_rmsnorm": boolean(fuses_rmsnorm(op.norm_type, None)),
            "norm_type": ordinal(op.norm_type),
            "lower_bound": op.lower_bound,
            "quant_kernel": TRUE,
        }
        self.sink.emit(op, rewriter, marshal(op, named, LIBRARY_FIELDS))
