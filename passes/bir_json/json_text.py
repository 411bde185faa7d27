"""A JSON text that is read in pieces: spans of values are found first, values are made of one span at a time.

`json.loads` of a whole document would hold all of it at once, which is many times its size. Here the text is scanned
for brackets, and each instruction is decoded when its turn comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, NoReturn

from ..manager.sources import Location
from .problems import BirJsonProblem, Step

MAX_DEPTH = 512
"""How deep arrays and objects may nest. The decoder would end the process on text that nests without end."""

_SPACE = re.compile(r"[ \t\n\r]*+")
# A possessive group, `(?:…)*+`, is matched wrongly by Python before 3.11.5; an atomic one is right everywhere.
_STRING = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"', re.DOTALL)
_UP_TO_BRACKET = re.compile(r'[^"\[\]{}]*+(?>(?:"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"[^"\[\]{}]*+)*)', re.DOTALL)
_SCALAR = re.compile(r"[^\s,\[\]{}\":]++")
_CLOSING = {"{": "}", "[": "]"}


class Span(NamedTuple):
    """Where a value stands: the offsets of its first character and of the one behind it."""

    start: int
    end: int


class _DuplicateKey(Exception):
    """An object has a key twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise _DuplicateKey
    return values


@cache
def _decoder() -> Callable[[str, int], tuple[Any, int]]:
    """Decodes the value that stands at an offset; gives it and the offset behind it."""
    # Late: json is not needed unless a document is read.
    from json import JSONDecoder

    return JSONDecoder(object_pairs_hook=_unique).raw_decode


class JsonText:
    """
    A text that holds one JSON value, and the spans of the values in it.

    Raises BirJsonProblem, with a location, where the text is not JSON, is nested too deeply, or has a key twice.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._raw_decode = _decoder()
        self._line = 1
        self._line_offset = 0
        start = self._space(0)
        if start == len(text):
            self._fail("the document is empty", start)
        if text[start] not in _CLOSING:
            # No document is a number; words that are not even JSON are told as such.
            self._decode(start)
        end = self.skip(start)
        self.root = Span(start, end)
        rest = self._space(end)
        if rest != len(text):
            self._fail("there is something behind the end of the document", rest)

    # Places.

    def location(self, offset: int) -> Location:
        """The line and column of an offset; cheap when offsets are asked for roughly in order."""
        count = self.text.count
        if offset >= self._line_offset:
            self._line += count("\n", self._line_offset, offset)
        else:
            self._line -= count("\n", offset, self._line_offset)
        self._line_offset = offset
        return Location(self.name, self._line, offset - self.text.rfind("\n", 0, offset))

    def place(self, problem: BirJsonProblem, start: int) -> BirJsonProblem:
        """Give a problem, whose path starts at the value at `start`, the place of what it is about."""
        if problem.location is None:
            problem.location = self.location(self._find(start, problem.path))
        return problem

    def _find(self, start: int, path: Sequence[Step]) -> int:
        """The offset of the value at a path, or of the innermost one on the way that is there."""
        for step in path:
            opening = self.text[start]
            if isinstance(step, str) and opening == "{":
                spans = [span for key, span in self.members(start) if key == step]
            elif isinstance(step, int) and opening == "[":
                spans = [span for index, span in enumerate(self.elements(start)) if index == step]
            else:
                break
            if not spans:
                break
            start = spans[0].start
        return start

    def _fail(self, message: str, offset: int) -> NoReturn:
        problem = BirJsonProblem(message)
        problem.location = self.location(min(offset, len(self.text)))
        raise problem

    # Scanning.

    def _space(self, offset: int) -> int:
        match = _SPACE.match(self.text, offset)
        assert match is not None, "matches nothing at least"
        return match.end()

    def skip(self, start: int) -> int:
        """The offset behind the value at `start`."""
        text = self.text
        opening = text[start : start + 1]
        if opening == '"':
            match = _STRING.match(text, start)
            if match is None:
                self._fail("this string does not end", start)
            return match.end()
        if opening not in _CLOSING:
            match = _SCALAR.match(text, start)
            if match is None:
                self._fail("expected a value", start)
            return match.end()
        expected: list[str] = []
        offset = start
        up_to_bracket = _UP_TO_BRACKET.match
        while True:
            match = up_to_bracket(text, offset)
            assert match is not None, "matches nothing at least"
            offset = match.end()
            character = text[offset : offset + 1]
            if character in ("{", "["):
                expected.append(_CLOSING[character])
                if len(expected) > MAX_DEPTH:
                    self._fail(f"arrays and objects are nested more than {MAX_DEPTH} deep", offset)
            elif not character:
                self._fail(f"the document ends where '{expected[-1]}' is missing", offset)
            elif character == '"':
                self._fail("this string does not end", offset)
            elif character != expected.pop():
                self._fail(f"'{character}' closes nothing that is open here", offset)
            elif not expected:
                return offset + 1
            offset += 1

    def members(self, start: int) -> Iterator[tuple[str, Span]]:
        """The keys of the object at `start` and the spans of their values. A key that is there twice is refused."""
        seen: set[str] = set()
        offset = self._space(start + 1)
        if self.text[offset] == "}":
            return
        while True:
            key_start = offset
            if self.text[offset : offset + 1] != '"':
                self._fail("expected a key, which is a string", offset)
            key, offset = self._decode(offset)
            if key in seen:
                self._fail(f"key '{key}' is there twice", key_start)
            seen.add(key)
            offset = self._space(offset)
            if self.text[offset : offset + 1] != ":":
                self._fail("expected ':' behind the key", offset)
            value = self._space(offset + 1)
            end = self.skip(value)
            yield key, Span(value, end)
            offset = self._space(end)
            separator = self.text[offset : offset + 1]
            if separator == "}":
                return
            if separator != ",":
                self._fail("expected ',' or '}' behind the value", offset)
            offset = self._space(offset + 1)

    def elements(self, start: int) -> Iterator[Span]:
        """The spans of the entries of the array at `start`."""
        offset = self._space(start + 1)
        if self.text[offset] == "]":
            return
        while True:
            end = self.skip(offset)
            yield Span(offset, end)
            offset = self._space(end)
            separator = self.text[offset : offset + 1]
            if separator == "]":
                return
            if separator != ",":
                self._fail("expected ',' or ']' behind the value", offset)
            offset = self._space(offset + 1)

    def values(self, start: int) -> Iterator[tuple[int, Any]]:
        """The entries of the array at `start`: the offset of each, and its value."""
        offset = self._space(start + 1)
        if self.text[offset] == "]":
            return
        while True:
            value, end = self._decode(offset)
            yield offset, value
            offset = self._space(end)
            separator = self.text[offset : offset + 1]
            if separator == "]":
                return
            if separator != ",":
                self._fail("expected ',' or ']' behind the value", offset)
            offset = self._space(offset + 1)

    # Decoding.

    def decode(self, span: Span) -> Any:
        """The value of a span."""
        value, end = self._decode(span.start)
        if end != span.end:
            self._fail("expected ',' or the end of what is open here", end)
        return value

    def _decode(self, start: int) -> tuple[Any, int]:
        try:
            return self._raw_decode(self.text, start)
        except _DuplicateKey:
            self._refuse_duplicates(start)
            raise AssertionError("the decoder has seen a key twice") from None
        except ValueError as error:
            message: str | None = getattr(error, "msg", None)
            if message is not None:
                self._fail(f"this is not JSON: {message[:1].lower()}{message[1:]}", getattr(error, "pos", start))
            # Python refuses to convert numbers of thousands of digits.
            self._fail("a number here has too many digits", start)

    def _refuse_duplicates(self, start: int) -> None:
        opening = self.text[start]
        if opening == "{":
            for _, span in self.members(start):
                self._refuse_duplicates(span.start)
        elif opening == "[":
            for span in self.elements(start):
                self._refuse_duplicates(span.start)
