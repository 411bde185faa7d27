"""RMSNormQuant (`codegenRMSNormQuantKernel`, `codegenTiledNativeKernelRMSNormQuant`)."""

from typing import ClassVar

from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.neuron.properties import TRUE
from ...dialects.penguin.macros.rmsnorm_quant import RMSNormQuantOp
from ...dialects.penguin.operation import MacroOp
from .macro_pattern import MacroPattern
from .marshalling import boolean, fuses_rmsnorm, marshal, ordinal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.common_native import CommonNativeSink


class LowerRMSNormQuant(MacroPattern):
    """Hands a norm with quantisation to the common native sink with its lower bound."""

    roots: ClassVar[tuple[type[Operation], ...]] = (RMSNormQuantOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = CommonNativeSink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, RMSNormQuantOp)
        named: dict[str, Attribute] = {
            "fused_rmsnorm": boolean(fuses_rmsnorm(op.norm_type, None)),
            "norm_type": ordinal(op.norm_type),
            "lower_bound": op.lower_bound,
            "quant_kernel": TRUE,
        }
        self.sink.emit(op, rewriter, marshal(op, named, LIBRARY_FIELDS))
