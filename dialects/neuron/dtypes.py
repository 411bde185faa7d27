"""The twenty BIR element types and the MLIR types that stand for them.

Names, ordinals and widths: reverse-engineering notes on neuronx_cc 2.24 (enum `Dtype`); the names also appear in
leanprover/KLR and the AWS Neuron documentation. The packed `_x4` types are four narrow floats in one container and
are written as a vector of four, which is how `memref` can hold them.
"""

from dataclasses import dataclass

from xdsl.dialects.builtin import (
    Float4E2M1FNType,
    Float8E3M4Type,
    Float8E4M3FNType,
    Float8E4M3Type,
    Float8E5M2Type,
    Float8E8M0FNUType,
    IntegerType,
    Signedness,
    VectorType,
    bf16,
    f16,
    f32,
    i8,
    i16,
    i32,
    i64,
    tf32,
)
from xdsl.ir import Attribute


@dataclass(frozen=True)
class Dtype:
    """One BIR element type: its name on the wire, its ordinal in memory, and the bytes of one element."""

    name: str
    ordinal: int
    size_in_bytes: int
    type: Attribute
    elements_per_container: int = 1

    @property
    def is_packed(self) -> bool:
        """Whether one container holds four elements (the `_x4` types)."""
        return self.elements_per_container > 1

    @property
    def is_float8(self) -> bool:
        """Whether elements are one-byte floats, packed or not (the exponent-only scale type is not one)."""
        return self.name.startswith("float8") and self.name != "float8_e8m0fnu"


def _unsigned(width: int) -> IntegerType:
    return IntegerType(width, Signedness.UNSIGNED)


DTYPES: tuple[Dtype, ...] = (
    Dtype("uint8", 0, 1, _unsigned(8)),
    Dtype("int8", 1, 1, i8),
    Dtype("float4_e2m1fn_x4", 2, 2, VectorType(Float4E2M1FNType(), [4]), 4),
    Dtype("float8e3", 3, 1, Float8E3M4Type()),
    Dtype("float8e4", 4, 1, Float8E4M3Type()),
    Dtype("float8_e4m3fn", 5, 1, Float8E4M3FNType()),
    Dtype("float8_e8m0fnu", 6, 1, Float8E8M0FNUType()),
    Dtype("float8e5", 7, 1, Float8E5M2Type()),
    Dtype("float8_e4m3fn_x4", 8, 4, VectorType(Float8E4M3FNType(), [4]), 4),
    Dtype("float8_e5m2_x4", 9, 4, VectorType(Float8E5M2Type(), [4]), 4),
    Dtype("uint16", 10, 2, _unsigned(16)),
    Dtype("int16", 11, 2, i16),
    Dtype("bfloat16", 12, 2, bf16),
    Dtype("float16", 13, 2, f16),
    Dtype("uint32", 14, 4, _unsigned(32)),
    Dtype("int32", 15, 4, i32),
    Dtype("float32", 16, 4, f32),
    Dtype("float32r", 17, 4, tf32),
    Dtype("uint64", 18, 8, _unsigned(64)),
    Dtype("int64", 19, 8, i64),
)
"""All element types in the order of their ordinals."""

BY_NAME: dict[str, Dtype] = {dtype.name: dtype for dtype in DTYPES}
_BY_TYPE: dict[Attribute, Dtype] = {dtype.type: dtype for dtype in DTYPES}
# A signed integer type says the same as a signless one here.
_BY_TYPE.update({IntegerType(width, Signedness.SIGNED): BY_NAME[f"int{width}"] for width in (8, 16, 32, 64)})


def dtype_of(element_type: Attribute) -> Dtype | None:
    """The BIR element type of an MLIR type, None when BIR has no such type."""
    return _BY_TYPE.get(element_type)
