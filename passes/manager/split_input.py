"""Cutting an input file into pieces that are processed one by one.

A line that holds the marker and nothing else ends a piece. A string literal cannot reach over a line break,
so that a line of this kind is never inside one. (mlir-opt looks for the marker anywhere in the text.)
"""

from __future__ import annotations

from collections.abc import Iterator

from .sources import Location, SourceChunk, SourceFile

__all__ = ["DEFAULT_MARKER", "near_misses", "split_input"]

DEFAULT_MARKER = "// -----"


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """The start of each line, and of the line after it."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield start, end
        start = end


def split_input(source: SourceFile, marker: str = DEFAULT_MARKER) -> Iterator[SourceChunk]:
    """The pieces of a file, in order, each with the line numbers of the whole file.

    Blanks around the marker do not count. There is one more piece than there are markers; pieces may be empty.
    """
    marker = marker.strip()
    text = source.text
    start = 0
    if marker:
        for line_start, line_end in _lines(text):
            if text.startswith(marker, line_start) or marker in text[line_start:line_end]:
                if text[line_start:line_end].strip() != marker:
                    continue
                yield SourceChunk(source, start, line_start)
                start = line_end
    yield SourceChunk(source, start, len(text))


def near_misses(source: SourceFile, marker: str = DEFAULT_MARKER) -> Iterator[Location]:
    """The lines that look as if they were meant to be the marker: the same but for blanks or one character."""
    marker = marker.strip()
    squeezed = "".join(marker.split())
    if len(squeezed) < 4:
        return
    for line_start, line_end in _lines(source.text):
        if line_end - line_start > 2 * len(marker) + 16:
            continue
        line = source.text[line_start:line_end].strip()
        if line == marker or line[:2] != marker[:2]:
            continue
        candidate = "".join(line.split())
        # `//-----`, `// ----` and `// ------` are slips; a longer rule in a comment is decoration.
        if candidate == squeezed or candidate in (squeezed[:-1], squeezed + squeezed[-1]):
            yield source.location(line_start + source.text[line_start:line_end].index(line))
