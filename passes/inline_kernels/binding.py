"""Which operand of a call each formal parameter of its function is, and how patterns on it become the operand's.

A body's patterns walk the formal parameter. They are carried over to the operand's memref where what the call accesses
lies consecutively: all of it, or a part that starts somewhere. Between on-chip memrefs whose partitions are of
different length the partition steps are stretched.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import MemRefType, NoneAttr, StringAttr
from xdsl.ir import Attribute

from ...dialects.bir.kernel_nodes import BirKernelOp, KernelNodeOp
from ...dialects.bir.patterns import DynamicApAttr
from ...dialects.bir.structure import LocationBase, LocationSetBase
from ...dialects.neuron.access_pattern import Access, AccessPatternAttr, IntervalAttr
from ...dialects.neuron.attribute_format import Pair
from ...dialects.neuron.dtypes import dtype_of
from ...dialects.neuron.memory import free_extent, is_tile, memory_of
from ...dialects.neuron.properties import shape_of
from .kernel_function import Formal, KernelFunction
from .splice_error import SpliceError

_REFERENCE = re.compile(r"(ins|outs)\[(\d+)\]")


@dataclass(frozen=True)
class Bound:
    """A formal parameter and the operand of the call that it stands for, whose consecutive part starts at `start`."""

    formal: Formal
    operand: int
    type: "MemRefType[Attribute]"
    start: int
    """In elements of the operand's memref; inside a partition for one on chip."""

    def rebase(self, pattern: Attribute) -> Attribute:
        """A pattern on the formal parameter as one on the operand's memref. Raises SpliceError."""
        if isinstance(pattern, AccessPatternAttr):
            return self._rebase_pattern(pattern)
        if isinstance(pattern, IntervalAttr):
            return self._rebase_interval(pattern)
        if isinstance(pattern, DynamicApAttr):
            parameters = list(pattern.parameters)
            parameters[0] = self._rebase_pattern(pattern.pattern)
            return DynamicApAttr.new(parameters)
        if self.start == 0 and self._extents_agree:
            return pattern
        raise self._refusal(f"the body accesses it by {pattern.name}, which cannot be moved")

    @property
    def _extents_agree(self) -> bool:
        return not is_tile(self.type) or free_extent(self.type) == free_extent(self.formal.type)

    def _rebase_pattern(self, pattern: AccessPatternAttr) -> AccessPatternAttr:
        shape = self._access_shape(pattern)
        if not is_tile(self.type):
            offset = pattern.offset.data + self._viewed(self.start, pattern)
            return pattern.with_parts(offset=offset, access_shape=shape)
        here = self._viewed(free_extent(self.formal.type), pattern)
        there = self._viewed(free_extent(self.type), pattern)
        partition, inside = divmod(pattern.offset.data, here)
        pairs: list[Pair] = []
        for step, num in pattern.partition.data:
            if step % here:
                raise self._refusal(f"the body's partition step {step} is no multiple of a partition's {here} elements")
            pairs.append((step // here * there, num))
        offset = partition * there + inside + self._viewed(self.start, pattern)
        return pattern.with_parts(partition=pairs, offset=offset, access_shape=shape)

    def _rebase_interval(self, pattern: IntervalAttr) -> IntervalAttr:
        if not self._extents_agree:
            raise self._refusal("the body accesses it as an interval, which would run over the end of a partition")
        shape = self._access_shape(pattern)
        start = pattern.start.data + self._viewed(self.start, pattern)
        return IntervalAttr(pattern.dtype, count=pattern.count.data, start=start, access_shape=shape)

    def _access_shape(self, pattern: Access) -> tuple[int, ...] | None:
        """The logical shape, which has to be said where the memref's own is another one."""
        if not isinstance(pattern.access_shape, NoneAttr):
            return pattern.access_shape.data
        shape = self.formal.type.get_shape()
        if self.type.get_shape() == shape or prod(shape) != pattern.num_elements:
            return None
        return shape

    def _viewed(self, elements: int, pattern: Access) -> int:
        """A number of elements of the memref in elements of a pattern that may see it as another type."""
        stored = dtype_of(self.type.element_type)
        assert stored is not None, "checked when it was bound"
        size, remainder = divmod(elements * stored.size_in_bytes, pattern.element.size_in_bytes)
        if remainder:
            raise self._refusal(f"{elements} {stored.name} are no whole number of {pattern.element.name}")
        return size

    def _refusal(self, reason: str) -> SpliceError:
        return SpliceError(f"{self.formal.name} cannot be bound here: {reason}", operand=self.operand)


def bind_by_maps(
    call: KernelNodeOp, function: KernelFunction, func_args: Mapping[str, Attribute], func_outs: Mapping[str, Attribute]
) -> tuple[Bound, ...]:
    """
    The parameters of a function as a call's maps from formal to actual names bind them.

    An actual name is `ins[0]` or `outs[0]`, or the name of the location, or its set, that is the operand. Where a map
    is empty the operands are taken in their order. Every parameter has to be bound. Raises SpliceError.
    """
    bound: list[Bound] = []
    for section, given in (("ins", func_args), ("outs", func_outs)):
        if not given:
            bound += bind_by_position(call, function, section)
            continue
        formals = function.by_name(section)
        operands: dict[Formal, int] = {}
        for name, actual in given.items():
            formal = formals.get(name)
            if formal is None:
                raise _not_found(name, section, function)
            operand = _operand(call, section, actual)
            if operand is None:
                raise SpliceError(
                    f"{name} {_noun(section)} cannot be found ",
                    notes=(f"{actual} is not an operand of the call in '{section}'",),
                )
            operands[formal] = operand
        bound += _complete(call, function, section, operands)
    return tuple(bound)


def bind_by_names(call: KernelNodeOp, function: KernelFunction, names: Mapping[str, list[str]]) -> tuple[Bound, ...]:
    """The parameters bound by what the macro called its operands, a name an operand. Raises SpliceError."""
    bound: list[Bound] = []
    for section in ("ins", "outs"):
        formals = function.by_name(section)
        operands: dict[Formal, int] = {}
        for name, operand in zip(names[section], call.group_range(section), strict=True):
            formal = formals.get(name)
            if formal is None:
                raise _not_found(name, section, function)
            operands[formal] = operand
        bound += _complete(call, function, section, operands)
    return tuple(bound)


def bind_by_position(call: KernelNodeOp, function: KernelFunction, section: str) -> list[Bound]:
    """The parameters of a section bound in their order, scratch outputs left over. Raises SpliceError."""
    formals, operands = function.formals(section), call.group_range(section)
    scratch = most_scratch_outputs(call) if section == "outs" else 0
    if not 0 <= len(operands) - len(formals) <= scratch:
        raise SpliceError(
            f"has {len(operands)} {_noun(section)}s, the body of @{function.name} has {len(formals)}",
            notes=(_listing(function, section),),
        )
    return [_bound(call, formal, operand) for formal, operand in zip(formals, operands, strict=False)]


def most_scratch_outputs(call: KernelNodeOp) -> int:
    """How many of the last outputs of a call may be scratch buffers: one for SBUF, one for PSUM, where it has them."""
    shapes = (call.properties.get("sb_buf_shape"), call.properties.get("psum_buf_shape"))
    if isinstance(call, BirKernelOp):
        return 0
    return sum(1 for shape in shapes if shape is not None and any(shape_of(shape)))


def _complete(
    call: KernelNodeOp, function: KernelFunction, section: str, operands: Mapping[Formal, int]
) -> list[Bound]:
    for formal in function.formals(section):
        if formal not in operands:
            raise SpliceError(
                f"{formal.name} {_noun(section)} cannot be found ",
                notes=(f"the body of @{function.name} needs it, and the call does not name it",),
            )
    return [_bound(call, formal, operand) for formal, operand in operands.items()]


def _operand(call: KernelNodeOp, section: str, actual: Attribute) -> int | None:
    """The operand that an actual name stands for."""
    if not isinstance(actual, StringAttr):
        return None
    operands = call.group_range(section)
    reference = _REFERENCE.fullmatch(actual.data)
    if reference is not None:
        index = int(reference[2])
        return operands[index] if reference[1] == section and index < len(operands) else None
    for operand in operands:
        owner = call.operands[operand].owner
        if isinstance(owner, LocationBase):
            location_set = owner.operands[0].owner
            if isinstance(location_set, LocationSetBase) and actual.data in Formal(owner, location_set).names:
                return operand
    return None


def _bound(call: KernelNodeOp, formal: Formal, operand: int) -> Bound:
    """Bind one parameter. Raises SpliceError where the operand is not what the body was made for."""
    type, pattern = call.operand_type(operand), call.pattern(operand)
    wanted = formal.type
    shape = pattern.logical_shape(type)
    if shape != wanted.get_shape():
        raise SpliceError(
            f"has shape {_text(shape)}, the kernel's {formal.name} is {_text(wanted.get_shape())}", operand=operand
        )
    dtype = dtype_of(wanted.element_type)
    assert dtype is not None, "checked by the verifier of the location"
    if pattern.element is not dtype or dtype_of(type.element_type) is not dtype:
        raise SpliceError(f"is {pattern.element.name}, the kernel's {formal.name} is {dtype.name}", operand=operand)
    here, there = memory_of(type), memory_of(wanted)
    assert here is not None and there is not None, "checked by the verifiers"
    if here.space != there.space:
        raise SpliceError(
            f"lies in {here.space.data}, the kernel's {formal.name} lies in {there.space.data}", operand=operand
        )
    if pattern.num_indices:
        raise SpliceError(
            "starts at an expression over indices, which a body's patterns have no place for", operand=operand
        )
    start = consecutive_start(pattern, type, wanted)
    if start is None:
        raise SpliceError(
            f"is accessed by {pattern}, which is not a consecutive part of its memref",
            operand=operand,
            notes=(f"the body's patterns on {formal.name} can only be carried over to consecutive elements",),
        )
    return Bound(formal, operand, type, start)


def consecutive_start(pattern: Access, type: "MemRefType[Attribute]", wanted: "MemRefType[Attribute]") -> int | None:
    """
    Where the elements that a static pattern walks start, if they are consecutive in the order of the walk; else None.

    On chip the walk has to cover all partitions from the first one, and the same consecutive elements of each.
    """
    if isinstance(pattern, IntervalAttr):
        whole = pattern.start.data == 0 and pattern.count.data == prod(type.get_shape())
        return pattern.start.data if whole or not is_tile(type) else None
    if not is_tile(type):
        return pattern.offset.data if _is_consecutive(pattern.pairs) else None
    memory = memory_of(wanted)
    partitions = wanted.get_shape()[0 if memory is None else memory.partition_dim.data]
    across = tuple(pair for pair in pattern.partition.data if pair[1] != 1)
    expected = () if partitions == 1 else ((free_extent(type), partitions),)
    if across != expected or not _is_consecutive(pattern.in_partition_pairs):
        return None
    return pattern.offset.data if pattern.offset.data < free_extent(type) else None


def _is_consecutive(pairs: tuple[Pair, ...]) -> bool:
    expected = 1
    for step, num in reversed(pairs):
        if num != 1:
            if step != expected:
                return False
            expected *= num
    return True


def _not_found(name: str, section: str, function: KernelFunction) -> SpliceError:
    return SpliceError(f"{name} {_noun(section)} cannot be found ", notes=(_listing(function, section),))


def _listing(function: KernelFunction, section: str) -> str:
    names = ", ".join(formal.name for formal in function.formals(section)) or "none"
    return f"the {_noun(section)}s of @{function.name}: {names}"


def _noun(section: str) -> str:
    return "input" if section == "ins" else "output"


def _text(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape)) or "a scalar"
