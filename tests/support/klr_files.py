"""Writing KLR files as leanprover/KLR does: values of inductive types as tags, proofs counted and left out."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from neuron_opt.passes.translate_nki_klir.klr_schema import RECORDS, UNIONS


class Tagged:
    """A value of an inductive type: type, constructor, the number of fields that the head counts, the fields."""

    def __init__(self, type: int, constructor: int, fields: Sequence[Any], counted: int | None = None):
        self.type, self.constructor, self.fields = type, constructor, list(fields)
        self.counted = len(self.fields) if counted is None else counted


class Maybe:
    """An optional value."""

    def __init__(self, value: Any = None):
        self.value = value


def _head(major: int, argument: int) -> bytes:
    if argument < 24:
        return bytes((major << 5 | argument,))
    for short, length in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if argument < 1 << 8 * length:
            return bytes((major << 5 | short,)) + argument.to_bytes(length)
    raise ValueError(argument)


def encode(value: Any) -> bytes:
    """A value as KLR writes it."""
    if isinstance(value, Maybe):
        return encode(Tagged(255, 0, []) if value.value is None else Tagged(255, 1, [value.value]))
    if isinstance(value, Tagged):
        head = bytes((0xD9, value.type, value.constructor)) + _head(4, value.counted)
        return head + b"".join(encode(field) for field in value.fields)
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, float):
        return b"\xfa" + struct.pack(">f", value)
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    return _head(4, len(value)) + b"".join(encode(each) for each in value)


PROOFS = {"TensorName": 2, "Slice": 1, "AccessBasic": 1}


def record(name: str, /, **fields: Any) -> Tagged:
    """A structure with these fields."""
    declared = RECORDS[name]
    assert set(fields) == set(declared.fields), set(fields) ^ set(declared.fields)
    values = [fields[field] for field in declared.fields]
    return Tagged(declared.tag, 0, values, len(values) + PROOFS.get(name, 0))


def union(type: str, constructor: str, /, *fields: Any) -> Tagged:
    """A constructor of an inductive type."""
    return Tagged(UNIONS[type].tag, UNIONS[type].constructors.index(constructor), fields)


def tensor(
    name: str, *shape: int, memory: str = "hbm", dtype: str = "float32", at: tuple[int, int] | None = None
) -> Tagged:
    """A tensor; `at` is its partition and byte in the partition."""
    size = {"float32": 4, "bfloat16": 2, "float8_e4m3": 1}[dtype]
    free = 1
    for extent in shape[1:]:
        free *= extent
    address = record(
        "Address",
        name=f"{name}_address",
        memory=union("Memory", memory),
        parSize=shape[0],
        freeSize=free * size,
        parOffset=Maybe(None if at is None else at[0]),
        freeOffset=Maybe(None if at is None else at[1]),
        isShared=False,
    )
    return record(
        "TensorName",
        name=name,
        dtype=union("Dtype", dtype),
        shape=record("Shape", parDim=shape[0], freeDims=list(shape[1:])),
        address=address,
        freeElements=free,
        addressRotation=False,
    )


def whole(tensor: Tagged) -> Tagged:
    """The access to all of a tensor."""
    return union("TensorRef", "abstract", union("Access", "simple", tensor))


def basic(tensor: Tagged, *indices: int | tuple[int, int, int]) -> Tagged:
    """The access by an index or a slice in each dimension."""
    spans = [
        union("Index", "coord", index)
        if isinstance(index, int)
        else union("Index", "slice", record("Slice", l=index[0], u=index[1], step=index[2]))
        for index in indices
    ]
    return union("TensorRef", "abstract", union("Access", "basic", record("AccessBasic", tensor=tensor, indexes=spans)))


def bir_pattern(tensor: Tagged, offset: int, *pairs: tuple[int, int], **changes: Any) -> Tagged:
    """The access by an offset and pairs of step and count."""
    fields: dict[str, Any] = {
        "tensor": tensor,
        "offset": offset,
        "pattern": [record("APPair", step=step, num=num, offset=0) for step, num in pairs],
        "scalarOffset": Maybe(),
        "vectorOffset": Maybe(),
        "indirectDim": 0,
        "dtypeOverride": Maybe(),
    }
    return union(
        "TensorRef", "abstract", union("Access", "birPattern", record("BirAccessPattern", **{**fields, **changes}))
    )


def statement(operator: str, fields: Tagged, name: str | None = None) -> Tagged:
    """An operator as a statement of a block."""
    position = Tagged(100, 0, [1, 0, Maybe(), Maybe(), Maybe()])
    return union("Stmt", "oper", union("Operator", operator, fields), Maybe(name), position)


def block(label: str, *statements: Tagged, no_reorder: bool = False) -> Tagged:
    """A block."""
    return record("Block", label=label, noReorder=no_reorder, body=list(statements))


def lnc_kernel(
    name: str,
    inputs: Sequence[Tagged],
    outputs: Sequence[Tagged],
    *bodies: Sequence[Tagged],
    constants: Sequence[tuple[str, str]] = (),
    shared_buffers: Sequence[Tagged] = (),
    edges: Sequence[tuple[str, Sequence[str]]] = (),
) -> Tagged:
    """A kernel with one body for each core."""
    return record(
        "LncKernel",
        name=name,
        inputs=list(inputs),
        outputs=list(outputs),
        bodies=[list(body) for body in bodies],
        sharedConstants=[record("SharedConstantFile", name=each, fileName=file) for each, file in constants],
        sharedBuffers=list(shared_buffers),
        edges=[Tagged(107, 0, [source, list(targets)]) for source, targets in edges],
    )


def klr_file(
    contents: Tagged, *, version: Sequence[int] = (0, 0, 12), constructor: int = 3, metadata: Tagged | None = None
) -> bytes:
    """A file: version, metadata, contents."""
    meta = Tagged(0xEB, 0, ["NKI"]) if metadata is None else metadata
    return encode(Tagged(0xD9, 0xF7, version)) + encode(meta) + encode(Tagged(0xEC, constructor, [contents]))
