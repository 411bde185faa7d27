"""Copies: inside the chip, to or from a place known at run time, and by DMA.

Public sources: the AWS Neuron documentation of `nki.isa.tensor_copy` and `nki.isa.dma_copy`, reverse-engineering notes
on neuronx_cc 2.24 (`addTensorCopyDynamicDummyAP`, `codegenNdDMAAP`, messages).
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, var_operand_def

from ...neuron.memory import is_tile
from ...neuron.op_format import OperandLike
from ...neuron.properties import flag, optional_integer, optional_shape, optional_text, shape_of, word
from ...neuron.target import TargetAttr
from ..accesses import access_start
from .operation import ON_CHIP, ComputeOp, counted
from .words import DgeTypeAttr

MAX_SCALE = 2**32 - 1
"""The instruction holds the scale in 32 bits."""


class OnChipCopyOp(ComputeOp):
    """What the copies by an engine have in common: as many partitions, and as many elements in each, on both sides."""

    SPACES: ClassVar[Mapping[str, tuple[str, ...]]] = {"src": ON_CHIP, "dst": ON_CHIP}

    def verify_shapes(self) -> None:
        self.verify_same_partitions("src", "dst")
        if self.free_elements("src") != self.free_elements("dst"):
            raise self.error(
                f'has {self.free_text("dst")}, operand "src" {self.free_elements("src")}',
                operand="dst",
                notes=("the shapes may differ otherwise",),
            )

    def verify_target(self, target: TargetAttr) -> None:
        """Both sides start where so many partitions may start. Raises OperationError."""
        problems = {name: self.start_problem(name, target) for name in ("src", "dst")}
        for name, problem in problems.items():
            if problem is not None:
                raise self.assertion(
                    f"tensorcopy src start_partition({self._start_text('src')}) or dst "
                    f"start_partition({self._start_text('dst')}) is not supported on {target}",
                    operand=name,
                    notes=(problem,),
                )

    def _start_text(self, name: str) -> str:
        start = self.start_partition(name)
        return "dynamic" if start is None else str(start)


@irdl_op_definition
class TensorCopyOp(OnChipCopyOp):
    """
    Copies inside the chip; the element type may change.

    Shapes: as many partitions, and as many elements in each, on both sides.

    ```mlir
    penguin.tensor_copy src(%a : !psum_tile) -> dst(%d : !sbuf_tile)
    ```
    """

    name = "penguin.tensor_copy"

    src = operand_def()
    dst = operand_def()

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(self, *, src: OperandLike, dst: OperandLike):
        self.build_from(locals())


@irdl_op_definition
class TensorCopyDynamicOp(OnChipCopyOp):
    """
    Copies inside the chip from or to a place that is computed from `indices` at run time.

    Exactly one side has an access with a `start`, an affine expression over the indices: the source of a gather, the
    destination of a scatter. `scale` multiplies the index in the instruction.

    ```mlir
    penguin.tensor_copy_dynamic
        src(%a tile<offsets = [0, 0], shape = [128, 64], start = affine_map<(d0) -> (d0 * 64)>> : !cache)
        -> dst(%d : !tile) indices(%i)
    ```
    """

    name = "penguin.tensor_copy_dynamic"

    src = operand_def()
    dst = operand_def()
    indices = var_operand_def()

    scale = optional_integer(minimum=0, maximum=MAX_SCALE)

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(self, *, src: OperandLike, dst: OperandLike, indices: Sequence[SSAValue], scale: int | None = None):
        self.build_from(locals())

    @property
    def is_scatter(self) -> bool:
        """Whether the destination is what is addressed at run time."""
        return access_start(self.access("dst")) is not None

    def verify_contract(self) -> None:
        dynamic = [name for name in ("src", "dst") if access_start(self.access(name)) is not None]
        if not dynamic:
            raise self.error(
                'starts nowhere at run time: neither operand "src" (a gather) nor "dst" (a scatter) has a start',
                notes=("a copy between places that are known is penguin.tensor_copy",),
            )
        if len(dynamic) == 2:
            raise self.error(
                'has a start, and so has operand "src"; one instruction addresses one side at run time',
                operand="dst",
                notes=("copy to a buffer in between",),
            )


@irdl_op_definition
class DMACopyOp(ComputeOp):
    """
    Copies by DMA between any two memories; the element type may change.

    Both sides have the same number of elements. `shape_block` is the shape that both patterns are re-factored to first
    (an offloaded copy of a block), its first dimension across the partitions of an on-chip side; unit dimensions mean
    nothing. Either side may have a start over `indices`.
    `dge_type` says what generates the descriptors, `queue` names the DMA queue, `oob_is_err` makes an access out of
    bounds an error instead of a skip.

    ```mlir
    penguin.dma_copy src(%w : !hbm) -> dst(%t : !sbuf)
    penguin.dma_copy src(%w[0, 128][128, 512] : !hbm) -> dst(%t : !sbuf) {shape_block = [128, 4, 128]}
    ```
    """

    name = "penguin.dma_copy"

    src = operand_def()
    dst = operand_def()
    indices = var_operand_def()

    shape_block = optional_shape(None, 1)
    dge_type = word(DgeTypeAttr, "Unassigned")
    queue = optional_text()
    oob_is_err = flag()

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(
        self,
        *,
        src: OperandLike,
        dst: OperandLike,
        indices: Sequence[SSAValue] = (),
        shape_block: Sequence[int] | None = None,
        dge_type: str = "Unassigned",
        queue: str | None = None,
        oob_is_err: bool = False,
    ):
        self.build_from(locals())

    def verify_shapes(self) -> None:
        elements = self.num_elements("src")
        if self.num_elements("dst") != elements:
            raise self.error(
                f'has {counted(self.num_elements("dst"), "element")}, operand "src" {elements}', operand="dst"
            )
        if self.shape_block is None:
            return
        block = shape_of(self.shape_block)
        if prod(block) != elements:
            raise self.error(
                f"is {list(block)}, {counted(prod(block), 'element')}, {elements} are copied", attribute="shape_block"
            )
        self._verify_block_partitions(block)

    def verify_contract(self) -> None:
        if self.queue is not None and not self.queue.data:
            raise self.error("is empty; leave it out for a queue that is chosen later", attribute="queue")

    def _verify_block_partitions(self, block: Sequence[int]) -> None:
        for name in ("src", "dst"):
            if is_tile(self.operand_type(name)) and self.partitions(name) != (block[0] if block else 1):
                raise self.error(
                    f'is {list(block)}, but operand "{name}" accesses {counted(self.partitions(name), "partition")}',
                    attribute="shape_block",
                    notes=("the first dimension of a block lies across the partitions of an on-chip operand",),
                )

    @property
    def has_block(self) -> bool:
        """Whether there is a shape block that says something: more than one of its dimensions is not a unit."""
        return self.shape_block is not None and sum(size != 1 for size in shape_of(self.shape_block)) > 1

    def block_of(self, operand: int | str) -> tuple[int, ...]:
        """The shape of the free part of an operand by the shape block, without unit dimensions."""
        assert self.shape_block is not None
        block = shape_of(self.shape_block)
        inside = block[1:] if is_tile(self.operand_type(operand)) else block
        return tuple(size for size in inside if size != 1) or (1,)
