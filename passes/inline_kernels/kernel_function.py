"""A function of Backend IR as a kernel's body: its formal parameters, its storage, its blocks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from xdsl.dialects.builtin import MemRefType, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.bir.structure import BlockBase, FunctionBase, LocationBase, LocationSetBase, StructureOp
from ...dialects.neuron.words import WordAttr

INPUT_KINDS = frozenset({"ExternalInput", "ExternalInputParameter", "Input"})
OUTPUT_KINDS = frozenset({"ExternalOutput", "ExternalOutputParameter", "Output"})

SET_SUFFIX = "_set"
"""What leanprover/KLR puts behind a tensor's name for the name of its set."""


def symbol_of(op: Operation) -> str | None:
    """The name that an operation goes by in the document; None where it has none."""
    name = op.properties.get("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def kind_of(location_set: LocationSetBase) -> str | None:
    """The `TensorKind` of a set; None where it has none."""
    kind = location_set.properties.get("kind")
    return str(cast("WordAttr[Any]", kind).data.value) if isinstance(kind, WordAttr) else None


@dataclass(frozen=True)
class Formal:
    """A formal parameter: an external location, with the names that a call may have for it."""

    location: LocationBase
    location_set: LocationSetBase

    @property
    def name(self) -> str:
        """The name of the tensor, as messages show it."""
        return self.location.symbol

    @property
    def names(self) -> tuple[str, ...]:
        """The location's name, the set's, and the set's without `_set`."""
        return self.name, self.location_set.symbol, self.location_set.symbol.removesuffix(SET_SUFFIX)

    @property
    def value(self) -> SSAValue:
        """What the body's instructions take as an operand."""
        return self.location.results[0]

    @property
    def type(self) -> "MemRefType[Attribute]":
        """The type of the tensor."""
        return cast("MemRefType[Attribute]", self.value.type)


@dataclass(frozen=True)
class KernelFunction:
    """A function that can be spliced in."""

    function: FunctionBase

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.symbol

    @property
    def operations(self) -> Iterator[Operation]:
        """Storage, registers and blocks, in their order."""
        yield from self.function.regions[0].block.ops

    @cached_property
    def inputs(self) -> tuple[Formal, ...]:
        """The external inputs, in their order."""
        return tuple(self._formals(INPUT_KINDS))

    @cached_property
    def outputs(self) -> tuple[Formal, ...]:
        """The external outputs, in their order."""
        return tuple(self._formals(OUTPUT_KINDS))

    def formals(self, section: str) -> tuple[Formal, ...]:
        """The formal parameters of `ins` or of `outs`."""
        return self.inputs if section == "ins" else self.outputs

    def by_name(self, section: str) -> Mapping[str, Formal]:
        """The formal parameters of a section by each of their names; where two share one, the first has it."""
        found: dict[str, Formal] = {}
        for formal in self.formals(section):
            for name in formal.names:
                found.setdefault(name, formal)
        return found

    @cached_property
    def blocks(self) -> tuple[BlockBase, ...]:
        """The blocks, the entry first."""
        return tuple(op for op in self.operations if isinstance(op, BlockBase))

    def _formals(self, kinds: frozenset[str]) -> Iterator[Formal]:
        for op in self.operations:
            if isinstance(op, LocationBase):
                owner = op.operands[0].owner
                if isinstance(owner, LocationSetBase) and kind_of(owner) in kinds:
                    yield Formal(op, owner)

    def storage(self) -> Iterator[StructureOp]:
        """What is to be made anew for each splice: sets, locations and registers that are not parameters."""
        parameters = {id(each) for formal in (*self.inputs, *self.outputs) for each in (formal.location,)}
        sets = {id(formal.location_set) for formal in (*self.inputs, *self.outputs)}
        for op in self.operations:
            if isinstance(op, StructureOp) and not isinstance(op, BlockBase) and id(op) not in parameters | sets:
                yield op
