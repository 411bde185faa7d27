"""What the patterns of `lower-compute` share: plain access patterns, instructions, the replacement of an operation.

Patterns are what the kind of an access gives, with `partition` and `free` parts only. What legalisation has to carve
out of them (a reduced part, two rows, a compress ratio, blocks to transpose, another shape) is said by discardable
`neuron.*` attributes, because Backend IR has no field for it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, MemRefType, StringAttr, UnitAttr, i64
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions import instruction_class
from ...dialects.neuron.access_pattern import Access as Pattern
from ...dialects.neuron.op_format import Accessed
from ...dialects.penguin.accesses import Access, FullTensorAccess
from ...dialects.penguin.compute.operation import ComputeOp
from ..access_builders.dispatch import build_access
from ..access_builders.strided import add_ap
from ..manager.rewriting import OpPattern
from ..repeated_rewrites import Key, Recipe, repetition_key

REDUCE_SIZE = "neuron.reduce_size"
"""How many trailing elements of the free part are reduced into each result."""
DOUBLE_ROW_FLAVOUR = "neuron.double_row_flavour"
SPARSE_CARVE = "neuron.sparse_carve"
BATCH_SIZE = "neuron.batch_size"
Y_SIZE = "neuron.y_size"
DEPTH = "neuron.depth"
RESHAPE = "neuron.reshape"
"""The shape to re-factor each operand's free part to, a unit for an operand that keeps its own."""

LEGACY = StringAttr("legacy")
UNIT = UnitAttr()


def plain_pattern(access: Access, type: "MemRefType[Attribute]") -> Pattern:
    """The pattern of a compute operand: explicit even where a whole tensor in HBM is meant."""
    return add_ap(type) if isinstance(access, FullTensorAccess) else build_access(access, type)


def integer(value: int) -> IntegerAttr[Any]:
    """A 64-bit integer attribute."""
    return IntegerAttr(value, i64)


def integers(values: Iterable[int]) -> ArrayAttr[Attribute]:
    """A list of 64-bit integers as an attribute."""
    return ArrayAttr([integer(value) for value in values])


class LowerCompute(OpPattern):
    """
    The pattern of one compute operation.

    `STATISTIC` is the counter of the pass that every instruction adds to.
    """

    STATISTIC: ClassVar[str]

    def __init__(self, count: Callable[[str], None]):
        self.count = count
        self.known: dict[Key, tuple[Recipe, list[Attribute]]] = {}

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, ComputeOp)
        key, held = repetition_key(op)
        known = self.known.get(key)
        if known is not None:
            instructions: Sequence[Operation] = known[0].make(op)
        else:
            instructions = self.lower(op)
            recipe = Recipe.of(op, instructions)
            if recipe is not None:
                self.known[key] = recipe, held
        rewriter.replace(op, instructions, ())
        for _ in instructions:
            self.count(self.STATISTIC)

    def lower(self, op: Any) -> Sequence[Operation]:
        """The instructions that an operation becomes, in their order."""
        raise NotImplementedError(type(self).__name__)

    def operands(self, op: ComputeOp, *groups: str) -> list[Accessed]:
        """The operands of some groups with their plain patterns, in the order of the groups."""
        return [self.operand(op, index) for group in groups for index in op.group_range(group)]

    def operand(self, op: ComputeOp, index: int) -> Accessed:
        """An operand, by its index in `operands`, with its plain pattern."""
        return Accessed(op.operands[index], plain_pattern(op.access(index), op.operand_type(index)))

    def instruction(
        self,
        compute: ComputeOp,
        opcode: InstructionType,
        ins: Sequence[Accessed],
        outs: Sequence[Accessed],
        attributes: Mapping[str, Attribute] | None = None,
        /,
        **keys: Any,
    ) -> Operation:
        """An instruction in the place of an operation, whose index operands and discardable attributes it keeps."""
        kept = {name: value for name, value in compute.attributes.items() if "." in name}
        given = {name: value for name, value in keys.items() if value is not None}
        indices = compute.operands[len(compute.memref_indices()) :]
        made: Operation = instruction_class(opcode)(
            ins=ins, outs=outs, indices=indices, attributes={**kept, **(attributes or {})}, **given
        )
        return made
