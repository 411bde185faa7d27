"""What a Backend IR document consists of beside instructions: functions, blocks, storage, registers, queues.

```mlir
!x = memref<128x512xf32, #neuron.memory<hbm>>
module attributes {bir.version = 2 : i64, bir.arch = "gen3"} {
  bir.queue @q0 {num_dma_engines = 16}
  bir.function @main {attributes = {need_unroll = true}} body {
    %xs = bir.memory_location_set @x_set {kind = ExternalInput} : !x
    %x = bir.memory_location @x set(%xs : !x) : !x
    bir.register @r0 {numPhysicalRegs = 1}
    bir.block @Block1 body {
      bir.tensor_copy @copy_0 ins(%x : … via …) -> outs(…)
      bir.return
    }
  }
}
```

A document is a module: its own keys are discardable `bir.*` attributes of the module, so that functions of Backend IR
stand beside those of other dialects. Storage is named by symbols, as everything in Backend IR is referred to by name,
and gives a memref besides, which instructions take as an operand. Sources: reverse-engineering notes on neuronx_cc 2.24
(containers, `MemoryLocationSet`, `MemoryLocation`, `Register`, `DMAQueue`) and leanprover/KLR (defaults).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValues
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, region_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, NoTerminator, OpTrait, SymbolOpInterface

from ..neuron.dtypes import dtype_of
from ..neuron.memory import check_memref, memory_of
from ..neuron.op_format import FormattedOperation
from ..neuron.properties import AttributeForm
from ..neuron.words import WordAttr
from ..neuron.xdsl_interface import next_starts_with, position, raise_at
from .forms import SymbolForm
from .instructions.header_forms import NAME
from .instructions.key_forms import field_name, property_of
from .instructions.keys import (
    BOOL,
    DICTIONARY,
    I32,
    INT,
    OPAQUE,
    TEXT,
    U32,
    U64,
    A,
    Key,
    O,
    R,
    enumeration,
    list_of,
    name_of,
    record,
)

MODULE_KEYS: tuple[Key, ...] = (
    A("version", INT, 2),
    O("arch", TEXT),
    O("revision", TEXT),
    O("artifact_path", TEXT),
    O("artifact_info", DICTIONARY),
    O("attributes", DICTIONARY),
    O("call_to_physical_memlocs", OPAQUE),
)
"""The keys of a document, kept as discardable attributes `bir.<key>` of the module.

`revision` is also spelled `archRev` by readers. Version 1 and 2 differ in how affine expressions are encoded.
"""

FUNCTION_KEYS: tuple[Key, ...] = (
    O("nki", BOOL, False),
    O("attributes", DICTIONARY),
)
"""`nki` marks a function of the second container, `nki_functions`, whose kind is 2."""

BLOCK_KEYS: tuple[Key, ...] = (O("arguments", list_of(OPAQUE), ()),)
"""`arguments` are the block's arguments with their incoming values (a value and the block it comes from)."""

SET_KEYS: tuple[Key, ...] = (
    O("kind", enumeration("TensorKind")),
    O("tensor_class", enumeration("TensorClass")),
    O("addr_space", enumeration("MemoryAddressSpace")),
    O("partition_dim", INT),
    O("do_not_spill", BOOL, False),
    O("do_not_rotate", BOOL, False),
    O("no_spill", BOOL),
    O("volatile", BOOL),
    O("virtual", BOOL, False),
    O("scope", name_of("a function or loop")),
)
"""`dtype` and `tensor_shape` are those of the result type; `partition_dim` is its memory's where it is not given.

leanprover/KLR writes `no_spill` and `volatile`, which are read too.
"""

ALIAS = record(R("set", name_of("a set")), R("location", name_of("a location")), R("kind", U32))

LOCATION_KEYS: tuple[Key, ...] = (
    O("type", enumeration("MemoryType")),
    O("allocated", BOOL, False),
    O("user_allocated", BOOL, False),
    O("pinned", BOOL, False),
    O("dims", list_of(INT)),
    O("memLocSetId", INT),
    O("optin_passes", list_of(TEXT)),
    O("origin", enumeration("NamedObjectOrigin")),
    O("remote_local_target", name_of("a location")),
    O("alloced_func", name_of("a function")),
    O("remote_writer_func", name_of("a function")),
    O("pointer_ref_memloc", name_of("a location")),
    O("alias", list_of(ALIAS), ()),
    O("bank", INT, 0),
    O("addr", U64, 0),
    O("base", U32, 0),
    O("device_print_metadata", OPAQUE),
    O("tensor_id", I32, -1),
    O("pack_id_hint", I32, -1),
    O("var_id", INT),
    O("table_entry_id", INT),
    O("location_alt", OPAQUE),
    O("written_by_another_core", BOOL),
    O("is_shared_post_dram_alloc", BOOL),
    O("runtime_reserved", BOOL),
)
"""`addr` counts bytes in a partition, `base` is the first partition, `dims` is [partitions, bytes a partition].

`type` is the memory of the result type where it is not given.
"""

REGISTER_KEYS: tuple[Key, ...] = (O("numPhysicalRegs", U32),)
QUEUE_KEYS: tuple[Key, ...] = (O("num_dma_engines", U32), O("attributes", DICTIONARY))

PLACEABLE: Mapping[str, str] = {"DRAM": "hbm", "SB": "sbuf", "PSUM": "psum"}
"""The memory types that a location can be placed in, and the memory spaces that stand for them."""


class StructureOp(FormattedOperation):
    """An operation of the document's structure: named by a symbol, with the keys of a table."""

    # A location's verifier looks at the set that its operand comes from.
    VERIFIES_TYPES_AND_ATTRIBUTES_ONLY: ClassVar[bool] = False
    KEYS: ClassVar[tuple[Key, ...]] = ()
    SYMBOL: ClassVar[str | None] = NAME

    def __init__(
        self,
        name: str,
        *,
        result_type: "MemRefType[Attribute] | None" = None,
        body: Region | Iterable[Operation] | None = None,
        **arguments: Any,
    ):
        """
        An operation from Python values: the keys of the table and the operand groups by their names.

        Raises TypeError for an unknown or missing one and for a value of another kind.
        """
        definition = type(self).get_irdl_definition()
        known = {*definition.properties, *[group for group, _ in definition.operands]}
        for argument in arguments:
            if argument not in known:
                raise TypeError(f"{self.name} has no '{argument}'")
        self.build_from({**arguments, NAME: name})
        if definition.results:
            if result_type is None:
                raise TypeError(f"{self.name} needs result_type")
            results: list[OpResult[Attribute]] = [OpResult(result_type, self, 0)]
            self.results = SSAValues(results)
        if definition.regions:
            self.add_region(body if isinstance(body, Region) else Region(Block(list(body or ()))))

    @property
    def symbol(self) -> str:
        """The name that others refer to it by."""
        return cast(StringAttr, self.properties[NAME]).data

    def key(self, name: str) -> Attribute | None:
        """
        The value of a key, its default where it is not given; None where there is neither.

        Raises KeyError for a key that the operation does not have.
        """
        return self.properties.get(name, self._default(name))

    # Text.

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        start = position(parser)
        if not next_starts_with(parser, "@"):
            raise_at(parser, f"'{cls.name}' needs a name: {cls.name} @name", start)
        op = super().parse(parser)
        if not cls.get_irdl_definition().results:
            return op
        parser.parse_punctuation(":", f" before the result type of '{cls.name}'")
        type = parser.parse_type()
        # The text has the type at the end, where the rest of the operation is made already.
        operands, properties, attributes = tuple(op.operands), op.properties, op.attributes
        op.drop_all_references()
        return cls.create(operands=operands, result_types=[type], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        super().print(printer)
        for result in self.results:
            printer.print_string(" : ")
            printer.print_attribute(result.type)

    # Checks.

    def verify_(self) -> None:
        self.verify_attribute_names()
        for result in self.results:
            self._verify_storage_type(result.type)
        self.verify_contract()

    def verify_contract(self) -> None:
        """Check what is particular to this operation."""

    def _verify_storage_type(self, type: Attribute) -> None:
        if not isinstance(type, MemRefType):
            raise self.error(f"result is a {type}, expected a memref")
        memref = cast("MemRefType[Attribute]", type)
        problem = check_memref(memref)
        if problem is not None:
            raise self.error(f"result {problem}")
        if dtype_of(memref.element_type) is None:
            raise self.error(f"result has element type {memref.element_type}, which Backend IR does not have")

    def _default(self, key: str) -> Attribute | None:
        return type(self).get_irdl_definition().properties[key].default_value

    def _word(self, key: str) -> str | None:
        value = self.properties.get(key)
        return cast("WordAttr[Any]", value).data.value if isinstance(value, WordAttr) else None


class FunctionBase(StructureOp):
    """
    A function: its storage and registers, then its blocks.

    Names are unique among the sets, the locations, the registers and the blocks of a function, each kind by itself.
    """

    def verify_contract(self) -> None:
        seen: set[tuple[str, str]] = set()
        for op in self.regions[0].block.ops:
            if not isinstance(op, StructureOp):
                continue
            entry = (op.name, op.symbol)
            if entry in seen:
                raise self.error(f"has two '{op.name}' of the name @{op.symbol}")
            seen.add(entry)


class BlockBase(StructureOp):
    """A basic block: its instructions in their order."""


class LocationSetBase(StructureOp):
    """A tensor: one or more locations, whose element type and shape are those of the result type."""

    def verify_contract(self) -> None:
        memory = memory_of(self.results[0].type)
        assert memory is not None, "checked with the type"
        if self._word("addr_space") is not None and memory.is_on_chip:
            raise self.error(f"is only for hbm, the set lies in {memory.space.data}", attribute="addr_space")
        given = self.properties.get("partition_dim")
        if given is None or not memory.is_on_chip:
            return
        dimension = cast("IntegerAttr[Any]", given).value.data
        if dimension != memory.partition_dim.data:
            raise self.error(
                f"is {dimension}, the result type has partition_dim = {memory.partition_dim.data}",
                attribute="partition_dim",
            )


class LocationBase(StructureOp):
    """A place in memory that belongs to a set; instructions take its result as an operand."""

    @property
    def memory_type(self) -> str:
        """The location's `MemoryType`: as given, or by the memory of the result type."""
        given = self._word("type")
        if given is not None:
            return given
        memory = memory_of(self.results[0].type)
        assert memory is not None, "checked by the verifier"
        return next(name for name, space in PLACEABLE.items() if space == memory.space.data)

    def verify_contract(self) -> None:
        owner = self.operands[0].owner
        if not isinstance(owner, LocationSetBase):
            raise self.error("is not the result of a bir.memory_location_set", operand="set")
        memory = memory_of(self.results[0].type)
        assert memory is not None, "checked with the type"
        type = self.memory_type
        space = PLACEABLE.get(type)
        if space is not None and space != memory.space.data:
            raise self.error(f"is {type}, but the result lies in {memory.space.data}", attribute="type")
        if space is None and memory.is_on_chip:
            raise self.error(
                f"is {type}, which is no memory on chip, but the result lies in {memory.space.data}", attribute="type"
            )
        if self.key("alias") != self._default("alias") and type != "DRAM":
            raise self.error(
                f"is on a location in {type}: Aliasing only permitted for DRAM locations.", attribute="alias"
            )
        if self.key("pack_id_hint") != self._default("pack_id_hint") and type != "PSUM":
            raise self.error(f"is on a location in {type}: PackIdHint only applies to PSUM.", attribute="pack_id_hint")
        if "pointer_ref_memloc" in self.properties:
            kind = owner.properties.get("kind")
            if not isinstance(kind, WordAttr) or cast("WordAttr[Any]", kind).data.value != "Pointer":
                raise self.error(
                    f"is only for a location of a set whose kind is Pointer, that of @{owner.symbol} is not",
                    attribute="pointer_ref_memloc",
                )


class RegisterBase(StructureOp):
    """A register of a function, which operands, expressions and patterns refer to by its name."""


class QueueBase(StructureOp):
    """A DMA queue of the module."""


class ForeignLocationBase(StructureOp):
    """A location of another function, `@function::@set::@location`; the symbol is the name it has here."""

    LEADING: ClassVar[str | None] = "reference"

    def verify_contract(self) -> None:
        reference = cast(SymbolRefAttr, self.properties["reference"])
        if len(reference.nested_references.data) != 2:
            raise self.error(f"is {reference}, expected @function::@set::@location", attribute="reference")


@dataclass(frozen=True)
class Structure:
    """One kind of structure: the base class with its checks, its keys, and what else it has."""

    base: type[StructureOp]
    noun: str
    keys: tuple[Key, ...] = ()
    extra: Mapping[str, Any] | None = None
    traits: tuple[OpTrait, ...] = ()


STRUCTURES: Mapping[str, Structure] = {
    "bir.function": Structure(
        FunctionBase,
        "the function's name",
        FUNCTION_KEYS,
        {"body": region_def("single_block")},
        (NoTerminator(), IsolatedFromAbove(), SymbolOpInterface()),
    ),
    "bir.block": Structure(
        BlockBase, "the block's name", BLOCK_KEYS, {"body": region_def("single_block")}, (NoTerminator(),)
    ),
    "bir.memory_location_set": Structure(LocationSetBase, "the set's name", SET_KEYS, {"result": result_def()}),
    "bir.memory_location": Structure(
        LocationBase, "the location's name", LOCATION_KEYS, {"set": operand_def(), "result": result_def()}
    ),
    "bir.foreign_location": Structure(
        ForeignLocationBase,
        "the name it has here",
        (),
        {"reference": prop_def(AttributeForm(SymbolRefAttr, "a symbol")), "result": result_def()},
    ),
    "bir.register": Structure(RegisterBase, "the register's name", REGISTER_KEYS),
    "bir.queue": Structure(QueueBase, "the queue's name", QUEUE_KEYS, traits=(SymbolOpInterface(),)),
}
"""The structures by the names of their operations."""


@cache
def structure_class(name: str) -> type[StructureOp]:
    """The operation class of a structure, such as `bir.function`. Raises KeyError for an unknown name."""
    structure = STRUCTURES[name]
    namespace: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": structure.base.__doc__,
        "__annotations__": {"KEYS": ClassVar[tuple[Key, ...]]},
        "name": name,
        "KEYS": structure.keys,
        NAME: prop_def(SymbolForm(structure.noun)),
        **(structure.extra or {}),
    }
    for key in structure.keys:
        namespace[field_name(key.name)] = property_of(key)
    if structure.traits:
        namespace["traits"] = traits_def(*structure.traits)
    return irdl_op_definition(type(structure.base.__name__.replace("Base", "Op"), (structure.base,), namespace))


def __getattr__(name: str) -> Any:
    """The operation class by its name in Python, such as `FunctionOp`, so that a dialect's table can name it."""
    for operation, structure in STRUCTURES.items():
        if structure.base.__name__.replace("Base", "Op") == name:
            return structure_class(operation)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
