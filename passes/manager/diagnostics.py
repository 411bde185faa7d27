"""Errors, warnings, remarks and notes, and how they look on a terminal.

Every diagnostic that is sent to a `DiagnosticEngine` is offered to its handlers, newest first, and is
written to standard error when none takes it. The form is that of mlir-opt::

    layer.mlir:14:25: error: 'penguin.mlp' op operand "down": …
        penguin.mlp hidden(%x : !hidden) …
                                ^
    note: …

A pass reports with `emit_error`, `emit_warning` and `emit_remark`. In a context of ours the report goes to
the engine and the pass carries on or returns as it likes; in a plain xDSL context (a pass that runs under
`xdsl-opt`) an error is raised at once, because nothing there would collect it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TextIO

from .sources import Location, SourceManager

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.ir import Operation

__all__ = [
    "Diagnostic",
    "DiagnosticEngine",
    "Location",
    "Severity",
    "emit_error",
    "emit_remark",
    "emit_warning",
    "note",
    "operation_name",
    "render",
    "report_exception",
]


class Severity(Enum):
    """How much a diagnostic matters; only an error makes the run fail."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"
    NOTE = "note"


class Diagnostic(NamedTuple):
    """One message, where it belongs, and the notes that explain it.

    `location` is None when no file is known. A note without a location belongs to its parent's place.
    """

    severity: Severity
    message: str
    location: Location | None = None
    notes: tuple[Diagnostic, ...] = ()


def note(message: str, location: Location | None = None) -> Diagnostic:
    """A note to attach to a diagnostic."""
    return Diagnostic(Severity.NOTE, message, location)


Handler = Callable[[Diagnostic], bool]
"""Takes a diagnostic and says whether it was dealt with; if not, the next handler is asked."""

_OPERAND_AT = re.compile(r"operand '\w+' at positions? (\d+)")

_TAB_WIDTH = 8
_LONGEST_MESSAGE = 4000
"""Of a longer message, in characters, half as many from its beginning and a quarter from its end are shown."""
_WIDEST_LINE = 240
_CONTEXT_BEFORE = 100
_CONTEXT_AFTER = 100

_BOLD = "\033[1m"
_RESET = "\033[0m"
_CARET_COLOUR = "\033[1;32m"
_COLOURS = {
    Severity.ERROR: "\033[1;31m",
    Severity.WARNING: "\033[1;35m",
    Severity.REMARK: "\033[1;34m",
    Severity.NOTE: "\033[1;36m",
}


def _display(text: str, column: int) -> str:
    """Text as it can be shown: tabs become blanks up to the next stop, control characters a mark."""
    if text.isprintable():
        return text
    pieces: list[str] = []
    for character in text:
        if character == "\t":
            blanks = _TAB_WIDTH - column % _TAB_WIDTH
            pieces.append(" " * blanks)
            column += blanks
        else:
            shown = character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
            pieces.append(shown)
            column += _width(shown)
    return "".join(pieces)


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    import unicodedata

    width = 0
    for character in text:
        if unicodedata.combining(character):
            continue
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


def _line_and_caret(line: str, column: int) -> tuple[str, str]:
    """A source line and the line with the caret under it; very long lines are cut around the place."""
    index = max(0, min(column - 1, len(line)))
    before, after = line[:index], line[index:]
    if len(line) > _WIDEST_LINE:
        if len(before) > _CONTEXT_BEFORE:
            before = "... " + before[-_CONTEXT_BEFORE:]
        if len(after) > _CONTEXT_AFTER:
            after = after[:_CONTEXT_AFTER] + " ..."
    shown_before = _display(before, 0)
    indent = _width(shown_before)
    return (shown_before + _display(after, indent)).rstrip(), " " * indent + "^"


def _message(text: str) -> str:
    """A message as it is shown: names and values that the input spells may be of any length, with anything in them."""
    if len(text) > _LONGEST_MESSAGE:
        text = f"{text[: _LONGEST_MESSAGE // 2]} ... {text[-_LONGEST_MESSAGE // 4 :]}"
    return text if text.isprintable() else "\n".join(_display(line, 0) for line in text.split("\n"))


def _render_one(
    diagnostic: Diagnostic, sources: SourceManager | None, colour: bool, lines: list[str], is_note: bool
) -> None:
    location = diagnostic.location
    unplaced = "" if is_note else "<unknown>: "
    prefix = unplaced if location is None else f"{location}: "
    label = f"{diagnostic.severity.value}: "
    message = _message(diagnostic.message)
    if colour:
        lines.append(
            f"{_BOLD}{prefix}{_COLOURS[diagnostic.severity]}{label}{_RESET}"
            f"{_BOLD if not is_note else ''}{message}{_RESET if not is_note else ''}"
        )
    else:
        lines.append(f"{prefix}{label}{message}")
    if location is not None and sources is not None:
        text = sources.line_text(location)
        if text is not None and location.column > 0:
            shown, caret = _line_and_caret(text, location.column)
            lines.append(shown)
            lines.append(f"{caret[:-1]}{_CARET_COLOUR}^{_RESET}" if colour else caret)
    for attached in diagnostic.notes:
        _render_one(attached, sources, colour, lines, True)


def render(diagnostic: Diagnostic, sources: SourceManager | None = None, colour: bool = False) -> str:
    """A diagnostic as text, with a newline at its end."""
    lines: list[str] = []
    _render_one(diagnostic, sources, colour, lines, diagnostic.severity is Severity.NOTE)
    return "\n".join(lines) + "\n"


class DiagnosticEngine:
    """Takes the diagnostics of a run in order, counts them, and shows those that no handler takes."""

    def __init__(
        self,
        sources: SourceManager | None = None,
        *,
        stream: TextIO | None = None,
        colour: bool | None = None,
    ) -> None:
        """`stream` is standard error by default; `colour` is None for "when it is a terminal"."""
        self.sources = SourceManager() if sources is None else sources
        self.stream = stream
        self.colour = colour
        self.error_count = 0
        self.warning_count = 0
        self._handlers: list[Handler] = []

    def add_handler(self, handler: Handler) -> None:
        """Ask this handler before those that are there already."""
        self._handlers.append(handler)

    def remove_handler(self, handler: Handler) -> None:
        """Ask this handler no more. A handler that was not added is a ValueError."""
        self._handlers.remove(handler)

    def emit(self, diagnostic: Diagnostic) -> None:
        """Count a diagnostic and pass it on."""
        if diagnostic.severity is Severity.ERROR:
            self.error_count += 1
        elif diagnostic.severity is Severity.WARNING:
            self.warning_count += 1
        for handler in reversed(self._handlers):
            if handler(diagnostic):
                return
        self.show(diagnostic)

    def error(self, message: str, location: Location | None = None, notes: Iterable[str | Diagnostic] = ()) -> None:
        """Report an error that belongs to a place, not to an operation."""
        self.emit(Diagnostic(Severity.ERROR, message, location, _as_notes(notes)))

    def warning(self, message: str, location: Location | None = None, notes: Iterable[str | Diagnostic] = ()) -> None:
        """Report a warning that belongs to a place, not to an operation."""
        self.emit(Diagnostic(Severity.WARNING, message, location, _as_notes(notes)))

    def show(self, diagnostic: Diagnostic) -> None:
        """Write a diagnostic to the stream, whatever the encoding of the stream."""
        stream = sys.stderr if self.stream is None else self.stream
        text = render(diagnostic, self.sources, self._use_colour(stream))
        try:
            stream.write(text)
        except UnicodeEncodeError:
            stream.write(text.encode("ascii", "backslashreplace").decode("ascii"))

    def _use_colour(self, stream: TextIO) -> bool:
        if self.colour is not None:
            return self.colour
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return stream.isatty()


class ReportingContext(Protocol):
    """What a context of ours has beyond xDSL's: a place to report to, and where operands were written."""

    @property
    def diagnostics(self) -> DiagnosticEngine: ...

    def operand_location(self, op: Operation, index: int) -> Location | None: ...

    def property_location(self, op: Operation, name: str) -> Location | None: ...


def _as_notes(notes: Iterable[str | Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(note(text) if isinstance(text, str) else text for text in notes)


def operation_name(op: Operation) -> str:
    """The name of an operation as the text spells it, also for one of an unregistered dialect."""
    if op.name == "builtin.unregistered":
        spelled = getattr(op, "op_name", None)
        if spelled is not None:
            return spelled.data
    return op.name


def _location_of(op: Operation) -> tuple[Location | None, tuple[Diagnostic, ...]]:
    """Where an operation stands, and the notes that lead through its call sites."""
    from .xdsl_interface import resolve_location

    location, callers = resolve_location(op.location)
    return location, tuple(note("called from", caller) for caller in callers)


def _emit(
    severity: Severity,
    context: Context | ReportingContext,
    op: Operation,
    message: str,
    operand: int | None,
    property_name: str | None,
    notes: Iterable[str | Diagnostic],
) -> None:
    text = f"'{operation_name(op)}' op {message}"
    engine: DiagnosticEngine | None = getattr(context, "diagnostics", None)
    if engine is None:
        if severity is not Severity.ERROR:
            return
        from xdsl.utils.exceptions import VerifyException

        failure = VerifyException(text)
        for attached in _as_notes(notes):
            failure.add_note(attached.message)
        raise failure
    location, callers = _location_of(op)
    if operand is not None:
        location = getattr(context, "operand_location")(op, operand) or location  # noqa: B009
    elif property_name is not None:
        location = getattr(context, "property_location")(op, property_name) or location  # noqa: B009
    engine.emit(Diagnostic(severity, text, location, (*_as_notes(notes), *callers)))


def emit_error(
    context: Context | ReportingContext,
    op: Operation,
    message: str,
    *,
    operand: int | None = None,
    property_name: str | None = None,
    notes: Sequence[str | Diagnostic] = (),
) -> None:
    """Report that an operation is wrong: `'name' op message`.

    The caret goes under the operand with index `operand`, or under the property `property_name`, when the
    parser saw it in the text, else under the operation's name.

    Raises VerifyException, with the notes added to it, when the context is not one of ours.
    """
    _emit(Severity.ERROR, context, op, message, operand, property_name, notes)


def emit_warning(
    context: Context | ReportingContext,
    op: Operation,
    message: str,
    *,
    operand: int | None = None,
    property_name: str | None = None,
    notes: Sequence[str | Diagnostic] = (),
) -> None:
    """Report something doubtful about an operation; dropped when the context is not one of ours."""
    _emit(Severity.WARNING, context, op, message, operand, property_name, notes)


def emit_remark(
    context: Context | ReportingContext,
    op: Operation,
    message: str,
    *,
    operand: int | None = None,
    property_name: str | None = None,
    notes: Sequence[str | Diagnostic] = (),
) -> None:
    """Report something worth knowing about an operation; dropped when the context is not one of ours."""
    _emit(Severity.REMARK, context, op, message, operand, property_name, notes)


def report_exception(context: Context | ReportingContext, op: Operation, failure: Exception) -> None:
    """Report a verifier's exception as errors of an operation.

    Read from the exception, when it has them: `errors` (several exceptions that stand for it),
    `operand_index` and `property_name` (where the caret goes), `__notes__` (PEP 678; one note each). An operation
    that has a method `explain(failure)` may put a failure into better words first.
    """
    explain = getattr(op, "explain", None)
    if explain is not None:
        failure = explain(failure)
    several: tuple[Exception, ...] = tuple(getattr(failure, "errors", ()))
    if several:
        for one in several:
            report_exception(context, op, one)
        return
    # A verifier may already have said whose error it is; do not say it twice.
    message = str(failure)
    quoted = f"'{operation_name(op)}' "
    if message.startswith(quoted):
        message = message[len(quoted) :].removeprefix("op ")
    operand: int | None = getattr(failure, "operand_index", None)
    if "\n" in message:
        # xDSL's own: "operand 'lhs' at position 0 does not verify:" and the reason on a line of its own.
        message = " ".join(line.strip() for line in message.splitlines() if line.strip())
        found = _OPERAND_AT.match(message)
        if found is not None and operand is None:
            operand = int(found[1])
    emit_error(
        context,
        op,
        message,
        operand=operand,
        property_name=getattr(failure, "property_name", None),
        notes=tuple(str(text) for text in getattr(failure, "__notes__", ())),
    )
