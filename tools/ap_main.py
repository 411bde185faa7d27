"""`neuron-ap`: explains an access pattern, draws it, and says where two of them part."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO

    from xdsl.dialects.builtin import MemRefType
    from xdsl.ir import Attribute

    from ..dialects.neuron.legality import Walk
    from ..dialects.neuron.target import TargetAttr
    from .access_patterns.reading import Subject

PROGRAM_NAME = "neuron-ap"

_DESCRIPTION = "Explain an access pattern of the neuron dialect, or compare two."
_PATTERN_HELP = "'#neuron.ap<…>', '#neuron.interval<…>', or a place in a file: input.mlir:12 or input.mlir:12:ins[0]"


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser

    parser = ArgumentParser(PROGRAM_NAME, description=_DESCRIPTION, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    explain = commands.add_parser("explain", help="say what a pattern visits, and who takes it", allow_abbrev=False)
    explain.add_argument("pattern", help=_PATTERN_HELP)
    explain.add_argument("--shape", metavar="128x512xbf16", help="the memref that is walked; or memref<…>")
    explain.add_argument(
        "--memory", choices=("hbm", "sbuf", "psum"), help="where it lies (default: sbuf, or hbm without partitions)"
    )
    explain.add_argument("--target", default="trn2", help="trn2, or trn2:max_strides=5; 'all' for every generation")
    explain.add_argument("--operand", metavar="kind", help="the only kind of operand to look at, such as matmul-moving")
    explain.add_argument("--svg", metavar="file", help="write a drawing, partitions against free addresses")
    diff = commands.add_parser(
        "diff", help="say whether two patterns visit the same elements in the same order", allow_abbrev=False
    )
    diff.add_argument("first", metavar="A", help=_PATTERN_HELP)
    diff.add_argument("second", metavar="B", help="the same")
    from .access_patterns.descriptors import add_commands

    add_commands(commands, _PATTERN_HELP)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Runs `neuron-ap` and returns its exit code: 0, or 1 for an error and for patterns that differ."""
    try:
        options = _parser().parse_args(list(arguments))
    except SystemExit as stop:
        # argparse has printed help, or what is wrong with the command line.
        return 1 if stop.code else 0
    from xdsl.utils.exceptions import VerifyException

    from .access_patterns.reading import ReadingError, ReportedError

    try:
        if options.command in ("encode", "decode"):
            from .access_patterns.descriptors import decode_command, encode_command

            return encode_command(options) if options.command == "encode" else decode_command(options)
        return _explain(options) if options.command == "explain" else _diff(options)
    except ReportedError:
        return 1
    except BrokenPipeError:
        # Whoever read the output has seen enough; the caller of this function deals with the stream.
        raise
    except (ReadingError, VerifyException, OSError) as error:
        print(f"{PROGRAM_NAME}: error: {_message(error)}", file=sys.stderr)
        for note in getattr(error, "__notes__", ()):
            print(f"note: {note}", file=sys.stderr)
        return 1
    except Exception as failure:
        from ..passes.manager.internal_errors import report_failure_of_driver

        message, notes = report_failure_of_driver(failure, arguments, PROGRAM_NAME)
        print(f"{PROGRAM_NAME}: error: {message}", *(f"note: {note}" for note in notes), sep="\n", file=sys.stderr)
        return 1


def _message(error: Exception) -> str:
    if not isinstance(error, OSError):
        return str(error)
    return f"{error.filename or 'standard output'}: {error.strerror or error}"


def _targets(text: str) -> list[TargetAttr]:
    from ..dialects.neuron.target import GENERATIONS, TargetAttr, parse_target
    from .access_patterns.reading import ReadingError

    if text == "all":
        return [TargetAttr(limits.name) for limits in GENERATIONS]
    try:
        return [parse_target(text)]
    except ValueError as error:
        raise ReadingError(f"--target: {error}") from None


def _check_operand_kind(name: str | None) -> None:
    from ..dialects.neuron.errors import did_you_mean
    from ..dialects.neuron.legality import OPERAND_KINDS
    from .access_patterns.reading import ReadingError

    if name is not None and name not in OPERAND_KINDS:
        known = ", ".join(OPERAND_KINDS)
        raise ReadingError(f"--operand: no kind '{name}'{did_you_mean(name, OPERAND_KINDS)} (one of: {known})")


def _explain(options: Namespace) -> int:
    from .access_patterns.reading import ReadingError, new_context, read_shape, read_subjects

    targets = _targets(options.target)
    _check_operand_kind(options.operand)
    context = new_context()
    subjects = read_subjects(context, options.pattern, "pattern")
    if options.svg is not None and len(subjects) > 1:
        first = subjects[0].label.rpartition(" ")[2]
        raise ReadingError(
            f"--svg draws one pattern, {options.pattern} has {len(subjects)}; write {options.pattern}:{first}"
        )
    texts: list[str] = []
    for subject in subjects:
        memory = options.memory or _memory(subject)
        type = subject.type
        if options.shape is not None:
            type = read_shape(context, options.shape, memory, subject.pattern)
        texts.append("\n".join(_explanation(subject, type, memory, options, targets)))
    print("\n\n".join(texts))
    return 0


def _memory(subject: Subject) -> str:
    """Where a pattern walks when nobody says so: on chip when it has a partition part."""
    from ..dialects.neuron.access_pattern import AccessPatternAttr
    from ..dialects.neuron.memory import memory_of

    memory = None if subject.type is None else memory_of(subject.type)
    if memory is not None:
        return memory.space.data
    on_chip = isinstance(subject.pattern, AccessPatternAttr) and subject.pattern.partition.data
    return "sbuf" if on_chip else "hbm"


def _explanation(
    subject: Subject, type: MemRefType[Attribute] | None, memory: str, options: Namespace, targets: list[TargetAttr]
) -> list[str]:
    from ..dialects.neuron.access_pattern import IntervalAttr
    from .access_patterns import explanation

    pattern = subject.pattern
    lines = [str(pattern) if subject.label == "pattern" else f"{subject.label}: {pattern}", ""]
    lines.extend(f"  {line}" for line in explanation.loop_nest(pattern))
    lines.append("")
    rows = list(explanation.elements(pattern))
    if type is not None:
        rows.extend(explanation.bounds(pattern, type))
    lines.extend(explanation.table(rows))
    if isinstance(pattern, IntervalAttr):
        lines += ["", "An interval is one contiguous run: kernels and transfers between cores take it, engines do not."]
        lines.extend(_pictures(subject, None, options))
        return lines
    walk, assumed = explanation.walk_of(pattern, type, memory)
    if assumed is not None:
        lines.extend(explanation.table([("note", assumed)]))
    lines.extend(_pictures(subject, walk, options))
    any_memory = type is None and options.memory is None
    for target in targets:
        lines += ["", f"operands on {target}:"]
        lines.extend(explanation.legality(walk, target, options.operand, any_memory))
    return lines


def _pictures(subject: Subject, walk: Walk | None, options: Namespace) -> list[str]:
    """The picture in the terminal, and the drawing in a file when one is wanted."""
    from ..dialects.neuron.strided_set import StridedSet
    from .access_patterns.drawing import DrawingError, svg
    from .access_patterns.explanation import walk_set
    from .access_patterns.picture import COLUMNS, picture
    from .access_patterns.reading import ReadingError

    if walk is None or walk.space == "hbm":
        partition, inside, first, on_chip = StridedSet(), walk_set(subject.pattern), 0, False
        extent = _row_length(subject, COLUMNS)
    else:
        partition, first, on_chip = StridedSet(walk.partition), walk.start_partition, True
        inside, extent = StridedSet(walk.inside, walk.start), walk.extent
    if options.svg is not None:
        from pathlib import Path

        try:
            text = svg(str(subject.pattern), partition, inside, first, extent if on_chip else 1, on_chip=on_chip)
        except DrawingError as error:
            raise ReadingError(f"--svg: {error}") from None
        Path(options.svg).write_text(text, encoding="utf-8")
    return ["", *picture(partition, inside, first, extent, on_chip=on_chip)]


def _row_length(subject: Subject, default: int) -> int:
    """How long the rows of a picture are where there are no partitions: as the last dimension, if that is known."""
    shape = () if subject.type is None else subject.type.get_shape()
    return shape[-1] if shape and shape[-1] > 1 else default


def _diff(options: Namespace) -> int:
    from .access_patterns.differences import compare
    from .access_patterns.reading import new_context, read_subject

    context = new_context()
    subjects = [read_subject(context, text, name) for text, name in ((options.first, "A"), (options.second, "B"))]
    for name, subject in zip("AB", subjects, strict=True):
        print(f"{name}: {subject.pattern}")
    same, said = compare(*subjects)
    print()
    print("\n".join(said))
    return 0 if same else 1


def main() -> None:
    """The console script."""
    import os
    from io import TextIOWrapper

    from ..passes.manager.files import provide_standard_error

    provide_standard_error()
    if cast("TextIO | None", sys.stdout) is None:
        print(f"{PROGRAM_NAME}: error: cannot write to standard output: it is closed", file=sys.stderr)
        sys.exit(1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal without these characters shows others in their place.
            stream.reconfigure(errors="replace")
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"{PROGRAM_NAME}: error: {_message(error)}", file=sys.stderr)
        # The interpreter flushes once more at its end, which must not fail as well.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


if __name__ == "__main__":
    main()
