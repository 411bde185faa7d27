"""The pass `lower-macros`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

from ..manager.diagnostics import emit_remark
from ..manager.pass_base import Pass, option
from ..manager.rewriting import apply_patterns
from ..target_gates import refused_by_target
from .options import Lowering
from .telemetry import metrics_of

FAMILIES: dict[str, str] = {
    "penguin.attention": ".attention:LowerAttention",
    "penguin.attention_tkg_fwd": ".attention_tkg:LowerAttentionTkgFwd",
    "penguin.backwards_attention": ".backwards_attention:LowerBackwardsAttention",
    "penguin.bir_kernel": ".bir_kernel:LowerBIRKernel",
    "penguin.cayman_packed_pe_transpose": ".matmul_probes:LowerCaymanPackedPETranspose",
    "penguin.column_tiled_mm": ".matmul_probes:LowerColumnTiledMM",
    "penguin.expert_mlps": ".moe:LowerExpertMLPs",
    "penguin.mlp": ".mlp:LowerMLP",
    "penguin.native_kernel": ".native_kernel:LowerNativeKernel",
    "penguin.nki_kernel": ".nki_kernel:LowerNKIKernel",
    "penguin.nki_klir_kernel": ".nki_kernel:LowerNKIKLIRKernel",
    "penguin.prefix_caching_attention": ".prefix_caching:LowerPrefixCachingAttention",
    "penguin.qkv": ".qkv:LowerQKV",
    "penguin.rmsnorm_quant": ".rmsnorm_quant:LowerRMSNormQuant",
    "penguin.router_topk": ".moe:LowerRouterTopK",
    "penguin.row_tiled_mm": ".matmul_probes:LowerRowTiledMM",
}
"""The pattern of each macro; imported when the macro is met."""


@dataclass(frozen=True)
class LowerMacrosPass(Pass):
    """
    Lowers every Penguin macro to one Backend IR kernel node.

    Which node follows from the family: library kernels and the model-fusion macros become `bir.bir_kernel` (54), a
    user's own kernel `bir.nki_kernel` (55), the thirteen registry kernels and the KLIR twin of a user's kernel
    `bir.nki_klir_kernel` (56). Operands are marshalled by the kind of their access; everything that the macro says is
    kept, in a field of the node or in its attribute bag. Nothing is traced: a registry kernel names the artefact that
    its trace will write.
    """

    name = "lower-macros"
    summary = "Lower Penguin macros to Backend IR kernel nodes"
    anchors: ClassVar[tuple[str, ...]] = ("builtin.module", "func.func")
    dependent_dialects: ClassVar[tuple[str, ...]] = ("bir",)
    statistics: ClassVar[Mapping[str, str]] = {
        "num-generic-library": "Library kernels by name (54)",
        "num-common-native": "MLP, QKV and RMSNormQuant kernels (54)",
        "num-common-attention": "Attention kernels (54)",
        "num-backwards-attention": "Backwards attention kernels (54)",
        "num-external": "Users' own kernels (55, or 56 for the KLIR twin)",
        "num-registry": "Registry kernels (56)",
    }

    tkg_threshold: int = option(
        default=96, help="Largest batch times sequence that counts as token generation (decode)", minimum=0
    )
    nki_frontend: str = option(
        default="beta3",
        help="Front end of registry traces: beta3 writes Backend IR JSON (form B), beta2 a KLR file (form A)",
        choices=("beta3", "beta2"),
    )
    kernel_metrics: bool = option(default=False, help="Report how often each library kernel was emitted, as a remark")

    def apply_to(self, context: Context, op: Operation) -> None:
        if refused_by_target(context, op):
            return
        lowering = Lowering(context, self.tkg_threshold, self.nki_frontend, lambda name: self.count(context, name))
        apply_patterns(context, op, _provider(lowering), greedy=False)
        metrics_of(context).add(lowering.metrics)
        if self.kernel_metrics:
            for line in lowering.metrics.lines():
                emit_remark(context, op, f"kernel metrics: {line}")


def _provider(lowering: Lowering) -> "Callable[[type[Operation]], Sequence[RewritePattern]]":
    """The patterns of an operation class, made when the class is first met."""

    def patterns(op_class: type[Operation]) -> Sequence[RewritePattern]:
        place = FAMILIES.get(op_class.name)
        if place is None:
            return ()
        module, _, name = place.partition(":")
        return (getattr(import_module(module, __package__), name)(lowering),)

    return patterns
