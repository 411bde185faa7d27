"""The driver: from a command line to an exit code.

`main` is a library function: it takes the arguments and whatever makes a tool (passes, dialects, extensions),
reads, runs, prints, and returns 0 or 1. The IR goes to standard output (or `-o`), everything else to standard
error. It never raises for anything that a user can do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .driver_flags import FLAGS
from .files import FileError, read_input, write_output, write_standard_output
from .flags import CommandLineError, Flag, ParsedArguments, parse_arguments
from .pipeline import PassPipeline, PipelineError
from .registry import PassRegistry

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Dialect, Operation

    from .context import DialectFinder, OptContext
    from .diagnostics import DiagnosticEngine
    from .instrumentation.base import Instrumentation
    from .pass_manager import PassManager
    from .sources import SourceChunk, SourceFile

EXIT_SUCCESS = 0
EXIT_FAILURE = 1
EXIT_BROKEN_PIPE = 141
EXIT_INTERRUPTED = 130


class Extension:
    """What a tool adds to the driver: flags, and what they do. The defaults do nothing.

    The driver knows no dialect; whatever needs one (a target attribute, an exporter, a checker of rewrites)
    comes in this way.
    """

    flags: Sequence[Flag] = ()

    def run_instead(self, arguments: ParsedArguments) -> str | None:
        """Text to print in place of a run (a flag that only shows something), or None to run."""
        return None

    def check(self, arguments: ParsedArguments) -> None:
        """Looks at the flags before anything is read; raises CommandLineError."""

    def configure(self, context: OptContext, arguments: ParsedArguments) -> None:
        """Sets up the fresh context of one chunk, before its text is parsed."""

    def prepare(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> None:
        """Changes a module after it was parsed and before it is verified; reports errors to the context."""

    def print_module(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> str | None:
        """The text of a module in a form of its own, or None for the usual form."""
        return None


class Tool:
    """What `main` was given, kept together."""

    def __init__(
        self,
        registry: PassRegistry,
        dialects: Mapping[str, Callable[[], Dialect]],
        program_name: str,
        version: Callable[[], str],
        dialect_finder: DialectFinder | None,
        foreign_dialects: Callable[[], Iterable[str]],
        extensions: Sequence[Extension],
    ) -> None:
        self.registry = registry
        self.dialects = dialects
        self.program_name = program_name
        self.version = version
        self.dialect_finder = dialect_finder
        self.foreign_dialects = foreign_dialects
        self.extensions = tuple(extensions)
        self.flags: tuple[Flag, ...] = (*FLAGS, *(flag for each in extensions for flag in each.flags))


def _no_names() -> Iterable[str]:
    return ()


def main(
    argv: Sequence[str],
    *,
    registry: PassRegistry,
    dialects: Mapping[str, Callable[[], Dialect]],
    program_name: str,
    version: Callable[[], str],
    dialect_finder: DialectFinder | None = None,
    foreign_dialects: Callable[[], Iterable[str]] = _no_names,
    extensions: Sequence[Extension] = (),
) -> int:
    """Runs the tool with these arguments (without the program's name) and returns the exit code.

    `dialects` maps names to factories that import late; `dialect_finder` is asked for other names, and
    `foreign_dialects` lists what it knows. The exit code is 0 on success, 1 after an error.
    """
    tool = Tool(registry, dialects, program_name, version, dialect_finder, foreign_dialects, extensions)
    try:
        arguments = parse_arguments(argv, tool.flags, registry.is_registered, registry.all_names)
        return _Run(tool, arguments).run()
    except CommandLineError as error:
        return _complain(program_name, str(error), error.notes)
    except FileError as error:
        return _complain(program_name, str(error), ())


def _complain(program_name: str, message: str, notes: Iterable[str]) -> int:
    """An error that belongs to no place in a text."""
    lines = [message if ": error: " in message else f"{program_name}: error: {message}"]
    lines.extend(f"note: {note}" for note in notes)
    sys.stderr.write("\n".join(lines) + "\n")
    return EXIT_FAILURE


class _Run:
    """One invocation."""

    def __init__(self, tool: Tool, arguments: ParsedArguments) -> None:
        self.tool = tool
        self.arguments = arguments

    def run(self) -> int:
        text = self._instead()
        if text is not None:
            return EXIT_SUCCESS if write_standard_output(text) else EXIT_BROKEN_PIPE
        if len(self.arguments.files) > 1:
            raise CommandLineError(
                f"more than one input file: '{self.arguments.files[0]}' and '{self.arguments.files[1]}'"
            )
        for extension in self.tool.extensions:
            extension.check(self.arguments)
        from .diagnostics import DiagnosticEngine

        engine = DiagnosticEngine()
        try:
            pipeline = self._pipeline()
        except PipelineError as error:
            engine.sources.add(error.source.name, error.source.text)
            engine.error(error.message, error.location, error.notes)
            return EXIT_FAILURE
        if self.arguments.boolean("dump-pass-pipeline"):
            sys.stderr.write(f"{pipeline}\n")
        return self._process(engine, pipeline)

    def _instead(self) -> str | None:
        """The text of a flag that only shows something."""
        arguments = self.arguments
        if arguments.boolean("help") or arguments.boolean("help-hidden"):
            from .help_text import help_text

            return help_text(self.tool, hidden=arguments.boolean("help-hidden"))
        if arguments.boolean("version"):
            return f"{self.tool.program_name} {self.tool.version()}\n"
        if arguments.boolean("list-passes"):
            from .help_text import pass_list

            return pass_list(self.tool.registry)
        if arguments.boolean("show-dialects"):
            names = sorted({*self.tool.dialects, *self.tool.foreign_dialects()})
            return f"Available Dialects: {','.join(names)}\n"
        for extension in self.tool.extensions:
            text = extension.run_instead(arguments)
            if text is not None:
                return text
        return None

    def _pipeline(self) -> PassPipeline:
        arguments = self.arguments
        ways = [
            name
            for name, given in (
                ("--pass-pipeline", arguments.is_given("pass-pipeline")),
                ("-p", arguments.is_given("p")),
                ("passes as flags", bool(arguments.passes)),
            )
            if given
        ]
        if len(ways) > 1:
            raise CommandLineError(
                f"{ways[0]} cannot be combined with {ways[1]}", ("say the whole pipeline in one of the ways",)
            )
        if arguments.is_given("pass-pipeline"):
            return PassPipeline.parse(arguments.text("pass-pipeline"), self.tool.registry)
        if arguments.is_given("p"):
            return PassPipeline.parse_elements(arguments.text("p"), self.tool.registry)
        return PassPipeline.from_flags(arguments.passes, self.tool.registry)

    def _context(self, engine: DiagnosticEngine) -> OptContext:
        from .context import OptContext

        context = OptContext(
            allow_unregistered=self.arguments.boolean("allow-unregistered-dialect"),
            diagnostics=engine,
            dialect_finder=self.tool.dialect_finder,
        )
        for name, factory in self.tool.dialects.items():
            context.register_dialect(name, factory)
        return context

    def _process(self, engine: DiagnosticEngine, pipeline: PassPipeline) -> int:
        from .pass_manager import PassManager

        arguments = self.arguments
        name, text = read_input(arguments.files[0] if arguments.files else "-")
        source = engine.sources.add(name, text)
        verify = self._verify if arguments.boolean("verify-each") else None
        manager = PassManager(pipeline, verify=verify, instrumentations=self._instrumentations())
        pieces: list[str] = []
        succeeded = True
        for chunk in self._chunks(source):
            piece = self._chunk(engine, manager, chunk)
            if piece is None:
                succeeded = False
            else:
                pieces.append(piece)
        output = "// -----\n".join(pieces)
        path = arguments.text("o")
        if path in ("", "-"):
            if not write_standard_output(output):
                return EXIT_BROKEN_PIPE
        elif succeeded:
            write_output(path, output)
        return EXIT_SUCCESS if succeeded else EXIT_FAILURE

    def _instrumentations(self) -> list[Instrumentation]:
        return []

    def _chunks(self, source: SourceFile) -> Iterator[SourceChunk]:
        """The pieces of the input."""
        from .sources import SourceChunk

        marker = self.arguments.text("split-input-file")
        start = 0
        if marker:
            offset = 0
            for line in source.text.splitlines(keepends=True):
                if line.strip() == marker:
                    yield SourceChunk(source, start, offset)
                    start = offset + len(line)
                offset += len(line)
        yield SourceChunk(source, start)

    def _chunk(self, engine: DiagnosticEngine, manager: PassManager, chunk: SourceChunk) -> str | None:
        """Processes one piece of the input; gives its output, or None after an error."""
        from xdsl.parser import Parser
        from xdsl.utils.exceptions import ParseError

        context = self._context(engine)
        errors_before = engine.error_count
        try:
            module = Parser(context, chunk.text, chunk.name).parse_module()
        except ParseError as error:
            engine.error(error.msg, chunk.location(error.span.start))
            return None
        for extension in self.tool.extensions:
            extension.prepare(context, module, self.arguments)
        if engine.error_count > errors_before or not self._verify(context, module):
            return None
        if not manager.run(context, module):
            return None
        return self._print(context, module)

    def _verify(self, context: OptContext, op: Operation) -> bool:
        from xdsl.utils.exceptions import VerifyException

        from .diagnostics import report_exception

        try:
            op.verify()
        except VerifyException as failure:
            report_exception(context, op, failure)
            return False
        return True

    def _print(self, context: OptContext, module: ModuleOp) -> str:
        from io import StringIO

        from xdsl.printer import Printer

        for extension in self.tool.extensions:
            text = extension.print_module(context, module, self.arguments)
            if text is not None:
                return text
        stream = StringIO()
        printer = Printer(
            stream=stream,
            print_generic_format=self.arguments.boolean("mlir-print-op-generic"),
            print_debuginfo=self.arguments.boolean("mlir-print-debuginfo"),
        )
        printer.print_op(module)
        stream.write("\n")
        return stream.getvalue()
