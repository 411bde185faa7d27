"""MLP, plain, fused, quantised (`codegenMLPKernel`, `codegenTiledNativeKernelMLP`)."""

from typing import ClassVar

from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.penguin.macros.mlp import MLPOp
from ...dialects.penguin.operation import MacroOp
from .decode import is_decode
from .macro_pattern import MacroPattern
from .marshalling import boolean, fuses_rmsnorm, marshal, ordinal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.common_native import CommonNativeSink


class LowerMLP(MacroPattern):
    """Hands an MLP to the common native sink with the attributes that its code generator names."""

    roots: ClassVar[tuple[type[Operation], ...]] = (MLPOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = CommonNativeSink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, MLPOp)
        if op.has_doubled_out:
            # Both spellings of store_add become the same node.
            from ...dialects.penguin.macros.mlp_canonicalization import with_separate_add_out

            canonical = with_separate_add_out(op)
            rewriter.replace(op, canonical, ())
            op = canonical
        named: dict[str, Attribute] = {
            "fused_rmsnorm": boolean(fuses_rmsnorm(op.norm_type, op.fused_rmsnorm)),
            "norm_type": ordinal(op.norm_type),
            "store_add": boolean(op.has("add_out")),
            "quant_kernel": boolean(op.is_quantised),
            "fused_add": boolean(op.is_fused_add),
            "gate_bias": boolean(op.has("gate_bias")),
            "up_bias": boolean(op.has("up_bias")),
            "down_bias": boolean(op.has("down_bias")),
            "is_tkg": boolean(is_decode(op, op.is_tkg, self.lowering.tkg_threshold)),
        }
        if op.lower_bound is not None:
            named["lower_bound"] = op.lower_bound
        marshalled = marshal(op, named, LIBRARY_FIELDS)
        self.sink.emit(op, rewriter, marshalled)
