"""`#neuron.memory`, the memory space of a memref, and what follows from it: tile or tensor, partitions, free extent.

Public sources: AWS Neuron documentation (SBUF and PSUM have 128 partitions, HBM has none; the input and output
tensors of a kernel live in shared HBM), nki-library (block tensors name the dimension that lies across partitions).
"""

from enum import StrEnum
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntAttr, MemRefType, NoneAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException

from .attribute_format import FALSE, ZERO, Field, FlagField, IntegerField, KeyedAttribute, WordField


class Space(StrEnum):
    """The memories of a NeuronCore."""

    HBM = "hbm"
    SBUF = "sbuf"
    PSUM = "psum"


@irdl_attr_definition
class MemoryAttr(KeyedAttribute):
    """
    The memory that a memref lies in.

    `shared` marks HBM that all logical cores see (where the inputs and outputs of a user's kernel live);
    `partition_dim` says which dimension of an on-chip memref lies across the partitions (block tensors).

    ```mlir
    memref<1x8192x4096xbf16, #neuron.memory<hbm>>
    memref<16xf32, #neuron.memory<hbm, shared>>
    memref<8x128x512xbf16, #neuron.memory<sbuf, partition_dim = 1>>
    ```
    """

    name = "neuron.memory"

    space: StringAttr
    shared: BoolAttr
    partition_dim: IntAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (
        WordField("space", positional=True, words=Space),
        FlagField("shared", FALSE),
        IntegerField("partition_dim", ZERO),
    )

    def __init__(self, space: "Space | str", *, shared: bool = False, partition_dim: int = 0):
        super().__init__(StringAttr(Space(space).value), BoolAttr.from_bool(shared), IntAttr(partition_dim))

    def verify(self) -> None:
        if self.is_shared and self.space.data != Space.HBM:
            raise VerifyException(f"only hbm can be shared, not {self.space.data}")
        if self.partition_dim.data < 0:
            raise VerifyException(f"partition_dim is {self.partition_dim.data}, it cannot be negative")
        if self.partition_dim.data and self.space.data == Space.HBM:
            raise VerifyException(f"hbm has no partitions, partition_dim = {self.partition_dim.data} means nothing")

    @property
    def is_shared(self) -> bool:
        """Whether the memory is HBM shared between logical cores."""
        return bool(self.shared.value.data)

    @property
    def is_on_chip(self) -> bool:
        """Whether the memory is SBUF or PSUM, which have partitions."""
        return self.space.data != Space.HBM


def memory_of(type: Attribute) -> MemoryAttr | None:
    """The memory of a memref; None for another type or a memref without one of our memory spaces."""
    if not isinstance(type, MemRefType):
        return None
    return type.memory_space if isinstance(type.memory_space, MemoryAttr) else None


def is_tile(type: Attribute) -> bool:
    """Whether a memref is a tile, that is, lies in SBUF or PSUM."""
    memory = memory_of(type)
    return memory is not None and memory.is_on_chip


def is_tensor(type: Attribute) -> bool:
    """Whether a memref is a tensor, that is, lies in HBM."""
    memory = memory_of(type)
    return memory is not None and not memory.is_on_chip


LARGEST = 2**63 - 1
"""Elements are counted and indexed by integers of 64 bits; what is larger has no address, on any target."""


def check_memref(type: "MemRefType[Attribute]") -> str | None:
    """What keeps a memref from being an operand of ours, None when nothing does.

    Dimensions are static and positive, 64 bits count the elements, the layout is the default row-major one, the memory
    is one of ours, and the partition dimension exists.
    """
    shape = type.get_shape()
    if not type.has_static_shape():
        dynamic = [str(index) for index, size in enumerate(shape) if size < 0]
        return (
            f"has dynamic dimension{'s' if len(dynamic) > 1 else ''} {', '.join(dynamic)}; "
            "Neuron kernels are compiled for static shapes"
        )
    for index, size in enumerate(shape):
        if size == 0:
            return f"has no elements: dimension {index} is 0"
    elements = 1
    for index, size in enumerate(shape):
        elements *= size
        if elements > LARGEST:
            return f"has more elements than 64 bits count, up to dimension {index} of {size}"
    if not isinstance(type.layout, NoneAttr):
        return "has a layout map; write a strided view as an access beside the operand, the memref itself is row-major"
    memory = type.memory_space
    if isinstance(memory, NoneAttr):
        return "has no memory space; it needs #neuron.memory<hbm>, <sbuf> or <psum>"
    if not isinstance(memory, MemoryAttr):
        return f"has memory space {memory}, expected #neuron.memory<hbm>, <sbuf> or <psum>"
    if memory.is_on_chip:
        if not shape:
            return f"has rank 0, a {memory.space.data} memref needs a partition dimension"
        if memory.partition_dim.data >= len(shape):
            return f"has partition_dim = {memory.partition_dim.data}, but rank {len(shape)}"
    return None


def device_shape(type: "MemRefType[Attribute]") -> tuple[int, ...]:
    """The shape with the partition dimension moved to the front; the plain shape in HBM."""
    shape = type.get_shape()
    memory = memory_of(type)
    if memory is None or not memory.is_on_chip:
        return shape
    partition_dim = memory.partition_dim.data
    return (shape[partition_dim], *shape[:partition_dim], *shape[partition_dim + 1 :])


def free_extent(type: "MemRefType[Attribute]") -> int:
    """Elements of one partition of an on-chip memref; all elements in HBM."""
    shape = device_shape(type)
    return prod(shape[1:]) if is_tile(type) else prod(shape)


def hbm(*shape: int, dtype: Attribute, shared: bool = False) -> "MemRefType[Attribute]":
    """The type of a tensor in HBM: `hbm(1, 8192, 4096, dtype=bf16)`."""
    return MemRefType(dtype, shape, NoneAttr(), MemoryAttr(Space.HBM, shared=shared))


def sbuf(*shape: int, dtype: Attribute, partition_dim: int = 0) -> "MemRefType[Attribute]":
    """The type of a tile in SBUF: `sbuf(128, 512, dtype=bf16)`."""
    return MemRefType(dtype, shape, NoneAttr(), MemoryAttr(Space.SBUF, partition_dim=partition_dim))


def psum(*shape: int, dtype: Attribute, partition_dim: int = 0) -> "MemRefType[Attribute]":
    """The type of a tile in PSUM: `psum(128, 512, dtype=f32)`."""
    return MemRefType(dtype, shape, NoneAttr(), MemoryAttr(Space.PSUM, partition_dim=partition_dim))
