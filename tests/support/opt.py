"""Running `neuron-opt` on a text inside the test's process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from driving import Outcome

from neuron_opt.tools.opt_main import run


def opt(directory: Path, text: str, *arguments: str) -> Outcome:
    """The outcome of `neuron-opt <directory>/t.mlir <arguments>`, the file being this text."""
    source = directory / "t.mlir"
    source.write_text(text, encoding="utf-8")
    output, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(errors):
        code = run([str(source), *arguments])
    return Outcome(code, output.getvalue(), errors.getvalue())
