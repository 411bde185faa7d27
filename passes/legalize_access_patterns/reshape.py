"""The concern *reshape*: re-factor free parts to the shapes that an instruction asks for."""

from typing import ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, UnitAttr
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.operation import BirOp
from ...dialects.neuron.legality import INSTRUCTIONS
from ..access_builders.access_pattern_error import AccessPatternError
from ..access_builders.reshape_access_pattern import reshape_access_pattern
from ..verify_rewrites.relations import SAME_ORDER
from .canonicaliser import Canonicaliser, at_operand, change, patterns_of

RESHAPE = "neuron.reshape"
"""The shape that the free part of each operand is to have: an array, one entry an operand, `unit` for none."""


class ReshapeFreePart(Canonicaliser):
    """
    Re-factors the free part of each operand to the shape in `neuron.reshape`; no data moves.

    The shape also becomes the logical shape of the pattern, which stays when hardware fit makes the parts flat again.
    """

    operations: ClassVar[tuple[str, ...]] = tuple(name for name, row in INSTRUCTIONS.items() if row.ins != ("dma",))
    relation: ClassVar[object | None] = SAME_ORDER

    def canonicalise(self, op: BirOp, rewriter: PatternRewriter) -> None:
        shapes = requested_shapes(op)
        if shapes is None:
            return
        patterns: dict[int, Attribute] = {}
        for _, _, index, pattern in patterns_of(op):
            shape = shapes[index]
            if shape is None:
                continue
            try:
                patterns[index] = reshape_access_pattern(pattern, op.operand_type(index), shape)
            except AccessPatternError as error:
                raise at_operand(error, index) from None
        change(op, rewriter, patterns, drop=(RESHAPE,))


def requested_shapes(op: BirOp) -> list[tuple[int, ...] | None] | None:
    """
    The shapes that `neuron.reshape` asks for, one an operand; None when the instruction asks for nothing.

    Raises AccessPatternError when the attribute is something else.
    """
    request = op.attributes.get(RESHAPE)
    if request is None:
        return None
    count = sum(len(op.group_range(section)) for section in op.SECTIONS)
    entries = cast("ArrayAttr[Attribute]", request).data if isinstance(request, ArrayAttr) else ()
    request = op.attributes[RESHAPE]
    if len(entries) != count:
        raise _malformed(request, count)
    return [None if isinstance(entry, UnitAttr) else _shape(entry, request, count) for entry in entries]


def _shape(entry: Attribute, request: Attribute, count: int) -> tuple[int, ...]:
    if isinstance(entry, DenseArrayBase):
        sizes = tuple(int(size) for size in entry.get_values())
    elif isinstance(entry, ArrayAttr):
        sizes = tuple(
            size.value.data if isinstance(size, IntegerAttr) else 0 for size in cast("ArrayAttr[Attribute]", entry).data
        )
    else:
        sizes = (0,)
    if any(size < 1 for size in sizes):
        raise _malformed(request, count)
    return sizes


def _malformed(request: Attribute, count: int) -> AccessPatternError:
    return AccessPatternError(
        f'attribute "{RESHAPE}" must have one entry an operand, the sizes of its free part or unit',
        property_name=RESHAPE,
        notes=(f"the instruction has {count} operands, the attribute is {request}",),
    )
