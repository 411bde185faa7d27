"""Reading the input and writing the output, without tracebacks and without half-written files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import FileIO
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from typing import TextIO

STANDARD_INPUT_NAME = "<stdin>"


class FileError(Exception):
    """A file that cannot be read or written; the message is for the user."""


def _reason(failure: OSError) -> str:
    return failure.strerror or str(failure)


def read_input(path: str) -> tuple[str, bytes]:
    """The name, as locations show it, and the content of an input file; `-` is standard input.

    Raises FileError for a file that is missing, unreadable or a directory.
    """
    # A name that is no text in the encoding of the file system: locations are written as text.
    name = STANDARD_INPUT_NAME if path == "-" else encode(path).decode("utf-8")
    try:
        if path == "-":
            # None where whoever started the program had closed it.
            stream = cast("TextIO | None", sys.stdin)
            if stream is None:
                raise FileError("cannot read standard input: it is closed")
            return name, stream.buffer.read()
        with FileIO(path) as stream:
            return name, stream.readall()
    except OSError as failure:
        raise FileError(f"cannot open input file '{name}': {_reason(failure)}") from None
    except ValueError:
        raise FileError(f"cannot open input file {name!r}: not the name of a file") from None


def write_output(path: str, text: str | Iterable[str]) -> None:
    """Writes the output file as a whole or not at all: into a file beside it, which then takes its name.

    A text may come in pieces; when making one fails, nothing is written. What is not a regular file (a pipe,
    `/dev/null`) is written directly. Raises FileError.
    """
    from pathlib import Path

    try:
        # Where a link leads, so that the link stays one.
        target = Path(path).resolve()
        if target.is_symlink():
            # A loop of links; before Python 3.13 resolve() raises this by itself.
            raise RuntimeError(f"Symlink loop from {str(target)!r}")
        exists = target.exists()
        if exists and not target.is_file():
            target.write_bytes(encode(text if isinstance(text, str) else "".join(text)))
            return
        temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            temporary.touch(target.stat().st_mode & 0o7777 if exists else 0o666, exist_ok=False)
            with temporary.open("wb") as stream:
                for piece in (text,) if isinstance(text, str) else text:
                    stream.write(encode(piece))
            temporary.replace(target)
        except BaseException:
            # Interrupted or failed: what was there before stays, what was begun goes.
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, RuntimeError, ValueError) as failure:
        # A RuntimeError is a loop of links.
        reason = _reason(failure) if isinstance(failure, OSError) else str(failure)
        raise FileError(f"cannot write output file '{path}': {reason}") from None


def provide_standard_error() -> None:
    """Lets a process say things to nobody whose standard error was closed by whoever started it."""
    if cast("TextIO | None", sys.stderr) is None:
        # Open as long as the process lives.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def write_standard_output(text: str) -> bool:
    """Writes to standard output; says whether anybody was there to read it."""
    if not text:
        return True
    if cast("TextIO | None", sys.stdout) is None:
        raise FileError("cannot write to standard output: it is closed")
    try:
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(text)
        else:
            sys.stdout.flush()
            # Unbuffered (PYTHONUNBUFFERED), one call may write less than all of it.
            rest = memoryview(encode(text))
            while rest:
                rest = rest[buffer.write(rest) or 0 :]
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader is gone, which is its right. Nothing must be flushed again at exit.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    except OSError as failure:
        raise FileError(f"cannot write to standard output: {_reason(failure)}") from None
    return True


def encode(text: str) -> bytes:
    """Text as bytes, whatever is in it: a lone surrogate (from a misread argument) must not end in a
    traceback.
    """
    return text.encode("utf-8", "backslashreplace")
