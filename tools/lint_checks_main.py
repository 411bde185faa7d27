"""`neuron-opt-lint-checks`: finds CHECK lines of FileCheck tests that check nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM_NAME = "neuron-opt-lint-checks"

_DESCRIPTION = (
    "Find what checks nothing in FileCheck tests: misspelt directives, prefixes that no RUN line uses and prefixes "
    "without lines, lines that can never fail, variables that nothing sets, expected diagnostics that nobody verifies. "
    "The exit code is 1 when anything was found."
)


def run(arguments: Sequence[str]) -> int:
    """Runs the linter and returns its exit code: 1 when something was found or a file cannot be read."""
    from argparse import ArgumentParser
    from pathlib import Path

    from ..testing.lint_checks import findings

    parser = ArgumentParser(PROGRAM_NAME, description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("files", nargs="+", metavar="file", help="a test, or a folder of tests (.mlir, .test)")
    try:
        options = parser.parse_args(list(arguments))
    except SystemExit as stop:
        return 1 if stop.code else 0
    code = 0
    for name in options.files:
        path = Path(name)
        for test in sorted(_tests(path)) if path.is_dir() else [path]:
            try:
                text = test.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as failure:
                reason = failure.strerror if isinstance(failure, OSError) else "it is not text"
                sys.stderr.write(f"{PROGRAM_NAME}: error: cannot read '{test}': {reason}\n")
                code = 1
                continue
            for finding in findings(text):
                sys.stdout.write(f"{test}:{finding.line}:{finding.column}: error: {finding.message}\n")
                code = 1
    return code


def _tests(folder: Path) -> Iterator[Path]:
    """The tests of a folder, those of lit's `Inputs` and `Output` aside."""
    for path in folder.rglob("*"):
        if path.suffix in (".mlir", ".test") and not {"Inputs", "Output"} & {*path.parts}:
            yield path


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
