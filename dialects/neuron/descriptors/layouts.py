"""Where the fields of a descriptor stand.

All numbers are little-endian. A descriptor starts with the start word (`start_word.py`), then come the steps of its
slots as signed, and the counts as unsigned 16-bit numbers, both in elements. How many slots there are is not written
down: it follows from the instruction and the operand. A result's descriptor is called MEM_PATTERN, a source's TENSOR;
the bytes are the same. Source: reverse-engineering notes on neuronx_cc 2.24 (encoders of NeuronCore v2, v3 and v4).
"""

from __future__ import annotations

from typing import NamedTuple

from .error import DescriptorError


class Layout(NamedTuple):
    """One type of descriptor: its size in bytes, and the byte at which each slot's step and count stand."""

    name: str
    slots: int
    size: int
    steps_at: tuple[int, ...]
    nums_at: tuple[int, ...]


LAYOUTS: dict[str, Layout] = {
    layout.name: layout
    for layout in (
        Layout("TENSOR1D", 1, 8, (0x4,), (0x6,)),
        Layout("TENSOR2D", 2, 12, (0x4, 0x6), (0x8, 0xA)),
        Layout("TENSOR3D", 3, 16, (0x4, 0x6, 0x8), (0xA, 0xC, 0xE)),
        Layout("TENSOR4D", 4, 20, (0x4, 0x6, 0x8, 0xA), (0xC, 0xE, 0x10, 0x12)),
        Layout("MEM_PATTERN2D", 2, 12, (0x4, 0x6), (0x8, 0xA)),
        Layout("MEM_PATTERN3D", 3, 16, (0x4, 0x6, 0x8), (0xA, 0xC, 0xE)),
        Layout("MEM_PATTERN4D", 4, 20, (0x4, 0x6, 0x8, 0xA), (0xC, 0xE, 0x10, 0x12)),
    )
}
"""The types of descriptors by name."""

MIN_STEP, MAX_STEP = -(1 << 15), (1 << 15) - 1
MAX_NUM = (1 << 16) - 1


class MicroscalingLayout(NamedTuple):
    """Where the fields of the descriptor of a microscaling (MX) operand stand; `index_at` where there is an index."""

    data_at: int
    scale_at: int
    extent_at: int
    step_sign_at: int
    scale_partition_at: int
    index_at: int | None = None


MICROSCALING = "MXMEM_PATTERN1D"
MICROSCALING_SIZE = 16
MICROSCALING_STATIC = MicroscalingLayout(0x0, 0x4, 0x8, 0xA, 0xB)
"""Twelve bytes; the rest of the sixteen is zero."""
MICROSCALING_INDIRECT = MicroscalingLayout(0x4, 0x8, 0xC, 0xE, 0xF, index_at=0x0)
"""Three start words first. Where the sign of the step stands is inferred: between the count and the scales' partition,
as in the static form."""


def layout_for(rank: int, *, writes: bool, has_mem_pattern4d: bool = True) -> Layout:
    """
    The descriptor with `rank` slots of a source, or of a result when `writes`.

    A one-slot result and, on v4, a four-slot one have no MEM_PATTERN of their own and are TENSORs. Raises
    DescriptorError for a rank outside 1 to 4.
    """
    if not 1 <= rank <= 4:
        raise DescriptorError(f"a descriptor has 1 to 4 slots, not {rank}")
    is_pattern = writes and rank > 1 and (rank < 4 or has_mem_pattern4d)
    return LAYOUTS[f"{'MEM_PATTERN' if is_pattern else 'TENSOR'}{rank}D"]


def check_size(layout: Layout, data: bytes) -> None:
    """Raises DescriptorError unless `data` has the size of that type of descriptor."""
    if len(data) != layout.size:
        raise DescriptorError(
            f"ISA mem pattern {layout.slots}D must have {layout.size} bytes to encode",
            (f"{layout.name} was given {len(data)} byte{'' if len(data) == 1 else 's'}",),
        )
