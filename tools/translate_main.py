"""`neuron-translate`: BIR-JSON to the `bir` dialect and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from xdsl.ir import Operation

    from ..passes.bir_json.problems import BirJsonError
    from ..passes.manager.context import OptContext

PROGRAM_NAME = "neuron-translate"

_DESCRIPTION = "Translate between BIR-JSON, the document that Backend IR travels in, and the bir dialect."
_EXIT_INTERRUPTED = 130
_EXIT_BROKEN_PIPE = 141
_COPIED_AT_ONCE = 1 << 20
_JOINED_AT_ONCE = 4096
_UNCOLLECTED = 100_000
"""Objects that may be made before garbage is looked for: most of a translation's objects live for a function."""


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser

    parser = ArgumentParser(PROGRAM_NAME, description=_DESCRIPTION, allow_abbrev=False)
    directions = parser.add_mutually_exclusive_group(required=True)
    directions.add_argument("--mlir-to-bir-json", action="store_true", help="write a document of version 2")
    directions.add_argument("--bir-json-to-mlir", action="store_true", help="read a document of version 1 or 2")
    parser.add_argument("input", nargs="?", default="-", help="the file to read; '-', the default, is standard input")
    parser.add_argument("-o", dest="output", metavar="file", default="-", help="the file to write (default: '-')")
    parser.add_argument("--no-verify", action="store_true", help="translate what the verifier would refuse, too")
    return parser


def run(arguments: Sequence[str]) -> int:
    """Runs `neuron-translate` and returns its exit code: 0, or 1 when nothing was written because of an error."""
    try:
        options = _parser().parse_args(list(arguments))
    except SystemExit as stop:
        # argparse has printed help, or what is wrong with the command line.
        return 1 if stop.code else 0
    from ..passes.bir_json.problems import BirJsonError
    from ..passes.manager.files import FileError, read_input
    from ..passes.manager.xdsl_interface import allow_deep_nesting

    context = _context()
    try:
        allow_deep_nesting()
        make = _json_pieces if options.mlir_to_bir_json else _mlir_pieces
        # The bytes of the input are held by whoever decodes them, and no longer than that.
        pieces = make(context, not options.no_verify, *read_input(options.input))
        return _write(options.output, pieces)
    except BirJsonError as error:
        _report(context, error)
        return 1
    except _ReportedError:
        return 1
    except FileError as error:
        print(f"{PROGRAM_NAME}: error: {error}", file=sys.stderr)
        return 1


class _ReportedError(Exception):
    """Something is wrong that has been shown already."""


def _context() -> OptContext:
    from .opt_main import new_context

    return new_context()


def _report(context: OptContext, failure: BirJsonError) -> None:
    """Show every problem in its place: with the path in a document, with the operation in a module."""
    from ..passes.bir_json.problems import path_text
    from ..passes.bir_json.writer import WriteProblem
    from ..passes.manager.diagnostics import emit_error

    for problem in failure.errors:
        if isinstance(problem, WriteProblem):
            emit_error(context, problem.op, problem.message, operand=problem.operand, property_name=problem.key)
        else:
            message = f"{path_text(problem.path)}: {problem.message}" if problem.path else problem.message
            context.diagnostics.error(message, problem.location, problem.notes)


# From a document to a module.


def _mlir_pieces(context: OptContext, verify: bool, name: str, data: bytes) -> Iterator[str]:
    from ..passes.bir_json.reader import BirJsonDocument
    from ..passes.manager.printer import operation_text

    text = _text(context, name, data)
    del data
    document = BirJsonDocument(text, name, context)
    module = document.empty_module()
    _verify(context, module, verify)
    head = operation_text(module)
    yield head.removesuffix("}\n")
    for function in document.functions():
        _verify(context, function, verify)
        yield from _indented(function)
        function.erase(safe_erase=False)
        del function
    yield "}\n"


def _indented(function: Operation) -> Iterator[str]:
    """The lines of a function as they stand in a module."""
    from ..passes.manager.printer import OptPrinter

    printer = OptPrinter()
    printer.indent_by(1)
    printer.write("  ")
    printer.print_op(function)
    printer.write("\n")
    parts = printer.parts
    for start in range(0, len(parts), _JOINED_AT_ONCE):
        yield "".join(parts[start : start + _JOINED_AT_ONCE])


def _text(context: OptContext, name: str, data: bytes) -> str:
    from ..passes.manager.parser import decode_source

    source = decode_source(data, name, context.diagnostics)
    if source is None:
        raise _ReportedError
    return source.text


def _verify(context: OptContext, op: Operation, wanted: bool) -> None:
    from ..passes.manager.verifier import verify

    if wanted and not verify(context, op):
        raise _ReportedError
    # What has been found good refers to the function it was found in.
    context.verified.clear()


# From a module to a document.


def _json_pieces(context: OptContext, verify: bool, name: str, data: bytes) -> Iterator[str]:
    from ..passes.bir_json.writer import bir_json_pieces
    from ..passes.manager.parser import decode_source, parse_module

    source = decode_source(data, name, context.diagnostics)
    del data
    module = None if source is None else parse_module(context, source)
    if module is None:
        raise _ReportedError
    _verify(context, module, verify)
    yield from bir_json_pieces(module)


# Output.


def _write(path: str, pieces: Iterator[str]) -> int:
    """Write the pieces to a file, or to standard output, once all of them are there. Returns the exit code."""
    from ..passes.manager.files import write_output, write_standard_output

    if path != "-":
        write_output(path, pieces)
        return 0
    from tempfile import SpooledTemporaryFile

    with SpooledTemporaryFile(_COPIED_AT_ONCE, "w+", encoding="utf-8", errors="backslashreplace", newline="") as whole:
        for piece in pieces:
            whole.write(piece)
        whole.seek(0)
        while part := whole.read(_COPIED_AT_ONCE):
            if not write_standard_output(part):
                return _EXIT_BROKEN_PIPE
    return 0


def main() -> None:
    """The console script."""
    import gc

    gc.set_threshold(_UNCOLLECTED, 20, 50)
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        print(f"{PROGRAM_NAME}: error: interrupted", file=sys.stderr)
        code = _EXIT_INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
