"""Cutting a file into pieces."""

from __future__ import annotations

import pytest

from neuron_opt.passes.manager.sources import Location, SourceFile
from neuron_opt.passes.manager.split_input import near_misses, split_input


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", [""]),
        ("a\n", ["a\n"]),
        ("a\n// -----\nb\n", ["a\n", "b\n"]),
        ("a\n  // -----  \r\nb", ["a\n", "b"]),
        ("a\n// -----", ["a\n", ""]),
        ("a\n// -----\n", ["a\n", ""]),
        ("// -----\n// -----\n", ["", "", ""]),
        ("a // -----\n", ["a // -----\n"]),
        ("// ------\n// ----- more\n//-----\n", ["// ------\n// ----- more\n//-----\n"]),
        ('x = "// -----"\n', ['x = "// -----"\n']),
        ('x = "a\\n// -----"\n// -----\ny', ['x = "a\\n// -----"\n', "y"]),
    ],
)
def test_pieces(text: str, pieces: list[str]) -> None:
    assert [chunk.text for chunk in split_input(SourceFile("f", text))] == pieces


def test_pieces_have_the_lines_of_the_whole_file() -> None:
    chunks = list(split_input(SourceFile("f", "a\n// -----\nb\nc\n// -----\n\nd\n")))
    assert [chunk.location(0) for chunk in chunks] == [Location("f", 1, 1), Location("f", 3, 1), Location("f", 6, 1)]
    assert chunks[2].location(1) == Location("f", 7, 1)


def test_a_marker_of_ones_own() -> None:
    assert [chunk.text for chunk in split_input(SourceFile("f", "a\n// next\nb\n// -----\nc"), "// next")] == [
        "a\n",
        "b\n// -----\nc",
    ]


def test_what_was_probably_meant_to_be_a_marker() -> None:
    text = "//-----\n// ----\n// ------\n// -----\n// --------\n// - - -\n  //  -----\n// text -----\n"
    assert list(near_misses(SourceFile("f", text))) == [
        Location("f", 1, 1),
        Location("f", 2, 1),
        Location("f", 3, 1),
        Location("f", 7, 3),
    ]
