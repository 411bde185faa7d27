# pyright: reportPrivateUsage=false
"""What the text formats of our dialects need of xDSL's parser and printer beyond their public methods.

Everything here may have to change when the pinned xDSL minor version does; nothing else in the dialects should.
"""

from typing import Any, NoReturn

from xdsl.ir import Operation
from xdsl.parser import AttrParser, Parser, UnresolvedOperand
from xdsl.utils.mlir_lexer import MLIRTokenKind

_BARE = MLIRTokenKind.BARE_IDENT


def next_word(parser: AttrParser) -> str | None:
    """The bare identifier that comes next, without consuming it; None when something else does."""
    token = parser._current_token
    return token.text if token.kind is _BARE else None


def next_is_string(parser: AttrParser) -> bool:
    """Whether a string literal comes next."""
    return parser._current_token.kind is MLIRTokenKind.STRING_LIT


def next_is_closing(parser: AttrParser) -> bool:
    """Whether a `>` comes next."""
    return parser._current_token.kind is MLIRTokenKind.GREATER


def next_is_open_bracket(parser: AttrParser) -> bool:
    """Whether a `[` comes next."""
    return parser._current_token.kind is MLIRTokenKind.L_SQUARE


def next_is_call_like(parser: AttrParser) -> bool:
    """Whether a `(` stands directly behind the token that comes next, as in `gate(`."""
    token = parser._current_token
    content = parser.lexer.input.content
    end = token.span.end
    return end < len(content) and content[end] == "("


def next_starts_with(parser: AttrParser, text: str) -> bool:
    """Whether the source text from the token that comes next on starts with `text`."""
    content: Any = parser.lexer.input.content
    return content.startswith(text, parser._current_token.span.start)


def position(parser: AttrParser) -> int:
    """Where the token that comes next starts."""
    return parser._current_token.span.start


def text_between(parser: AttrParser, start: int, end: int) -> str:
    """The source text of a range."""
    content: Any = parser.lexer.input.content
    return content[start:end]


def raise_at(parser: AttrParser, message: str, start: int, end: int | None = None) -> NoReturn:
    """Raise a parse error at a remembered position."""
    parser.raise_error(message, start, start if end is None else end)


def operand_span_start(operand: UnresolvedOperand) -> int:
    """Where an operand's `%` stands."""
    return operand.span.start


def note_property_position(parser: Parser, name: str, start: int) -> None:
    """Tell a parser that keeps track of it where the value of a property stands in the text."""
    note = getattr(parser, "note_property_position", None)
    if note is not None:
        note(name, start)


def recall_braces(parser: Parser, owner: object) -> Any:
    """What `owner` remembered for the text in braces that comes next, which is skipped then; else None.

    Only a parser of ours remembers; xDSL's reads every text anew.
    """
    recall = getattr(parser, "recall_braces", None)
    return None if recall is None else recall(owner)


def remember_braces(parser: Parser, owner: object, start: int, value: object) -> None:
    """Let a parser of ours remember what the text in braces at `start` stands for."""
    remember = getattr(parser, "remember_braces", None)
    if remember is not None:
        remember(owner, start, value)


def segment_sizes(op: Operation) -> tuple[int, ...]:
    """The operand segment sizes of an operation with `AttrSizedOperandSegments` kept as a property."""
    sizes: Any = op.properties["operandSegmentSizes"]
    return tuple(sizes.get_values())
