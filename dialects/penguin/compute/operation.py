"""The base class of the compute operations, and what their verifiers measure: partitions, free elements, starts.

Which split of a pattern fails is legalisation's to say; here stand ranks, shapes, element types and memories.
"""

from collections.abc import Iterable, Mapping
from math import prod
from typing import ClassVar

from ...neuron.access_pattern import row_major_steps
from ...neuron.errors import OperationError
from ...neuron.memory import device_shape, memory_of
from ...neuron.target import TargetAttr
from ..accesses import OpaqueAccess, SubTensorAccess, TileAccess, access_start
from ..operation import PenguinOp

ON_CHIP = ("sbuf", "psum")
SBUF = ("sbuf",)
PSUM = ("psum",)

INTEGERS = frozenset({"uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"})
"""The integer element types of Backend IR."""


class ComputeOp(PenguinOp):
    """
    An operation that becomes one engine or DMA instruction (a few at most).

    `SPACES` says in which memories each operand may lie. Every access is explicit: an opaque one is for kernels, which
    tile their operands themselves.
    """

    SPACES: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    # Measures of an operand, by its index or the name of its group. All are of what is accessed.

    def partition_dim(self, operand: int | str) -> int:
        """Which dimension of an on-chip operand lies across the partitions."""
        memory = memory_of(self.operand_type(operand))
        return 0 if memory is None else memory.partition_dim.data

    def partitions(self, operand: int | str) -> int:
        """How many partitions of an on-chip operand are accessed."""
        return self.shape(operand)[self.partition_dim(operand)]

    def free_shape(self, operand: int | str) -> tuple[int, ...]:
        """The accessed shape without the partition dimension."""
        shape, dim = self.shape(operand), self.partition_dim(operand)
        return shape[:dim] + shape[dim + 1 :]

    def free_elements(self, operand: int | str) -> int:
        """How many elements of each partition are accessed."""
        return prod(self.free_shape(operand))

    def free_text(self, operand: int | str) -> str:
        """How many elements of each partition are accessed, as `4 elements a partition`."""
        return f"{counted(self.free_elements(operand), 'element')} a partition"

    def num_elements(self, operand: int | str) -> int:
        """How many elements are accessed."""
        return prod(self.shape(operand))

    def start_partition(self, operand: int | str) -> int | None:
        """The first partition that is accessed, None when that is only known at run time."""
        access = self.access(operand)
        if not isinstance(access, SubTensorAccess | TileAccess):
            return 0
        return None if access_start(access) is not None else access.offsets.data[self.partition_dim(operand)]

    def free_range(self, operand: int | str) -> tuple[int, int]:
        """The first and the last element of a partition that is accessed, counted from the start of the partition.

        A dynamic start counts as 0.
        """
        access, dim = self.access(operand), self.partition_dim(operand)
        steps = row_major_steps(device_shape(self.operand_type(operand))[1:])
        sizes = self.free_shape(operand)
        offsets, strides = [0] * len(sizes), [1] * len(sizes)
        if isinstance(access, SubTensorAccess | TileAccess):
            offsets = _without(access.offsets.data, dim)
        if isinstance(access, SubTensorAccess):
            strides = _without(access.strides.data, dim)
        first = last = 0
        for step, offset, size, stride in zip(steps, offsets, sizes, strides, strict=True):
            span = (size - 1) * stride
            first += step * (offset + min(span, 0))
            last += step * (offset + max(span, 0))
        return first, last

    # Verification.

    def assertion(self, message: str, *, operand: int | str, notes: Iterable[str] = ()) -> OperationError:
        """A failure in the words of the original assertion, at an operand; the notes say what failed."""
        error = self.error(message, notes=notes)
        indices = self.group_range(operand) if isinstance(operand, str) else range(operand, operand + 1)
        error.operand_index = indices[0] if indices else None
        return error

    def verify_operand_kinds(self) -> None:
        for index in self.memref_indices():
            group = self.operand_name(index).partition("[")[0]
            self._verify_space(index, self.SPACES.get(group, ("hbm", *ON_CHIP)))
            if isinstance(self.access(index), OpaqueAccess):
                raise self.error(
                    "is accessed opaquely, a compute instruction needs an explicit access",
                    operand=index,
                    notes=("opaque is for kernels, which tile their operands themselves",),
                )

    def _verify_space(self, index: int, spaces: tuple[str, ...]) -> None:
        memory = memory_of(self.operand_type(index))
        if memory is None or memory.space.data in spaces:
            return
        raise self.wrong_space(index, memory.space.data, spaces)

    def wrong_space(self, index: int, found: str, spaces: tuple[str, ...]) -> OperationError:
        """The error about an operand in a memory that it may not lie in."""
        return self.error(f"lies in {found}, expected {' or '.join(spaces)}", operand=index)

    def verify_same_partitions(self, first: str, second: str) -> None:
        """Two operands access the same number of partitions."""
        if self.partitions(first) != self.partitions(second):
            raise self.error(
                f'accesses {counted(self.partitions(second), "partition")}, operand "{first}" {self.partitions(first)}',
                operand=second,
            )

    def start_problem(self, operand: str, target: TargetAttr) -> str | None:
        """Why an operand cannot start at its partition on a target, None when it can or when that is not known."""
        start, count = self.start_partition(operand), self.partitions(operand)
        allowed = target.limits.start_partitions(count)
        if start is None or start in allowed:
            return None
        return (
            f'operand "{operand}" accesses {counted(count, "partition")} from {start} on, '
            f"so many may start at {' or '.join(map(str, allowed))}"
        )


def _without(values: tuple[int, ...], index: int) -> list[int]:
    return [value for position, value in enumerate(values) if position != index]


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 element`, `2 elements`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
