"""The one place that touches what xDSL keeps private or changes between releases.

Everything else in this package builds on public classes and on the names defined here.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import Any, NamedTuple, cast

from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    DictionaryAttr,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    StringAttr,
    SymbolRefAttr,
    UnregisteredOp,
)
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Dialect,
    Operation,
    OpResult,
    Region,
    SSAValue,
    SSAValues,
    TypeAttribute,
    Use,
)
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, OpTrait, SymbolOpInterface, SymbolTable
from xdsl.utils.exceptions import ParseError, UnregisteredConstructException
from xdsl.utils.identity import identity
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
    PunctuationSpelling,
    StringLiteral,
)

from .sources import Location

__all__ = [
    "LONGEST_DECIMAL",
    "LONGEST_HEXADECIMAL",
    "LateLoadingContext",
    "ParserCore",
    "ParserState",
    "PrinterCore",
    "SourceToken",
    "TokenLexer",
    "allow_deep_nesting",
    "create_operation",
    "dialect_of",
    "file_location",
    "has_graph_regions",
    "linear_traits",
    "looks_at_types_and_attributes_only",
    "operand_tuple",
    "resolve_location",
    "set_block_arguments",
    "set_value_name",
    "successor_tuple",
    "unresolved_operand",
    "verification_key",
]

DEEPEST_RECURSION = 1_000_000


def allow_deep_nesting() -> None:
    """Let Python functions call each other deeply enough for regions nested tens of thousands deep.

    From Python 3.11 on, calls between Python functions take no room on the C stack, so that the limit may be
    far above its default.
    """
    if sys.getrecursionlimit() < DEEPEST_RECURSION:
        sys.setrecursionlimit(DEEPEST_RECURSION)


def resolve_location(location: LocationAttr) -> tuple[Location | None, list[Location]]:
    """The place that a location attribute stands for, and the places of its callers, innermost first.

    Of a fused location the first part that is known counts, of a named one the place inside it.
    """
    callers: list[Location] = []
    pending: list[Attribute] = [location]
    while pending:
        current = pending.pop()
        if isinstance(current, FileLineColLoc):
            place = Location(current.filename.data, current.line.data, current.column.data)
            return place, callers
        if isinstance(current, NameLoc):
            pending.append(current.location)
        elif isinstance(current, CallSiteLoc):
            caller, outer = resolve_location(cast(LocationAttr, current.caller))
            if caller is not None:
                callers[:0] = [caller, *outer]
            pending.append(current.callee)
        elif isinstance(current, FusedLoc):
            parts = cast(ArrayAttr[Attribute], current.locations)
            pending.extend(reversed(parts.data))
    return None, callers


class LateLoadingContext(Context):
    """A context that asks a dialect for one name instead of loading all that the dialect has.

    A dialect takes part by having `find_operation(name)` and `find_attribute(name)`, which give a class or
    None. `operation_names` and `attribute_names`, when it has them, are used for suggestions, so that a
    typing mistake does not import the whole dialect either.
    """

    def __init__(self, allow_unregistered: bool = False) -> None:
        super().__init__(allow_unregistered)
        self._asked_for: dict[str, bool] = {}

    def find_unregistered_dialect(self, name: str) -> Callable[[], Dialect] | None:
        """The factory of a dialect that was not registered, if there is one after all."""
        return None

    def copy_dialects_to(self, other: LateLoadingContext) -> None:
        """Give another context the dialects of this one."""
        other._loaded_dialects = self._loaded_dialects.copy()
        other._loaded_ops = self._loaded_ops.copy()
        other._loaded_attrs = self._loaded_attrs.copy()
        other._loaded_types = self._loaded_types.copy()
        other._registered_dialects = self._registered_dialects.copy()

    def knows_dialect(self, name: str) -> bool:
        """Whether a dialect of this name is registered or loaded; may ask for it where plug-ins are found."""
        if name in self._loaded_dialects or name in self._registered_dialects:
            return True
        known = self._asked_for.get(name)
        if known is None:
            factory = self.find_unregistered_dialect(name)
            known = factory is not None
            if factory is not None:
                self.register_dialect(name, factory)
            self._asked_for[name] = known
        return known

    def dialect_names(self) -> list[str]:
        """The names of all dialects that are registered or loaded."""
        return sorted({*self._registered_dialects, *self._loaded_dialects})

    def _dialect(self, name: str) -> Dialect | None:
        """A dialect by name, without its operations and attributes if it can be asked by name."""
        if (dialect := self._loaded_dialects.get(name)) is not None:
            return dialect
        if not self.knows_dialect(name):
            return None
        dialect = self._registered_dialects[name]()
        _forget_resources(dialect)
        self._loaded_dialects[name] = dialect
        if not hasattr(dialect, "find_operation"):
            self._load_all(dialect)
        return dialect

    def _load_all(self, dialect: Dialect) -> None:
        for op in dialect.operations:
            # What stands for operations that nobody knows is no operation that a text can name.
            if not issubclass(op, UnregisteredOp):
                self._loaded_ops.setdefault(op.name, op)
        for attribute in dialect.attributes:
            self._load_attribute(attribute)

    def _load_attribute(self, attribute: type[Attribute]) -> None:
        if issubclass(attribute, TypeAttribute):
            self._loaded_types.setdefault(attribute.name, attribute)
        else:
            self._loaded_attrs.setdefault(attribute.name, attribute)

    def load_registered_dialect(self, name: str) -> None:
        """Load all of a dialect that is registered."""
        dialect = self._dialect(name)
        if dialect is None:
            raise UnregisteredConstructException(f"'{name}' dialect is not registered")
        if hasattr(dialect, "find_operation"):
            self._load_all(dialect)

    def get_optional_dialect(self, name: str) -> Dialect | None:
        return self._dialect(name)

    def _get_known_op(self, name: str) -> type[Operation] | None:
        if (known := self._loaded_ops.get(name)) is not None:
            return known
        dialect_name, dot, _ = name.partition(".")
        if not dot or (dialect := self._dialect(dialect_name)) is None:
            return None
        find: Callable[[str], type[Operation] | None] | None = getattr(dialect, "find_operation", None)
        if find is None:
            return self._loaded_ops.get(name)
        found = find(name)
        if found is not None:
            self._loaded_ops[name] = found
        return found

    def get_optional_op(self, name: str, *, dialect_stack: Sequence[str] = ()) -> type[Operation] | None:
        if (known := self._get_known_op(name)) is not None:
            return known
        for dialect_name in reversed(dialect_stack):
            if (known := self._get_known_op(f"{dialect_name}.{name}")) is not None:
                return known
        # A name that a registered dialect lacks is a mistake, whatever is allowed for other dialects.
        if self.knows_dialect(name.partition(".")[0]):
            return None
        return super().get_optional_op(name)

    def _find_attribute(self, name: str) -> None:
        dialect_name, dot, _ = name.partition(".")
        if not dot or (dialect := self._dialect(dialect_name)) is None:
            return
        find: Callable[[str], type[Attribute] | None] | None = getattr(dialect, "find_attribute", None)
        if find is not None and (found := find(name)) is not None:
            self._load_attribute(found)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        if (known := self._loaded_types.get(name)) is not None:
            return known
        self._find_attribute(name)
        if name in self._loaded_types or not self.knows_dialect(name.partition(".")[0]):
            return super().get_optional_type(name)
        return None

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        if (known := self._loaded_attrs.get(name)) is not None:
            return known
        self._find_attribute(name)
        if name in self._loaded_attrs or not self.knows_dialect(name.partition(".")[0]):
            return super().get_optional_attr(name)
        return None

    def operation_names(self, dialect_name: str) -> list[str]:
        """The names of all operations of a dialect, with the dialect's name in front; for messages."""
        dialect = self._dialect(dialect_name)
        if dialect is None:
            return []
        names: Iterable[str] | None = getattr(dialect, "operation_names", None)
        if names is None:
            names = (op.name for op in dialect.operations if not issubclass(op, UnregisteredOp))
        return sorted(names)

    def attribute_names(self, dialect_name: str, *, is_type: bool) -> list[str]:
        """The names of all attributes, or all types, of a dialect, with the dialect's name; for messages."""
        dialect = self._dialect(dialect_name)
        if dialect is None:
            return []
        names: Iterable[str] | None = getattr(dialect, "attribute_names", None)
        if names is not None:
            return sorted(names)
        return sorted(
            attribute.name for attribute in dialect.attributes if issubclass(attribute, TypeAttribute) == is_type
        )


def _forget_resources(dialect: Dialect) -> None:
    """Start without the blobs of texts that were read before.

    xDSL keeps them in the dialect object, which lives as long as the program: a key that an earlier text used would
    get another name, and its blob be lost.
    """
    interface = dialect.get_interface(OpAsmDialectInterface)
    if interface is not None:
        interface._blob_storage.clear()


# Locations and names, made without the checks that cannot fail here.

_set_field = object.__setattr__


def file_location(filename: StringAttr, line: IntAttr, column: IntAttr) -> FileLineColLoc:
    """A location attribute of parts that are known to be good: one for each operation of a text."""
    location = object.__new__(FileLineColLoc)
    _set_field(location, "filename", filename)
    _set_field(location, "line", line)
    _set_field(location, "column", column)
    return location


def create_operation(
    op_type: type[Operation],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    location: LocationAttr,
    successors: Sequence[Block],
    regions: Sequence[Region],
) -> Operation:
    """`op_type.create`, without the steps that do nothing for an operation that was just read.

    The dictionaries become those of the operation.
    """
    if successors or regions or op_type.create.__func__ is not _plain_create:
        return op_type.create(
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            location=location,
            successors=successors,
            regions=regions,
        )
    op = op_type.__new__(op_type)
    op._operands = SSAValues(operands)
    if operands:
        uses: list[Use] = []
        for index, operand in enumerate(operands):
            use = Use(op, index)
            uses.append(use)
            following = operand.first_use
            if following is not None:
                use._next_use = following
                following._prev_use = use
            operand.first_use = use
        op._operand_uses = tuple(uses)
    if result_types:
        op.results = SSAValues([OpResult(type, op, index) for index, type in enumerate(result_types)])
    op.properties = properties
    op.attributes = attributes
    op.location = location
    op.__post_init__()
    return op


_plain_create: Any = Operation.create.__func__


def set_block_arguments(block: Block, types: Sequence[Attribute], locations: Sequence[LocationAttr]) -> None:
    """Give a block without arguments all of its arguments at once."""
    block._args = tuple(
        [
            BlockArgument(type, block, index, location)
            for index, (type, location) in enumerate(zip(types, locations, strict=True))
        ]
    )


def set_value_name(value: SSAValue, hint: str) -> None:
    """Give a value a name hint that `SSAValue.extract_valid_name` has returned before."""
    value._name = hint


_dialect_names: dict[type[Operation], str] = {}


def dialect_of(op_type: type[Operation]) -> str:
    """The name of the dialect of an operation class."""
    name = _dialect_names.get(op_type)
    if name is None:
        name = _dialect_names[op_type] = op_type.name.partition(".")[0]
    return name


# The verifier.


def operand_tuple(op: Operation) -> tuple[SSAValue, ...]:
    """The operands of an operation as a plain tuple."""
    return op._operands


def successor_tuple(op: Operation) -> tuple[Block, ...]:
    """The successors of an operation as a plain tuple."""
    return op._successors


_GRAPH_OPERATIONS = frozenset(("builtin.module", "hw.module"))
"""Operations of MLIR and CIRCT in whose regions a value may be used before it is defined."""


def has_graph_regions(op_type: type[Operation]) -> bool:
    """Whether the order of operations means nothing in the regions of an operation.

    xDSL has no such notion. A dialect of one's own says it by a class attribute `has_graph_regions`.
    """
    return op_type.name in _GRAPH_OPERATIONS or bool(getattr(op_type, "has_graph_regions", False))


def verification_key(op: Operation) -> tuple[tuple[object, ...], list[Attribute]]:
    """What the types and attributes of an operation are, by identity, and the list that keeps them alive."""
    held: list[Attribute] = [operand._type for operand in op._operands]
    operands = len(held)
    held.extend([result._type for result in op.results])
    properties, attributes = op.properties, op.attributes
    held.extend(properties.values())
    held.extend(attributes.values())
    key = (type(op), operands, len(op.results), *properties, None, *attributes, None, *map(id, held))
    return key, held


def operand_pattern(op: Operation) -> tuple[int, ...]:
    """Which operands of an operation are one value: for each the index of the first that is it."""
    first: dict[int, int] = {}
    return tuple([first.setdefault(id(operand), index) for index, operand in enumerate(op._operands)])


_TRAITS_ABOUT_TYPES = frozenset(
    ("_HasFolderInterfaceTrait", "HasShapeInferencePatternsTrait", "ReturnLike", "SameOperandsAndResultType")
)
"""Traits of xDSL with a check of their own that looks at nothing but the class and the types."""


def looks_at_types_and_attributes_only(op_type: type[Operation]) -> bool:
    """Whether the verifier of an operation class gives the same answer for equal types and attributes.

    A class says so by `VERIFIES_TYPES_AND_ATTRIBUTES_ONLY = True`. xDSL's own classes do when they have neither
    a verifier written by hand nor a trait that checks anything, since all they declare is about those.
    """
    said = getattr(op_type, "VERIFIES_TYPES_AND_ATTRIBUTES_ONLY", None)
    if said is not None:
        return bool(said)
    code = getattr(op_type.verify_, "__code__", None)
    if code is None or "op_def" not in code.co_freevars:
        return False
    cells = dict(zip(code.co_freevars, cast(Any, op_type.verify_).__closure__, strict=True))
    written = cells["custom_verify"].cell_contents if "custom_verify" in cells else None
    if written not in (None, Operation.verify_):
        return False
    definition = cast(type[IRDLOperation], op_type).get_irdl_definition()
    return (
        cells["op_def"].cell_contents is definition
        and not definition.regions
        and not definition.successors
        and all(
            type(trait).verify is OpTrait.verify or type(trait).__name__ in _TRAITS_ABOUT_TYPES
            for trait in op_type.traits
        )
    )


def _accept(self: Any, op: Operation) -> None:
    """What a trait checks that the verifier has checked already."""


@contextmanager
def linear_traits() -> Generator[None]:
    """Verify with traits that take linear time.

    xDSL walks from every operand up to the isolated operation, and through a whole symbol table for each
    call. Inside this context isolation and duplicate symbols, which the verifier checks itself, are not
    checked by the traits, and symbols are looked up in a table that is built once.
    """
    isolated, symbols, look_up = IsolatedFromAbove.verify, SymbolTable.verify, SymbolTable.lookup_symbol
    tables: dict[Operation, dict[str, Operation]] = {}

    def table_of(table_op: Operation) -> dict[str, Operation]:
        table = tables.get(table_op)
        if table is None:
            table = tables[table_op] = {}
            for op in table_op.regions[0].block.ops:
                interface = op.get_trait(SymbolOpInterface)
                if interface is not None:
                    name = interface.get_sym_attr_name(op)
                    if name is not None:
                        table.setdefault(name.data, op)
        return table

    def look_up_in_table(op: Operation, name: str | StringAttr | SymbolRefAttr) -> Operation | None:
        anchor: Operation | None = op
        while anchor is not None and not anchor.has_trait(SymbolTable):
            anchor = anchor.parent_op()
        if anchor is None:
            raise ValueError(f"Operation {op} has no SymbolTable ancestor")
        if isinstance(name, str | StringAttr):
            path = [name if isinstance(name, str) else name.data]
        else:
            path = [name.root_reference.data, *(nested.data for nested in name.nested_references.data)]
        found: Operation | None = None
        for depth, word in enumerate(path):
            if depth:
                while anchor is not None and not anchor.has_trait(SymbolTable):
                    anchor = anchor.parent_op()
                if anchor is None:
                    return None
            found = table_of(anchor).get(word)
            if found is None:
                return None
            anchor = found
        return found

    def has_one_block(self: Any, op: Operation) -> None:
        region = op.regions[0] if len(op.regions) == 1 else None
        if region is None or region.first_block is None or region.first_block is not region.last_block:
            symbols(self, op)

    IsolatedFromAbove.verify = _accept
    SymbolTable.verify = has_one_block
    SymbolTable.lookup_symbol = staticmethod(look_up_in_table)
    try:
        yield
    finally:
        IsolatedFromAbove.verify = isolated
        SymbolTable.verify = symbols
        SymbolTable.lookup_symbol = staticmethod(look_up)


# The lexer.

LONGEST_DECIMAL = 4300
"""Python refuses to read or write longer decimal numbers."""
LONGEST_HEXADECIMAL = 3500
"""So many hexadecimal digits have no more than `LONGEST_DECIMAL` decimal ones, so that they can be printed."""


class SourceToken:
    """A token that is its own span.

    It has the fields of xDSL's `Token` and those of its `Span`, at a fifth of the cost of making the two.
    """

    __slots__ = ("input", "kind", "start", "text")

    kind: MLIRTokenKind
    start: int
    text: str
    """The token as it is spelled."""
    input: Input[str]

    line_offset = 0

    def __init__(self, kind: MLIRTokenKind, start: int, text: str, input: Input[str]) -> None:
        self.kind = kind
        self.start = start
        self.text = text
        self.input = input

    @property
    def span(self) -> SourceToken:
        """The token itself, which has what a span has."""
        return self

    @property
    def end(self) -> int:
        """The offset behind the token."""
        return self.start + len(self.text)

    @property
    def content(self) -> str:
        """The token as it is spelled."""
        return self.text

    @property
    def bytes(self) -> bytes:
        """The token as it is spelled, in UTF-8."""
        return self.text.encode()

    @property
    def len(self) -> int:
        """The number of characters."""
        return len(self.text)

    def __len__(self) -> int:
        return len(self.text)

    def get_location(self) -> Any:
        """The line and column, as xDSL's spans give them."""
        return Span(self.start, self.end, self.input).get_location()

    def print_with_context(self, msg: str | None = None) -> str:
        """The line with the token marked, as xDSL's spans show it."""
        return Span(self.start, self.end, self.input).print_with_context(msg)

    def __repr__(self) -> str:
        return f"SourceToken({self.kind.name}, {self.text!r})"


def _character(text: str) -> str:
    """A character as a message can show it."""
    return f"'{text}'" if text.isprintable() else f"U+{ord(text):04X}"


class TokenLexer(MLIRLexer):
    """xDSL's lexer with our tokens, stricter about what Python takes for letters and digits, and with
    messages that say what is wrong where it is wrong."""

    # As xDSL's, but possessive: that one takes exponential time on a string that is not closed.
    _unescaped_characters_regex = re.compile(r'"(?>(?:[^"\\\n\v\f]+|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*)"')

    def next_token(self) -> SourceToken:
        """The next token; `lex` for those who want ours."""
        try:
            token = super().lex()
        except ParseError as failure:
            raise self._explain(failure.span.start) from None
        span = token.span
        start = span.start
        text = span.text
        kind = token.kind
        if kind is MLIRTokenKind.INTEGER_LIT or kind is MLIRTokenKind.FLOAT_LIT:
            if not text.isascii():
                raise self._explain(start)
            if len(text) > LONGEST_HEXADECIMAL:
                self._check_length(text, span)
        elif kind is MLIRTokenKind.BARE_IDENT and not text.isascii():
            raise self._explain(start)
        elif kind is MLIRTokenKind.EOF:
            return SourceToken(kind, min(start, self.input.len), "", self.input)
        return SourceToken(kind, start, text, self.input)

    def lex(self) -> MLIRToken:
        return cast(MLIRToken, self.next_token())

    def _check_length(self, text: str, span: Span[str]) -> None:
        if text.startswith("0x"):
            longest, digits = LONGEST_HEXADECIMAL, len(text) - 2
        else:
            longest, digits = LONGEST_DECIMAL, len(text)
        if digits > longest:
            raise ParseError(span, f"number of {digits} digits is too long; at most {longest} digits are read")

    def _explain(self, position: int) -> ParseError:
        content = self.input.content
        character = content[position : position + 1]
        following = content[position + 1 : position + 2]
        if character == '"' or (character == "@" and following == '"'):
            return self._explain_string(position if character == '"' else position + 1)
        if character == "@":
            message = "expected a name or a string after '@'"
        elif character in ("#", "!", "^", "%"):
            message = f"expected a name or a number after '{character}'"
        elif character == ".":
            message = "unexpected '.'; an ellipsis has three dots"
        else:
            message = f"unexpected character {_character(character)}"
        return ParseError(Span(position, position + 1, self.input), message)

    def _explain_string(self, opening: int) -> ParseError:
        content = self.input.content
        position = opening + 1
        while position < len(content):
            character = content[position]
            if character in '"\n\v\f':
                break
            if character == "\\":
                escape = content[position + 1 : position + 3]
                if escape[:1] in ("n", "t", '"', "\\"):
                    position += 2
                    continue
                if len(escape) < 2 or any(digit not in "0123456789abcdefABCDEF" for digit in escape):
                    return ParseError(
                        Span(position, position + 1, self.input),
                        'unknown escape in string literal; expected \\n, \\t, \\\\, \\" or two hexadecimal digits',
                    )
                position += 2
            position += 1
        return ParseError(Span(opening, opening + 1, self.input), "string literal is not closed by '\"' on its line")


cast_token = cast("Callable[[SourceToken], MLIRToken]", identity)
"""Our tokens where xDSL's are declared."""

unresolved_operand = cast("Callable[[SourceToken, int], UnresolvedOperand]", UnresolvedOperand)
"""An operand that is named by one of our tokens."""


class ParserState:
    """What xDSL's parser state looks like with our tokens; only for the type checker."""

    lexer: TokenLexer
    current_token: SourceToken
    dialect_stack: list[str]


class ParserCore(Parser):
    """xDSL's parser with the parts that are private there under names that subclasses may override.

    The methods without an underscore are called where xDSL calls its own private ones; their meaning is
    that of the xDSL method that is named in their documentation.
    """

    state: ParserState

    def __init__(self, ctx: Context, text: str, name: str, lexer_class: type[TokenLexer]) -> None:
        # As xDSL's, except for the lexer.
        from xdsl.parser import ParserState as XDSLState

        super(Parser, self).__init__(XDSLState(lexer_class(Input(text, name))), ctx)
        self.ssa_values = {}
        self.blocks = {}
        self.forward_block_references = {}
        self.forward_ssa_references = {}
        self.state = cast(ParserState, self._parser_state)

    def advance(self) -> SourceToken:
        """Step over the current token and return the next one."""
        state = self.state
        token = state.current_token = state.lexer.next_token()
        return token

    def resume_from(self, position: Position) -> None:
        """Go on with the token at a position."""
        self._resume_from(position)

    # The smallest steps, which every format takes many of, without the layers between them.

    def _consume_token(self, expected_kind: MLIRTokenKind | None = None) -> MLIRToken:
        state = self.state
        token = state.current_token
        assert expected_kind is None or token.kind is expected_kind, (token, expected_kind)
        state.current_token = state.lexer.next_token()
        return cast_token(token)

    def _parse_optional_token(self, expected_kind: MLIRTokenKind) -> MLIRToken | None:
        state = self.state
        token = state.current_token
        if token.kind is not expected_kind:
            return None
        state.current_token = state.lexer.next_token()
        return cast_token(token)

    def parse_optional_punctuation(self, punctuation: PunctuationSpelling) -> PunctuationSpelling | None:
        state = self.state
        if state.current_token.kind is not KIND_BY_PUNCTUATION_SPELLING[punctuation]:
            return None
        state.current_token = state.lexer.next_token()
        return punctuation

    def parse_punctuation(self, punctuation: PunctuationSpelling, context_msg: str = "") -> PunctuationSpelling:
        state = self.state
        if state.current_token.kind is not KIND_BY_PUNCTUATION_SPELLING[punctuation]:
            self.raise_error(f"Expected '{punctuation}'{context_msg}")
        state.current_token = state.lexer.next_token()
        return punctuation

    def parse_optional_keyword(self, keyword: str) -> str | None:
        state = self.state
        token = state.current_token
        if token.text != keyword or token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        state.current_token = state.lexer.next_token()
        return keyword

    def parse_keyword(self, keyword: str, context_msg: str = "") -> str:
        if self.parse_optional_keyword(keyword) is None:
            self.raise_error(f"Expected '{keyword}'{context_msg}")
        return keyword

    def parse_optional_characters(self, text: str) -> str | None:
        state = self.state
        if state.current_token.text != text:
            return None
        state.current_token = state.lexer.next_token()
        return text

    def parse_optional_identifier(self) -> str | None:
        state = self.state
        token = state.current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        state.current_token = state.lexer.next_token()
        return token.text

    def parse_optional_str_literal(self) -> str | None:
        state = self.state
        token = state.current_token
        if token.kind is not MLIRTokenKind.STRING_LIT:
            return self._parse_optional_escaped_text(token)
        text = token.text
        if "\\" in text:
            return super().parse_optional_str_literal()
        state.current_token = state.lexer.next_token()
        return text[1:-1]

    def _parse_optional_escaped_text(self, token: SourceToken) -> str | None:
        """Text beyond ASCII, which is printed as the escaped bytes of its UTF-8; other bytes are no text."""
        if token.kind is not MLIRTokenKind.BYTES_LIT:
            return None
        literal = StringLiteral.from_span(Span(token.start, token.end, self.state.lexer.input))
        try:
            text = literal.bytes_contents.decode()
        except UnicodeDecodeError:
            return None
        self.state.current_token = self.state.lexer.next_token()
        return text

    # Redirections.

    def _parse_alias_def(self) -> None:
        self.parse_alias_definition()

    def parse_alias_definition(self) -> None:
        """`_parse_alias_def`: `#name = attribute` or `!name = type`."""
        super()._parse_alias_def()

    def _parse_optional_block_arg_list(self, block: Block) -> Block | None:
        return self.parse_block_arguments(block)

    def parse_block_arguments(self, block: Block) -> Block | None:
        """`_parse_optional_block_arg_list`: the arguments behind a block's label."""
        return super()._parse_optional_block_arg_list(block)

    def _parse_block_body(self, block: Block) -> None:
        self.parse_block_body(block)

    def parse_block_body(self, block: Block) -> None:
        """`_parse_block_body`: the operations of a block."""
        super()._parse_block_body(block)

    def _parse_block(self) -> Block:
        return self.parse_block()

    def parse_block(self) -> Block:
        """`_parse_block`: a block with its label."""
        return super()._parse_block()

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Any) -> None:
        self.define_values(name, values, span)

    def define_values(self, name: str, values: Sequence[SSAValue], span: SourceToken) -> None:
        """`_register_ssa_definition`: bind a name to values."""
        super()._register_ssa_definition(name, values, cast("Span[str]", span))

    def _parse_location(self) -> LocationAttr:
        return self.parse_location_body()

    def parse_location_body(self) -> LocationAttr:
        """`_parse_location`: what stands between the parentheses of `loc(…)`."""
        return super()._parse_location()

    def _parse_optional_integer_or_float_type(self) -> TypeAttribute | None:
        return self.parse_optional_scalar_type()

    def parse_optional_scalar_type(self) -> TypeAttribute | None:
        """`_parse_optional_integer_or_float_type`: `index`, `i32`, `f32` and their like."""
        return super()._parse_optional_integer_or_float_type()

    def _parse_dense_literal_type(self) -> Any:
        return self.parse_dense_type()

    def parse_dense_type(self) -> Any:
        """`_parse_dense_literal_type`: the shaped type behind a dense literal."""
        return super()._parse_dense_literal_type()

    def _parse_dialect_type_or_attribute_body(
        self, attr_name: str, is_type: bool, is_opaque: bool, starting_opaque_pos: Position | None
    ) -> Any:
        self.check_attribute_name(attr_name, is_type)
        return super()._parse_dialect_type_or_attribute_body(attr_name, is_type, is_opaque, starting_opaque_pos)

    def check_attribute_name(self, name: str, is_type: bool) -> None:
        """Called with the name of each dialect attribute or type; raises an error when there is none."""

    def _parse_external_resources(self) -> None:
        self.parse_external_resources()

    def parse_external_resources(self) -> None:
        """`_parse_external_resources`: file metadata that tools leave for themselves."""
        super()._parse_external_resources()

    def parse_file_metadata(self) -> None:
        """`_parse_file_metadata_dictionary`: `{-# … #-}`."""
        self._parse_file_metadata_dictionary()

    def parse_dictionary(self) -> DictionaryAttr:
        """`_parse_builtin_dict_attr`: a dictionary attribute that is known to be there."""
        return self._parse_builtin_dict_attr()


# The printer.


class _Parts:
    """A stream that gathers what is written in a list."""

    __slots__ = ("write",)

    def __init__(self, parts: list[str]) -> None:
        self.write = parts.append


class _Delimited(AbstractContextManager[None]):
    """Something between two brackets."""

    __slots__ = ("closing", "write")

    def __init__(self, write: Callable[[str], None], opening: str, closing: str) -> None:
        self.write = write
        self.closing = closing
        write(opening)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None:
        if kind is None:
            self.write(self.closing)


class PrinterMark(NamedTuple):
    """A place in what a printer prints: how much there is of everything that grows."""

    parts: int
    indentation: int
    blocks: int
    scopes: int
    next_value: int
    next_block: int


class PrinterCore(Printer):
    """xDSL's printer writing into a list, with what is private there under names that subclasses may use."""

    parts: list[str]
    write: Callable[[str], None]

    def __init__(
        self, *, print_generic_format: bool, print_debuginfo: bool, print_properties_as_attributes: bool
    ) -> None:
        self.parts = []
        self.write = self.parts.append
        super().__init__(
            stream=cast("Any", _Parts(self.parts)),
            print_generic_format=print_generic_format,
            print_debuginfo=print_debuginfo,
            print_properties_as_attributes=print_properties_as_attributes,
        )
        self._line_start = "\n"

    # xDSL declares the class of its own context managers; nothing relies on more than the protocol.
    def delimited(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, start: str, end: str
    ) -> AbstractContextManager[None]:
        return _Delimited(self.print_string, start, end)

    def new_line(self) -> None:
        """Start a line at the current indentation."""
        self.write(self._line_start)

    def indent_by(self, levels: int) -> None:
        """Change the indentation of the lines to come."""
        self._indent += levels
        self._line_start = "\n" + " " * (self._indent * self.indent_num_spaces)

    def _print_new_line(self, indent: int | None = None, print_message: bool = True) -> None:
        self.write("\n" + " " * ((self._indent if indent is None else indent) * self.indent_num_spaces))

    @contextmanager
    def indented(self, amount: int = 1) -> Generator[None]:
        self.indent_by(amount)
        try:
            yield
        finally:
            self.indent_by(-amount)

    def mark(self) -> PrinterMark:
        """The state of the printer, for `rewind`."""
        return PrinterMark(
            len(self.parts),
            self._indent,
            len(self._blocks),
            len(self._ssa_names),
            self._next_valid_name_id[-1],
            self._next_valid_block_id[-1],
        )

    def rewind(self, mark: PrinterMark) -> None:
        """Forget what was printed since `mark`, and leave the scopes and indentation that were entered since.

        The numbers of values and blocks are free again, so whoever keeps names of values has to forget them too.
        """
        del self.parts[mark.parts :]
        self.indent_by(mark.indentation - self._indent)
        for scopes in (self._ssa_names, self._next_valid_name_id, self._next_valid_block_id):
            del scopes[mark.scopes :]
        self._next_valid_name_id[-1] = mark.next_value
        self._next_valid_block_id[-1] = mark.next_block
        while len(self._blocks) > mark.blocks:
            self._blocks.popitem()

    def print_lines(self, text: str, indent: int | None) -> None:
        """Text with line breaks in it, each followed by the indentation."""
        first, *lines = text.split("\n")
        self.write(first)
        for line in lines:
            self._print_new_line(indent)
            self.write(line)

    def forget_resources_except(self, dialects: Iterable[str]) -> None:
        """Drop the references to resources of all dialects but these."""
        kept = set(dialects)
        self._dialect_resources = {
            dialect: keys for dialect, keys in self._dialect_resources.items() if dialect in kept
        }

    def next_value_number(self) -> str:
        """The number for the next value without a name."""
        return self._get_new_valid_name_id()

    def name_blocks(self, region: Region) -> None:
        """Give the blocks of a region their names, in the order of the region, if they have none yet."""
        block, index = region.first_block, 0
        while block is not None:
            if block not in self._blocks:
                self._populate_block_name(block, index)
            block, index = block.next_block, index + 1
