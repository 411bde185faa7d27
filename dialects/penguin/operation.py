"""The base classes of the penguin operations: destination-style, named operands, an access beside each."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, IndexType, MemRefType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, opt_prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..neuron.attribute_format import NONE, format_shape, parse_shape
from ..neuron.dtypes import Dtype, dtype_of
from ..neuron.memory import check_memref, is_tile, memory_of
from ..neuron.op_format import FormattedOperation, layout_of
from ..neuron.properties import optional_shape, optional_word
from ..neuron.xdsl_interface import next_is_open_bracket, next_word
from .accesses import (
    FULL,
    KEYWORDS,
    Access,
    FullTensorAccess,
    SubTensorAccess,
    TileAccess,
    access_shape,
    access_start,
    check_access,
)
from .element_types import matches
from .shape_relations import check_element_counts, check_shapes
from .words import AutoCastAttr, AutoCastTypeAttr

ACCESSES = "accesses"


class PenguinOp(FormattedOperation):
    """
    An operation over memrefs that says for every operand how it is accessed.

    Tables that a subclass fills: `OUTPUTS` (names of the operands that are written), `SHAPES` (a row of symbolic
    dimensions an operand, see `shape_relations`) and `ELEMENT_TYPES` (a class of element types an operand, see
    `element_types`). What a table cannot say goes into `verify_contract`.
    """

    accesses = opt_prop_def(ArrayAttr)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    SHAPES: ClassVar[Mapping[str, str]] = {}
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {}

    # The text beside an operand.

    @classmethod
    def parse_note(cls, parser: Parser, before_type: bool) -> Attribute | None:
        if not before_type:
            return None
        if next_is_open_bracket(parser):
            offsets = parse_shape(parser, "the offsets of a sub-tensor")
            sizes = parse_shape(parser, "the sizes of a sub-tensor")
            strides = parse_shape(parser, "the strides of a sub-tensor") if next_is_open_bracket(parser) else None
            return SubTensorAccess(offsets, sizes, strides)
        word = next_word(parser)
        kind = KEYWORDS.get(word) if word is not None else None
        if kind is None or word is None:
            return None
        parser.parse_keyword(word)
        access = kind.new(kind.parse_parameters(parser))
        return None if isinstance(access, FullTensorAccess) else access

    def print_note(self, printer: Printer, note: Attribute, before_type: bool) -> None:
        if not before_type:
            return
        if isinstance(note, SubTensorAccess) and note.start == NONE:
            for extents in (note.offsets, note.sizes, note.strides):
                printer.print_string(format_shape(extents.data))
            return
        access = cast(Access, note)
        printer.print_string(f" {access.name.removeprefix('penguin.')}")
        access.print_parameters(printer)

    def operand_note(self, index: int) -> Attribute | None:
        access = self.access(index)
        return None if access == FULL else access

    @classmethod
    def notes_to_properties(
        cls, notes: Mapping[str, Sequence[Attribute | None]], properties: dict[str, Attribute]
    ) -> None:
        layout = layout_of(cls)
        flat = [note for group in layout.groups.values() if not group.is_indices for note in notes.get(group.name, ())]
        if any(note is not None for note in flat):
            properties[ACCESSES] = ArrayAttr([FULL if note is None else note for note in flat])

    @classmethod
    def is_superfluous(cls, name: str, value: Attribute, operands: Sequence[SSAValue]) -> bool:
        if name != ACCESSES or not isinstance(value, ArrayAttr):
            return super().is_superfluous(name, value, operands)
        accesses = cast("ArrayAttr[Attribute]", value).data
        if any(access != FULL for access in accesses):
            return False
        # Of another length it is wrong, which the verifier says.
        return len(accesses) == sum(isinstance(operand.type, MemRefType) for operand in operands)

    # Reading operands.

    def access(self, operand: int | str) -> Access:
        """How an operand is accessed, by its index in `operands` or by the name of its group."""
        index = self.group_range(operand)[0] if isinstance(operand, str) else operand
        return cast(Access, FULL if self.accesses is None else self.accesses.data[index])

    def operand_type(self, operand: int | str) -> "MemRefType[Attribute]":
        """The type of an operand, by its index in `operands` or by the name of its group."""
        index = self.group_range(operand)[0] if isinstance(operand, str) else operand
        return cast("MemRefType[Attribute]", self.operands[index].type)

    def element(self, operand: int | str) -> Dtype:
        """The Backend IR element type of an operand. Raises KeyError for a type that Backend IR does not have."""
        dtype = dtype_of(self.operand_type(operand).element_type)
        if dtype is None:
            raise KeyError(str(self.operand_type(operand)))
        return dtype

    def has(self, group: str) -> bool:
        """Whether an optional operand is there."""
        return len(self.group_range(group)) > 0

    def memref_indices(self) -> range:
        """The indices of the memref operands in `operands`; index operands come behind them."""
        indices = self.group_range("indices") if "indices" in layout_of(type(self)).groups else range(0)
        return range(len(self.operands) - len(indices))

    def output_indices(self) -> tuple[int, ...]:
        """The indices in `operands` of what is written."""
        return tuple(index for name in self.OUTPUTS for index in self.group_range(name))

    def input_indices(self) -> tuple[int, ...]:
        """The indices in `operands` of the memrefs that are read."""
        outputs = set(self.output_indices())
        return tuple(index for index in self.memref_indices() if index not in outputs)

    def shape(self, operand: int | str) -> tuple[int, ...]:
        """The shape of what is accessed of an operand."""
        return access_shape(self.access(operand), self.operand_type(operand))

    # Verification.

    def verify_(self) -> None:
        self.verify_attribute_names()
        self._verify_operands()
        self._verify_accesses()
        self.verify_operand_kinds()
        self.verify_element_types()
        self.verify_shapes()
        self.verify_contract()

    def _verify_operands(self) -> None:
        for index in self.memref_indices():
            type = self.operands[index].type
            if not isinstance(type, MemRefType):
                raise self.error(f"is a {type}, expected a memref", operand=index)
            memref = cast("MemRefType[Attribute]", type)
            problem = check_memref(memref)
            if problem is not None:
                raise self.error(problem, operand=index)
            if dtype_of(memref.element_type) is None:
                raise self.error(
                    f"has element type {memref.element_type}, which Backend IR does not have", operand=index
                )
        for index in range(len(self.memref_indices()), len(self.operands)):
            if not isinstance(self.operands[index].type, IndexType):
                raise self.error(f"is a {self.operands[index].type}, expected index", operand=index)

    def _verify_accesses(self) -> None:
        accesses = self.accesses
        memrefs = self.memref_indices()
        if accesses is not None and len(accesses.data) != len(memrefs):
            raise self.error(
                f"has {len(accesses.data)} accesses for {len(memrefs)} memref operands", attribute=ACCESSES
            )
        for index, access in enumerate(() if accesses is None else accesses.data):
            if not isinstance(access, tuple(KEYWORDS.values())):
                raise self.error(f"has {access} for an access, expected one of {', '.join(KEYWORDS)}", operand=index)
        num_indices = len(self.operands) - len(memrefs)
        for index in memrefs:
            access = self.access(index)
            problem = check_access(access, self.operand_type(index))
            if problem is not None:
                raise self.error(problem[0], operand=index, notes=problem[1])
            start = access_start(access)
            if start is not None and start.num_dims > num_indices:
                raise self.error(
                    f"starts at an expression over {start.num_dims} indices, the operation has {num_indices}",
                    operand=index,
                )

    def verify_operand_kinds(self) -> None:
        """Check in which memories the operands lie; any by default."""

    def shape_rows(self) -> Mapping[str, str]:
        """The rows of symbolic dimensions that hold for this operation, `SHAPES` by default."""
        return self.SHAPES

    def bound_symbols(self) -> Mapping[str, int]:
        """Symbols of the rows that an attribute gives a value."""
        return {}

    def present_shapes(self) -> dict[str, Sequence[int]]:
        """The accessed shape of every operand that is there, by the name of its group."""
        return {
            name: self.shape(name)
            for name, group in layout_of(type(self)).groups.items()
            if not group.is_indices and not group.is_variadic and self.has(name)
        }

    def verify_shapes(self) -> None:
        """Check the shapes of the operands against the rows."""
        mismatch, _ = check_shapes(self.shape_rows(), self.present_shapes(), self.bound_symbols())
        if mismatch is not None:
            raise self.error(mismatch.message, operand=mismatch.operand, notes=mismatch.notes)

    def dimensions(self) -> dict[str, int]:
        """What the symbols of the rows are, such as `{"B": 1, "S": 8192, "H": 4096}`."""
        _, bindings = check_shapes(self.shape_rows(), self.present_shapes(), self.bound_symbols())
        return {symbol: binding.value for symbol, binding in bindings.items()}

    def element_type_rows(self) -> Mapping[str, str]:
        """The classes of element types that hold for this operation, `ELEMENT_TYPES` by default."""
        return self.ELEMENT_TYPES

    def verify_element_types(self) -> None:
        """Check the element types of the operands against their classes."""
        for name, wanted in self.element_type_rows().items():
            if not self.has(name):
                continue
            found = self.operand_type(name).element_type
            if wanted.startswith("="):
                other = wanted[1:]
                if self.has(other) and found != self.operand_type(other).element_type:
                    raise self.error(
                        f"has element type {found}, expected {self.operand_type(other).element_type} like "
                        f'operand "{other}"',
                        operand=name,
                    )
                continue
            dtype = dtype_of(found)
            assert dtype is not None, "checked above"
            if not matches(dtype.name, wanted):
                raise self.error(f"has element type {found}, expected {wanted}", operand=name)

    def verify_contract(self) -> None:
        """Check what is particular to this operation."""


class MacroOp(PenguinOp):
    """
    A macro: one operation that becomes one kernel node.

    Every macro may carry the cast policy (`auto_cast`, `auto_cast_type`) and the shapes of its on-chip buffers:
    `sb_buf_shape` is bytes a partition and partitions, `psum_buf_shape` a triple.
    """

    auto_cast = optional_word(AutoCastAttr)
    auto_cast_type = optional_word(AutoCastTypeAttr)
    sb_buf_shape = optional_shape(2, 0)
    psum_buf_shape = optional_shape(3, 0)

    @property
    def kernel_name(self) -> str:
        """The name that selects the kernel."""
        raise NotImplementedError(type(self).__name__)

    @property
    def emitter(self) -> str:
        """The function of Penguin's code generator that emits this macro, as its own messages call it."""
        return self.name

    @property
    def is_tiled(self) -> bool:
        """Whether the operands are tiles: they lie in SBUF or PSUM."""
        return any(is_tile(self.operands[index].type) for index in self.memref_indices())

    def verify_cast_policy(self) -> None:
        """A cast type means nothing without a policy, a policy nothing without a type."""
        policy = self.auto_cast
        casts = policy is not None and policy.data != "none"
        if self.auto_cast_type is not None and not casts:
            raise self.error("needs auto_cast = matmult or all", attribute="auto_cast_type")
        if casts and self.auto_cast_type is None:
            raise self.error("needs auto_cast_type = bf16 or fp16", attribute="auto_cast")

    def verify_(self) -> None:
        super().verify_()
        self.verify_cast_policy()


class BespokeMacroOp(MacroOp):
    """A macro of a family with a code generator of its own: its operands are all tensors or all tiles."""

    def verify_operand_kinds(self) -> None:
        indices = self.memref_indices()
        tiles = [index for index in indices if is_tile(self.operands[index].type)]
        if tiles and len(tiles) != len(indices):
            first_tile = self.operand_name(tiles[0])
            tensor = next(index for index in indices if index not in tiles)
            odd = tiles[0] if len(tiles) * 2 <= len(indices) else tensor
            raise self._kind_error(odd, first_tile, self.operand_name(tensor))
        for index in indices:
            access = self.access(index)
            allowed = self.allowed_accesses(self.operand_name(index))
            if not isinstance(access, allowed):
                words = " or ".join(kind.name.removeprefix("penguin.") for kind in allowed)
                found = access.name.removeprefix("penguin.")
                raise self.error(
                    f"has access '{found}', {self.emitter} takes '{words}' here",
                    operand=index,
                    notes=(
                        "a bespoke macro takes whole tensors or whole tiles; a sub-tensor needs penguin.bir_kernel",
                    ),
                )

    def allowed_accesses(self, operand: str) -> tuple[type[Access], ...]:
        """The access kinds that an operand may have: full, and tiles when the macro is tiled."""
        return (FullTensorAccess, TileAccess) if self.is_tiled else (FullTensorAccess,)

    def _kind_error(self, odd: int, tile: str, tensor: str) -> Any:
        memory = memory_of(self.operands[odd].type)
        space = memory.space.data if memory is not None else "?"
        error = self.error(
            f"Inputs/outputs to {self.emitter} must be all tensors or all tiles, not a mix of both",
            notes=(
                f'operand "{self.operand_name(odd)}" lies in {space}',
                f'operand "{tile}" is a tile (sbuf or psum), operand "{tensor}" is a tensor (hbm)',
            ),
        )
        error.operand_index = odd
        return error

    def verify_shapes(self) -> None:
        if not self.is_tiled:
            super().verify_shapes()
            return
        mismatch = check_element_counts(self.shape_rows(), self.present_shapes())
        if mismatch is not None:
            raise self.error(mismatch.message, operand=mismatch.operand, notes=mismatch.notes)
