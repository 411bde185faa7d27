"""TENSOR1D to TENSOR4D and MEM_PATTERN2D to MEM_PATTERN4D: encoding and decoding.

The pairs of a pattern inside a partition go into the slots one by one, those with a single element left out; slots that
are left over are `{step = 1, num = 1}`. How many partitions are walked is not in the descriptor but beside it in the
instruction. Sources: reverse-engineering notes on neuronx_cc 2.24; the AWS Neuron documentation says that hardware has
the order of dimensions the other way round than NKI.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from .error import DescriptorError
from .layouts import MAX_NUM, MAX_STEP, MIN_STEP, Layout, check_size

Pair = tuple[int, int]
SPARE: Pair = (1, 1)


class SlotOrder(StrEnum):
    """
    Which dimension slot 0 is.

    The encoder's algorithm and the AWS documentation say the innermost one, one worked example of the notes says the
    outermost one; innermost-first is the default everywhere.
    """

    INNERMOST_FIRST = "innermost-first"
    OUTERMOST_FIRST = "outermost-first"


class Descriptor(NamedTuple):
    """A descriptor taken apart: its type, its start word, and `(step, num)` of each slot, slot 0 first."""

    layout: Layout
    word: int
    slots: tuple[Pair, ...]

    def pairs(self, order: SlotOrder = SlotOrder.INNERMOST_FIRST) -> tuple[Pair, ...]:
        """The pairs that are walked, outermost first; slots of one element walk nothing and are left out."""
        slots = self.slots if order is SlotOrder.OUTERMOST_FIRST else self.slots[::-1]
        return tuple([pair for pair in slots if pair[1] != 1])


def encode(layout: Layout, word: int, pairs: Sequence[Pair], order: SlotOrder = SlotOrder.INNERMOST_FIRST) -> bytes:
    """
    The bytes of a descriptor.

    `word` is the start word, `pairs` are `(step, num)` inside a partition, outermost first, in elements. Raises
    DescriptorError for more dimensions than slots, and for a step or a count that its field does not hold.
    """
    slots = _compact(layout, pairs, order)
    data = bytearray(layout.size)
    data[0:4] = word.to_bytes(4, "little")
    for (step, num), step_at, num_at in zip(slots, layout.steps_at, layout.nums_at, strict=True):
        data[step_at : step_at + 2] = step.to_bytes(2, "little", signed=True)
        data[num_at : num_at + 2] = num.to_bytes(2, "little")
    return bytes(data)


def _compact(layout: Layout, pairs: Sequence[Pair], order: SlotOrder) -> tuple[Pair, ...]:
    used = [(step, num) for step, num in pairs if num != 1]
    if len(used) > layout.slots:
        raise DescriptorError(
            f"Illegal ISA memory access dimension {len(used)}, which must be in range of [1, {layout.slots}]D tensor "
            "for ISA mem pattern"
        )
    for step, num in used:
        if not MIN_STEP <= step <= MAX_STEP:
            raise DescriptorError(f"the step of [{step}, {num}] is outside [{MIN_STEP}, {MAX_STEP}]")
        if not 1 <= num <= MAX_NUM:
            raise DescriptorError(f"the count of [{step}, {num}] is outside [1, {MAX_NUM}]")
    if order is SlotOrder.INNERMOST_FIRST:
        used.reverse()
    return (*used, *[SPARE] * (layout.slots - len(used)))


def decode(layout: Layout, data: bytes) -> Descriptor:
    """Take the bytes of a descriptor apart. Raises DescriptorError for another number of bytes."""
    check_size(layout, data)
    slots = [
        (
            int.from_bytes(data[step_at : step_at + 2], "little", signed=True),
            int.from_bytes(data[num_at : num_at + 2], "little"),
        )
        for step_at, num_at in zip(layout.steps_at, layout.nums_at, strict=True)
    ]
    return Descriptor(layout, int.from_bytes(data[0:4], "little"), tuple(slots))


def check_slots(descriptor: Descriptor) -> tuple[str, ...]:
    """Everything that a validator holds against the slots of a descriptor."""
    return tuple([f"the count of slot {slot} is 0" for slot, (_, num) in enumerate(descriptor.slots) if num == 0])


def field_offsets(layout: Layout) -> tuple[int, ...]:
    """Where the fields of a descriptor start, in the order of its bytes."""
    return (0, *layout.steps_at, *layout.nums_at)


def hex_text(data: bytes, offsets: Sequence[int]) -> str:
    """Bytes as hexadecimal digits in the order of memory, a blank before each field but the first."""
    ends = (*offsets[1:], len(data))
    return " ".join([data[start:end].hex() for start, end in zip(offsets, ends, strict=True)])
