"""The base class of Backend IR instructions: sections of memrefs, an access pattern beside each operand."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, cast

from xdsl.dialects.builtin import ArrayAttr, IndexType, MemRefType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import AttrSizedOperandSegments
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..neuron.access_pattern import Access, AccessPatternAttr, IntervalAttr, check_bounds
from ..neuron.dtypes import dtype_of
from ..neuron.memory import check_memref
from ..neuron.op_format import INDICES, FormattedOperation, layout_of
from .instruction_type import InstructionType

PATTERNS_SUFFIX = "_patterns"


class KnownPattern(Protocol):
    """What every kind of pattern beside an operand can say."""

    @property
    def num_indices(self) -> int:
        """How many index operands the start is computed from."""
        ...


class BirOp(FormattedOperation):
    """
    A Backend IR instruction.

    Every operand section, such as `ins`, has an array property beside it, `ins_patterns`, with one access pattern an
    operand; in the text the pattern stands behind its operand: `%x : !t via #neuron.interval<count = 16, dtype = f32>`.
    """

    INSTRUCTION_TYPE: ClassVar[InstructionType]
    SECTIONS: ClassVar[tuple[str, ...]] = ("ins", "outs")
    PATTERNS: ClassVar[tuple[str, ...]] = ("neuron.ap", "neuron.interval")
    """The names of the attributes that may stand beside an operand."""

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse_note(cls, parser: Parser, before_type: bool) -> Attribute | None:
        if before_type or parser.parse_optional_keyword("via") is None:
            return None
        return parser.parse_attribute()

    def print_note(self, printer: Printer, note: Attribute, before_type: bool) -> None:
        if not before_type:
            printer.print_string(" via ")
            printer.print_attribute(note)

    def operand_note(self, index: int) -> Attribute | None:
        for section in self.SECTIONS:
            indices = self.group_range(section)
            if index in indices:
                patterns = self.patterns(section)
                return patterns[index - indices[0]] if index - indices[0] < len(patterns) else None
        return None

    @classmethod
    def notes_to_properties(
        cls, notes: Mapping[str, Sequence[Attribute | None]], properties: dict[str, Attribute]
    ) -> None:
        for section in cls.SECTIONS:
            given = [note for note in notes.get(section, ()) if note is not None]
            if given:
                properties[section + PATTERNS_SUFFIX] = ArrayAttr(given)

    @classmethod
    def is_superfluous(cls, name: str, value: Attribute, operands: Sequence[SSAValue]) -> bool:
        if name.endswith(PATTERNS_SUFFIX):
            return isinstance(value, ArrayAttr) and not cast("ArrayAttr[Attribute]", value).data
        return super().is_superfluous(name, value, operands)

    def patterns(self, section: str) -> tuple[Attribute, ...]:
        """The access patterns of a section, one an operand."""
        patterns = self.properties.get(section + PATTERNS_SUFFIX)
        return cast("ArrayAttr[Attribute]", patterns).data if isinstance(patterns, ArrayAttr) else ()

    def pattern(self, index: int) -> Access:
        """The access pattern of an operand, by its index in `operands`."""
        return cast(Access, self.operand_note(index))

    def set_pattern(self, index: int, pattern: Attribute) -> None:
        """Put another access pattern beside an operand, by its index in `operands`; all else in its section stays."""
        for section in self.SECTIONS:
            indices = self.group_range(section)
            if index in indices:
                name = section + PATTERNS_SUFFIX
                entries = list(cast("ArrayAttr[Attribute]", self.properties[name]).data)
                entries[self.entry_of(section, index - indices[0])] = pattern
                self.properties[name] = ArrayAttr(entries)
                return
        raise IndexError(index)

    def entry_of(self, section: str, position: int) -> int:
        """Where the pattern of a section's operand stands among the entries of the section's array."""
        return position

    def operand_type(self, index: int) -> "MemRefType[Attribute]":
        """The type of an operand, by its index in `operands`."""
        return cast("MemRefType[Attribute]", self.operands[index].type)

    def verify_(self) -> None:
        self.verify_attribute_names()
        indices = len(self.group_range(INDICES)) if INDICES in layout_of(type(self)).groups else 0
        for section in self.SECTIONS:
            self._verify_section(section, indices)
        for index in range(len(self.operands) - indices, len(self.operands)):
            if not isinstance(self.operands[index].type, IndexType):
                raise self.error(f"is a {self.operands[index].type}, expected index", operand=index)
        self.verify_contract()

    def _verify_section(self, section: str, indices: int) -> None:
        operands = self.group_range(section)
        patterns = self.patterns(section)
        if len(patterns) != len(operands):
            raise self.error(
                f"{section} has {len(operands)} operand{'' if len(operands) == 1 else 's'} and {len(patterns)} "
                f"access pattern{'' if len(patterns) == 1 else 's'}",
                notes=("every operand needs one: %x : type via #neuron.ap<…> or #neuron.interval<…>",),
            )
        for index, pattern in zip(operands, patterns, strict=True):
            self._verify_operand(index, pattern, indices)

    def _verify_operand(self, index: int, pattern: Attribute, indices: int) -> None:
        type = self.operands[index].type
        if not isinstance(type, MemRefType):
            raise self.error(f"is a {type}, expected a memref", operand=index)
        memref = cast("MemRefType[Attribute]", type)
        problem = check_memref(memref)
        if problem is not None:
            raise self.error(problem, operand=index)
        if dtype_of(memref.element_type) is None:
            raise self.error(f"has element type {memref.element_type}, which Backend IR does not have", operand=index)
        if pattern.name not in self.PATTERNS:
            names = [f"#{name}" for name in self.PATTERNS]
            expected = f"{', '.join(names[:-1])} or {names[-1]}"
            raise self.error(f"has {pattern} for an access pattern, expected {expected}", operand=index)
        known = cast(KnownPattern, pattern)
        if known.num_indices > indices:
            raise self.error(
                f"starts at an expression over {known.num_indices} indices, the instruction has {indices}",
                operand=index,
            )
        if not isinstance(pattern, AccessPatternAttr | IntervalAttr):
            # Where it starts is known at run time only.
            return
        bounds = check_bounds(pattern, memref)
        if bounds is not None:
            raise self.error(bounds.message, operand=index, notes=bounds.notes)

    def verify_contract(self) -> None:
        """Check what is particular to this instruction."""

    @classmethod
    def section_properties(cls, sections: Mapping[str, Sequence[Access]]) -> dict[str, Attribute]:
        """The properties that hold the access patterns of the sections."""
        return {name + PATTERNS_SUFFIX: ArrayAttr(list(patterns)) for name, patterns in sections.items() if patterns}
