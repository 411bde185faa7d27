"""The tags that stand for element types in instructions, and what follows from a tag.

A tag is not the ordinal of a Backend IR type: narrow floats share tags by their format, and packed types go by the
container where a generation has no type of their own. Source: reverse-engineering notes on neuronx_cc 2.24.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .error import DescriptorError

if TYPE_CHECKING:
    from ..dtypes import Dtype
    from ..target import Limits


class WireType(NamedTuple):
    """A tag, the Backend IR types that it stands for, and what a start address is a multiple of, in bytes."""

    tag: int
    dtypes: tuple[str, ...]
    alignment: int


WIRE_TYPES: dict[int, WireType] = {
    row.tag: row
    for row in (
        WireType(1, ("uint64",), 8),
        WireType(2, ("int8",), 1),
        WireType(3, ("uint8", "float8_e8m0fnu"), 1),
        WireType(4, ("int16",), 2),
        WireType(5, ("uint16",), 2),
        WireType(6, ("bfloat16",), 2),
        WireType(7, ("float16",), 2),
        WireType(8, ("int32",), 4),
        WireType(9, ("uint32",), 4),
        WireType(10, ("float32",), 4),
        WireType(11, ("float32r",), 4),
        WireType(12, ("int64",), 8),
        WireType(13, ("float8e3",), 1),
        WireType(14, ("float8e4", "float8_e4m3fn", "float8_e4m3fn_x4"), 1),
        WireType(15, ("float8e5", "float8_e5m2_x4"), 1),
        WireType(16, ("float4_e2m1fn_x4",), 1),
    )
}
"""The tags. Tag 16 exists from v4 on; before, packed 4-bit floats go as the uint16 that holds four of them."""

_TAG_OF: dict[str, int] = {dtype: row.tag for row in WIRE_TYPES.values() for dtype in row.dtypes}
FLOAT4_X4 = "float4_e2m1fn_x4"

PSUM_WRITE_TAGS = (8, 9, 10, 11)
"""What can be written to PSUM: the four-byte types."""
PSUM_MATMUL_TAGS_V4 = (4, 5, 6, 7)
"""What a matmul of v4 can write to PSUM besides: the two-byte types."""


def wire_type(dtype: Dtype, limits: Limits, *, by_pe: bool = False) -> WireType:
    """
    The tag of an element type on a target, for an operand of the PE array when `by_pe`.

    Raises DescriptorError for a packed type that the PE array of v3 reads.
    """
    if limits.has_microscaling or not dtype.is_packed:
        return WIRE_TYPES[_TAG_OF[dtype.name]]
    if by_pe and limits.has_double_row:
        raise DescriptorError(
            f"{dtype.name} is no type of a matmul on {limits.name}", ("packed types are multiplied from trn3 on",)
        )
    return WIRE_TYPES[_TAG_OF["uint16" if dtype.name == FLOAT4_X4 else dtype.name]]


def psum_write_tags(limits: Limits, *, by_matmul: bool) -> tuple[int, ...]:
    """The tags that an instruction can write to PSUM."""
    return (*PSUM_MATMUL_TAGS_V4, *PSUM_WRITE_TAGS) if by_matmul and limits.has_microscaling else PSUM_WRITE_TAGS
