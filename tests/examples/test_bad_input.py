"""Wrong inputs: exit code 1, one error with a place, nothing on standard output, and never a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "test" / "lit" / "bad-input"
FILES = sorted(FOLDER.glob("*.mlir"))

PLACE = re.compile(r"^(.*?):(\d+):(\d+): error: ", re.MULTILINE)


def test_there_is_something_to_check() -> None:
    assert len(FILES) >= 24


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_clear_error(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    flags = re.search(r"// RUN: not neuron-opt %s(.*?) 2>&1", text)
    assert flags is not None
    run = subprocess.run(
        [sys.executable, "-m", "neuron_opt.tools.opt_main", str(path), *flags[1].split()],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert run.returncode == 1
    assert run.stdout == ""
    assert "Traceback" not in run.stderr
    (place,) = PLACE.finditer(run.stderr)
    assert place[1] == str(path)
    line, column = int(place[2]), int(place[3])
    shown, caret = run.stderr.splitlines()[1:3]
    assert shown == text.splitlines()[line - 1]
    assert caret == " " * (column - 1) + "^"
