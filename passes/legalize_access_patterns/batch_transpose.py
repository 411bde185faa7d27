"""The concern *batch transpose*: instructions that transpose 32x32 blocks before they work."""

from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.strided_set import StridedSetError, nest
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_batch_transpose_ap import BLOCK, add_batch_transpose_ap, split_batches
from ..access_builders.neuron_ap import free_set, in_partition_set, partition_set
from ..access_builders.tonga_reduce_ap import INCORRECT_ACCESS_PATTERN, TOO_MANY_REDUCE_DIMS, split_notes
from ..verify_rewrites.relations import SAME_ORDER
from .canonicaliser import Canonicaliser, at_operand, change, flag, integer_attribute, pattern_of, set_key, word
from .reduce import FREE_AXES, REDUCE_SIZE

SIZES = ("neuron.batch_size", "neuron.y_size", "neuron.depth")
"""Batches, elements of the dimension that is transposed, and what lies between; there while the pattern is plain."""


class TransposeBatches(Canonicaliser):
    """
    Sets the dimension that trades places with the partitions apart, after checks of the swapped view.

    The pattern stays unswapped; the instruction says the swap. A reduction counts its elements in the swapped view (all
    of them, unless `neuron.reduce_size` says otherwise): the innermost dimension there is what was the partitions.
    """

    operations: ClassVar[tuple[str, ...]] = ("bir.bn_stats", "bir.tensor_reduce", "bir.stream_transpose")
    relation: ClassVar[object | None] = SAME_ORDER

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        if op.name != "bir.stream_transpose" and not flag(op, "apply_transpose"):
            return
        sizes = [integer_attribute(op, name) for name in SIZES]
        source = pattern_of(op, "ins", 0)
        if source is None or sizes == [None, None, None]:
            return
        missing = [name for name, size in zip(SIZES, sizes, strict=True) if size is None]
        if missing:
            raise AccessPatternError(f"needs {' and '.join(missing)} beside {', '.join(set(SIZES) - set(missing))}")
        batch_size, y_size, depth = [size or 1 for size in sizes]
        patterns: dict[int, Attribute] = {
            source[0]: self._checked(op, source, batch_size, y_size, depth),
        }
        if op.name == "bir.stream_transpose":
            result = pattern_of(op, "outs", 0)
            if result is not None:
                # The result is the swapped view itself: its lowest dimension is what was the partitions.
                lanes = min(partition_set(source[1]).num_input_elts, BLOCK)
                patterns[result[0]] = self._checked(op, result, batch_size, lanes, depth)
        size = integer_attribute(op, REDUCE_SIZE)
        if size is None and op.name == "bir.tensor_reduce":
            size = batch_size * depth * min(partition_set(source[1]).num_input_elts, BLOCK)
        if size is not None:
            axes = _reduced_axes(op, source, (batch_size, y_size, depth), size)
            if op.name == "bir.tensor_reduce" and word(op, "axis", "X") in FREE_AXES:
                limit = min(self.legalisation.limits(op).max_reduce_dims, len(FREE_AXES))
                if axes > limit:
                    raise AccessPatternError(
                        TOO_MANY_REDUCE_DIMS,
                        operand_index=source[0],
                        notes=(
                            f"in the swapped view the reduced elements take {axes} dimensions, the limit is {limit}",
                        ),
                    )
                set_key(op, "axis", FREE_AXES[axes - 1])
        change(op, rewriter, patterns, drop=(*SIZES, REDUCE_SIZE))

    def _checked(
        self, op: BirOp, operand: tuple[int, AccessPatternAttr], batch_size: int, y_size: int, depth: int
    ) -> AccessPatternAttr:
        index, pattern = operand
        try:
            return add_batch_transpose_ap(
                pattern,
                op.operand_type(index),
                batch_size=batch_size,
                y_size=y_size,
                depth=depth,
                strip_fp32r=self.settings.strip_fp32r,
            )
        except AccessPatternError as error:
            raise at_operand(error, index) from None


def _reduced_axes(
    op: BirOp, source: tuple[int, AccessPatternAttr], sizes: tuple[int, int, int], reduce_size: int
) -> int:
    """
    How many innermost dimensions of the swapped view are reduced; the result has what is kept.

    Raises AccessPatternError when the trailing `reduce_size` elements of the swapped view are no whole dimensions, or
    when the result has another number of elements.
    """
    index, pattern = source
    transpose = split_batches(free_set(pattern), *sizes)
    swapped = transpose.swapped_free(partition_set(pattern))
    lanes = min(partition_set(pattern).num_input_elts, BLOCK)
    outside = nest(transpose.batch, transpose.depth)
    note = f"after the transposition a partition has {swapped}, of which the trailing {reduce_size} are reduced"
    if reduce_size % lanes:
        raise AccessPatternError(
            INCORRECT_ACCESS_PATTERN,
            operand_index=index,
            notes=(note, f"the innermost dimension, what was {lanes} partitions, is reduced as a whole"),
        )
    try:
        kept, reduced = outside.split(reduce_size // lanes)
    except StridedSetError as error:
        raise AccessPatternError(
            INCORRECT_ACCESS_PATTERN, operand_index=index, notes=(note, *split_notes(error, "outer part"))
        ) from None
    result = pattern_of(op, "outs", 0)
    if result is not None and op.name == "bir.tensor_reduce":
        written = in_partition_set(result[1]).num_input_elts
        if written != kept.num_input_elts:
            raise AccessPatternError(
                f"has {written} element{'' if written == 1 else 's'} a partition, the transposed source keeps "
                f"{kept.num_input_elts}",
                operand_index=result[0],
                notes=(note,),
            )
    return reduced.rank + 1
