"""Texts that locations point into: offset to line and column, and back to the line itself.

Line and column are found by bisection over the starts of the lines, so that giving every operation of a
large module a location stays linear in the text.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

LARGEST_FILE_READ_FOR_A_CARET = 16 * 1024 * 1024
"""A location may name a file that is not the input; larger files than this are not opened to show a line."""


class Location(NamedTuple):
    """A place in a source text.

    `line` and `column` count from 1, columns in characters. `line == 0` says that only the file is known.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class SourceFile:
    """A named text that can translate between offsets and lines."""

    __slots__ = ("_line_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._line_starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line; computed when first asked for."""
        starts = self._line_starts
        if starts is None:
            starts = [0]
            add = starts.append
            find = self.text.find
            position = find("\n") + 1
            while position:
                add(position)
                position = find("\n", position) + 1
            self._line_starts = starts
        return starts

    @property
    def line_count(self) -> int:
        """How many lines the text has; a text that ends in a newline has an empty last line."""
        return len(self.line_starts)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of the character at `offset`."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def location(self, offset: int) -> Location:
        """The location of the character at `offset`."""
        line, column = self.line_and_column(offset)
        return Location(self.name, line, column)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both from 1, cut off at the end of the text."""
        starts = self.line_starts
        if line > len(starts):
            return len(self.text)
        return min(starts[line - 1] + column - 1, len(self.text))

    def line_text(self, line: int) -> str | None:
        """The text of one line, without its line end, or None if there is no such line."""
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return None
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].removesuffix("\r")


class SourceChunk:
    """A piece of a source file that is parsed by itself, with the line numbers of the whole file."""

    __slots__ = ("file", "start", "text")

    def __init__(self, file: SourceFile, start: int = 0, end: int | None = None) -> None:
        self.file = file
        self.start = start
        whole = start == 0 and (end is None or end == len(file.text))
        self.text = file.text if whole else file.text[start:end]

    @property
    def name(self) -> str:
        """The name of the file that the chunk was cut from."""
        return self.file.name

    def location(self, offset: int) -> Location:
        """The location, in the whole file, of the character at `offset` of the chunk."""
        return self.file.location(self.start + offset)

    @property
    def first_line(self) -> int:
        """The line of the whole file on which the chunk starts."""
        return self.file.line_and_column(self.start)[0]

    @property
    def last_line(self) -> int:
        """The line of the whole file on which the chunk ends."""
        return self.file.line_and_column(self.start + len(self.text))[0]


class SourceManager:
    """The source files of a run, by name."""

    def __init__(self) -> None:
        self._files: dict[str, SourceFile | None] = {}

    def add(self, name: str, text: str) -> SourceFile:
        """Record a text under a name; a later text of the same name takes its place."""
        file = SourceFile(name, text)
        self._files[name] = file
        return file

    def get(self, name: str) -> SourceFile | None:
        """The file of that name.

        A file that was not added is looked for on disk once, because a location that the input spells out
        may name the file that the input was generated from. Whatever cannot be read is simply not there.
        """
        try:
            return self._files[name]
        except KeyError:
            pass
        # Only a location that names another file leads here.
        from pathlib import Path

        file: SourceFile | None = None
        try:
            # Only regular files: opening a pipe or a device could hang.
            path = Path(name)
            if path.is_file() and path.stat().st_size <= LARGEST_FILE_READ_FOR_A_CARET:
                with path.open(encoding="utf-8", errors="replace", newline="") as stream:
                    file = SourceFile(name, stream.read())
        except (OSError, ValueError):
            file = None
        self._files[name] = file
        return file

    def line_text(self, location: Location) -> str | None:
        """The source line that a location points into, when it is known."""
        if not location.line:
            return None
        file = self.get(location.file)
        return None if file is None else file.line_text(location.line)
