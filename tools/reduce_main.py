"""`neuron-opt-reduce`: shrinks an input for as long as a script finds it interesting."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser

PROGRAM_NAME = "neuron-opt-reduce"

_DESCRIPTION = (
    "Shrink an input (operations, operands, attributes, regions, block arguments) for as long as a test finds it "
    "interesting."
)
_EPILOG = (
    "The test is called with its arguments and, behind them, the path of a candidate. As with mlir-reduce, an exit "
    "code other than 0 says that the candidate is interesting, 0 that it is not; so a test that greps for a message "
    "ends in '! grep …'. A test that cannot be run (exit codes 126 and 127) ends the reduction with an error. A "
    "candidate verifies if the input does."
)

CANNOT_RUN = (126, 127)
"""What a shell reports for a command that is not executable, and for one that is not there."""


class _TestError(Exception):
    """The test cannot be run; the message is for the user."""


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser

    parser = ArgumentParser(PROGRAM_NAME, description=_DESCRIPTION, epilog=_EPILOG, allow_abbrev=False)
    parser.add_argument("input", help="the file to shrink; - for standard input")
    parser.add_argument("--test", required=True, metavar="script", help="says whether a candidate is interesting")
    parser.add_argument(
        "--test-arg", action="append", default=[], metavar="argument", help="an argument of the test; repeats"
    )
    parser.add_argument("-o", default="-", metavar="file", dest="output", help="where the result goes")
    parser.add_argument(
        "--allow-unregistered-dialect", action="store_true", help="accept dialects that nobody registered"
    )
    parser.add_argument("--quiet", action="store_true", help="say nothing of progress")
    return parser


def run(arguments: Sequence[str]) -> int:
    """Runs the reduction and returns the exit code: 1 when the input is not interesting or cannot be read."""
    from ..passes.manager.files import FileError

    try:
        options = _parser().parse_args(list(arguments))
    except SystemExit as stop:
        return 1 if stop.code else 0
    try:
        return _reduce(options)
    except (FileError, _TestError) as failure:
        sys.stderr.write(f"{PROGRAM_NAME}: error: {failure}\n")
        return 1


def _reduce(options: object) -> int:
    from tempfile import TemporaryDirectory

    from ..passes.manager.files import read_input, write_output, write_standard_output
    from ..passes.manager.parser import decode_source, parse_module
    from ..passes.manager.reduce import NotInterestingError, Reducer
    from .opt_main import new_context

    given = vars(options)
    context = new_context(allow_unregistered=given["allow_unregistered_dialect"])
    name, data = read_input(given["input"])
    source = decode_source(data, name, context.diagnostics)
    module = None if source is None else parse_module(context, source)
    if module is None:
        return 1
    with TemporaryDirectory(prefix=f"{PROGRAM_NAME}-") as folder:
        is_interesting = _tester([given["test"], *given["test_arg"]], folder)
        before = sum(1 for _ in module.walk()) - 1

        def tell(strategy: str, left: int) -> None:
            if not given["quiet"]:
                sys.stderr.write(f"{strategy}: {left} operation{'' if left == 1 else 's'} left\n")

        try:
            reduction = Reducer(context, is_interesting, listener=tell).reduce(module)
        except NotInterestingError as failure:
            raise _TestError(
                f"{failure}: '{given['test']}' exits with 0 for it, where an interesting one has another exit code"
            ) from None
    after = sum(1 for _ in reduction.module.walk()) - 1
    if not given["quiet"]:
        sys.stderr.write(f"from {before} to {after} operations with {reduction.tests} tests\n")
    if given["output"] == "-":
        write_standard_output(reduction.text)
    else:
        write_output(given["output"], reduction.text)
    return 0


def _tester(command: Sequence[str], folder: str) -> Callable[[str], bool]:
    """Asks the test about the text of a candidate, which is written into a folder."""
    import subprocess
    from pathlib import Path

    script = Path(command[0])
    program = str(script.resolve()) if script.is_file() else command[0]
    candidate = Path(folder) / "candidate.mlir"

    def is_interesting(text: str) -> bool:
        candidate.write_text(text, encoding="utf-8")
        try:
            process = subprocess.run(
                [program, *command[1:], str(candidate)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
        except OSError as failure:
            raise _TestError(f"cannot run the test '{command[0]}': {failure.strerror}") from None
        if process.returncode in CANNOT_RUN:
            raise _TestError(f"the test '{command[0]}' cannot run something: it exits with {process.returncode}")
        return process.returncode != 0

    return is_interesting


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
