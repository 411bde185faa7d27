"""Running a command-line tool inside this process as if it were a process of its own.

The tool gets its arguments, environment, working directory and standard input, and finds standard streams that are
pipes; whatever it changes of them is put back. What it returns is what a process would have left behind: exit code,
standard output, standard error.
"""

from __future__ import annotations

import gc
import io
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["TOOLS", "Outcome", "Tool", "ToolStumbledError", "run_tool"]


class Tool(NamedTuple):
    """Where the function of a tool is.

    `function` takes the arguments without the name of the tool and returns the exit code, or, with `is_script`, takes
    them with its name, as `sys.argv` has them, and may end by SystemExit.
    """

    module: str
    function: str
    is_script: bool = False

    def load(self) -> Callable[[list[str]], Any]:
        """The function. Raises ImportError where the tool is not installed."""
        return getattr(import_module(self.module), self.function)


TOOLS: Mapping[str, Tool] = {
    "neuron-opt": Tool("neuron_opt.tools.opt_main", "run"),
    "neuron-ap": Tool("neuron_opt.tools.ap_main", "run"),
    "neuron-opt-lint-checks": Tool("neuron_opt.tools.lint_checks_main", "run"),
    "neuron-opt-reduce": Tool("neuron_opt.tools.reduce_main", "run"),
    "neuron-translate": Tool("neuron_opt.tools.translate_main", "run"),
    "neuron-opt-update-checks": Tool("neuron_opt.tools.update_checks_main", "run"),
    "filecheck": Tool("filecheck.main", "main", is_script=True),
}
"""The tools that run in this process, by the names of their scripts."""


class Outcome(NamedTuple):
    """What a tool left behind. With standard error sent to standard output, `stderr` is empty."""

    exit_code: int
    stdout: bytes
    stderr: bytes


class ToolStumbledError(Exception):
    """A tool raised what it did not handle. As a process it would have shown a traceback with other frames in it."""


class _Sink(io.RawIOBase):
    """The writing end of a pipe that somebody reads to its end."""

    def __init__(self) -> None:
        super().__init__()
        self.chunks: list[bytes] = []

    def writable(self) -> bool:
        return True

    # The buffers of io say what they write only at run time.
    def write(self, data: Any, /) -> int:
        chunk = bytes(data)
        self.chunks.append(chunk)
        return len(chunk)

    @property
    def content(self) -> bytes:
        return b"".join(self.chunks)


def _text_stream(sink: _Sink, *, is_error: bool) -> io.TextIOWrapper:
    """Standard output or standard error as Python sets them up over a pipe."""
    return io.TextIOWrapper(
        io.BufferedWriter(sink),
        encoding="utf-8",
        errors="backslashreplace" if is_error else "strict",
        line_buffering=is_error,
    )


def run_tool(
    tool: Tool,
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str],
    directory: str,
    stdin: bytes = b"",
    merges_streams: bool = False,
) -> Outcome:
    """Runs a tool with `arguments`, its name first.

    With `merges_streams`, standard error goes to standard output, in the order of writing. Raises ToolStumbledError
    when the tool raises anything but SystemExit, OSError when there is no such directory.
    """
    out = _Sink()
    error = out if merges_streams else _Sink()
    with _as_process(arguments, environment, directory, stdin, out, error):
        try:
            # The first import may look at the streams, to see whether colours are wanted.
            function = tool.load()
            code = _exit_code(function(list(arguments if tool.is_script else arguments[1:])))
        except SystemExit as end:
            code = _exit_code(end.code)
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            raise ToolStumbledError(f"{arguments[0]}: {type(failure).__name__}: {failure}") from failure
        sys.stdout.flush()
        sys.stderr.flush()
    return Outcome(code, out.content, b"" if merges_streams else error.content)


def _exit_code(value: object) -> int:
    """What a process that ends with this value leaves for its parent."""
    if value is None:
        return 0
    if isinstance(value, int):
        return value & 0xFF
    sys.stderr.write(f"{value}\n")
    return 1


@contextmanager
def _as_process(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    directory: str,
    stdin: bytes,
    out: _Sink,
    error: _Sink,
) -> Generator[None]:
    saved_environment = dict(os.environ)
    saved_directory = Path.cwd()
    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.path[:], sys.getrecursionlimit(), tempfile.tempdir
    collects_garbage = gc.isenabled()
    os.chdir(directory)
    try:
        # Entering `catch_warnings` also makes a warning that was shown before be shown again.
        with warnings.catch_warnings():
            if saved_environment != environment:
                os.environ.clear()
                os.environ.update(environment)
            sys.argv = list(arguments)
            sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
            sys.stdout = _text_stream(out, is_error=False)
            sys.stderr = _text_stream(error, is_error=True)
            tempfile.tempdir = None
            gc.disable()
            yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr, path, limit, tempfile.tempdir = saved
        sys.path[:] = path
        sys.setrecursionlimit(limit)
        if os.environ != saved_environment:
            os.environ.clear()
            os.environ.update(saved_environment)
        os.chdir(saved_directory)
        if collects_garbage:
            gc.enable()
            _settle()


_settled_at = 0


def _settle() -> None:
    """Takes what the tools' modules consist of, which stays, out of the sight of the garbage collector."""
    global _settled_at
    loaded = len(sys.modules)
    if loaded > _settled_at + 50:
        _settled_at = loaded
        gc.freeze()
