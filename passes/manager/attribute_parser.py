"""Errors, locations, attributes and types: the part of the parser that knows nothing of operations.

Attributes and types repeat. What was read once for a text is remembered under that text, and given again
wherever the same text stands, which is most of what makes parsing fast (`uses_text_cache`).
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, cast

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    FunctionType,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, TypeAttribute
from xdsl.ir.affine import AffineBinaryOpExpr, AffineExpr, AffineMap, AffineSet
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .diagnostics import Diagnostic, Severity, note
from .fast_lexer import ATTRIBUTE_TEXT, WHITESPACE, FastLexer, balanced_text, function_type_text
from .sources import SourceChunk, SourceFile
from .suggestions import did_you_mean
from .xdsl_interface import ParserCore, SourceToken, TokenLexer, file_location

if TYPE_CHECKING:
    from .context import OptContext

__all__ = ["NOT_ABOUT_THE_INPUT", "AttributeParser", "ParseFailure", "describe", "polish"]

WIDEST_INTEGER = (1 << 24) - 1
"""The widest integer type, in bits: MLIR's limit. xDSL computes 2**width, which has to stay feasible."""

LARGEST_SPLAT = 1 << 24
"""The most elements that a dense literal may have: xDSL writes every one of them out."""

NOT_ABOUT_THE_INPUT = (
    ParseError,
    RecursionError,
    MemoryError,
    NameError,
    ImportError,
    SyntaxError,
    NotImplementedError,
)
"""What the code of a dialect raises that says nothing about the text: errors that are placed already, and defects."""

DEEPEST_ATTRIBUTE = 2_000
"""How deeply attributes, types and affine expressions may be nested: comparing them uses the C stack."""

_T = TypeVar("_T")

_BARE = MLIRTokenKind.BARE_IDENT
_HASH = MLIRTokenKind.HASH_IDENT
_EXCLAMATION = MLIRTokenKind.EXCLAMATION_IDENT
_STRING = MLIRTokenKind.STRING_LIT
_EQUAL = MLIRTokenKind.EQUAL
_LESS = MLIRTokenKind.LESS
_L_PAREN = MLIRTokenKind.L_PAREN
_L_BRACE = MLIRTokenKind.L_BRACE


class ParseFailure(ParseError):
    """A parse error with notes that may point to other places."""

    def __init__(self, span: Span[str] | SourceToken, msg: str, notes: Sequence[tuple[str, int | None]] = ()) -> None:
        super().__init__(cast("Span[str]", span), msg)
        self.notes = tuple(notes)


_INTERNAL_TROUBLE = (TypeError, AttributeError, LookupError, AssertionError, NotImplementedError)


def describe(failure: Exception) -> str:
    """What an exception that came out of building something says to the user."""
    if isinstance(failure, _INTERNAL_TROUBLE):
        return f"cannot be read ({type(failure).__name__}: {failure})"
    return str(failure) or type(failure).__name__


class AttributeParser(ParserCore):
    """Parses attributes, types and locations.

    `lexer_class` and `uses_text_cache` choose between the fast way and xDSL's own; both give the same result.
    """

    lexer_class: ClassVar[type[TokenLexer]] = FastLexer
    uses_text_cache: ClassVar[bool] = True

    context: OptContext

    def __init__(self, context: OptContext, chunk: SourceChunk | SourceFile) -> None:
        self.chunk = chunk if isinstance(chunk, SourceChunk) else SourceChunk(chunk)
        self.context = context
        self.content = self.chunk.text
        self._failed = False
        self._attribute_depth = 0
        self._attribute_start = 0

        self._filename = StringAttr(self.chunk.name)
        self._integers: dict[int, IntAttr] = {}
        # The line that the last location was in: most are in the same one or the next.
        self._chunk_start = self.chunk.start
        self._line_first = self._line_end = 0
        self._line = self._integer(0)
        self._late_locations: dict[int, tuple[NameLoc, str, int]] = {}

        self._types: dict[str, TypeAttribute] = {}
        self._texts: dict[str, Attribute] = {}
        self._dictionaries: dict[str, dict[str, Attribute]] = {}
        self._braces: dict[tuple[object, str], object] = {}

        super().__init__(context, self.content, self.chunk.name, self.lexer_class)

    # Errors.

    def fail(
        self,
        message: str,
        at: SourceToken | Span[str] | int | None = None,
        notes: Sequence[tuple[str, int | None]] = (),
    ) -> NoReturn:
        """Raise a parse error at a token, an offset, or the current token; notes may have offsets."""
        if at is None:
            at = self.state.current_token
        elif isinstance(at, int):
            at = Span(at, at, self.lexer.input)
        raise ParseFailure(at, message, notes)

    def report(self, message: str, offset: int, notes: Sequence[tuple[str, int | None]] = ()) -> None:
        """Report an error after which parsing can go on."""
        self._failed = True
        self.context.diagnostics.emit(
            Diagnostic(
                Severity.ERROR,
                message,
                self.chunk.location(offset),
                tuple(note(text, None if place is None else self.chunk.location(place)) for text, place in notes),
            )
        )

    def report_failure(self, failure: ParseError) -> None:
        """Report the error that ended parsing."""
        span = failure.span
        message = polish(failure.msg)
        offset = span.start
        if offset >= len(self.content.rstrip()):
            # Point behind the last thing that is there, not at an empty last line.
            offset = len(self.content.rstrip())
            message += ", but the input ends here"
        notes: list[tuple[str, int | None]] = []
        if isinstance(failure, ParseFailure):
            notes.extend(failure.notes)
        elif isinstance(failure, MultipleSpansParseError):
            notes.extend((polish(text or failure.ref_text or "see here"), place.start) for place, text in failure.refs)
        self.report(message, offset, notes)

    @property
    def failed(self) -> bool:
        """Whether an error was reported, also one after which parsing went on."""
        return self._failed

    # Locations.

    def _integer(self, value: int) -> IntAttr:
        made = self._integers.get(value)
        if made is None:
            made = self._integers[value] = IntAttr(value)
        return made

    def location_at(self, offset: int) -> FileLineColLoc:
        """The location attribute of an offset in the text."""
        offset += self._chunk_start
        if not self._line_first <= offset < self._line_end:
            starts = self.chunk.file.line_starts
            line = bisect_right(starts, offset)
            self._line_first = starts[line - 1]
            self._line_end = starts[line] if line < len(starts) else sys.maxsize
            self._line = self._integer(line)
        column = offset - self._line_first + 1
        return file_location(self._filename, self._line, self._integers.get(column) or self._integer(column))

    def parse_optional_location(self) -> LocationAttr | None:
        token = self.state.current_token
        if token.kind is not _BARE or token.text != "loc":
            return None
        if self.advance().kind is not _L_PAREN:
            self.fail("expected '(' after 'loc'")
        self.advance()
        location = self.parse_location_body()
        self.parse_punctuation(")", " at the end of the location")
        return location

    def parse_location_body(self) -> LocationAttr:
        """A location without its `loc(…)`; all of MLIR's kinds.

        Of a range of lines and columns the start is kept. An alias that is not defined yet gives a location
        that is replaced when the whole text has been read.
        """
        token = self.state.current_token
        if token.kind is _STRING:
            text = self.parse_str_literal()
            if self.parse_optional_punctuation(":") is not None:
                return self._parse_line_and_column(text)
            inner: LocationAttr | NoneAttr = NoneAttr()
            if self.parse_optional_punctuation("(") is not None:
                inner = self.parse_location_body()
                self.parse_punctuation(")", " at the end of the named location")
            return NameLoc(StringAttr(text), inner)
        if token.kind is _HASH:
            return self._parse_location_alias(token)
        if token.kind is _BARE:
            word = token.text
            if word == "loc":
                location = self.parse_optional_location()
                assert location is not None
                return location
            if word == "unknown":
                self.advance()
                return UNKNOWN_LOC
            if word == "callsite":
                self.advance()
                self.parse_punctuation("(", " after 'callsite'")
                callee = self.parse_location_body()
                self.parse_keyword("at", " in call site location")
                caller = self.parse_location_body()
                self.parse_punctuation(")", " at the end of the call site location")
                return CallSiteLoc(callee, caller)
            if word == "fused":
                self.advance()
                metadata: Attribute = NoneAttr()
                if self.parse_optional_punctuation("<") is not None:
                    metadata = self.parse_attribute()
                    self.parse_punctuation(">", " at the end of the metadata of the fused location")
                parts = self.parse_comma_separated_list(
                    self.Delimiter.SQUARE, self.parse_location_body, " in fused location"
                )
                return FusedLoc(tuple(parts), metadata)
        self.fail('expected a location: unknown, "file":line:column, "name"(…), callsite(…), fused[…]')

    def _parse_line_and_column(self, filename: str) -> LocationAttr:
        line = self.parse_integer(False, False, " for the line")
        column = 0
        if self.parse_optional_punctuation(":") is not None:
            column = self.parse_integer(False, False, " for the column")
        if self.parse_optional_keyword("to") is not None:
            if self.parse_optional_punctuation(":") is None:
                self.parse_integer(False, False, " for the last line")
                self.parse_punctuation(":", " behind the last line")
            self.parse_integer(False, False, " for the last column")
        return FileLineColLoc(StringAttr(filename), IntAttr(line), IntAttr(column))

    def _parse_location_alias(self, token: SourceToken) -> LocationAttr:
        alias = token.text
        if alias in self.attribute_aliases:
            value = self.attribute_aliases[alias]
            self.advance()
        elif "." in alias:
            value = self.parse_attribute()
        else:
            self.advance()
            placeholder = NameLoc(StringAttr(alias), NoneAttr())
            self._late_locations[id(placeholder)] = (placeholder, alias, token.start)
            return placeholder
        if not isinstance(value, LocationAttr):
            self.fail(f"'{alias}' is not a location", token)
        return value

    # Attributes and types.

    def check_attribute_name(self, name: str, is_type: bool) -> None:
        found = self.ctx.get_optional_type(name) if is_type else self.ctx.get_optional_attr(name)
        if found is not None:
            return
        kind, mark = ("type", "!") if is_type else ("attribute", "#")
        dialect_name = name.partition(".")[0]
        suggestion = self.context.suggest_attribute(name, is_type=is_type)
        if self.context.knows_dialect(dialect_name):
            self.fail(f"dialect '{dialect_name}' has no {kind} '{mark}{name}'{suggestion}", self._attribute_start)
        self.fail(
            f"dialect '{dialect_name}' of {kind} '{mark}{name}' is not registered{suggestion}",
            self._attribute_start,
            [] if suggestion else [("--allow-unregistered-dialect accepts it", None)],
        )

    def _guard(self, parse: Callable[[], _T]) -> _T:
        """Parse an attribute or type; what refuses to be built becomes an error at its start."""
        token = self.state.current_token
        start = token.start
        self._attribute_start = start
        if token.kind is _HASH or token.kind is _EXCLAMATION:
            self._check_alias(token)
        if self._attribute_depth >= DEEPEST_ATTRIBUTE:
            self.fail(f"attributes and types are nested more than {DEEPEST_ATTRIBUTE} deep")
        self._attribute_depth += 1
        try:
            value = parse()
        except NOT_ABOUT_THE_INPUT:
            raise
        except Exception as failure:
            notes = [(str(text), None) for text in getattr(failure, "__notes__", ())]
            end = max(start, self.state.current_token.start)
            spelled = self.content[start:end].strip()
            quoted = f"'{spelled}': " if 0 < len(spelled) <= 60 and "\n" not in spelled else ""
            raise ParseFailure(Span(start, start, self.lexer.input), f"{quoted}{describe(failure)}", notes) from failure
        self._attribute_depth -= 1
        return value

    def _check_alias(self, token: SourceToken) -> None:
        """An error at the alias itself when there is none of that name."""
        name = token.text
        if "." in name or name in self.attribute_aliases or self.content.startswith("<", token.end):
            return
        gap = WHITESPACE.match(self.content, token.end)
        if gap is None or not self.content.startswith("<", gap.end()):
            self.fail(f"alias '{name}' is not defined{did_you_mean(name, self.attribute_aliases)}", token)

    def parse_affine_map(self) -> AffineMap:
        start = self.state.current_token.start
        value = super().parse_affine_map()
        self._check_affine_depth(start, value.results)
        return value

    def parse_affine_set(self) -> AffineSet:
        start = self.state.current_token.start
        value = super().parse_affine_set()
        self._check_affine_depth(start, [constraint.lhs for constraint in value.constraints])
        return value

    def _check_affine_depth(self, start: int, expressions: Iterable[AffineExpr]) -> None:
        if self.state.current_token.start - start <= DEEPEST_ATTRIBUTE:
            return
        pending = [(expression, 1) for expression in expressions]
        while pending:
            expression, depth = pending.pop()
            if depth > DEEPEST_ATTRIBUTE:
                self.fail(f"affine expression is nested more than {DEEPEST_ATTRIBUTE} deep", start)
            if isinstance(expression, AffineBinaryOpExpr):
                pending.append((expression.lhs, depth + 1))
                pending.append((expression.rhs, depth + 1))

    def _ends_at(self, end: int) -> bool:
        """Whether the current token is the first one behind an offset: whether just the text before it was read."""
        gap = WHITESPACE.match(self.content, end)
        return gap is not None and gap.end() == self.state.current_token.start

    def skip_to(self, offset: int) -> None:
        """Go on with the first token from an offset on."""
        state = self.state
        state.lexer.pos = offset
        state.current_token = state.lexer.next_token()

    def parse_optional_type(self) -> TypeAttribute | None:
        state = self.state
        token = state.current_token
        kind = token.kind
        if kind is not _BARE and kind is not _EXCLAMATION and kind is not _L_PAREN:
            return None
        if not self.uses_text_cache:
            return self._guard(super().parse_optional_type)
        pattern = function_type_text() if kind is _L_PAREN else ATTRIBUTE_TEXT
        match = pattern.match(self.content, token.start)
        if match is None:
            return self._guard(super().parse_optional_type)
        text = match.group()
        known = self._types.get(text)
        if known is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.next_token()
            return known
        value = self._guard(super().parse_optional_type)
        if value is not None and self._ends_at(match.end()):
            self._types[text] = value
        return value

    def parse_type(self) -> TypeAttribute:
        value = self.parse_optional_type()
        if value is None:
            self.fail("expected a type")
        return value

    def parse_optional_attribute(self) -> Attribute | None:
        if not self.uses_text_cache:
            return self._guard(super().parse_optional_attribute)
        state = self.state
        match = ATTRIBUTE_TEXT.match(self.content, state.current_token.start)
        if match is None:
            return self._guard(super().parse_optional_attribute)
        text = match.group()
        known = self._texts.get(text)
        if known is None:
            known = self._types.get(text)
        if known is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.next_token()
            return known
        value = self._guard(super().parse_optional_attribute)
        if value is not None and self._ends_at(match.end()):
            self._texts[text] = value
        return value

    def parse_attribute(self) -> Attribute:
        value = self.parse_optional_attribute()
        if value is None:
            self.fail("expected an attribute")
        return value

    def parse_function_type(self) -> FunctionType:
        value = self.parse_optional_function_type()
        if value is None:
            self.fail("expected a function type")
        return value

    def parse_optional_function_type(self) -> FunctionType | None:
        state = self.state
        token = state.current_token
        if token.kind is not _L_PAREN:
            return None
        if not self.uses_text_cache:
            return super().parse_optional_function_type()
        match = function_type_text().match(self.content, token.start)
        if match is None:
            return super().parse_optional_function_type()
        text = match.group()
        known = self._types.get(text)
        if known is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.next_token()
            return cast(FunctionType, known)
        value = super().parse_optional_function_type()
        if value is not None and self._ends_at(match.end()):
            self._types[text] = value
        return value

    def parse_optional_scalar_type(self) -> TypeAttribute | None:
        token = self.state.current_token
        if token.kind is not _BARE:
            return None
        text = token.text
        digits = text.lstrip("su").removeprefix("i") if len(text) > 7 else ""
        if digits.isdecimal() and (len(digits) > 9 or int(digits) > WIDEST_INTEGER):
            self.fail(f"integer types are at most {WIDEST_INTEGER} bits wide", token)
        return super().parse_optional_scalar_type()

    def parse_dense_type(self) -> Any:
        start = self.state.current_token.start
        type = super().parse_dense_type()
        count = 1
        for dimension in type.get_shape():
            count *= dimension
        if count > LARGEST_SPLAT:
            self.fail(f"dense literal of {count} elements; at most {LARGEST_SPLAT} are supported", start)
        return type

    def parse_optional_attr_dict(self) -> dict[str, Attribute]:
        state = self.state
        if state.current_token.kind is not _L_BRACE:
            return {}
        return self._parse_dictionary_entries("attribute")

    def parse_optional_dictionary_attr_dict(self) -> dict[str, Attribute]:
        return self.parse_optional_attr_dict()

    def parse_optional_properties_dict(self) -> dict[str, Attribute]:
        state = self.state
        if state.current_token.kind is not _LESS:
            return {}
        if self.advance().kind is not _L_BRACE:
            self.fail("expected '{' and the properties of the operation")
        properties = self._parse_dictionary_entries("property")
        self.parse_punctuation(">", " at the end of the properties")
        return properties

    def _parse_dictionary_entries(self, what: str) -> dict[str, Attribute]:
        state = self.state
        if not self.uses_text_cache:
            return self._parse_entries_one_by_one(what)
        match = balanced_text().match(self.content, state.current_token.start)
        if match is None:
            return self._parse_entries_one_by_one(what)
        text = match.group()
        known = self._dictionaries.get(text)
        if known is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.next_token()
            return known.copy()
        entries = self._parse_entries_one_by_one(what)
        if self._ends_at(match.end()):
            self._dictionaries[text] = entries.copy()
        return entries

    def _parse_entries_one_by_one(self, what: str) -> dict[str, Attribute]:
        entries: dict[str, Attribute] = {}
        places: dict[str, int] = {}

        def parse_entry() -> None:
            token = self.state.current_token
            name = self.parse_optional_identifier_or_str_literal()
            if name is None:
                self.fail(f"expected the name of an entry, as in 'name = {what}'")
            if name in entries:
                self.fail(f"'{name}' is given twice", token, [("first given here", places[name])])
            places[name] = token.start
            entries[name] = self.parse_entry_value(name)

        self.parse_comma_separated_list(self.Delimiter.BRACES, parse_entry, " in dictionary")
        return entries

    def parse_entry_value(self, name: str) -> Attribute:
        """What follows the name in a dictionary: `= attribute`, or nothing for a unit attribute."""
        if self.state.current_token.kind is not _EQUAL:
            return UnitAttr()
        self.advance()
        return self.parse_attribute()

    def recall_braces(self, owner: object) -> object | None:
        """For operation formats: what `owner` remembered for the text in braces that comes next.

        The braces are skipped then. None when nothing is remembered; nothing is skipped then.
        """
        state = self.state
        if not self.uses_text_cache or state.current_token.kind is not _L_BRACE:
            return None
        match = balanced_text().match(self.content, state.current_token.start)
        if match is None:
            return None
        known = self._braces.get((owner, match.group()))
        if known is not None:
            state.lexer.pos = match.end()
            state.current_token = state.lexer.next_token()
        return known

    def remember_braces(self, owner: object, start: int, value: object) -> None:
        """For operation formats: the text in braces at `start`, read just now, stands for `value`.

        Only for texts whose meaning hangs on nothing but the aliases, which cannot change their meaning.
        """
        if not self.uses_text_cache:
            return
        match = balanced_text().match(self.content, start)
        if match is None:
            return
        if self._ends_at(match.end()):
            self._braces[owner, match.group()] = value


_XDSL_STYLE = re.compile(r"(?:Expected|Unexpected|Unbalanced|Unterminated|Shape mismatch|Tensor literal|Dense)\b")
_TRAILING_EXPECTED = re.compile(r"('[^']+'|[a-z][a-z -]*) expected( in [a-z ]+)?")


def polish(message: str) -> str:
    """A message of xDSL's parser in the style of the others; those of operations are left as they are."""
    if _XDSL_STYLE.match(message):
        message = (message[0].lower() + message[1:]).rstrip("!.")
        if message.startswith("expected `"):
            message = message.replace("`", "'")
    elif (match := _TRAILING_EXPECTED.fullmatch(message)) is not None:
        message = f"expected {match[1]}{match[2] or ''}"
    return message
