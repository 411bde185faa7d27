"""Patterns from where a user has them: the command line, or a place in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathlib import Path

    from xdsl.dialects.builtin import MemRefType
    from xdsl.ir import Attribute, Operation

    from ...dialects.neuron.access_pattern import Access
    from ...passes.manager.context import OptContext
    from ...passes.manager.sources import SourceFile

_PLACE = re.compile(r"(?P<file>[^#!].*?):(?P<line>\d+)(?::(?P<operand>[A-Za-z_]\w*(?:\[\d+\])?))?")
_PATTERN = re.compile(r"#neuron\.(?:ap|interval)<")
_MEMORIES = ("hbm", "sbuf", "psum")


class ReadingError(Exception):
    """What keeps a pattern from being read; the message is for the user."""


class ReportedError(Exception):
    """An error that has been shown already, with its place in the text."""


@dataclass(frozen=True)
class Subject:
    """A pattern, what it is called, and the memref that it walks, where that is known."""

    label: str
    pattern: Access
    type: MemRefType[Attribute] | None = None


def new_context() -> OptContext:
    """A context that knows our dialects, and takes those that it does not know."""
    from importlib import import_module

    from ...passes.manager.context import OptContext
    from ..tables import DIALECTS

    context = OptContext(allow_unregistered=True)
    for name, (module, attribute) in DIALECTS.items():
        context.register_dialect(name, lambda m=module, a=attribute: getattr(import_module(m), a))
    from xdsl.dialects import get_all_dialects

    known = get_all_dialects()
    context.dialect_finder = known.get
    return context


def read_subjects(context: OptContext, text: str, label: str) -> list[Subject]:
    """
    The patterns that a word of the command line means.

    `#neuron.ap<…>` and `#neuron.interval<…>` mean themselves; `input.mlir:12` means those of the operation in that
    line, `input.mlir:12:ins[0]` that of one operand. A Penguin operation has the plain patterns of its accesses. Raises
    ReadingError when there is none, ReportedError when a text does not parse.
    """
    place = _PLACE.fullmatch(text)
    if place is None:
        source = context.sources.add(f"<{label}>", text)
        return [Subject(label, _parse_pattern(context, source, 0, whole=True))]
    from pathlib import Path

    path, line, operand = Path(place["file"]), int(place["line"]), place["operand"]
    subjects = _at_line(context, path, line)
    if operand is None:
        return subjects
    chosen = [subject for subject in subjects if subject.label.endswith(f" {operand}")]
    if not chosen:
        raise ReadingError(f"{path}:{line} has no operand '{operand}' with a pattern ({_names(subjects)})")
    return chosen


def read_subject(context: OptContext, text: str, label: str) -> Subject:
    """The one pattern that a word means. Raises ReadingError when it means several, and as `read_subjects` does."""
    subjects = read_subjects(context, text, label)
    if len(subjects) > 1:
        first = subjects[0].label.rpartition(" ")[2]
        raise ReadingError(
            f"{text} has {len(subjects)} patterns, of which one is compared ({_names(subjects)}); write {text}:{first}"
        )
    return subjects[0]


def _names(subjects: list[Subject]) -> str:
    return "it has: " + ", ".join([subject.label.rpartition(" ")[2] for subject in subjects])


def _parse_pattern(context: OptContext, source: SourceFile, start: int, *, whole: bool) -> Access:
    from xdsl.utils.exceptions import ParseError

    from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
    from ...passes.manager.parser import OptParser
    from ...passes.manager.sources import SourceChunk

    parser: OptParser | None = None
    try:
        parser = OptParser(context, SourceChunk(source, start))
        attribute = parser.parse_attribute()
        if whole and parser.state.current_token.text:
            parser.fail("expected nothing behind the pattern")
    except ParseError as failure:
        if parser is None:
            context.diagnostics.error(failure.msg, source.location(start + failure.span.start))
        else:
            parser.report_failure(failure)
        raise ReportedError from None
    if not isinstance(attribute, AccessPatternAttr | IntervalAttr):
        raise ReadingError(f"{attribute} is no access pattern, expected #neuron.ap<…> or #neuron.interval<…>")
    return attribute


def _at_line(context: OptContext, path: Path, line: int) -> list[Subject]:
    from ...passes.manager.parser import decode_source, parse_module
    from ...passes.manager.split_input import split_input

    try:
        data = path.read_bytes()
    except OSError as failure:
        raise ReadingError(f"{path}: {failure.strerror}") from None
    source = decode_source(data, str(path), context.diagnostics)
    if source is None:
        raise ReportedError
    text = source.line_text(line)
    if text is None:
        raise ReadingError(f"{path} has no line {line}, it has {source.line_count}")
    if not text.lstrip().startswith(("#", "!")):
        # A test file holds several modules; the one with the line is enough, and the others may be wrong on purpose.
        chunk = next(chunk for chunk in split_input(source, "// -----") if chunk.first_line <= line <= chunk.last_line)
        module = parse_module(context, chunk, allow_empty=True)
        if module is None:
            raise ReportedError
        op = _operation_at(module, source, line)
        if op is not None and (subjects := _of_operation(op, f"{path}:{line}")):
            return subjects
    found = _PATTERN.search(text)
    if found is None:
        raise ReadingError(f"{path}:{line} has no access pattern: {text.strip() or 'the line is empty'}")
    offset = source.offset(line, found.start() + 1)
    return [Subject(f"{path}:{line}", _parse_pattern(context, source, offset, whole=False))]


def _operation_at(module: Operation, source: SourceFile, line: int) -> Operation | None:
    """The operation whose text has the line: the last one that starts in it or before it, if it reaches so far."""
    from ...passes.manager.rewriting import nested_operations
    from ...passes.manager.xdsl_interface import resolve_location

    starts: list[tuple[int, Operation]] = []
    for op in nested_operations(module):
        location, _ = resolve_location(op.location)
        if location is not None:
            starts.append((location.line, op))
    before = [entry for entry in starts if entry[0] <= line]
    if not before:
        return None
    start, op = max(before, key=lambda entry: entry[0])
    last = min([entry[0] for entry in starts if entry[0] > line], default=source.line_count + 1) - 1
    while last > start and _is_outside((source.line_text(last) or "").strip()):
        last -= 1
    return op if line <= last else None


def _is_outside(text: str) -> bool:
    """Whether a line between two operations belongs to neither."""
    return not text or text.startswith(("//", "}", "#", "!", "^"))


def _of_operation(op: Operation, place: str) -> list[Subject]:
    from xdsl.utils.exceptions import VerifyException

    from ...dialects.bir.operation import BirOp
    from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
    from ...dialects.penguin.operation import PenguinOp
    from ...passes.lower_compute.emission import plain_pattern

    found: list[Subject] = []
    if not isinstance(op, BirOp | PenguinOp):
        return found
    for index, operand in enumerate(op.operands):
        label = f"{place} {op.operand_name(index)}"
        if isinstance(op, BirOp):
            pattern = op.operand_note(index)
        elif index in op.memref_indices() and _is_memref(operand.type):
            try:
                pattern = plain_pattern(op.access(index), op.operand_type(index))
            except VerifyException as error:
                raise ReadingError(f"{label}: {error}") from None
        else:
            continue
        if isinstance(pattern, AccessPatternAttr | IntervalAttr):
            type = cast("MemRefType[Attribute]", operand.type) if _is_memref(operand.type) else None
            found.append(Subject(label, pattern, type))
    return found


def _is_memref(type: Attribute) -> bool:
    from xdsl.dialects.builtin import MemRefType

    return isinstance(type, MemRefType)


def read_shape(context: OptContext, text: str, memory: str, pattern: Access) -> MemRefType[Attribute]:
    """
    The memref of `--shape`: `128x512xbf16`, `128x512` with the element type of the pattern, or `memref<…>`.

    Raises ReadingError for a memref that no operand can be, ReportedError when the text does not parse.
    """
    from xdsl.dialects.builtin import MemRefType
    from xdsl.utils.exceptions import ParseError

    from ...dialects.neuron.memory import check_memref
    from ...passes.manager.parser import OptParser

    body = text
    if not text.startswith("memref<"):
        sizes = re.fullmatch(r"\d+(?:x\d+)*", text)
        body = f"memref<{text}{f'x{pattern.dtype}' if sizes else ''}, #neuron.memory<{memory}>>"
    parser = OptParser(context, context.sources.add("<shape>", body))
    try:
        type = parser.parse_type()
        if parser.state.current_token.text:
            parser.fail("expected nothing behind the shape")
    except ParseError as failure:
        parser.report_failure(failure)
        raise ReportedError from None
    if not isinstance(type, MemRefType):
        raise ReadingError(f"--shape: {type} is no memref")
    memref = cast("MemRefType[Attribute]", type)
    problem = check_memref(memref)
    if problem is not None:
        raise ReadingError(f"--shape: {memref} {problem}")
    return memref
