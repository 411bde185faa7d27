"""The pass `legalize-access-patterns`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

from ..access_builders.add_complicated_dma_ap import DMAPredicate
from ..access_builders.add_sparse_matmul_ap import SparseLayout
from ..access_builders.tonga_partition_ap import PartitionRule
from ..manager.diagnostics import emit_error
from ..manager.pass_base import Pass, option
from ..manager.rewriting import apply_patterns, nested_operations
from .canonicaliser import Canonicaliser, Legalisation, Settings

CONCERNS: dict[str, tuple[str, ...]] = {
    "float32r": (".float32r:StripFloat32r",),
    "reshape": (".reshape:ReshapeFreePart",),
    "dma": (".dma:GateDMA",),
    "dynamic": (".dynamic:PlaceDynamicOperand",),
    "collective": (".collective:DelinearizeCollective",),
    "batch-transpose": (".batch_transpose:TransposeBatches",),
    "reduce": (".reduce:FoldReducedElements",),
    "double-row": (".double_row:CarveDoubleRow", ".legacy_double_row:CarveLegacyDoubleRow"),
    "sparse": (".sparse:CarveCompressRatio",),
    "hardware-fit": (".hardware_fit:FitHardware",),
}
"""The patterns of each concern. One after the other goes over all instructions, in this order: each sees what those
before it left, and hardware fit comes last."""


@dataclass(frozen=True)
class LegalizeAccessPatternsPass(Pass):
    """
    Brings the access patterns of Backend IR instructions to the form that hardware takes.

    `lower-compute` leaves the plain patterns, one pair a logical dimension, and says beside the instruction what is to
    be done with them. Here one named pattern a concern does it: *reduce* folds the reduced elements off the free part,
    *double-row* carves the two rows of an fp8 matmul, *reshape* re-factors a free part, *sparse* sets the compress
    ratio apart, *batch-transpose* checks and marks 32x32 transpositions, *dynamic* makes placeholders for run-time
    addresses, *collective* turns the operands of a transfer between cores into intervals, *float32r* records the stored
    element type, *dma* gates complicated transfers, and *hardware-fit* makes all parts flat, re-factors them inside the
    descriptors, and cuts an instruction when its dimensions are too many.

    No pattern moves data: each declares what it keeps (`--verify-rewrites` proves it), and the logical shape stays
    beside the pattern, so that the plain form can be restored. A second run changes nothing. What cannot be legalised
    is an error with the assertion of the original compiler, the pattern, the factor, the limit and the target.

    Numbers that no public source gives are looked up on the module's target first, then in the options here.
    """

    name = "legalize-access-patterns"
    summary = "Bring the access patterns of Backend IR instructions to the form that hardware takes"
    anchors: ClassVar[tuple[str, ...]] = ("builtin.module", "func.func")
    dependent_dialects: ClassVar[tuple[str, ...]] = ("bir",)

    statistics: ClassVar[Mapping[str, str]] = {
        "num-cut": "Instructions cut into several",
        "num-pieces": "Instructions that they were cut into",
        "num-reduce-to-copy": "Reductions of one element that became copies",
    }

    concerns: tuple[str, ...] = option(
        default=(), help="Names of the only concerns to look at; empty: all", choices=tuple(CONCERNS)
    )
    strip_fp32r: bool = option(default=True, help="Record float32r as the float32 that is stored")
    double_row_stride_alignment: int | None = option(
        default=None, help="Elements that the distance between two rows is a multiple of (default 16)", minimum=1
    )
    align_moving: bool = option(default=False, help="Hold the rows of the moving operand against the alignment too")
    double_row_flavour: str = option(
        default="gen3", help="Where the two rows are: the first free dimension, or the last", choices=("gen3", "legacy")
    )
    max_reduce_dims: int | None = option(
        default=None, help="Dimensions that an axis selector can name (default 4)", minimum=1
    )
    max_strides: int | None = option(default=None, help="Strides of one plain DMA access (default 4)", minimum=1)
    dma_predicate: str = option(
        default=DMAPredicate.SHAPE.value,
        help="Which DMA accesses are complicated: those with a shape, or those beyond the strides too",
        choices=tuple(each.value for each in DMAPredicate),
    )
    partition_rule: str = option(
        default=PartitionRule.GREATER.value,
        help="When a placeholder's partitions are derived anew: more are accessed, or another number",
        choices=tuple(each.value for each in PartitionRule),
    )
    sparse_layout: str = option(
        default=SparseLayout.NATURAL.value,
        help="Walk the candidates of a sparse matmul one after the other, or lane by lane",
        choices=tuple(each.value for each in SparseLayout),
    )
    max_pieces: int = option(default=64, help="Most instructions that one instruction is cut into", minimum=1)

    def apply_to(self, context: Context, op: Operation) -> None:
        unknown = [name for name in self.concerns if name not in CONCERNS]
        if unknown:
            names = ", ".join(f"'{name}'" for name in unknown)
            emit_error(
                context,
                op,
                f"pass '{self.name}' knows no concern {names}",
                notes=(f"concerns: {', '.join(CONCERNS)}",),
            )
            return
        settings = Settings(
            strip_fp32r=self.strip_fp32r,
            double_row_stride_alignment=self.double_row_stride_alignment,
            max_reduce_dims=self.max_reduce_dims,
            max_strides=self.max_strides,
            align_moving=self.align_moving,
            legacy_double_row=self.double_row_flavour == "legacy",
            sparse_layout=SparseLayout(self.sparse_layout),
            partition_rule=PartitionRule(self.partition_rule),
            dma_predicate=DMAPredicate(self.dma_predicate),
            max_pieces=self.max_pieces,
        )
        present = {nested.name for nested in nested_operations(op)}
        legalisation = Legalisation(context, settings, lambda name, amount: self.count(context, name, amount))
        for concern, places in CONCERNS.items():
            if self.concerns and concern not in self.concerns:
                continue
            for place in places:
                pattern = _pattern(place, legalisation)
                if not present.isdisjoint(pattern.operations):
                    present.update(pattern.makes)
                    apply_patterns(context, op, _only(pattern), greedy=False)


def _pattern(place: str, legalisation: Legalisation) -> Canonicaliser:
    module, _, name = place.partition(":")
    return getattr(import_module(module, __package__), name)(legalisation)


def _only(pattern: Canonicaliser) -> Callable[[type[Operation]], Sequence[RewritePattern]]:
    """Gives one pattern to the operation classes that it names."""
    return lambda op_class: (pattern,) if op_class.name in pattern.operations else ()
