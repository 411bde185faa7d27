"""QKV with its fused norm and residual add (`codegenNormQKV`, `codegenTiledNativeKernelQKV`)."""

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.neuron.target import target_of
from ...dialects.penguin.macros.qkv import QKVOp
from ...dialects.penguin.operation import MacroOp
from .decode import is_decode
from .macro_pattern import MacroPattern
from .marshalling import boolean, fuses_rmsnorm, marshal, ordinal
from .options import Lowering
from .sinks.base import LIBRARY_FIELDS
from .sinks.common_native import CommonNativeSink


class LowerQKV(MacroPattern):
    """Hands a QKV projection to the common native sink with the attributes that its code generator names."""

    roots: ClassVar[tuple[type[Operation], ...]] = (QKVOp,)

    def __init__(self, lowering: Lowering):
        super().__init__(lowering)
        self.sink = CommonNativeSink(lowering)

    def lower(self, op: MacroOp, rewriter: PatternRewriter) -> None:
        assert isinstance(op, QKVOp)
        decode = is_decode(op, op.use_tkg_qkv_kernel, self.lowering.tkg_threshold)
        # The verifier could not know the choice. What is raised here becomes an error at the macro, which stays.
        op.verify_kernel_choice(decode)
        if decode:
            op.verify_decode_sharding(target_of(op))
        named: dict[str, Attribute] = {
            "fused_rmsnorm": boolean(fuses_rmsnorm(op.norm_type, op.fused_rmsnorm)),
            "norm_type": ordinal(op.norm_type),
            "output_layout": ordinal(op.output_layout),
            "lnc_size": op.lnc_size or IntegerAttr(target_of(op).lnc.data, i32),
            "useTkgQKVKernel": boolean(decode),
            "fused_add": boolean(op.has("mlp_prev")),
            "quant_kernel": boolean(op.quantization.data != "none"),
        }
        consumed = frozenset({"use_tkg_qkv_kernel"})
        self.sink.emit(op, rewriter, marshal(op, named, LIBRARY_FIELDS, consumed=consumed))
