"""The text of our operations, driven by their definitions: operand groups by name, in any order, and one dictionary.

```
dialect.op <leading> group(%value : type) group(...) -> output(%value : type) {property = value}
```

A dialect's own base class says what stands beside an operand (`OperandNotes`); no operation writes a parser.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn, Self, cast

from xdsl.dialects.builtin import DenseArrayBase, IndexType, LocationAttr, StringAttr, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, IRDLOperation, OptOperandDef, OptPropertyDef, VarOperandDef
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

from .errors import OperationError, did_you_mean
from .properties import FlagForm, PropertyError, PropertyForm
from .xdsl_interface import (
    next_is_call_like,
    next_word,
    note_property_position,
    position,
    raise_at,
    recall_braces,
    remember_braces,
)

SEGMENTS = "operandSegmentSizes"
INDICES = "indices"
"""The name of the group of index operands that dynamic starts are computed from; always the last one."""

_INDEX = IndexType()


@dataclass(frozen=True)
class OperandGroup:
    """One operand definition as the text sees it."""

    name: str
    index: int
    is_output: bool
    is_optional: bool
    is_variadic: bool

    @property
    def is_indices(self) -> bool:
        """Whether the group holds index operands, which are written without types."""
        return self.name == INDICES


@dataclass(frozen=True)
class Segments:
    """How the operands of one operation fall into the groups of its layout."""

    sizes: tuple[int, ...]
    ranges: Mapping[str, range]
    names: tuple[str, ...]
    """How the text names each operand, such as `gate` or `ins[2]`."""


@dataclass(frozen=True)
class Layout:
    """What the text of an operation class consists of; derived from its definition once."""

    groups: Mapping[str, OperandGroup]
    forms: Mapping[str, PropertyForm]
    defaults: Mapping[str, Attribute | None]
    required: tuple[str, ...]
    hidden: frozenset[str]
    """Properties that are not written in the dictionary."""
    has_segments: bool
    stored: frozenset[str]
    """Properties that an operation always has and that are always written; xDSL fills in their default."""
    by_attribute: dict[int, Segments]
    """Segments by the identity of an interned segment size attribute, which lives as long as the program."""
    by_sizes: dict[tuple[int, ...], Segments]


def _segments(layout: Layout, sizes: tuple[int, ...]) -> Segments:
    ranges: dict[str, range] = {}
    names: list[str] = []
    start = 0
    for group, size in zip(layout.groups.values(), sizes, strict=True):
        ranges[group.name] = range(start, start + size)
        names += [f"{group.name}[{index}]" if group.is_variadic else group.name for index in range(size)]
        start += size
    return Segments(sizes, ranges, tuple(names))


_LAYOUTS: dict[type, Layout] = {}


def layout_of(cls: "type[FormattedOperation]") -> Layout:
    """The layout of an operation class, derived on first use."""
    layout = _LAYOUTS.get(cls)
    if layout is None:
        layout = _LAYOUTS[cls] = _derive(cls)
    return layout


def _derive(cls: "type[FormattedOperation]") -> Layout:
    definition = cls.get_irdl_definition()
    groups = {
        name: OperandGroup(
            name,
            index,
            name in cls.OUTPUTS,
            isinstance(operand, OptOperandDef),
            isinstance(operand, VarOperandDef) and not isinstance(operand, OptOperandDef),
        )
        for index, (name, operand) in enumerate(definition.operands)
    }
    forms: dict[str, PropertyForm] = {}
    defaults: dict[str, Attribute | None] = {}
    required: list[str] = []
    stored: list[str] = []
    for name, definition_of_property in definition.properties.items():
        constraint = definition_of_property.constr
        if isinstance(constraint, PropertyForm):
            forms[name] = constraint
            defaults[name] = definition_of_property.default_value
            if isinstance(definition_of_property, OptPropertyDef):
                continue
            if definition_of_property.default_value is None:
                required.append(name)
            else:
                stored.append(name)
    return Layout(
        groups,
        forms,
        defaults,
        tuple(required),
        frozenset(definition.properties) - frozenset(forms),
        any(isinstance(option, AttrSizedOperandSegments) for option in definition.options),
        frozenset(stored),
        {},
        {},
    )


_NO_ATTRIBUTES: Mapping[str, Attribute] = {}
_SEGMENT_SIZES: dict[tuple[int, ...], Attribute] = {}


def interned_segment_sizes(sizes: tuple[int, ...]) -> Attribute:
    """The segment size attribute of an operation; equal sizes share one object."""
    attr = _SEGMENT_SIZES.get(sizes)
    if attr is None:
        attr = _SEGMENT_SIZES[sizes] = cast(Attribute, DenseArrayBase.from_list(i32, list(sizes)))
    return attr


def _segments_by_sizes(layout: Layout, sizes: tuple[int, ...]) -> Segments:
    segments = layout.by_sizes.get(sizes)
    if segments is None:
        segments = layout.by_sizes[sizes] = _segments(layout, sizes)
    return segments


class FormattedOperation(IRDLOperation):
    """
    An operation whose text follows from its definition.

    `SYMBOL` names a property that is written first, as `@name`, where the operation has one. `LEADING` names a property
    that is written next, without its name. `OUTPUTS` names the operand groups behind the
    arrow. `ALIASES` are other spellings of properties that are read, such as the camel case of some callers.
    """

    VERIFIES_TYPES_AND_ATTRIBUTES_ONLY: ClassVar[bool] = True
    """Whether the verifier looks at nothing else, so that a driver may run it once for equal operations."""
    VERIFIER_COMPARES_OPERANDS: ClassVar[bool] = False
    """Whether the verifier looks besides at which operands are one value."""
    SYMBOL: ClassVar[str | None] = None
    LEADING: ClassVar[str | None] = None
    OUTPUTS: ClassVar[tuple[str, ...]] = ()
    ALIASES: ClassVar[Mapping[str, str]] = {}

    # What a dialect writes beside its operands: nothing, unless it says so in these four.

    @classmethod
    def parse_note(cls, parser: Parser, before_type: bool) -> Attribute | None:
        """Read what stands beside an operand, before or behind its type; None when nothing does."""
        return None

    @classmethod
    def notes_to_properties(
        cls, notes: Mapping[str, Sequence[Attribute | None]], properties: dict[str, Attribute]
    ) -> None:
        """Store what stood beside the operands, by group."""

    def operand_note(self, index: int) -> Attribute | None:
        """What stands beside an operand, by its index in `operands`; None when nothing is written."""
        return None

    def print_note(self, printer: Printer, note: Attribute, before_type: bool) -> None:
        """Print what stands beside an operand, where it belongs before or behind the type."""
        raise NotImplementedError(f"{self.name} has nothing beside its operands")

    @classmethod
    def parse_free_entry(cls, parser: Parser, group: OperandGroup) -> Attribute | None:
        """Read an entry of an operand group that is no SSA value, such as an immediate; None when there is none."""
        return None

    def group_entries(self, group: OperandGroup, index: int, size: int) -> Sequence[int | Attribute]:
        """What the text of a group lists: operands by their index in `operands`, and entries that are none."""
        return range(index, index + size)

    def print_free_entry(self, printer: Printer, entry: Attribute) -> None:
        """Print an entry of an operand group that is no SSA value."""
        raise NotImplementedError(f"{self.name} has no entries but operands")

    # Making.

    @classmethod
    def is_superfluous(cls, name: str, value: Attribute, operands: Sequence[SSAValue]) -> bool:
        """Whether a property says no more than its absence does, so that the text has no way to write it."""
        layout = layout_of(cls)
        return value == layout.defaults.get(name) and name not in layout.stored and name != cls.LEADING

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = _NO_ATTRIBUTES,
        attributes: Mapping[str, Attribute] = _NO_ATTRIBUTES,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        """
        An operation from its parts.

        A property that is given its default is left out, as the text leaves it out: whoever makes an operation, with
        or without the default, makes the same.
        """
        superfluous = [name for name, value in properties.items() if cls.is_superfluous(name, value, operands)]
        if superfluous:
            properties = {name: value for name, value in properties.items() if name not in superfluous}
        return super().create(
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            location=location,
            successors=successors,
            regions=regions,
        )

    # Parsing.

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        layout = layout_of(cls)
        start = position(parser)
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {}
        if cls.SYMBOL is not None:
            symbol = parser.parse_optional_symbol_name()
            if symbol is not None:
                note_property_position(parser, cls.SYMBOL, start)
                properties[cls.SYMBOL] = symbol
        if cls.LEADING is not None:
            note_property_position(parser, cls.LEADING, start)
            properties[cls.LEADING] = layout.forms[cls.LEADING].parse(parser, cls.LEADING)
        values: dict[str, list[SSAValue]] = {}
        notes: dict[str, list[Attribute | None]] = {}
        _parse_groups(cls, parser, layout, values, notes)
        _parse_dictionary(cls, parser, layout, properties, attributes)
        for group in layout.groups.values():
            if group.name not in values and not group.is_optional and not group.is_variadic:
                _raise_missing(cls, parser, group, start)
        for name in layout.required:
            if name not in properties:
                raise_at(parser, f"'{cls.name}' needs attribute '{name}' ({layout.forms[name].description})", start)
        if layout.has_segments:
            sizes = tuple([len(values.get(name, ())) for name in layout.groups])
            properties[SEGMENTS] = interned_segment_sizes(sizes)
        cls.notes_to_properties(notes, properties)
        regions = _parse_regions(cls, parser)
        operands = [value for name in layout.groups for value in values.get(name, ())]
        # No default is among them: the dictionary has left them out.
        return super().create(operands=operands, properties=properties, attributes=attributes, regions=regions)

    # Printing.

    def print(self, printer: Printer) -> None:
        layout = layout_of(type(self))
        symbol = self.properties.get(self.SYMBOL) if self.SYMBOL is not None else None
        if symbol is not None:
            printer.print_string(" ")
            printer.print_symbol_name(cast(StringAttr, symbol))
        if self.LEADING is not None:
            printer.print_string(" ")
            layout.forms[self.LEADING].print(printer, self.properties[self.LEADING])
        index = 0
        sections: list[tuple[OperandGroup, Sequence[int | Attribute]]] = []
        for group, size in zip(layout.groups.values(), self.group_sizes(), strict=True):
            entries = self.group_entries(group, index, size)
            if entries:
                sections.append((group, entries))
            index += size
        arrow = False
        for group, entries in sorted(sections, key=lambda section: section[0].is_output):
            if group.is_output and not arrow:
                printer.print_string(" ->")
                arrow = True
            printer.print_string(f" {group.name}(")
            for position_in_group, entry in enumerate(entries):
                if position_in_group:
                    printer.print_string(", ")
                if isinstance(entry, int):
                    self._print_operand(printer, group, entry)
                else:
                    self.print_free_entry(printer, entry)
            printer.print_string(")")
        self._print_dictionary(printer, layout)
        for (name, _), region in zip(type(self).get_irdl_definition().regions, self.regions, strict=True):
            printer.print_string(f" {name} ")
            printer.print_region(region, print_empty_block=False)

    def _print_operand(self, printer: Printer, group: OperandGroup, index: int) -> None:
        operand = self.operands[index]
        printer.print_operand(operand)
        if group.is_indices:
            return
        note = self.operand_note(index)
        if note is not None:
            self.print_note(printer, note, True)
        printer.print_string(" : ")
        printer.print_attribute(operand.type)
        if note is not None:
            self.print_note(printer, note, False)

    def _print_dictionary(self, printer: Printer, layout: Layout) -> None:
        first = True
        for name, form in layout.forms.items():
            value = self.properties.get(name)
            if value is None or name == self.LEADING or name == self.SYMBOL:
                continue
            if value == layout.defaults[name] and name not in layout.stored:
                continue
            printer.print_string(" {" if first else ", ")
            first = False
            printer.print_string(f"{name} = ")
            form.print(printer, value)
        for name, value in self.attributes.items():
            printer.print_string(" {" if first else ", ")
            first = False
            printer.print_identifier_or_string_literal(name)
            if value.name != "unit":
                printer.print_string(" = ")
                printer.print_attribute(value)
        if not first:
            printer.print_string("}")

    # Verification.

    def verify_attribute_names(self) -> None:
        """Refuse attributes that are neither properties nor have a dialect prefix. Raises OperationError."""
        for name in self.attributes:
            if "." not in name:
                raise self.unknown_attribute(name)

    def explain(self, failure: Exception) -> Exception:
        """A failure of this operation's verifier, saying which property it is about where only we know."""
        if not isinstance(failure, PropertyError):
            return failure
        for name, form in layout_of(type(self)).forms.items():
            if form is failure.form and self.properties.get(name) is failure.value:
                return self.error(f"is {failure.value}, expected {form.description}", attribute=name)
        return failure

    def unknown_attribute(self, name: str) -> OperationError:
        """The error about an attribute that is not a property and has no dialect prefix."""
        forms = layout_of(type(self)).forms
        if name in self.ALIASES:
            return self.error(f"is spelled {self.ALIASES[name]} in the generic form", attribute=name)
        return self.error(
            f"is not an attribute of '{self.name}'{did_you_mean(name, forms)}",
            attribute=name,
            notes=(f"it has: {', '.join(sorted(forms))}; a discardable attribute has a dialect prefix",),
        )

    # Reading.

    def segments(self) -> Segments:
        """How the operands fall into groups."""
        layout = layout_of(type(self))
        if not layout.has_segments:
            return _segments_by_sizes(layout, self._sizes_without_attribute(layout))
        attribute = self.properties[SEGMENTS]
        known = layout.by_attribute.get(id(attribute))
        if known is not None:
            return known
        values: Any = attribute
        sizes: tuple[int, ...] = tuple(values.get_values())
        segments = _segments_by_sizes(layout, sizes)
        if _SEGMENT_SIZES.get(sizes) is attribute:
            layout.by_attribute[id(attribute)] = segments
        return segments

    def _sizes_without_attribute(self, layout: Layout) -> tuple[int, ...]:
        groups = layout.groups.values()
        fixed = sum(1 for group in groups if not (group.is_optional or group.is_variadic))
        rest = len(self.operands) - fixed
        return tuple(rest if group.is_optional or group.is_variadic else 1 for group in groups)

    def group_sizes(self) -> tuple[int, ...]:
        """How many operands each group has, in the order of the definition."""
        return self.segments().sizes

    def group_range(self, name: str) -> range:
        """The indices in `operands` of a group, empty when an optional group is absent. Raises KeyError."""
        return self.segments().ranges[name]

    def operand_name(self, index: int) -> str:
        """How the text names an operand, such as `gate` or `ins[2]`. Raises IndexError."""
        return self.segments().names[index]

    def error(
        self,
        message: str,
        *,
        operand: int | str | None = None,
        attribute: str | None = None,
        notes: Iterable[str] = (),
    ) -> OperationError:
        """A verification failure about this operation; names the operand or attribute and points to it."""
        if isinstance(operand, str):
            indices = self.group_range(operand)
            operand = indices[0] if indices else None
        if operand is not None:
            return OperationError(
                f'operand "{self.operand_name(operand)}" {message}', operand_index=operand, notes=notes
            )
        if attribute is not None:
            return OperationError(f'attribute "{attribute}" {message}', property_name=attribute, notes=notes)
        return OperationError(message, notes=notes)

    # Building from Python.

    def build_from(self, arguments: Mapping[str, Any]) -> None:
        """
        Initialise from Python keywords: operand groups and properties by their names, None for what is absent.

        An operand is an SSA value, an operation with one result, or an `Accessed`; a variadic group is a sequence, in
        which attributes are entries that are no SSA values.
        Raises TypeError for a missing operand or property and for a value that does not fit.
        """
        layout = layout_of(type(self))
        groups: list[list[SSAValue]] = []
        notes: dict[str, list[Attribute | None]] = {}
        for name, group in layout.groups.items():
            given = _as_list(arguments.get(name), group)
            if not given and not group.is_optional and not group.is_variadic:
                raise TypeError(f"{type(self).__name__} needs operand '{name}'")
            groups.append(
                [
                    SSAValue.get(entry.value if isinstance(entry, Accessed) else entry)
                    for entry in given
                    if not isinstance(entry, Attribute)
                ]
            )
            notes[name] = [
                entry.note if isinstance(entry, Accessed) else entry if isinstance(entry, Attribute) else None
                for entry in given
            ]
        properties: dict[str, Attribute] = {}
        for name, form in layout.forms.items():
            value = arguments.get(name)
            if value is None:
                if name in layout.required:
                    raise TypeError(f"{type(self).__name__} needs attribute '{name}'")
                continue
            try:
                attr = form.coerce(value)
            except (TypeError, ValueError) as error:
                raise type(error)(f"attribute '{name}' of {self.name}: {error}") from None
            if attr != layout.defaults[name] or name in layout.required:
                properties[name] = attr
        self.notes_to_properties(notes, properties)
        if layout.has_segments:
            properties[SEGMENTS] = interned_segment_sizes(tuple(len(group) for group in groups))
        flat = [value for group in groups for value in group]
        Operation.__init__(self, operands=flat, properties=properties)


@dataclass(frozen=True)
class Accessed:
    """An operand with what stands beside it."""

    value: "SSAValue | Operation"
    note: Attribute | None


OperandLike = SSAValue | Operation | Accessed
"""What a constructor takes for one operand."""


def _as_list(given: Any, group: OperandGroup) -> "list[Any]":
    if given is None:
        return []
    if group.is_variadic:
        return list(cast("Iterable[Any]", given))
    return [given]


def _parse_groups(
    cls: type[FormattedOperation],
    parser: Parser,
    layout: Layout,
    values: dict[str, list[SSAValue]],
    notes: dict[str, list[Attribute | None]],
) -> None:
    behind_arrow = False
    while True:
        start = position(parser)
        if parser.parse_optional_punctuation("->") is not None:
            if behind_arrow:
                raise_at(parser, f"'{cls.name}' has one '->', before its outputs", start, start + 2)
            behind_arrow = True
            continue
        word = next_word(parser)
        group = layout.groups.get(word) if word is not None else None
        if group is None:
            # `loc(…)` is no operand group: a location may follow any operation.
            if word is not None and word != "loc" and "." not in word and next_is_call_like(parser):
                unknown = f"'{word}' is not an operand of '{cls.name}'{did_you_mean(word, layout.groups)}"
                raise_at(parser, f"{unknown} (operands: {', '.join(layout.groups)})", start, start + len(word))
            return
        if group.name in values:
            raise_at(parser, f"operand '{group.name}' is given twice", start, start + len(group.name))
        if group.is_output and not behind_arrow:
            raise_at(parser, f"'{group.name}' is an output, it stands behind '->'", start, start + len(group.name))
        if behind_arrow and not group.is_output and not group.is_indices:
            raise_at(parser, f"'{group.name}' is an input, it stands before '->'", start, start + len(group.name))
        parser.parse_keyword(group.name)
        values[group.name], notes[group.name] = _parse_operands(cls, parser, group)


def _raise_missing(cls: type[FormattedOperation], parser: Parser, group: OperandGroup, start: int) -> NoReturn:
    """The error about an operand that was not found: what stands at the end of those that were may say why."""
    here = position(parser)
    if parser.parse_optional_punctuation(",") is not None:
        raise_at(parser, f"operands of '{cls.name}' stand behind one another without commas", here)
    if parser.parse_optional_punctuation("->") is not None:
        raise_at(parser, f"'->' and the outputs of '{cls.name}' stand before its attributes", here, here + 2)
    arrow = "-> " if group.is_output else ""
    if parser.parse_optional_punctuation("(") is not None:
        raise_at(parser, f"operands of '{cls.name}' have names: {arrow}{group.name}(%…)", here)
    raise_at(parser, f"'{cls.name}' needs operand '{group.name}': {arrow}{group.name}(%…)", start)


def _parse_operands(
    cls: type[FormattedOperation], parser: Parser, group: OperandGroup
) -> tuple[list[SSAValue], list[Attribute | None]]:
    values: list[SSAValue] = []
    notes: list[Attribute | None] = []
    parser.parse_punctuation("(", f" after '{group.name}'")
    if group.is_variadic and parser.parse_optional_punctuation(")") is not None:
        return values, notes
    while True:
        entry = cls.parse_free_entry(parser, group)
        if entry is not None:
            notes.append(entry)
            if not group.is_variadic or parser.parse_optional_punctuation(",") is None:
                break
            continue
        operand: UnresolvedOperand = parser.parse_unresolved_operand(f"expected an operand for '{group.name}'")
        if group.is_indices:
            values.append(parser.resolve_operand(operand, _INDEX))
            notes.append(None)
        else:
            note = cls.parse_note(parser, True)
            parser.parse_punctuation(":", f" after operand '{group.name}'")
            values.append(parser.resolve_operand(operand, parser.parse_type()))
            behind = cls.parse_note(parser, False)
            notes.append(behind if note is None else note)
        if not group.is_variadic or parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation(")", f" after operand '{group.name}'")
    return values, notes


def _parse_dictionary(
    cls: type[FormattedOperation],
    parser: Parser,
    layout: Layout,
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
) -> None:
    start = position(parser)
    known: tuple[dict[str, Attribute], dict[str, Attribute]] | None = recall_braces(parser, cls)
    if known is None:
        known = {}, {}
        if not _parse_entries(cls, parser, layout, *known):
            return
        remember_braces(parser, cls, start, known)
    properties.update(known[0])
    attributes.update(known[1])


def _parse_entries(
    cls: type[FormattedOperation],
    parser: Parser,
    layout: Layout,
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
) -> bool:
    if parser.parse_optional_punctuation("{") is None:
        return False
    if parser.parse_optional_punctuation("}") is not None:
        return True
    seen: set[str] = set()
    while True:
        start = position(parser)
        name = parser.parse_optional_identifier_or_str_literal()
        if name is None:
            raise_at(parser, f"expected the name of an attribute of '{cls.name}'", start)
        end = start + len(name)
        name = cls.ALIASES.get(name, name)
        if name == cls.SYMBOL:
            raise_at(parser, f"'{name}' is written as @name directly behind '{cls.name}'", start, end)
        if name == cls.LEADING:
            raise_at(parser, f"'{name}' stands directly behind '{cls.name}', not among the attributes", start, end)
        if name in seen:
            raise_at(parser, f"attribute '{name}' is given twice", start, end)
        seen.add(name)
        form = layout.forms.get(name)
        if form is not None:
            if isinstance(form, FlagForm) and parser.parse_optional_punctuation("=") is None:
                value: Attribute = form.coerce(True)
            else:
                if not isinstance(form, FlagForm):
                    parser.parse_punctuation("=", f" after '{name}'")
                note_property_position(parser, name, position(parser))
                value = form.parse(parser, name)
            if value != layout.defaults[name] or name in layout.stored:
                properties[name] = value
        elif "." in name:
            if parser.parse_optional_punctuation("=") is None:
                attributes[name] = _unit()
            else:
                attributes[name] = parser.parse_attribute()
        elif name in layout.hidden:
            raise_at(parser, f"'{name}' is not written among the attributes, it follows from the operands", start, end)
        else:
            written = sorted(set(layout.forms) - {cls.LEADING, cls.SYMBOL})
            unknown = f"'{cls.name}' has no attribute '{name}'{did_you_mean(name, written)}"
            known = f"attributes: {', '.join(written)}; a discardable one has a dialect prefix"
            raise_at(parser, f"{unknown} ({known})", start, end)
        if parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation("}", f" at the end of the attributes of '{cls.name}'")
    return True


def _parse_regions(cls: type[FormattedOperation], parser: Parser) -> "list[Region]":
    regions: list[Region] = []
    for name, _ in cls.get_irdl_definition().regions:
        start = position(parser)
        if parser.parse_optional_keyword(name) is None:
            raise_at(parser, f"'{cls.name}' needs '{name} {{…}}'", start)
        region = parser.parse_region()
        if not region.blocks:
            # An empty body is a block without operations.
            region.add_block(Block())
        regions.append(region)
    return regions


def _unit() -> Attribute:
    from xdsl.dialects.builtin import UnitAttr

    return UnitAttr()
