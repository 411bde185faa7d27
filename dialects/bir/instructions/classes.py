"""Operation classes of instructions, made from their rows of the catalogue when they are first asked for."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    opt_prop_def,
    region_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoTerminator, OpTrait

from ...neuron.op_format import Accessed, OperandGroup
from ..dependencies import EdgeAttr
from ..header import HEADER_PROPERTIES
from ..instruction_type import OPAQUE_BAND, InstructionType
from ..operands import (
    FreeOperand,
    ImmediateAttr,
    RegisterAccessAttr,
    parse_free_operand,
    print_free_operand,
)
from ..operation import PATTERNS_SUFFIX, BirOp
from ..spelling import snake_case
from ..traits import OpaqueInstruction
from .catalogue import CATALOGUE, HEADER
from .header_forms import NAME, NAME_FORM
from .key_forms import field_name, property_of
from .keys import Row

_FREE = (ImmediateAttr, RegisterAccessAttr)


class InstructionOp(BirOp):
    """
    An instruction that the catalogue describes.

    Its text is the opcode, its name where it has one, three sections of operands, and its keys:

    ```mlir
    bir.tensor_scalar_ptr @scale_0
        ins(%x : !t via #neuron.ap<…>, imm 2.5 : f32, register @r0 : i32) indirection_ins(%i : !i via #neuron.ap<…>)
        -> outs(%y : !t via #neuron.ap<…>)
        {op0 = mult, reverse0 = false, op1 = bypass, reverse1 = false, engine = DVE, dependencies = [@load_3, @x Anti]}
    ```

    Properties have the names and values that the backend's JSON has; a value equal to its default is not kept.
    """

    ROW: ClassVar[Row]
    COMMON: ClassVar[frozenset[str]] = frozenset(HEADER_PROPERTIES)
    """The properties that all instructions have, which documentation describes once."""
    SYMBOL: ClassVar[str | None] = NAME
    SECTIONS: ClassVar[tuple[str, ...]] = ("ins", "indirection_ins", "outs")
    OUTPUTS: ClassVar[tuple[str, ...]] = ("outs",)
    PATTERNS: ClassVar[tuple[str, ...]] = (
        "neuron.ap",
        "neuron.interval",
        "bir.dynamic_ap",
        "bir.symbolic_ap",
        "bir.register_ap",
    )

    def __init__(
        self,
        *,
        name: str | None = None,
        ins: Sequence[Accessed | FreeOperand] = (),
        indirection_ins: Sequence[Accessed | FreeOperand] = (),
        outs: Sequence[Accessed | FreeOperand] = (),
        indices: Sequence[SSAValue] = (),
        body: Region | Iterable[Operation] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        **keys: Any,
    ):
        """
        An instruction from Python values.

        `keys` are those of the catalogue's row and of the common header, as Python values or attributes. `attributes`
        are discardable ones. Raises TypeError for a key that the instruction does not have, a missing one, and a
        value of another kind, ValueError for a value out of range.
        """
        known = type(self).get_irdl_definition().properties
        for key in keys:
            if key not in known or key == NAME:
                raise TypeError(f"{self.ROW.name} has no key '{key}'")
        sections = {"ins": ins, "indirection_ins": indirection_ins, "outs": outs, "indices": indices}
        self.build_from({**keys, **sections, NAME: name})
        self.attributes.update(attributes or {})
        if self.ROW.body:
            self.add_region(body if isinstance(body, Region) else _region(body or ()))
        elif body is not None:
            raise TypeError(f"{self.ROW.name} has no body")

    # Sections: entries that are patterns belong to the memrefs in their order, the others stand for themselves.

    @classmethod
    def parse_free_entry(cls, parser: Parser, group: OperandGroup) -> Attribute | None:
        return None if group.is_indices else parse_free_operand(parser)

    def print_free_entry(self, printer: Printer, entry: Attribute) -> None:
        print_free_operand(entry, printer)

    def entries(self, section: str) -> tuple[Attribute, ...]:
        """All operands of a section in their order: the patterns of memrefs, immediates, registers."""
        entries = self.properties.get(section + PATTERNS_SUFFIX)
        return cast("ArrayAttr[Attribute]", entries).data if isinstance(entries, ArrayAttr) else ()

    def patterns(self, section: str) -> tuple[Attribute, ...]:
        return tuple([entry for entry in self.entries(section) if not isinstance(entry, _FREE)])

    def entry_of(self, section: str, position: int) -> int:
        bound = [index for index, entry in enumerate(self.entries(section)) if not isinstance(entry, _FREE)]
        return bound[position]

    def group_entries(self, group: OperandGroup, index: int, size: int) -> Sequence[int | Attribute]:
        if group.is_indices:
            return range(index, index + size)
        operands = iter(range(index, index + size))
        entries: list[int | Attribute] = []
        for entry in self.entries(group.name):
            operand = entry if isinstance(entry, _FREE) else next(operands, None)
            if operand is not None:
                entries.append(operand)
        # Invalid operations are printed too, by tools that show what is wrong with them.
        return [*entries, *operands]

    @property
    def instruction_name(self) -> str | None:
        """The instruction's name, which others refer to it by; None where it has none."""
        name = self.properties.get(NAME)
        return name.data if isinstance(name, StringAttr) else None

    def verify_contract(self) -> None:
        self._verify_dependencies()
        if self.ROW.blocks_only:
            for op in self.regions[0].block.ops:
                if op.name != "bir.block":
                    raise self.error(f"has '{op.name}' in its body, which consists of bir.block only")

    def _verify_dependencies(self) -> None:
        name = self.instruction_name
        if name is None:
            return
        # A dependency carried by a loop or on another iteration may well be on the instruction itself.
        edges = self.properties.get("dependencies")
        for edge in cast("ArrayAttr[EdgeAttr]", edges).data if isinstance(edges, ArrayAttr) else ():
            if edge.data.instruction == name:
                raise self.error(f"names the instruction itself, @{name}", attribute="dependencies")

    def key(self, name: str) -> Attribute | None:
        """
        The value of a key, its default where it is not given; None where there is neither.

        Raises KeyError for a key that the instruction does not have.
        """
        definition = type(self).get_irdl_definition().properties[name]
        return self.properties.get(name, definition.default_value)


def _region(operations: Iterable[Operation]) -> Region:
    from xdsl.ir import Block

    return Region(Block(list(operations)))


@cache
def _header() -> Mapping[str, Any]:
    # Every class has the same header; the forms and defaults are made once.
    return {field_name(key.name): property_of(key) for key in HEADER}


def operation_name(opcode: InstructionType) -> str:
    """The name of an instruction's operation, such as `bir.tensor_reduce`."""
    return f"bir.{snake_case(opcode.name)}"


@cache
def instruction_class(opcode: InstructionType) -> type[Any]:
    """
    The operation class of an instruction, made when it is first asked for.

    Raises ValueError for an abstract opcode, of which there are no instructions.
    """
    row = CATALOGUE[opcode]
    if row.abstract:
        raise ValueError(f"{row.name} is a base class of instructions, there is no operation of it")
    if row.written_in:
        module, _, name = row.written_in.partition(":")
        return cast("type[Any]", getattr(import_module(f".{module}", __package__), name))
    return _make(opcode, row)


def _make(opcode: InstructionType, row: Row) -> type[InstructionOp]:
    namespace: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": row.summary,
        "__annotations__": {"INSTRUCTION_TYPE": ClassVar[InstructionType], "ROW": ClassVar[Row]},
        "name": operation_name(opcode),
        "INSTRUCTION_TYPE": opcode,
        "ROW": row,
        "ins": var_operand_def(),
        "indirection_ins": var_operand_def(),
        "outs": var_operand_def(),
        "indices": var_operand_def(),
        "ins_patterns": opt_prop_def(ArrayAttr),
        "indirection_ins_patterns": opt_prop_def(ArrayAttr),
        "outs_patterns": opt_prop_def(ArrayAttr),
        NAME: opt_prop_def(NAME_FORM),
    }
    for key in row.keys:
        namespace[field_name(key.name)] = property_of(key)
    for field, definition in _header().items():
        namespace.setdefault(field, definition)
    traits: list[OpTrait] = [OpaqueInstruction()] if opcode in OPAQUE_BAND else []
    if row.body:
        namespace["body"] = region_def("single_block")
        traits.append(NoTerminator())
    if traits:
        namespace["traits"] = traits_def(*traits)
    return irdl_op_definition(type(f"{row.name}Op", (InstructionOp,), namespace))
