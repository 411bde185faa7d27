"""The memref types of storage, from the keys of sets and locations, and back."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute

from ...dialects.neuron.dtypes import BY_NAME, Dtype
from ...dialects.neuron.errors import did_you_mean
from ...dialects.neuron.memory import MemoryAttr, check_memref, device_shape, is_tile
from .expressions import integer_of, json_type
from .problems import BirJsonProblem
from .values import word_of

MemRef = MemRefType[Attribute]

SPACES: Mapping[str, str] = {"SB": "sbuf", "PSUM": "psum"}
"""The memory types that lie on chip; all others are taken to be in HBM."""
ON_CHIP_CLASSES: Mapping[str, str] = {"NeuronSBTensor": "sbuf", "NeuronPSUMTensor": "psum"}
"""The tensor classes that say where a set lies that has no locations."""
MEMORY_TYPES: Mapping[str, str] = {"hbm": "DRAM", "sbuf": "SB", "psum": "PSUM"}
"""The memory type of a location, by the space of its memref."""
ARCHITECTURES: Mapping[str, str] = {"inf1": "inferentia", "trn1": "sunda", "trn2": "gen3", "trn3": "core_v4"}
"""How documents call the generations of `#neuron.target`."""


def dtype_named(value: Any, *path: str | int) -> Dtype:
    """An element type by its name. Raises BirJsonProblem."""
    dtype = BY_NAME.get(value) if isinstance(value, str) else None
    if dtype is None:
        hint = did_you_mean(value, BY_NAME) if isinstance(value, str) else ""
        raise BirJsonProblem(
            f"Unknown dtype {value if isinstance(value, str) else json_type(value)} (BIR023){hint}", *path
        )
    return dtype


def shape_of(value: Any, *path: str | int) -> list[int]:
    """A list of integers. Raises BirJsonProblem."""
    if not isinstance(value, list):
        raise BirJsonProblem(f"expected an array of integers, found {json_type(value)}", *path)
    return [integer_of(size, *path, index) for index, size in enumerate(cast("list[Any]", value))]


def location_space(record: Mapping[str, Any], tensor_set: Mapping[str, Any]) -> str:
    """The memory space of a location; by the class of its set where it does not say."""
    given = record.get("type")
    if given is None:
        return ON_CHIP_CLASSES.get(str(tensor_set.get("tensor_class")), "hbm")
    try:
        return SPACES.get(word_of(given, "MemoryType"), "hbm")
    except BirJsonProblem as problem:
        raise problem.within("type") from None


def storage_type(tensor_set: Mapping[str, Any], space: str) -> MemRef:
    """The type of a set, or of a location of it, in a memory space. Raises BirJsonProblem."""
    if "tensor_shape" not in tensor_set:
        raise BirJsonProblem("Json field with name 'tensor_shape' not found")
    shape = shape_of(tensor_set["tensor_shape"], "tensor_shape")
    # A set of bytes, where nothing says what they are.
    name = tensor_set.get("dtype")
    dtype = BY_NAME["uint8"] if name is None else dtype_named(name, "dtype")
    memory = MemoryAttr(space, shared=tensor_set.get("addr_space") == "Shared") if space == "hbm" else None
    if memory is None:
        given = tensor_set.get("partition_dim")
        partition_dim = 0 if given is None else integer_of(given, "partition_dim")
        if not 0 <= partition_dim < len(shape):
            raise BirJsonProblem(
                f"is {partition_dim}, the tensor has {len(shape)} dimensions"
                if shape
                else f"a tensor in {space} needs a dimension across the partitions",
                "partition_dim" if shape else "tensor_shape",
            )
        memory = MemoryAttr(space, partition_dim=partition_dim)
    if any(size < 0 or size >= 1 << 63 for size in shape):
        raise BirJsonProblem(f"{shape} has a size that no tensor has", "tensor_shape")
    type = MemRefType(dtype.type, shape, NoneAttr(), memory)
    wrong = check_memref(type)
    if wrong is not None:
        raise BirJsonProblem(f"the tensor {wrong}", "tensor_shape")
    return type


def partition_extent(type: MemRef, stored: Dtype, viewed: Dtype) -> int | None:
    """Elements of `viewed` in one partition; None in HBM and where they do not fit."""
    if not is_tile(type):
        return None
    quotient, remainder = divmod(prod(device_shape(type)[1:]) * stored.size_in_bytes, viewed.size_in_bytes)
    return None if remainder else quotient
