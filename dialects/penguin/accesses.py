"""The four ways in which a macro accesses an operand.

Reverse-engineering notes on neuronx_cc 2.24: `Union[FullTensorAccess, NDimSubTensorAccess, TileAccess, OpaqueAccess]`
is what Penguin's code generator dispatches on.
"""

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import AffineMapAttr, IntAttr, MemRefType, NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException

from ..neuron.attribute_format import (
    NONE,
    AffineField,
    Field,
    IntegerField,
    KeyedAttribute,
    ShapeAttr,
    ShapeField,
    format_shape,
)
from ..neuron.op_format import Accessed

DIMENSION_MISMATCH = "BIR requires access shape and symbolic ap dim matching for access: "
"""The assertion of neuronx_cc 2.24's sub-tensor and tile builders."""


def _check_extents(name: str, extents: Sequence[int]) -> None:
    for index, extent in enumerate(extents):
        if extent <= 0:
            raise VerifyException(f"{name} {format_shape(extents)} is not positive in dimension {index}")


@irdl_attr_definition
class FullTensorAccess(KeyedAttribute):
    """
    The whole operand: a tensor in HBM, or the tile that covers an on-chip memref. The default, and not printed.

    ```mlir
    #penguin.full
    ```
    """

    name = "penguin.full"

    FIELDS: ClassVar[tuple[Field, ...]] = ()


@irdl_attr_definition
class SubTensorAccess(KeyedAttribute):
    """
    A strided rectangle of the operand (NDimSubTensorAccess): one offset, size and stride a dimension, in elements.

    Beside an operand it is written `%w[0, 8][16, 8][1, 1]`; with a `start`, an affine expression over the operation's
    index operands that is added to the linear element index, `%w sub_tensor<offsets = ..., start = ...>`.

    ```mlir
    #penguin.sub_tensor<offsets = [0, 8], sizes = [16, 8], strides = [1, 1]>
    #penguin.sub_tensor<offsets = [0, 0], sizes = [1, 8], strides = [1, 1], start = affine_map<(d0) -> (d0 * 8)>>
    ```
    """

    name = "penguin.sub_tensor"

    offsets: ShapeAttr
    sizes: ShapeAttr
    strides: ShapeAttr
    start: AffineMapAttr | NoneAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (
        ShapeField("offsets"),
        ShapeField("sizes"),
        ShapeField("strides"),
        AffineField("start", NONE),
    )

    def __init__(
        self,
        offsets: Sequence[int],
        sizes: Sequence[int],
        strides: Sequence[int] | None = None,
        start: AffineMap | None = None,
    ):
        super().__init__(
            ShapeAttr(tuple(offsets)),
            ShapeAttr(tuple(sizes)),
            ShapeAttr((1,) * len(sizes) if strides is None else tuple(strides)),
            NONE if start is None else AffineMapAttr(start),
        )

    def verify(self) -> None:
        ranks = {len(self.offsets.data), len(self.sizes.data), len(self.strides.data)}
        if len(ranks) != 1:
            raise VerifyException(
                f"a sub-tensor has one offset, size and stride a dimension, found {len(self.offsets.data)}, "
                f"{len(self.sizes.data)} and {len(self.strides.data)}"
            )
        _check_extents("sizes", self.sizes.data)


@irdl_attr_definition
class TileAccess(KeyedAttribute):
    """
    A tile of the operand: a dense block of `shape` elements at `offsets`, one number a dimension.

    Beside an operand it is written `%t tile<offsets = [0, 512], shape = [128, 512]>`.

    ```mlir
    #penguin.tile<offsets = [0, 512], shape = [128, 512]>
    ```
    """

    name = "penguin.tile"

    offsets: ShapeAttr
    shape: ShapeAttr
    start: AffineMapAttr | NoneAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (
        ShapeField("offsets"),
        ShapeField("shape"),
        AffineField("start", NONE),
    )

    def __init__(self, offsets: Sequence[int], shape: Sequence[int], start: AffineMap | None = None):
        super().__init__(
            ShapeAttr(tuple(offsets)),
            ShapeAttr(tuple(shape)),
            NONE if start is None else AffineMapAttr(start),
        )

    def verify(self) -> None:
        if len(self.offsets.data) != len(self.shape.data):
            raise VerifyException(
                f"a tile has one offset and one extent a dimension, found {len(self.offsets.data)} and "
                f"{len(self.shape.data)}"
            )
        _check_extents("shape", self.shape.data)


@irdl_attr_definition
class OpaqueAccess(KeyedAttribute):
    """
    An access whose tiling the kernel owns: `nelements` elements from the start of the operand on, all when absent.

    Beside an operand it is written `%x opaque` or `%x opaque<nelements = 4096>`.

    ```mlir
    #penguin.opaque
    #penguin.opaque<nelements = 4096>
    ```
    """

    name = "penguin.opaque"

    nelements: IntAttr | NoneAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (IntegerField("nelements", NONE),)

    def __init__(self, nelements: int | None = None):
        super().__init__(NONE if nelements is None else IntAttr(nelements))

    def verify(self) -> None:
        if isinstance(self.nelements, IntAttr) and self.nelements.data <= 0:
            raise VerifyException(f"nelements is {self.nelements.data}, at least 1 is needed")


Access = FullTensorAccess | SubTensorAccess | TileAccess | OpaqueAccess
"""One of the four access kinds."""

FULL = FullTensorAccess()
"""The access of an operand that is used whole."""

KEYWORDS: dict[str, type[Access]] = {
    "full": FullTensorAccess,
    "sub_tensor": SubTensorAccess,
    "tile": TileAccess,
    "opaque": OpaqueAccess,
}
"""The word that introduces an access beside an operand."""


def sub_tensor(
    value: "SSAValue | Operation",
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int] | None = None,
) -> Accessed:
    """An operand accessed as a strided rectangle, for the constructors of macros."""
    return Accessed(value, SubTensorAccess(offsets, sizes, strides))


def tile(value: "SSAValue | Operation", offsets: Sequence[int], shape: Sequence[int]) -> Accessed:
    """An operand accessed as a tile, for the constructors of macros."""
    return Accessed(value, TileAccess(offsets, shape))


def opaque(value: "SSAValue | Operation", nelements: int | None = None) -> Accessed:
    """An operand whose tiling the kernel owns, for the constructors of macros."""
    return Accessed(value, OpaqueAccess(nelements))


def access_shape(access: Access, type: "MemRefType[Attribute]") -> tuple[int, ...]:
    """The shape of what is accessed."""
    if isinstance(access, SubTensorAccess):
        return access.sizes.data
    if isinstance(access, TileAccess):
        return access.shape.data
    if isinstance(access, OpaqueAccess) and isinstance(access.nelements, IntAttr):
        return (access.nelements.data,)
    return type.get_shape()


def access_start(access: Access) -> AffineMap | None:
    """The affine expression that a dynamic access starts at, None for a static one."""
    if isinstance(access, SubTensorAccess | TileAccess) and isinstance(access.start, AffineMapAttr):
        return access.start.data
    return None


def check_access(access: Access, type: "MemRefType[Attribute]") -> tuple[str, tuple[str, ...]] | None:
    """
    What is wrong with an access to a memref: a message and notes, None when nothing is.

    One number a dimension, and every element inside the memref. With a dynamic start only the extents are checked.
    """
    shape = type.get_shape()
    if isinstance(access, FullTensorAccess):
        return None
    if isinstance(access, OpaqueAccess):
        if isinstance(access.nelements, IntAttr) and access.nelements.data > prod(shape):
            return (
                f"is accessed opaquely with {access.nelements.data} elements",
                (f"the memref has {prod(shape)}",),
            )
        return None
    extents = access_shape(access, type)
    if len(extents) != len(shape):
        return (
            f"{DIMENSION_MISMATCH}{access}",
            (f"the access has {len(extents)} dimensions, the memref {len(shape)}",),
        )
    strides = access.strides.data if isinstance(access, SubTensorAccess) else (1,) * len(extents)
    dynamic = access_start(access) is not None
    for dim, (offset, extent, stride, size) in enumerate(
        zip(access.offsets.data, extents, strides, shape, strict=True)
    ):
        span = (extent - 1) * stride
        first, last = offset + min(span, 0), offset + max(span, 0)
        if dynamic and last - first < size:
            continue
        if first < 0 or last >= size:
            return (
                f"is accessed outside of its memref in dimension {dim}",
                (f"the access reaches from {first} to {last}, the dimension goes from 0 to {size - 1}",),
            )
    return None
