"""`neuron-opt-update-checks`: writes or refreshes the CHECK lines of FileCheck tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence

PROGRAM_NAME = "neuron-opt-update-checks"

_DESCRIPTION = (
    "Write CHECK lines from what the RUN lines of a test print, or refresh those that were written before. Values are "
    "captured by pattern. Generated lines stand behind a NOTE and are replaced as a whole; lines written by hand are "
    "kept, and a prefix that has only such lines is left alone."
)


def run(arguments: Sequence[str]) -> int:
    """Runs the updater and returns its exit code: 1 for an error, and with --check for a file that would change."""
    from argparse import ArgumentParser
    from pathlib import Path

    from ..testing.update_checks import UpdateError, updated_text

    parser = ArgumentParser(PROGRAM_NAME, description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("files", nargs="+", metavar="file", help="a test")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file would change")
    parser.add_argument(
        "--prefix",
        action="append",
        default=[],
        metavar="prefix",
        help="only this prefix, lines by hand or not; repeats",
    )
    try:
        options = parser.parse_args(list(arguments))
    except SystemExit as stop:
        return 1 if stop.code else 0
    code = 0
    for name in options.files:
        path = Path(name)
        try:
            before = path.read_text(encoding="utf-8")
            updated = updated_text(path, only_prefixes=options.prefix)
        except UpdateError as failure:
            place = f"{path}:{failure.line}" if failure.line else str(path)
            sys.stderr.write(f"{place}: error: {failure}\n")
            code = 1
            continue
        except (OSError, UnicodeDecodeError) as failure:
            reason = failure.strerror if isinstance(failure, OSError) else "it is not text"
            sys.stderr.write(f"{PROGRAM_NAME}: error: cannot read '{path}': {reason}\n")
            code = 1
            continue
        for remark in updated.remarks:
            sys.stderr.write(f"{path}: remark: {remark}\n")
        if updated.text == before:
            continue
        if options.check:
            sys.stderr.write(f"{path}: error: its generated lines are out of date\n")
            code = 1
        else:
            path.write_text(updated.text, encoding="utf-8")
    return code


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
