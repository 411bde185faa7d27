"""Offsets, lines and columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from neuron_opt.passes.manager.sources import Location, SourceChunk, SourceFile, SourceManager


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n", "ab\ncd\n\nlast", "x\r\ny\r\n"])
def test_lines_and_offsets_are_inverse(text: str) -> None:
    file = SourceFile("f", text)
    line, column = 1, 1
    for offset in range(len(text) + 1):
        assert file.line_and_column(offset) == (line, column)
        assert file.offset(line, column) == offset
        if offset < len(text):
            line, column = (line + 1, 1) if text[offset] == "\n" else (line, column + 1)
    assert file.line_count == text.count("\n") + 1


def test_line_text_has_no_line_end() -> None:
    file = SourceFile("f", "first\r\nsecond\nthird")
    assert [file.line_text(line) for line in range(5)] == [None, "first", "second", "third", None]
    assert file.offset(9, 1) == len(file.text)


def test_a_chunk_has_the_lines_of_its_file() -> None:
    file = SourceFile("f", "one\ntwo\nthree\nfour\n")
    chunk = SourceChunk(file, 4, 14)
    assert chunk.text == "two\nthree\n"
    assert chunk.location(0) == Location("f", 2, 1)
    assert chunk.location(6) == Location("f", 3, 3)
    assert (chunk.first_line, chunk.last_line) == (2, 4)
    assert SourceChunk(file).text is file.text


def test_a_location_without_a_line_is_just_its_file() -> None:
    assert str(Location("f", 0, 0)) == "f"
    assert str(Location("f", 3, 4)) == "f:3:4"


def test_other_files_are_read_once_if_they_can_be(tmp_path: Path) -> None:
    manager = SourceManager()
    other = tmp_path / "other.py"
    other.write_bytes(b"a = 1\nb = \xff2\n")
    assert manager.line_text(Location(str(other), 2, 1)) == "b = \N{REPLACEMENT CHARACTER}2"
    other.unlink()
    assert manager.line_text(Location(str(other), 1, 1)) == "a = 1"
    for name in (str(tmp_path), str(tmp_path / "missing"), "bad\0name", "x" * 5000):
        assert manager.get(name) is None
    assert manager.line_text(Location("missing", 0, 0)) is None
