"""MXMEM_PATTERN1D: the descriptor of a microscaling (MX) operand, its data and its scales in one; from v4 on.

The data of a partition is one contiguous run, forwards or backwards, of packed elements (four to a container). The
scales lie in SBUF; their start word has the partition rounded down to the quadrant of 32, the rest of the partition's
number stands in a byte of its own. Source: reverse-engineering notes on neuronx_cc 2.24; AWS Neuron documentation
(layout of the scales).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .error import DescriptorError
from .layouts import MAX_NUM, MICROSCALING, MICROSCALING_INDIRECT, MICROSCALING_SIZE, MICROSCALING_STATIC
from .start_word import INDIRECT_BIT, REGISTER_BIT, address_of, static_word

if TYPE_CHECKING:
    from ..dtypes import Dtype
    from .layouts import MicroscalingLayout

QUADRANT = 32
QUADRANT_ADDRESS_MASK = 0xFF800000
"""What is left of a partition's address in SBUF when it is rounded down to its quadrant."""
MAX_SCALE_PARTITION = 0x0F
FORWARDS, BACKWARDS = 0x01, 0xFF

NOT_PACKED = "MX dtype must be packed with 4 elements into 1"
SCALE_NOT_IN_SBUF = "MX Scale Tensor can only be in SB"


class MicroscalingDescriptor(NamedTuple):
    """
    The fields of the descriptor of an MX operand.

    `extent` counts elements a partition, four to a container; `step` is 1 or -1; `scale_partition` is counted inside
    the quadrant. `index_word` is there when the start is read from memory.
    """

    data_word: int
    scale_word: int
    extent: int
    step_sign: int
    scale_partition: int
    index_word: int | None = None

    @property
    def layout(self) -> MicroscalingLayout:
        """Where the fields stand."""
        return MICROSCALING_STATIC if self.index_word is None else MICROSCALING_INDIRECT

    @property
    def step(self) -> int:
        """The step of the data, in containers: 1 or -1, 0 for a byte that means neither."""
        return {FORWARDS: 1, BACKWARDS: -1}.get(self.step_sign, 0)


def microscaling_descriptor(
    dtype: Dtype,
    containers: int,
    step: int,
    data_word: int,
    scale_space: str,
    scale_partition: int,
    scale_byte: int,
) -> MicroscalingDescriptor:
    """
    The descriptor of `containers` containers of a packed type, one after the other (`step` 1) or backwards (-1).

    The scales start at a byte of a partition of `scale_space`. Raises DescriptorError for a type that is not packed,
    scales outside SBUF, a step that is neither, scales at an impossible partition, more elements than the field holds.
    """
    if not dtype.is_packed:
        raise DescriptorError(NOT_PACKED, (f"{dtype.name} is not a packed type",))
    if scale_space != "sbuf":
        raise DescriptorError(SCALE_NOT_IN_SBUF, (f"it lies in {scale_space}",))
    if step not in (1, -1):
        raise DescriptorError(f"the step of a microscaling operand is 1 or -1, not {step}")
    address = (address_of("sbuf", scale_partition, 0) & QUADRANT_ADDRESS_MASK) + scale_byte
    descriptor = MicroscalingDescriptor(
        data_word,
        static_word(address),
        containers * dtype.elements_per_container,
        FORWARDS if step == 1 else BACKWARDS,
        scale_partition % QUADRANT,
    )
    problems = check_microscaling(descriptor)
    if problems:
        raise DescriptorError(problems[0], problems[1:])
    return descriptor


def check_microscaling(descriptor: MicroscalingDescriptor) -> tuple[str, ...]:
    """Everything that a validator holds against the fields of an MX descriptor, start words apart."""
    problems: list[str] = []
    if not 1 <= descriptor.extent <= MAX_NUM:
        problems.append(f"{descriptor.extent} elements a partition are outside [1, {MAX_NUM}]")
    if not descriptor.step:
        problems.append(
            f"the sign of the step is {descriptor.step_sign:#04x}, it is {FORWARDS:#04x} or {BACKWARDS:#04x}"
        )
    partition = descriptor.scale_partition
    if partition % 4 or partition > MAX_SCALE_PARTITION:
        problems.append(f"the scales start at partition {partition} of their quadrant, it must be 0, 4, 8 or 12")
    if descriptor.index_word is not None and descriptor.data_word >> 29:
        problems.append("the second start word of an indirect descriptor has one of its top 3 bits set")
    return tuple(problems)


def encode_microscaling(descriptor: MicroscalingDescriptor) -> bytes:
    """The sixteen bytes of an MX descriptor whose fields fit."""
    layout = descriptor.layout
    data = bytearray(MICROSCALING_SIZE)
    words = ((layout.data_at, descriptor.data_word), (layout.scale_at, descriptor.scale_word))
    for at, word in words:
        data[at : at + 4] = word.to_bytes(4, "little")
    if layout.index_at is not None and descriptor.index_word is not None:
        data[layout.index_at : layout.index_at + 4] = descriptor.index_word.to_bytes(4, "little")
    data[layout.extent_at : layout.extent_at + 2] = descriptor.extent.to_bytes(2, "little")
    data[layout.step_sign_at] = descriptor.step_sign
    data[layout.scale_partition_at] = descriptor.scale_partition
    return bytes(data)


def decode_microscaling(data: bytes) -> MicroscalingDescriptor:
    """Take the bytes of an MX descriptor apart; its first word says whether it is the indirect form.

    Raises DescriptorError for another number of bytes.
    """
    if len(data) != MICROSCALING_SIZE:
        raise DescriptorError(f"{MICROSCALING} has {MICROSCALING_SIZE} bytes, not {len(data)}")

    def word(at: int) -> int:
        return int.from_bytes(data[at : at + 4], "little")

    first = word(0)
    is_indirect = bool(first & INDIRECT_BIT) and not first & REGISTER_BIT
    layout = MICROSCALING_INDIRECT if is_indirect else MICROSCALING_STATIC
    return MicroscalingDescriptor(
        word(layout.data_at),
        word(layout.scale_at),
        int.from_bytes(data[layout.extent_at : layout.extent_at + 2], "little"),
        data[layout.step_sign_at],
        data[layout.scale_partition_at],
        first if is_indirect else None,
    )


def microscaling_offsets(layout: MicroscalingLayout) -> tuple[int, ...]:
    """Where the fields start, in the order of the bytes; the last is what is left over, where something is."""
    words = (0x0, 0x4) if layout.index_at is None else (0x0, 0x4, 0x8)
    rest = (0xC,) if layout.index_at is None else ()
    return (*words, layout.extent_at, layout.step_sign_at, layout.scale_partition_at, *rest)
