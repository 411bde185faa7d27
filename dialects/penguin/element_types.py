"""Classes of element types that the operands of macros may have."""

FLOATS = frozenset({"float32", "float32r", "bfloat16", "float16"})
FLOAT8 = frozenset({"float8e3", "float8e4", "float8_e4m3fn", "float8e5"})
PACKED = frozenset({"float4_e2m1fn_x4", "float8_e4m3fn_x4", "float8_e5m2_x4"})

CLASSES: dict[str, frozenset[str]] = {
    "a float": FLOATS,
    "float32": frozenset({"float32"}),
    "a float or a quantised type": FLOATS | FLOAT8 | frozenset({"int8"}),
    "a quantised type": FLOAT8 | frozenset({"int8"}),
    "a weight type": FLOATS | FLOAT8 | PACKED | frozenset({"int8", "uint8"}),
    "an integer": frozenset({"int32", "uint32"}),
    "an integer or float32": frozenset({"int32", "uint32", "float32"}),
    "a mask type": FLOATS | frozenset({"int8", "uint8", "int32", "uint32"}),
    "a matmul type": FLOATS | FLOAT8 | frozenset({"uint8"}),
    "a packed type": PACKED,
    "a scale type": frozenset({"float32", "uint8", "float8_e8m0fnu"}),
    "any type": frozenset(
        FLOATS
        | FLOAT8
        | PACKED
        | {"uint8", "int8", "float8_e8m0fnu", "uint16", "int16", "uint32", "int32", "uint64", "int64"}
    ),
}
"""What a class is called in a message, and the Backend IR element types in it."""


def matches(dtype: str, wanted: str) -> bool:
    """Whether a Backend IR element type belongs to a class. Raises KeyError for an unknown class."""
    return dtype in CLASSES[wanted]
