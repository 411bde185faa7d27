"""The pass `lower-compute`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

from ..manager.pass_base import Pass
from ..manager.rewriting import apply_patterns
from ..target_gates import refused_by_target

PATTERNS: dict[str, str] = {
    "penguin.tensor_reduce": ".reduce:LowerTensorReduce",
    "penguin.partition_reduce": ".reduce:LowerPartitionReduce",
    "penguin.neuron_reduce_macro": ".reduce:LowerNeuronReduceMacro",
    "penguin.transpose_tensor_reduce": ".transposes:LowerTransposeTensorReduce",
    "penguin.transpose_batchnorm_stats2": ".transposes:LowerTransposeBatchnormStats2",
    "penguin.matmul": ".matmul:LowerMatmul",
    "penguin.matmul_sparse": ".matmul:LowerMatmulSparse",
    "penguin.tensor_copy": ".copies:LowerTensorCopy",
    "penguin.tensor_copy_dynamic": ".copies:LowerTensorCopyDynamic",
    "penguin.dma_copy": ".copies:LowerDMACopy",
    "penguin.sb_to_sb": ".collectives:LowerSbToSb",
}
"""The pattern of each compute operation; imported when the operation is met."""


@dataclass(frozen=True)
class LowerComputePass(Pass):
    """
    Lowers every Penguin compute operation to Backend IR instructions.

    Reductions become TensorReduce (27), or one TongaReduceMacroSymbolic (109) an axis; statistics of transposes BNStats
    (34); matmuls Matmult (8) and MatmultSparse (9); copies TensorCopy (23), TensorCopyDynamicSrc and -Dst (24, 25) and
    DMACopy (32); the copy between two cores GPSIMDSB2SB (33).

    The access patterns are the plain ones: a pair a dimension, the partition dimension by itself. What has to be
    carved out of them stands in discardable attributes (`neuron.reduce_size`, `neuron.double_row_flavour`,
    `neuron.sparse_carve`, `neuron.batch_size`, `neuron.y_size`, `neuron.depth`, `neuron.reshape`), which
    `legalize-access-patterns` consumes.
    """

    name = "lower-compute"
    summary = "Lower Penguin compute operations to Backend IR instructions with plain access patterns"
    anchors: ClassVar[tuple[str, ...]] = ("builtin.module", "func.func")
    dependent_dialects: ClassVar[tuple[str, ...]] = ("bir",)
    statistics: ClassVar[Mapping[str, str]] = {
        "num-tensor-reduce": "Reductions (27)",
        "num-reduce-macro": "Steps of reductions axis by axis (109)",
        "num-batchnorm-stats": "Batch-norm statistics (34)",
        "num-matmul": "Matmuls, dense and with a compressed operand (8, 9)",
        "num-tensor-copy": "Copies by an engine (23)",
        "num-tensor-copy-dynamic": "Copies from or to a place known at run time (24, 25)",
        "num-dma-copy": "Copies by DMA (32)",
        "num-sb-to-sb": "Copies between two cores (33)",
    }

    def apply_to(self, context: Context, op: Operation) -> None:
        if refused_by_target(context, op):
            return
        apply_patterns(context, op, _provider(lambda name: self.count(context, name)), greedy=False)


def _provider(count: Callable[[str], None]) -> "Callable[[type[Operation]], Sequence[RewritePattern]]":
    """The pattern of an operation class, made when the class is first met."""

    def patterns(op_class: type[Operation]) -> Sequence[RewritePattern]:
        place = PATTERNS.get(op_class.name)
        if place is None:
            return ()
        module, _, name = place.partition(":")
        return (getattr(import_module(module, __package__), name)(count),)

    return patterns
