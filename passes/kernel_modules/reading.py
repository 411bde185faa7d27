"""Reading a file of Backend IR, as `.mlir` text or BIR-JSON, into a context."""

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import VerifyException

from ..manager.context import OptContext
from ..manager.diagnostics import Diagnostic, Severity, note
from ..manager.files import FileError, read_input

LARGEST_FILE = 256 * 1024 * 1024
"""The most bytes that a file of a stranger may have, unless an option says otherwise."""

DEEPEST_NESTING = 500
"""How deeply the values of a document may be nested, unless an option says otherwise."""


class UnreadableError(Exception):
    """A file that cannot be read as what it should be.

    `diagnostics` are what is wrong with it, for a context that reports; the message is for one that does not.
    """

    def __init__(self, message: str, diagnostics: "tuple[Diagnostic, ...]" = ()):
        super().__init__(message)
        self.diagnostics = diagnostics or (Diagnostic(Severity.ERROR, message),)


class UnopenableError(UnreadableError):
    """A file that cannot even be opened."""


def report_unreadable(context: Context, failure: UnreadableError) -> None:
    """Report what is wrong with a file. Raises VerifyException when the context is not one of ours."""
    if not isinstance(context, OptContext):
        raise VerifyException(str(failure)) from failure
    for diagnostic in failure.diagnostics:
        context.diagnostics.emit(diagnostic)


def read_bounded(path: str, largest: int = LARGEST_FILE) -> bytes:
    """The bytes of a file. Raises UnreadableError where it is too large, UnopenableError where it cannot be opened."""
    from pathlib import Path

    try:
        size = Path(path).stat().st_size
        if size > largest:
            raise UnreadableError(f"'{path}' has {size} bytes, at most {largest} are read")
        return read_input(path)[1]
    except OSError as failure:
        raise UnopenableError(f"cannot open '{path}': {failure.strerror or failure}") from None
    except (FileError, ValueError) as failure:
        raise UnopenableError(str(failure)) from None


def check_nesting(data: bytes, path: str, deepest: int = DEEPEST_NESTING) -> None:
    """Refuse JSON that is nested more deeply than allowed, without decoding it. Raises UnreadableError."""
    import re

    depth = 0
    # Brackets in strings do not count; a string is passed over as a whole.
    for match in re.finditer(rb'"(?>(?:[^"\\]|\\.)*)"|[\[{]|[\]}]', data, re.DOTALL):
        first = match.group()[:1]
        if first in b"[{":
            depth += 1
            if depth > deepest:
                raise UnreadableError(f"'{path}' is nested more than {deepest} levels deep")
        elif first in b"]}":
            depth -= 1


def read_mlir_module(context: Context, path: str, largest: int = LARGEST_FILE) -> ModuleOp | None:
    """
    The module of an `.mlir` file, verified; None when something was wrong with it, which has then been reported.

    Raises UnreadableError for a file that cannot be opened, and xDSL's errors when the context is not one of ours.
    """
    data = read_bounded(path, largest)
    if not isinstance(context, OptContext):
        from xdsl.parser import Parser

        module = Parser(context, data.decode("utf-8", "replace"), path).parse_module()
        module.verify()
        return module
    from ..manager.parser import decode_source, parse_module
    from ..manager.verifier import verify

    positions, resources = context.positions, context.external_resources
    try:
        source = decode_source(data, path, context.diagnostics)
        module = None if source is None else parse_module(context, source)
        return module if module is not None and verify(context, module) else None
    finally:
        # Carets of the module that is being compiled are looked up in its own text.
        context.positions, context.external_resources = positions, resources


def unreadable_json(path: str, failure: Exception) -> UnreadableError:
    """What a reader of BIR-JSON found wrong, a diagnostic each, with JSON paths."""
    from ..bir_json.problems import BirJsonError, path_text

    errors = failure.errors if isinstance(failure, BirJsonError) else ()
    return UnreadableError(
        f"'{path}' is no BIR-JSON that can be read: {failure}",
        tuple(
            Diagnostic(
                Severity.ERROR,
                f"{path_text(error.path)}: {error.message}",
                error.location,
                tuple(note(text) for text in error.notes),
            )
            for error in errors
        ),
    )


def read_json_module(context: Context, path: str, largest: int = LARGEST_FILE) -> ModuleOp | None:
    """
    The module of a BIR-JSON document, verified; None when it did not verify, which has then been reported.

    Raises UnreadableError for a document that cannot be read.
    """
    from ..bir_json.problems import BirJsonError
    from ..bir_json.reader import read_bir_json

    data = read_bounded(path, largest)
    check_nesting(data, path)
    try:
        module = read_bir_json(data, path, context)
    except BirJsonError as failure:
        raise unreadable_json(path, failure) from failure
    return module if verified(context, module) else None


def verified(context: Context, module: ModuleOp) -> bool:
    """Whether a module verifies; what is wrong is reported. Raises VerifyException in a context that is not ours."""
    if not isinstance(context, OptContext):
        module.verify()
        return True
    from ..manager.verifier import verify

    return verify(context, module)


def module_kind(path: str) -> str | None:
    """How a file is to be read by its name: `mlir`, `json`, or None for neither."""
    suffix = path.rpartition(".")[2]
    return suffix if suffix in ("mlir", "json") else None
