"""The page on the Python API: its program runs, and prints what stands below each block."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A code block and what has to come out of it."""

    line: int
    program: str
    output: str


def steps_of(text: str) -> list[Step]:
    """The code blocks of a page, each with the block behind it that shows its output."""
    steps: list[Step] = []
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 2
        if block[1] == "python":
            steps.append(Step(line, block[2], ""))
        else:
            assert steps and not steps[-1].output, f"line {line}: there is no code block whose output this is"
            steps[-1] = steps[-1]._replace(output=block[2])
    return steps


def run(steps: list[Step], file: str) -> list[tuple[int, str]]:
    """Runs the blocks as one program; the line of each, and what it printed."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed: list[tuple[int, str]] = []
    for step in steps:
        output = StringIO()
        with redirect_stdout(output):
            # Lines of a traceback are those of the page.
            exec(compile("\n" * (step.line - 1) + step.program, file, "exec"), names)
        printed.append((step.line, output.getvalue()))
    return printed


def test_the_page_runs_and_prints_what_it_says(repository: Path) -> None:
    page = repository / "docs" / "python-api.md"
    steps = steps_of(page.read_text(encoding="utf-8"))
    assert len(steps) >= 6
    assert run(steps, str(page)) == [(step.line, step.output) for step in steps]


def test_an_output_belongs_to_a_block() -> None:
    assert steps_of("```python\nprint(1)\n```\n\n```text\n1\n```\n") == [Step(2, "print(1)\n", "1\n")]
    with pytest.raises(AssertionError, match="line 2"):
        steps_of("```text\n1\n```\n")
