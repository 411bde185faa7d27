"""The concern *reduce*: fold the reduced elements off the free part."""

from typing import ClassVar

from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir import BIR
from ...dialects.bir.operation import BirOp
from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.errors import OperationError
from ...dialects.neuron.strided_set import pattern_text
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.add_reduce_ap import add_reduce_ap
from ..access_builders.neuron_ap import in_partition_set
from ..verify_rewrites.relations import SAME_GROUPS
from .canonicaliser import Canonicaliser, at_operand, change, flag, integer_attribute, pattern_of, set_key, word

REDUCE_SIZE = "neuron.reduce_size"
"""How many trailing elements of the free part are reduced into one; there while the pattern is plain."""

PARTITION_AXES = ("C", "XYZWC")
"""The axis selectors that reduce across the partitions."""

FREE_AXES = ("X", "XY", "XYZ", "XYZW")
"""The axis selectors that reduce one to four of the innermost free dimensions."""

COPY = "bir.tensor_copy"


class FoldReducedElements(Canonicaliser):
    """
    Moves the trailing `neuron.reduce_size` elements of the source's free part to `reduce`, and selects the axes.

    The selector counts the dimensions of the reduce part in flat form, unit dimensions gone, since hardware drops them.
    A reduction of one element is a copy and becomes one. The result must have as many elements a partition as are kept.
    """

    operations: ClassVar[tuple[str, ...]] = (
        "bir.tensor_reduce",
        "bir.tonga_reduce_macro_symbolic",
        "bir.bn_stats",
    )
    makes: ClassVar[tuple[str, ...]] = (COPY,)
    relation: ClassVar[object | None] = SAME_GROUPS
    names_target: ClassVar[bool] = True

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        size = integer_attribute(op, REDUCE_SIZE)
        source = pattern_of(op, "ins", 0)
        # With a transposition the reduced elements are those of the swapped view; see batch_transpose.
        if size is None or source is None or flag(op, "apply_transpose"):
            return
        index, pattern = source
        limits = self.legalisation.limits(op)
        try:
            type = op.operand_type(index)
            folded = self.remembered(
                pattern,
                type,
                (size, limits.max_reduce_dims),
                lambda: add_reduce_ap(pattern, type, size, max_reduce_dims=limits.max_reduce_dims),
            )
        except AccessPatternError as error:
            raise at_operand(error, index) from None
        if op.name == "bir.bn_stats":
            change(op, rewriter, {index: folded}, drop=(REDUCE_SIZE,))
            return
        check_result(op, folded)
        selector = word(op, "axis", "X") if op.name == "bir.tensor_reduce" else ""
        if selector in FREE_AXES:
            if size == 1:
                self._to_copy(op, rewriter, index, folded)
                return
            set_key(op, "axis", FREE_AXES[len(folded.reduce.data) - 1])
        change(op, rewriter, {index: folded}, drop=(REDUCE_SIZE,))

    def _to_copy(self, op: BirOp, rewriter: PatternRewriter, index: int, folded: AccessPatternAttr) -> None:
        if flag(op, "negate"):
            raise OperationError(
                "a reduction of one element is a copy, and a copy cannot negate",
                property_name="negate",
                notes=(f"{REDUCE_SIZE} is 1",),
            )
        copy_class = BIR.find_operation(COPY)
        assert copy_class is not None and issubclass(copy_class, BirOp), "the catalogue has every opcode"
        known = copy_class.get_irdl_definition().properties
        copy = copy_class.create(
            operands=op.operands,
            properties={name: value for name, value in op.properties.items() if name in known},
            attributes={name: value for name, value in op.attributes.items() if name != REDUCE_SIZE},
        )
        change(copy, rewriter, {index: folded})
        self.legalisation.count("num-reduce-to-copy", 1)
        rewriter.replace(op, copy)


def check_result(op: BirOp, folded: AccessPatternAttr) -> None:
    """
    Hold the result of a reduction against what is kept of its source.

    Raises OperationError when it has another number of elements a partition.
    """
    result = pattern_of(op, "outs", 0)
    if result is None:
        return
    index, pattern = result
    written = in_partition_set(pattern).num_input_elts
    kept = 1
    for _, num in folded.free.data:
        kept *= num
    if written != kept:
        raise OperationError(
            f"has {written} element{'' if written == 1 else 's'} a partition, the source keeps {kept}",
            operand_index=index,
            notes=(
                f"the source keeps {pattern_text(folded.free.data)} and reduces {pattern_text(folded.reduce.data)}",
            ),
        )
