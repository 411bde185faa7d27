"""The table of mlir-opt's features and the tests of the driver, held against the folder of those tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


@pytest.fixture
def folder(repository: Path) -> Path:
    return repository / "test" / "lit" / "driver"


@pytest.fixture
def rows(folder: Path) -> list[list[str]]:
    """The rows of all tables, headings left out."""
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    tables = [line for line in lines if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables if not line.endswith("| here |")]


def files_in(text: str) -> list[str]:
    return re.findall(r"`([\w./-]+\.(?:mlir|test|py))`", text)


def test_every_row_says_where_or_why_not(rows: list[list[str]]) -> None:
    assert len(rows) > 40
    assert [row for row in rows if not files_in(row[-1]) and not row[-1].startswith("absent: ")] == []


def test_every_file_that_is_named_exists(rows: list[list[str]], folder: Path, repository: Path) -> None:
    named = {name for row in rows for name in files_in(row[-1])}
    missing = [name for name in named if not ((repository if "/" in name else folder) / name).is_file()]
    assert missing == []


def test_every_test_of_the_driver_has_a_row(rows: list[list[str]], folder: Path) -> None:
    named = {name for row in rows for name in files_in(row[-1])}
    there = {path.name for path in folder.iterdir() if path.suffix in (".mlir", ".test")}
    assert sorted(there - named) == []
