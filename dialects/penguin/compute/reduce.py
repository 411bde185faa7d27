"""Reductions: along the free dimensions, across partitions, and one axis after the other.

Public sources: reverse-engineering notes on neuronx_cc 2.24 (`codegenTensorReduceOp`, `codegenPartitionReduceOp`,
`NeuronReduceMacro`, their messages) and the AWS Neuron documentation of `nki.isa.tensor_reduce` (the reduced axes are
the last free dimensions; bitwise operations work on integers).
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, cast

from xdsl.irdl import irdl_op_definition, operand_def, var_operand_def

from ...neuron.errors import OperationError
from ...neuron.op_format import OperandLike
from ...neuron.properties import flag, required_integer, required_shape, required_word, shape_of, word
from ...neuron.words import WordAttr
from .operation import INTEGERS, ON_CHIP, ComputeOp, counted
from .words import PartitionAxisAttr, ReduceOpAttr

NO_MEAN = "There is not reduce mean!"
"""The assertion of neuronx_cc 2.24's tensor and partition reduce."""


class ReduceLikeOp(ComputeOp):
    """What the reductions have in common: an operation on two elements, one source, one destination, both on chip."""

    SPACES: ClassVar[Mapping[str, tuple[str, ...]]] = {"src": ON_CHIP, "dst": ON_CHIP, "partials": ON_CHIP}

    @property
    def reduce_op(self) -> str:
        """What the reduction does with two elements."""
        return str(cast("WordAttr[Any]", self.properties["op"]).data)

    def verify_element_types(self) -> None:
        if not self.reduce_op.startswith("bitwise"):
            return
        for index in self.memref_indices():
            if self.element(index).name not in INTEGERS:
                raise self.error(
                    f"has element type {self.operand_type(index).element_type}, {self.reduce_op} works on integers",
                    operand=index,
                )

    def verify_contract(self) -> None:
        if self.reduce_op == "mean":
            raise OperationError(
                NO_MEAN,
                property_name="op",
                notes=("reduce with add, and multiply by one over the number of elements",),
            )


@irdl_op_definition
class TensorReduceOp(ReduceLikeOp):
    """
    Reduces the trailing `reduce_size` elements of the free part of `src`, once for each element of `dst`.

    Shapes: src [P, ..., R] and dst [P, ...], where the trailing dimensions R multiply to `reduce_size`. With `negate`
    the result changes its sign.

    ```mlir
    penguin.tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 8}
    ```
    """

    name = "penguin.tensor_reduce"

    src = operand_def()
    dst = operand_def()

    op = required_word(ReduceOpAttr)
    reduce_size = required_integer(minimum=1)
    negate = flag()

    LEADING: ClassVar[str | None] = "op"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(self, op: str, *, src: OperandLike, dst: OperandLike, reduce_size: int, negate: bool = False):
        self.build_from(locals())

    def verify_shapes(self) -> None:
        self.verify_same_partitions("src", "dst")
        size = self.reduce_size.value.data
        kept, rest = divmod(self.free_elements("src"), size)
        # A size that does not divide is not a shape: the split of the pattern fails, and legalisation says why.
        if rest == 0 and self.free_elements("dst") != kept:
            raise self.error(
                f"has {self.free_text('dst')}, reducing {size} of the "
                f'{self.free_elements("src")} of operand "src" leaves {kept}',
                operand="dst",
            )


@irdl_op_definition
class PartitionReduceOp(ReduceLikeOp):
    """
    Reduces across the partitions of `src`; with axis XYZWC along its free dimensions as well.

    Shapes: src [P, F...]; dst [1, F...] for axis C, one element for XYZWC.

    ```mlir
    penguin.partition_reduce max src(%a : !src) -> dst(%d : !row) {axis = C}
    ```
    """

    name = "penguin.partition_reduce"

    src = operand_def()
    dst = operand_def()

    op = required_word(ReduceOpAttr)
    axis = word(PartitionAxisAttr, "C")
    negate = flag()

    LEADING: ClassVar[str | None] = "op"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(self, op: str, *, src: OperandLike, dst: OperandLike, axis: str = "C", negate: bool = False):
        self.build_from(locals())

    def verify_shapes(self) -> None:
        if self.partitions("dst") != 1:
            raise self.error(
                f"accesses {counted(self.partitions('dst'), 'partition')}, a reduction across partitions leaves 1",
                operand="dst",
            )
        axis = self.axis.data.value
        kept = self.free_elements("src") if axis == "C" else 1
        if self.free_elements("dst") != kept:
            raise self.error(
                f'has {counted(self.free_elements("dst"), "element")}, reducing operand "src" along {axis} '
                f"leaves {kept}",
                operand="dst",
            )


@irdl_op_definition
class NeuronReduceMacroOp(ReduceLikeOp):
    """
    Reduces `src` one axis after the other, the innermost first; each step is an instruction of its own.

    `axes` are dimensions of what is accessed of `src`: the last ones, in any order, never the partition dimension. What
    a step leaves for the next one goes to a buffer of `partials`, one less than there are axes; the last step writes
    `dst`.

    ```mlir
    penguin.neuron_reduce_macro add src(%a : !abc) -> dst(%d : !a) partials(%p : !ab) {axes = [1, 2]}
    ```
    """

    name = "penguin.neuron_reduce_macro"

    src = operand_def()
    dst = operand_def()
    partials = var_operand_def()

    op = required_word(ReduceOpAttr)
    axes = required_shape(minimum=0)

    LEADING: ClassVar[str | None] = "op"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst", "partials")

    def __init__(
        self,
        op: str,
        *,
        src: OperandLike,
        dst: OperandLike,
        axes: Sequence[int],
        partials: Sequence[OperandLike] = (),
    ):
        self.build_from(locals())

    @property
    def steps(self) -> tuple[int, ...]:
        """The axes in the order in which they are reduced, the innermost first."""
        return tuple(sorted(shape_of(self.axes), reverse=True))

    def verify_shapes(self) -> None:
        self._verify_axes()
        buffers = [*self.group_range("partials"), *self.group_range("dst")]
        if len(buffers) != len(self.steps):
            raise self.error(
                f"has {len(self.steps)} axes, which leave {counted(len(self.steps) - 1, 'partial result')}, but "
                f"'partials' has {counted(len(buffers) - 1, 'buffer')}",
                attribute="axes",
            )
        for count, buffer in enumerate(buffers, start=1):
            self.verify_same_partitions_at(buffer)
            kept = self.free_elements("src") // prod(self.shape("src")[axis] for axis in self.steps[:count])
            if self.free_elements(buffer) != kept:
                reduced = ", ".join(map(str, self.steps[:count]))
                raise self.error(
                    f'has {self.free_text(buffer)}, reducing dimension {reduced} of operand "src" leaves {kept}',
                    operand=buffer,
                )

    def verify_same_partitions_at(self, index: int) -> None:
        """A buffer, by its index in `operands`, accesses as many partitions as the source."""
        if self.partitions(index) != self.partitions("src"):
            raise self.error(
                f'accesses {counted(self.partitions(index), "partition")}, operand "src" {self.partitions("src")}',
                operand=index,
            )

    def _verify_axes(self) -> None:
        axes = shape_of(self.axes)
        rank, partition_dim = len(self.shape("src")), self.partition_dim("src")
        if not axes:
            raise self.error("is empty, there is nothing to reduce", attribute="axes")
        if len(set(axes)) != len(axes):
            raise self.error(f"is {list(axes)}, an axis is reduced once", attribute="axes")
        for axis in axes:
            if axis >= rank:
                raise self.error(f'is {list(axes)}, operand "src" has rank {rank}', attribute="axes")
            if axis == partition_dim:
                raise self.error(
                    f"is {list(axes)}, dimension {axis} lies across the partitions",
                    attribute="axes",
                    notes=("penguin.partition_reduce reduces across partitions",),
                )
        free = [dim for dim in range(rank) if dim != partition_dim]
        trailing = free[len(free) - len(axes) :]
        if sorted(axes) != trailing:
            kept = [dim for dim in free if dim not in axes]
            raise self.error(
                f"is {list(axes)}, the reduced dimensions are the last free ones, here {trailing}",
                attribute="axes",
                notes=(f"permuting the free dimensions {free} to {kept + sorted(axes)} puts them there",),
            )
