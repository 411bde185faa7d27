"""`#neuron.ap` (NeuronAP) and `#neuron.interval` (APNode): how an operand's memory is walked.

Public sources: AWS Neuron documentation of `.ap()` (pairs of `[step, num]` in elements, outermost first, pair 0 of an
on-chip tensor is the partition access), leanprover/KLR `AccessPattern`, and the reverse-engineering notes on
neuronx_cc 2.24 (`NeuronAP.createAP(addrs, access_shape, partition_ap)`; `APNode(interval)`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from xdsl.dialects.builtin import AffineMapAttr, IntAttr, MemRefType, NoneAttr
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException

from .attribute_format import (
    NO_PAIRS,
    NONE,
    ZERO,
    AffineField,
    Field,
    IntegerField,
    KeyedAttribute,
    Pair,
    PairsAttr,
    PairsField,
    ShapeAttr,
    ShapeField,
    TypeField,
    format_pairs,
    format_shape,
)
from .dtypes import Dtype, dtype_of
from .memory import LARGEST, device_shape, is_tile

if TYPE_CHECKING:
    from .strided_set import StridedSet


def _check_dtype(dtype: Attribute) -> None:
    if dtype_of(dtype) is None:
        raise VerifyException(f"dtype {dtype} is not one of the element types of Backend IR")


def _check_access_shape(access_shape: ShapeAttr | NoneAttr, elements: int) -> None:
    if isinstance(access_shape, NoneAttr):
        return
    if any(size <= 0 for size in access_shape.data):
        raise VerifyException(f"access_shape {format_shape(access_shape.data)} has a dimension that is not positive")
    if prod(access_shape.data) != elements:
        raise VerifyException(
            f"access_shape {format_shape(access_shape.data)} has {prod(access_shape.data)} elements, "
            f"the pattern visits {elements}"
        )


@irdl_attr_definition
class AccessPatternAttr(KeyedAttribute):
    """
    An access pattern: a loop nest of `[step, num]` pairs, outermost first, over the elements of a memref.

    Element k is at `offset + start(indices) + sum(i_j * step_j)`, in elements of `dtype`, over the memref in
    row-major order with its partition dimension moved to the front. The parts are enumerated in the order
    `partition`, `double_row`, `free`, `reduce`; only legalisation splits `double_row` and `reduce` off. A step may be
    0 (a broadcast) or negative. `access_shape` is the logical shape that the pattern was made from, the operand's
    own when it is absent. `start` is an affine expression over the operation's trailing index operands.

    ```mlir
    #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>
    #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>
    #neuron.ap<free = [[512, 16], [1, 32]], offset = 4096, access_shape = [16, 32], dtype = f8E4M3>
    #neuron.ap<free = [[1, 512]], start = affine_map<(d0) -> (d0 * 512)>, dtype = f32>
    ```

    Only what has no meaning is refused here: a count that is not positive, an element type that Backend IR does not
    have, an `access_shape` of another size. What hardware refuses can be written down, shown, and legalised.
    """

    name = "neuron.ap"

    partition: PairsAttr
    double_row: PairsAttr
    free: PairsAttr
    reduce: PairsAttr
    offset: IntAttr
    start: AffineMapAttr | NoneAttr
    access_shape: ShapeAttr | NoneAttr
    dtype: Attribute

    FIELDS: ClassVar[tuple[Field, ...]] = (
        PairsField("partition", NO_PAIRS),
        PairsField("double_row", NO_PAIRS),
        PairsField("free", NO_PAIRS),
        PairsField("reduce", NO_PAIRS),
        IntegerField("offset", ZERO),
        AffineField("start", NONE),
        ShapeField("access_shape", NONE),
        TypeField("dtype"),
    )

    def __init__(
        self,
        dtype: Attribute,
        *,
        partition: Sequence[Pair] = (),
        double_row: Sequence[Pair] = (),
        free: Sequence[Pair] = (),
        reduce: Sequence[Pair] = (),
        offset: int = 0,
        start: AffineMap | None = None,
        access_shape: Sequence[int] | None = None,
    ):
        super().__init__(
            PairsAttr(tuple(partition)),
            PairsAttr(tuple(double_row)),
            PairsAttr(tuple(free)),
            PairsAttr(tuple(reduce)),
            IntAttr(offset),
            NONE if start is None else AffineMapAttr(start),
            NONE if access_shape is None else ShapeAttr(tuple(access_shape)),
            dtype,
        )

    def verify(self) -> None:
        elements = 1
        for part, pairs in self.parts():
            for index, (step, num) in enumerate(pairs):
                if num <= 0:
                    raise VerifyException(
                        f"{part}[{index}] = {list(pairs[index])} visits {num} elements, at least 1 is needed"
                    )
                if num > LARGEST or abs(step) > LARGEST:
                    raise VerifyException(f"{part}[{index}] = {list(pairs[index])} has a number beyond 64 bits")
                elements *= num
                if elements > LARGEST:
                    raise VerifyException(
                        f"visits more elements than 64 bits count, up to {part}[{index}] = {list(pairs[index])}"
                    )
        if abs(self.offset.data) > LARGEST:
            raise VerifyException(f"offset = {self.offset.data} is a number beyond 64 bits")
        _check_dtype(self.dtype)
        _check_access_shape(self.access_shape, elements)

    def parts(self) -> Iterator[tuple[str, tuple[Pair, ...]]]:
        """The named parts, in the order in which they are enumerated."""
        yield "partition", self.partition.data
        yield "double_row", self.double_row.data
        yield "free", self.free.data
        yield "reduce", self.reduce.data

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, outermost first."""
        return self.partition.data + self.double_row.data + self.free.data + self.reduce.data

    @property
    def in_partition_pairs(self) -> tuple[Pair, ...]:
        """The pairs that walk inside a partition (in HBM: all)."""
        return self.double_row.data + self.free.data + self.reduce.data

    @property
    def element(self) -> Dtype:
        """The element type that steps and the offset are counted in."""
        dtype = dtype_of(self.dtype)
        assert dtype is not None, "checked by the verifier"
        return dtype

    @property
    def num_elements(self) -> int:
        """How many elements are visited, repeats included."""
        return prod([num for _, num in self.pairs])

    @property
    def is_static(self) -> bool:
        """Whether the start is known."""
        return isinstance(self.start, NoneAttr)

    @property
    def num_indices(self) -> int:
        """How many index operands the start is computed from."""
        return 0 if isinstance(self.start, NoneAttr) else self.start.data.num_dims

    @property
    def set(self) -> "StridedSet":
        """The whole pattern as a strided set that starts at the offset."""
        from .strided_set import StridedSet

        return StridedSet(self.pairs, self.offset.data)

    def logical_shape(self, operand_type: "MemRefType[Attribute]") -> tuple[int, ...]:
        """The shape the pattern was made from: `access_shape`, or the operand's own."""
        if isinstance(self.access_shape, ShapeAttr):
            return self.access_shape.data
        return operand_type.get_shape()

    def with_parts(
        self,
        *,
        partition: Sequence[Pair] | None = None,
        double_row: Sequence[Pair] | None = None,
        free: Sequence[Pair] | None = None,
        reduce: Sequence[Pair] | None = None,
        offset: int | None = None,
        access_shape: Sequence[int] | None = None,
        dtype: Attribute | None = None,
    ) -> "AccessPatternAttr":
        """A copy with some parts replaced."""
        kept = None if isinstance(self.access_shape, NoneAttr) else self.access_shape.data
        return AccessPatternAttr(
            self.dtype if dtype is None else dtype,
            partition=self.partition.data if partition is None else partition,
            double_row=self.double_row.data if double_row is None else double_row,
            free=self.free.data if free is None else free,
            reduce=self.reduce.data if reduce is None else reduce,
            offset=self.offset.data if offset is None else offset,
            start=None if isinstance(self.start, NoneAttr) else self.start.data,
            access_shape=kept if access_shape is None else access_shape,
        )

    def elements(self) -> Any:
        """A numpy array of the linear element indices in the order of the walk, shaped by the pairs.

        A dynamic start counts as 0. The array has one axis a pair.
        """
        return enumerate_pairs(self.offset.data, self.pairs)


@irdl_attr_definition
class IntervalAttr(KeyedAttribute):
    """
    An APNode: one contiguous run of `count` elements of `dtype`, from element `start` of the memref on.

    ```mlir
    #neuron.interval<count = 2097152, dtype = bf16>
    #neuron.interval<start = 4096, count = 512, access_shape = [4, 128], dtype = f32>
    ```
    """

    name = "neuron.interval"

    start: IntAttr
    count: IntAttr
    access_shape: ShapeAttr | NoneAttr
    dtype: Attribute

    FIELDS: ClassVar[tuple[Field, ...]] = (
        IntegerField("start", ZERO),
        IntegerField("count"),
        ShapeField("access_shape", NONE),
        TypeField("dtype"),
    )

    def __init__(self, dtype: Attribute, *, count: int, start: int = 0, access_shape: Sequence[int] | None = None):
        super().__init__(
            IntAttr(start),
            IntAttr(count),
            NONE if access_shape is None else ShapeAttr(tuple(access_shape)),
            dtype,
        )

    def verify(self) -> None:
        if self.count.data <= 0:
            raise VerifyException(f"count is {self.count.data}, an interval has at least 1 element")
        for name, number in (("start", self.start.data), ("count", self.count.data)):
            if abs(number) > LARGEST:
                raise VerifyException(f"{name} = {number} is a number beyond 64 bits")
        _check_dtype(self.dtype)
        _check_access_shape(self.access_shape, self.count.data)

    @property
    def element(self) -> Dtype:
        """The element type that `start` and `count` are counted in."""
        dtype = dtype_of(self.dtype)
        assert dtype is not None, "checked by the verifier"
        return dtype

    @property
    def num_elements(self) -> int:
        """How many elements are visited."""
        return self.count.data

    @property
    def num_indices(self) -> int:
        """An interval has a static start."""
        return 0

    def logical_shape(self, operand_type: "MemRefType[Attribute]") -> tuple[int, ...]:
        """The shape the interval was made from: `access_shape`, or the operand's own."""
        if isinstance(self.access_shape, ShapeAttr):
            return self.access_shape.data
        return operand_type.get_shape()

    def elements(self) -> Any:
        """A numpy array of the linear element indices in the order of the walk."""
        return enumerate_pairs(self.start.data, ((1, self.count.data),))


Access = AccessPatternAttr | IntervalAttr
"""What stands beside an operand of a Backend IR instruction."""


def enumerate_pairs(start: int, pairs: Sequence[Pair]) -> Any:
    """A numpy array with one axis a pair: the linear index of every element of the walk."""
    # numpy is only needed to enumerate; starting the driver must not import it.
    import numpy

    indices = numpy.full((1,) * len(pairs), start, dtype=numpy.int64)
    for axis, (step, num) in enumerate(pairs):
        shape = [1] * len(pairs)
        shape[axis] = num
        indices = indices + (numpy.arange(num, dtype=numpy.int64) * step).reshape(shape)
    return indices


@dataclass(frozen=True)
class BoundsError:
    """Why an access leaves its memref: a sentence, and notes with the numbers."""

    message: str
    notes: tuple[str, ...]


def _reach(pairs: Sequence[Pair]) -> tuple[int, int]:
    """The least and the greatest index of a walk that starts at 0."""
    spans = [step * (num - 1) for step, num in pairs]
    return sum(span for span in spans if span < 0), sum(span for span in spans if span > 0)


def _elements_in(extent: int, stored: Attribute, viewed: Dtype) -> int | None:
    """An extent of `stored` elements counted in elements of `viewed`, None when it does not divide."""
    dtype = dtype_of(stored)
    if dtype is None:
        return None
    quotient, remainder = divmod(extent * dtype.size_in_bytes, viewed.size_in_bytes)
    return None if remainder else quotient


def check_bounds(access: Access, type: "MemRefType[Attribute]") -> BoundsError | None:
    """
    Whether an access stays inside its memref; None when it does.

    On chip a pattern must stay inside the free extent of a partition (it must not wrap into the next one, which
    row-major arithmetic would allow) and inside the partitions; in HBM inside the memref; an interval inside the memref
    everywhere. With a dynamic start only the span is checked.
    """
    dtype = dtype_of(type.element_type)
    if dtype is None:
        return BoundsError(f"element type {type.element_type} is not one of Backend IR", ())
    shape = device_shape(type)
    viewed = access.element
    on_chip = is_tile(type)
    per_partition = _elements_in(prod(shape[1:]) if on_chip else prod(shape), type.element_type, viewed)
    if per_partition is None:
        unit = "partition" if on_chip else "memref"
        return BoundsError(
            f"cannot be viewed as {viewed.name}",
            (f"a {unit} has {prod(shape[1:]) if on_chip else prod(shape)} elements of {dtype.name}",),
        )
    if isinstance(access, IntervalAttr):
        total = per_partition * (shape[0] if on_chip else 1)
        return _check_range(
            access.start.data, 0, access.count.data - 1, total, "the interval", "the memref", static=True
        )
    if not on_chip:
        if access.partition.data:
            return BoundsError(
                "has a partition part, but hbm has no partitions",
                (f"partition = {format_pairs(access.partition.data)}",),
            )
        low, high = _reach(access.pairs)
        return _check_range(
            access.offset.data, low, high, per_partition, "the pattern", "the memref", static=access.is_static
        )
    return _check_on_chip(access, shape[0], per_partition)


def _check_on_chip(access: AccessPatternAttr, partitions: int, extent: int) -> BoundsError | None:
    for step, num in access.partition.data:
        if num > 1 and step % extent:
            return BoundsError(
                "has a partition step that is not a whole number of partitions",
                (f"partition = {format_pairs(access.partition.data)}, one partition is {extent} elements",),
            )
    start_partition, in_partition = divmod(access.offset.data, extent)
    low, high = _reach(access.in_partition_pairs)
    error = _check_range(
        in_partition,
        low,
        high,
        extent,
        "the pattern",
        "the free extent of a partition",
        static=access.is_static,
    )
    if error is not None:
        return error
    low, high = _reach([(step // extent, num) for step, num in access.partition.data])
    return _check_range(
        start_partition,
        low,
        high,
        partitions,
        "the partition part",
        "the partitions",
        static=access.is_static,
    )


def _check_range(
    start: int, low: int, high: int, extent: int, what: str, container: str, *, static: bool
) -> BoundsError | None:
    if not static:
        if high - low < extent:
            return None
        return BoundsError(
            f"{what} spans {high - low + 1}, more than {container} has",
            (f"{container} {'have' if container.endswith('s') else 'has'} {extent}",),
        )
    first, last = start + low, start + high
    if first >= 0 and last < extent:
        return None
    verb = "go" if container.endswith("s") else "goes"
    note = f"it reaches from {first} to {last}, {container} {verb} from 0 to {extent - 1}"
    return BoundsError(f"{what} leaves {container}", (note,))


def full_pattern(type: "MemRefType[Attribute]") -> AccessPatternAttr:
    """The pattern that visits a whole memref in row-major order, its partition dimension first on chip."""
    shape = device_shape(type)
    steps = row_major_steps(shape)
    pairs = tuple(zip(steps, shape, strict=True))
    if is_tile(type):
        return AccessPatternAttr(type.element_type, partition=pairs[:1], free=pairs[1:])
    return AccessPatternAttr(type.element_type, free=pairs)


def full_interval(type: "MemRefType[Attribute]") -> IntervalAttr:
    """The interval that visits a whole memref."""
    return IntervalAttr(type.element_type, count=prod(type.get_shape()))


def row_major_steps(shape: Sequence[int]) -> tuple[int, ...]:
    """The distance, in elements, between neighbours along each dimension of a row-major array."""
    steps: list[int] = []
    step = 1
    for size in reversed(shape):
        steps.append(step)
        step *= size
    return tuple(reversed(steps))
