"""The pass `encode-descriptors`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.ir import Operation

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.descriptors.tensor import SlotOrder
from ..manager.diagnostics import emit_error
from ..manager.pass_base import Pass, option
from ..manager.rewriting import nested_operations
from .instruction import InstructionEncoder, Settings


@dataclass(frozen=True)
class EncodeDescriptorsPass(Pass):
    """
    Writes beside each instruction the descriptors that its operands have in the instruction's bundle.

    The attribute `neuron.descriptors` has one entry an operand that has a descriptor: the type of descriptor (TENSOR1D
    to TENSOR4D for sources, MEM_PATTERN2D to MEM_PATTERN4D for results, MXMEM_PATTERN1D for microscaling data with its
    scales), its bytes in the order of memory, the start word (ADDR4), and what stands beside the descriptor in the
    bundle: the number of partitions and the tag of the element type. The instructions must be legal already
    (`legalize-access-patterns`); each rule is checked once more on the address that an operand really has, and every
    descriptor is decoded again and held against the pattern.

    An address is that of the `bir.memory_location` behind the operand (`base` partition, `addr` byte in it, `bank` of
    PSUM). A start that is known at run time only is in a register. DMA operands have descriptors of another sort, which
    are not made here. Instructions whose descriptors no public source describes are left alone unless `unlisted-rank`
    says how many slots to take.

    ```mlir
    bir.tensor_copy ins(%x : … via …) -> outs(%y : … via …) {neuron.descriptors = [
      {bytes = "00018000 0100 0100 0100 0100 0002 0100 0100 0100", kind = "TENSOR4D", operand = "ins[0]",
       partitions = 32 : i64, start = "0x00800100", wire_type = 10 : i64}, …]}
    ```
    """

    name = "encode-descriptors"
    summary = "Write the descriptor bytes and start words of the operands of Backend IR instructions"
    anchors: ClassVar[tuple[str, ...]] = ("builtin.module", "func.func", "bir.function")
    statistics: ClassVar[Mapping[str, str]] = {
        "num-descriptors": "Descriptors that were written",
        "num-unlisted": "Instructions on chip whose descriptors no public source describes",
    }

    slot_order: str = option(
        default=SlotOrder.INNERMOST_FIRST.value,
        help="Which dimension is in slot 0; sources disagree",
        choices=tuple(each.value for each in SlotOrder),
    )
    unallocated: str = option(
        default="zero",
        help="An operand without an allocated location starts at address 0 of its memory, or is refused",
        choices=("zero", "refuse"),
    )
    register: int = option(default=0, help="Number of the register that start words of run-time addresses name")
    unlisted_rank: int | None = option(
        default=None, help="Slots (2 to 4) of operands of instructions that no public source describes; none: left out"
    )

    def apply_to(self, context: Context, op: Operation) -> None:
        if self.unlisted_rank not in (None, 2, 3, 4):
            message = f"pass '{self.name}': unlisted-rank is {self.unlisted_rank}, a descriptor has 2, 3 or 4 slots"
            emit_error(context, op, message)
            return
        settings = Settings(SlotOrder(self.slot_order), self.unallocated == "refuse", self.register, self.unlisted_rank)
        encoder = InstructionEncoder(context, settings)
        for each in nested_operations(op):
            if isinstance(each, BirOp):
                encoder.encode(each)
        self.count(context, "num-descriptors", encoder.num_descriptors)
        self.count(context, "num-unlisted", encoder.num_unlisted)
