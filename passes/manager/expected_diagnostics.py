"""Checking diagnostics against the `expected-…` comments of a text, as `--verify-diagnostics` asks for.

A comment says what will be reported and where::

    // expected-error @+1 {{operand "src": rank 3 expected}}
    // expected-note @below {{sizes that can be: 1, 2, 4}}
    // expected-warning-re @above {{took {{[0-9]+}} steps}}

`error`, `warning`, `remark` and `note` can be expected; a place is `@+n`, `@-n`, `@above` or `@below` (the
nearest line that holds no expectation itself) or `@unknown`, and this line when it is left out. The text
between the braces has to occur in the message; with `-re`, what stands in inner braces is a regular expression.
A note that has no place of its own belongs to the line of what it explains.

Every expectation stands for exactly one diagnostic. A comment that starts like an expectation and is none, which
mlir-opt skips without a word, is an error: a test must not lose a check to a typing mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .diagnostics import Diagnostic, DiagnosticEngine, Severity
from .sources import Location, SourceChunk, SourceFile

__all__ = ["ExpectedDiagnostics"]

_EXPECTATION = re.compile(
    r"expected-(?P<kind>error|warning|remark|note)(?P<regex>-re)?\s*"
    r"(?:@(?P<place>[+-][0-9]+|above|below|unknown))?\s*"
    r"\{\{(?P<text>.*)\}\}\s*$"
)
_LOOKS_LIKE_ONE = re.compile(
    r"//+\s*expected-\w+(?:.*[@{]|\s*$)|.*\bexpected-(?:error|warning|remark|note)(?:-re)?\s*(?:@|\{\{)"
)
_INNER = re.compile(r"\{\{(.*?)\}\}")
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//.*')

_SEVERITIES = {severity.value: severity for severity in Severity}


class _Expectation:
    """One comment: what it expects, on which line (None for no known place), and whether it came."""

    __slots__ = ("is_met", "line", "location", "pattern", "severity", "text")

    def __init__(
        self, severity: Severity, text: str, pattern: re.Pattern[str] | None, line: int | None, location: Location
    ) -> None:
        self.severity = severity
        self.text = text
        self.pattern = pattern
        self.line = line
        self.location = location
        self.is_met = False

    def matches(self, message: str) -> bool:
        if self.pattern is not None:
            return self.pattern.search(message) is not None
        return self.text in message


class ExpectedDiagnostics:
    """Takes the diagnostics of one piece of text and compares them with its comments.

    Used as a context: inside it nothing is shown but what was not expected. `finish` reports what did not come
    and says whether everything was as expected.
    """

    def __init__(
        self, engine: DiagnosticEngine, source: SourceChunk | SourceFile, *, only_expected: bool = False
    ) -> None:
        """`only_expected` lets diagnostics pass that no comment speaks of."""
        self._engine = engine
        self._chunk = source if isinstance(source, SourceChunk) else SourceChunk(source)
        self._only_expected = only_expected
        self._by_line: dict[int | None, list[_Expectation]] = {}
        self._all: list[_Expectation] = []
        self._is_good = True
        self._read()

    def __enter__(self) -> ExpectedDiagnostics:
        self._engine.add_handler(self.take)
        return self

    def __exit__(self, *failure: object) -> None:
        self._engine.remove_handler(self.take)

    @property
    def expects_anything(self) -> bool:
        """Whether the text has any expectation."""
        return bool(self._all)

    def _complain(self, message: str, location: Location | None) -> None:
        self._is_good = False
        self._engine.show(Diagnostic(Severity.ERROR, message, location))

    # Reading the comments.

    def _read(self) -> None:
        first_line = self._chunk.first_line
        waiting: list[_Expectation] = []
        last_plain_line = first_line - 1
        lines = self._chunk.text.split("\n")
        for offset, text in enumerate(lines):
            line = first_line + offset
            found = list(self._expectations(text, line)) if "expected-" in text else []
            for expectation, place in found:
                if place == "below":
                    waiting.append(expectation)
                elif place == "above":
                    self._expect(expectation, last_plain_line)
                elif place == "unknown":
                    self._expect(expectation, None)
                else:
                    self._expect(expectation, line + int(place or 0))
            if not found:
                for expectation in waiting:
                    self._expect(expectation, line)
                waiting.clear()
                last_plain_line = line
        for expectation in waiting:
            self._expect(expectation, first_line + len(lines))

    def _expect(self, expectation: _Expectation, line: int | None) -> None:
        expectation.line = line
        self._by_line.setdefault(line, []).append(expectation)
        self._all.append(expectation)

    def _expectations(self, text: str, line: int) -> Iterator[tuple[_Expectation, str | None]]:
        start = _comment_start(text)
        if start is None:
            return
        match = _EXPECTATION.search(text, start)
        if match is None:
            if _LOOKS_LIKE_ONE.match(text, start) is not None:
                column = text.index("expected-", start) + 1
                self._complain(
                    "malformed expectation; it has the form expected-error @+1 {{text}}",
                    Location(self._chunk.name, line, column),
                )
            return
        location = Location(self._chunk.name, line, match.start() + 1)
        pattern: re.Pattern[str] | None = None
        if match["regex"]:
            try:
                pattern = _pattern(match["text"])
            except re.error as failure:
                self._complain(f"invalid regular expression: {failure}", location)
                return
        severity = _SEVERITIES[match["kind"]]
        yield _Expectation(severity, match["text"], pattern, None, location), match["place"]

    # Taking diagnostics.

    def take(self, diagnostic: Diagnostic) -> bool:
        """Compare a diagnostic, and its notes, with what is expected."""
        self._take_one(diagnostic, diagnostic.location)
        for note in diagnostic.notes:
            self._take_one(note, note.location or diagnostic.location)
        return True

    def _take_one(self, diagnostic: Diagnostic, location: Location | None) -> None:
        line: int | None = None
        if location is not None and location.line:
            if location.file != self._chunk.name:
                self._unexpected(diagnostic, location)
                return
            line = location.line
        near: _Expectation | None = None
        for expectation in self._by_line.get(line, ()):
            if expectation.is_met or not expectation.matches(diagnostic.message):
                continue
            if expectation.severity is diagnostic.severity:
                expectation.is_met = True
                return
            near = expectation
        if near is not None:
            self._complain(
                f"'{diagnostic.severity.value}' diagnostic emitted when expecting a '{near.severity.value}': "
                f"{diagnostic.message}",
                location,
            )
            return
        self._unexpected(diagnostic, location)

    def _unexpected(self, diagnostic: Diagnostic, location: Location | None) -> None:
        if not self._only_expected:
            self._complain(f"unexpected {diagnostic.severity.value}: {diagnostic.message}", location)

    def finish(self) -> bool:
        """Report what was expected and did not come; say whether everything was as expected."""
        for expectation in self._all:
            if not expectation.is_met:
                self._complain(
                    f'expected {expectation.severity.value} "{expectation.text}" was not produced',
                    expectation.location,
                )
        return self._is_good


def _comment_start(text: str) -> int | None:
    """Where the comment of a line starts; `//` in a string literal starts none."""
    for match in _STRING_OR_COMMENT.finditer(text):
        if match[0].startswith("//"):
            return match.start()
    return None


def _pattern(text: str) -> re.Pattern[str]:
    """A text in which `{{…}}` are regular expressions and the rest stands for itself."""
    pieces: list[str] = []
    end = 0
    for match in _INNER.finditer(text):
        pieces.append(re.escape(text[end : match.start()]))
        pieces.append(f"(?:{match[1]})")
        end = match.end()
    pieces.append(re.escape(text[end:]))
    return re.compile("".join(pieces))
