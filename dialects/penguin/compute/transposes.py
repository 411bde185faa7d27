"""Reductions of 32x32 transposes: batch-norm statistics and the reduce that follows a transpose.

The docstring of neuronx_cc 2.24's code generator says what they do: first a 32x32 transpose that swaps the lowest
dimension of the free part with the partitions, then a reduction of all free elements of what comes out
(reverse-engineering notes). That a group of batch-norm statistics has six values is in the AWS Neuron documentation of
`nki.isa.bn_stats`.
"""

from collections.abc import Mapping
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from ...neuron.op_format import OperandLike
from ...neuron.properties import integer, required_integer, required_word
from .operation import ON_CHIP, SBUF, ComputeOp, counted
from .reduce import ReduceLikeOp
from .words import ReduceOpAttr

BLOCK = 32
"""Rows and columns of the blocks that the vector engine transposes."""

STATISTICS = 6
"""Values of one group of statistics: count, mean and scaled variance, of the even and of the odd elements."""

NON_REDUCE_SIZE = "non-reduce free size must be size "
"""The part of the assertion of `codegenTransposeTensorReduceOp` that is known; the size follows."""


def verify_transposed_partitions(op: ComputeOp, y_size: int) -> None:
    """
    The partitions of the result of a 32x32 transpose: the lowest free dimension of the source.

    Every block of 32 partitions is transposed by itself, so that a source of more keeps its partitions.
    """
    source = op.partitions("src")
    expected = y_size if source <= BLOCK else source
    if op.partitions("dst") != expected:
        raise op.error(
            f'accesses {op.partitions("dst")} partitions, after the transpose of operand "src" there are {expected}',
            operand="dst",
            notes=(f'operand "src" has {source} partitions, its lowest free dimension {y_size} elements',),
        )


@irdl_op_definition
class TransposeTensorReduceOp(ReduceLikeOp):
    """
    Transposes blocks of 32x32, then reduces all free elements of what comes out.

    Shapes: src [P, reduce_size, y_size] (its free part in any shape of that many elements); dst [y_size, 1] for up to
    32 partitions, [P, 1] for more, because each block of 32 partitions is transposed by itself. The lowest `y_size`
    free elements are what is not reduced: they change places with the partitions.

    ```mlir
    penguin.transpose_tensor_reduce add src(%a : !src) -> dst(%d : !dst) {reduce_size = 4, y_size = 32}
    ```
    """

    name = "penguin.transpose_tensor_reduce"

    src = operand_def()
    dst = operand_def()

    op = required_word(ReduceOpAttr)
    reduce_size = required_integer(minimum=1)
    y_size = integer(BLOCK, minimum=1)

    LEADING: ClassVar[str | None] = "op"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(self, op: str, *, src: OperandLike, dst: OperandLike, reduce_size: int, y_size: int = BLOCK):
        self.build_from(locals())

    def verify_shapes(self) -> None:
        free, size, kept = self.free_elements("src"), self.reduce_size.value.data, self.y_size.value.data
        if free != size * kept:
            raise self.assertion(
                f"{NON_REDUCE_SIZE}{kept}",
                operand="src",
                notes=(
                    f'operand "src" has {free} free elements a partition; with reduce_size = {size} that leaves '
                    f"{free // size if free % size == 0 else f'{free}/{size}'} that are not reduced",
                ),
            )
        if self.free_elements("dst") != 1:
            raise self.error(
                f"has {self.free_text('dst')}, all free elements are reduced to 1",
                operand="dst",
            )
        verify_transposed_partitions(self, kept)


@irdl_op_definition
class TransposeBatchnormStats2Op(ComputeOp):
    """
    Transposes blocks of 32x32, then computes batch-norm statistics of all free elements of what comes out.

    Shapes: src [P, batch_size, depth, y_size] (its free part in any shape of that many elements); dst has whole groups
    of six statistics a partition, and `y_size` partitions for up to 32 partitions of `src`, as many as `src` for more.

    ```mlir
    penguin.transpose_batchnorm_stats2 src(%a : !src) -> dst(%d : !dst) {batch_size = 4, y_size = 32}
    ```
    """

    name = "penguin.transpose_batchnorm_stats2"

    src = operand_def()
    dst = operand_def()

    batch_size = required_integer(minimum=1)
    y_size = required_integer(minimum=1)
    depth = integer(1, minimum=1)

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)
    SPACES: ClassVar[Mapping[str, tuple[str, ...]]] = {"src": ON_CHIP, "dst": SBUF}
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {"src": "a float", "dst": "a float"}

    def __init__(self, *, src: OperandLike, dst: OperandLike, batch_size: int, y_size: int, depth: int = 1):
        self.build_from(locals())

    def verify_shapes(self) -> None:
        sizes = [attr.value.data for attr in (self.batch_size, self.depth, self.y_size)]
        total = sizes[0] * sizes[1] * sizes[2]
        if self.free_elements("src") != total:
            raise self.error(
                f"has {counted(self.free_elements('src'), 'free element')} a partition, batch_size * depth * y_size = "
                f"{' * '.join(map(str, sizes))} is {total}",
                operand="src",
            )
        if self.free_elements("dst") % STATISTICS:
            raise self.error(
                f"has {self.free_text('dst')}, a group of statistics has {STATISTICS}",
                operand="dst",
            )
        verify_transposed_partitions(self, sizes[2])
