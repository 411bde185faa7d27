"""Where the memory of an operand lies on the chip."""

from typing import NamedTuple, cast

from xdsl.dialects.builtin import IntegerAttr, SymbolRefAttr
from xdsl.ir import Operation, SSAValue

from ...dialects.bir.structure import StructureOp
from ...dialects.neuron.descriptors.start_word import PSUM_BANK_SHIFT
from ...dialects.neuron.memory import Space, memory_of
from ..manager.rewriting import nested_operations


class Place(NamedTuple):
    """The first partition, and the byte in it (in PSUM over all banks)."""

    partition: int = 0
    byte: int = 0


LOCATION = "bir.memory_location"
FOREIGN_LOCATION = "bir.foreign_location"
ADDRESS_KEYS = ("addr", "base", "bank")


class Places:
    """Looks up where values lie; locations of other functions are looked for in the whole document."""

    def __init__(self) -> None:
        self._places: dict[Operation, Place | None] = {}
        self._locations: dict[Operation, dict[tuple[str, str], StructureOp]] = {}

    def of(self, value: SSAValue) -> Place | None:
        """The place of a value; None when no location is behind it, or one that is not allocated."""
        owner = value.owner
        if not isinstance(owner, StructureOp):
            return None
        if owner not in self._places:
            self._places[owner] = self._look_up(owner)
        return self._places[owner]

    def _look_up(self, op: StructureOp) -> Place | None:
        if op.name == FOREIGN_LOCATION:
            reference = cast(SymbolRefAttr, op.properties["reference"])
            function, location = reference.root_reference.data, reference.nested_references.data[-1].data
            found = self._locations_of(op).get((function, location))
            return None if found is None else _place_of(found)
        return _place_of(op) if op.name == LOCATION else None

    def _locations_of(self, op: Operation) -> dict[tuple[str, str], StructureOp]:
        """All locations of a document, by the names of function and location."""
        root = op
        while (parent := root.parent_op()) is not None:
            root = parent
        known = self._locations.get(root)
        if known is None:
            known = self._locations[root] = {}
            for each in nested_operations(root):
                function = each.parent_op()
                if each.name == LOCATION and isinstance(each, StructureOp) and isinstance(function, StructureOp):
                    known[function.symbol, each.symbol] = each
        return known


def _place_of(location: StructureOp) -> Place | None:
    if not any(key in location.properties for key in ADDRESS_KEYS) and not _integer(location, "allocated"):
        return None
    memory = memory_of(location.results[0].type)
    byte = _integer(location, "addr")
    if memory is not None and memory.space.data == Space.PSUM:
        # `addr` counts in the bank where the location names one.
        byte += _integer(location, "bank") << PSUM_BANK_SHIFT
    return Place(_integer(location, "base"), byte)


def _integer(location: StructureOp, key: str) -> int:
    value = location.key(key)
    return value.value.data if isinstance(value, IntegerAttr) else 0
