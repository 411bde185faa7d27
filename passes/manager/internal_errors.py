"""What the user sees when the program itself is wrong: a message, and a file that shows the failure again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .diagnostics import DiagnosticEngine
    from .sources import Location

_DEFECT = "this is a defect of the program or of the pass, not of the input"


def describe(failure: BaseException) -> str:
    """An exception in one line: its class and its message."""
    message = " ".join(str(failure).split())
    name = type(failure).__name__
    return f"{name}: {message}" if message else name


def report_internal_error(
    engine: DiagnosticEngine,
    message: str,
    failure: BaseException,
    location: Location | None,
    *,
    has_reproducer: bool,
    module_text: Callable[[], str],
    pipeline: str,
    verify_each: bool,
    command_line: Sequence[str],
    program_name: str,
) -> None:
    """Reports a failure that is no error of the input, and writes a reproducer with the traceback in
    comments.

    It goes among the temporary files, unless `has_reproducer` says that one was written already.
    """
    from shlex import join
    from traceback import format_exception

    from .instrumentation.reproducers import reproducer_text, write_reproducer

    notes = [str(note) for note in getattr(failure, "__notes__", ()) if "\n" not in str(note).strip()]
    if not has_reproducer:
        comments = (f"{program_name} {join(command_line)}", "".join(format_exception(failure)))
        text = reproducer_text(module_text(), pipeline, verify_each=verify_each, comments=comments)
        path = _temporary_path(program_name)
        problem = write_reproducer(path, text)
        if problem is None:
            notes.append(f"reproducer generated at '{path}'; --run-reproducer runs it")
        else:
            notes.append(f"no reproducer: cannot write '{path}': {problem}")
    notes.append(_DEFECT)
    engine.error(message, location, notes)


def report_failure_of_driver(
    failure: BaseException, command_line: Sequence[str], program_name: str
) -> tuple[str, list[str]]:
    """The message and notes for a failure outside of any pass; the traceback goes into a temporary file."""
    from shlex import join
    from traceback import format_exception

    from .instrumentation.reproducers import write_reproducer

    path = _temporary_path(program_name)
    text = f"{program_name} {join(command_line)}\n{''.join(format_exception(failure))}"
    problem = write_reproducer(path, text)
    notes = [f"the traceback is in '{path}'"] if problem is None else []
    notes.append(_DEFECT)
    return f"internal error: {describe(failure)}", notes


def _temporary_path(program_name: str) -> str:
    import os
    from tempfile import mkstemp

    descriptor, path = mkstemp(prefix=f"{program_name}-", suffix=".mlir")
    os.close(descriptor)
    return path
