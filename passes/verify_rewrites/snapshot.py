"""What a relation looks at: the operands of an instruction, and how each of them was walked, at one moment."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from xdsl.dialects.builtin import AffineMapAttr, IntegerAttr, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
from ...dialects.neuron.strided_set import StridedSet


class Operand(NamedTuple):
    """One operand with its pattern. `section` and `position` are where it stands, as in `ins[1]`."""

    name: str
    section: str
    position: int
    value: SSAValue
    type: "MemRefType[Attribute]"
    access: AccessPatternAttr | IntervalAttr

    @property
    def walk(self) -> StridedSet:
        """All elements in the order in which they are visited, but for a start that is known at run time only."""
        if isinstance(self.access, IntervalAttr):
            return StridedSet(((1, self.access.count.data),), self.access.start.data)
        return StridedSet(self.access.pairs, self.access.offset.data)

    @property
    def start(self) -> Attribute | None:
        """The expression that a run-time start is computed by; None for a static start."""
        start = self.access.start
        return start if isinstance(start, AffineMapAttr) else None

    def part(self, name: str) -> StridedSet:
        """One part of a pattern by itself, from 0; an interval is all `free`."""
        if isinstance(self.access, IntervalAttr):
            return StridedSet(((1, self.access.count.data),) if name == "free" else ())
        return StridedSet(getattr(self.access, name).data)

    @property
    def offset(self) -> int:
        """The element that a static start is at."""
        return (self.access.start if isinstance(self.access, IntervalAttr) else self.access.offset).data


class Snapshot(NamedTuple):
    """An instruction as it was at one moment; the operation itself may be gone."""

    name: str
    operands: tuple[Operand, ...]
    indices: tuple[SSAValue, ...]
    attributes: Mapping[str, Attribute]
    properties: Mapping[str, Attribute]

    def integer(self, name: str) -> int | None:
        """The value of an integer attribute or property; None when there is none."""
        value = self.attributes.get(name, self.properties.get(name))
        return value.value.data if isinstance(value, IntegerAttr) else None

    def operand(self, section: str, position: int) -> Operand | None:
        """The operand that stands there; None when there is none with a static pattern."""
        for operand in self.operands:
            if operand.section == section and operand.position == position:
                return operand
        return None


def snapshot(op: Operation) -> Snapshot | None:
    """What an instruction looks like now; None for an operation that is not one of Backend IR."""
    if not isinstance(op, BirOp):
        return None
    operands: list[Operand] = []
    for section in op.SECTIONS:
        for position, (index, pattern) in enumerate(zip(op.group_range(section), op.patterns(section), strict=False)):
            if isinstance(pattern, AccessPatternAttr | IntervalAttr):
                type = cast("MemRefType[Attribute]", op.operands[index].type)
                name = op.operand_name(index)
                operands.append(Operand(name, section, position, op.operands[index], type, pattern))
    bound = sum(len(op.group_range(section)) for section in op.SECTIONS)
    return Snapshot(op.name, tuple(operands), tuple(op.operands[bound:]), dict(op.attributes), dict(op.properties))
