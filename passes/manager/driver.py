"""The driver: from a command line to an exit code.

`main` is a library function: it takes the arguments and whatever makes a tool (passes, dialects, extensions),
reads, runs, prints, and returns an exit code. The IR goes to standard output (or `-o`), everything else to
standard error. It raises nothing that a user can cause.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, DiagnosticEngine, Severity
from .driver_flags import ABSENT, ABSENT_PASSES, FLAGS
from .files import FileError, read_input, write_output, write_standard_output
from .flags import CommandLineError, Flag, ParsedArguments, parse_arguments
from .pipeline import PassPipeline, PipelineError
from .registry import PassRegistry

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Dialect, Operation

    from .context import DialectFinder, OptContext
    from .instrumentation.base import Instrumentation
    from .instrumentation.ir_printing import IRPrintingOptions
    from .instrumentation.pattern_tracing import DebugCounter
    from .instrumentation.reproducers import ReproducerWriter
    from .instrumentation.timing import Timing
    from .pass_manager import PassManager
    from .printing import PrintOptions
    from .rewriting import RewriteListener
    from .sources import Location, SourceChunk, SourceFile
    from .statistics import StatisticsTable

EXIT_SUCCESS = 0
EXIT_FAILURE = 1
EXIT_INTERRUPTED = 130
"""What a shell reports for a program that SIGINT ended."""
EXIT_BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""


class Extension:
    """What a tool adds to the driver: flags, and what they do. The defaults do nothing.

    The driver knows no dialect; whatever needs one (a target attribute, an exporter, a checker of rewrites)
    comes in this way.
    """

    flags: Sequence[Flag] = ()

    def run_instead(self, arguments: ParsedArguments) -> str | None:
        """Text to print in place of a run (for a flag that only shows something), or None to run."""
        return None

    def check(self, arguments: ParsedArguments) -> None:
        """Looks at the flags before anything is read; raises CommandLineError."""

    def configure(self, context: OptContext, arguments: ParsedArguments) -> None:
        """Sets up the fresh context of one piece of the input, before its text is parsed."""

    def prepare(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> None:
        """Changes a module after it was parsed and before it is verified; reports errors to the context."""

    def verify_module(self, context: OptContext, module: Operation) -> None:
        """Checks of a whole module that no operation can make; reports errors to the context.

        Runs after each successful verification of a module, those between passes included.
        """

    def print_module(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> str | None:
        """The text of a module in a form of its own, or None for the usual form."""
        return None

    def finish(self, engine: DiagnosticEngine, arguments: ParsedArguments) -> None:
        """Called once, after everything; reports what concerns the whole run."""


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

    def is_pass(self, name: str) -> bool:
        """Whether a flag of this name is a pass or a pipeline, ours or not."""
        return self.registry.is_registered(name) or self.registry.find_pass(name) is not None


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
    `foreign_dialects` lists what it knows. The exit code is 0 on success, 1 after an error, 130 after an
    interrupt, 141 when nobody reads the output.
    """
    tool = Tool(registry, dialects, program_name, version, dialect_finder, foreign_dialects, extensions)
    try:
        arguments = parse_arguments(argv, tool.flags, tool.is_pass, registry.all_names, {**ABSENT, **ABSENT_PASSES})
        return _Run(tool, arguments, argv).run()
    except CommandLineError as error:
        return _complain(program_name, str(error), error.notes)
    except FileError as error:
        return _complain(program_name, str(error), ())
    except KeyboardInterrupt:
        _complain(program_name, "interrupted", ())
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return EXIT_BROKEN_PIPE
    except Exception as failure:
        from .internal_errors import report_failure_of_driver

        return _complain(program_name, *report_failure_of_driver(failure, argv, program_name))


def _complain(program_name: str, message: str, notes: Iterable[str]) -> int:
    """An error that belongs to no place in a text."""
    lines = [f"{program_name}: error: {message}", *(f"note: {note}" for note in notes)]
    sys.stderr.write("\n".join(lines) + "\n")
    return EXIT_FAILURE


class _Run:
    """One invocation."""

    def __init__(self, tool: Tool, arguments: ParsedArguments, argv: Sequence[str]) -> None:
        self.tool = tool
        self.arguments = arguments
        self.argv = argv
        self.engine = DiagnosticEngine(colour=arguments.boolean("color") if arguments.is_given("color") else None)
        self.timing: Timing | None = None
        self.statistics: StatisticsTable | None = None
        self.reproducer: ReproducerWriter | None = None
        self.debug_counter: DebugCounter | None = None
        self.listeners: list[RewriteListener] = []
        self.manager: PassManager | None = None
        """The manager that runs: of the pipeline that the flags say, or of the one that a reproducer carries.
        """
        self.verifies_each = arguments.boolean("verify-each")

    # What is to be done.

    def run(self) -> int:
        text = self._instead()
        if text is not None:
            return EXIT_SUCCESS if write_standard_output(text) else EXIT_BROKEN_PIPE
        if len(self.arguments.files) > 1:
            first, second, *_ = self.arguments.files
            raise CommandLineError(f"more than one input file: '{first}' and '{second}'")
        for extension in self.tool.extensions:
            extension.check(self.arguments)
        self._configure_diagnostics()
        pipeline = self._checked(self._pipeline)
        if pipeline is None:
            return EXIT_FAILURE
        if self.arguments.boolean("dump-pass-pipeline"):
            sys.stderr.write(f"{pipeline}\n")
        return self._process(pipeline)

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

    def _configure_diagnostics(self) -> None:
        arguments = self.arguments
        hidden = {
            "errors": (Severity.WARNING, Severity.REMARK),
            "warnings": (Severity.REMARK,),
            "remarks": (),
        }[arguments.text("mlir-diagnostic-verbosity-level")]
        without_notes = arguments.boolean("mlir-disable-diagnostic-notes")
        if not hidden and not without_notes:
            return

        def handle(diagnostic: Diagnostic) -> bool:
            if diagnostic.severity not in hidden:
                self.engine.show(diagnostic._replace(notes=()) if without_notes else diagnostic)
            return True

        self.engine.add_handler(handle)

    def _checked(self, make: Callable[[], PassPipeline]) -> PassPipeline | None:
        """A pipeline, or None after its error has been reported with the whole text and a caret."""
        try:
            return make()
        except PipelineError as error:
            self.engine.sources.add(error.source.name, error.source.text)
            self.engine.error(error.message, error.location, error.notes)
            return None

    def _pipeline(self) -> PassPipeline:
        arguments = self.arguments
        ways = [
            name
            for name, given in (
                ("--pass-pipeline", arguments.is_given("pass-pipeline")),
                ("-p", arguments.is_given("p")),
                ("passes as flags", bool(arguments.passes)),
                ("--run-reproducer", arguments.boolean("run-reproducer")),
            )
            if given
        ]
        if len(ways) > 1:
            raise CommandLineError(
                f"{ways[0]} cannot be combined with {ways[1]}", ("say the whole pipeline in one way",)
            )
        registry = self.tool.registry
        for name, parse in (("pass-pipeline", PassPipeline.parse), ("p", PassPipeline.parse_elements)):
            if arguments.is_given(name):
                text = arguments.text(name)
                # Later warnings may point into it.
                source = self.engine.sources.add("-p" if name == "p" else f"--{name}", text)
                return parse(text, registry, source_name=source.name)
        return PassPipeline.from_flags(arguments.passes, registry)

    # The run.

    def _process(self, pipeline: PassPipeline) -> int:
        arguments = self.arguments
        if arguments.boolean("mlir-timing"):
            from .instrumentation.timing import Timing

            self.timing = Timing()
        manager = self._manager(pipeline)
        name, data = read_input(arguments.files[0] if arguments.files else "-")
        from .parser import decode_source

        source = decode_source(data, name, self.engine)
        if source is None:
            return EXIT_FAILURE
        pieces: list[str] = []
        succeeded = True
        is_first = True
        for chunk in self._chunks(source):
            piece, is_good = self._guarded(manager, chunk, is_first)
            is_first = False
            succeeded = succeeded and is_good
            if piece is not None:
                pieces.append(piece)
        self._reports(self.manager or manager)
        output = f"{arguments.text('output-split-marker')}\n".join(pieces)
        path = arguments.text("o")
        if path in ("", "-"):
            # Pieces without errors are shown even when others had some, as mlir-opt does.
            if not write_standard_output(output):
                return EXIT_BROKEN_PIPE
        elif succeeded:
            write_output(path, output)
        return EXIT_SUCCESS if succeeded else EXIT_FAILURE

    def _measured(self, name: str) -> AbstractContextManager[None]:
        return nullcontext() if self.timing is None else self.timing.measure(name)

    def _manager(self, pipeline: PassPipeline) -> PassManager:
        from .pass_manager import PassManager

        return PassManager(
            pipeline,
            verify=self._verify if self.verifies_each else None,
            instrumentations=self._instrumentations(pipeline),
        )

    def _context(self) -> OptContext:
        from .context import OptContext

        context = OptContext(
            allow_unregistered=self.arguments.boolean("allow-unregistered-dialect"),
            diagnostics=self.engine,
            dialect_finder=self.tool.dialect_finder,
            verifies_everything=self.arguments.boolean("verify-everything"),
        )
        for name, factory in self.tool.dialects.items():
            context.register_dialect(name, factory)
        context.rewrite_listeners.extend(self.listeners)
        if self.statistics is not None:
            context.statistics = self.statistics
        for extension in self.tool.extensions:
            extension.configure(context, self.arguments)
        return context

    def _chunks(self, source: SourceFile) -> Iterator[SourceChunk]:
        """The pieces of the input."""
        from .sources import SourceChunk

        if not self.arguments.is_given("split-input-file"):
            return iter((SourceChunk(source),))
        from .split_input import near_misses, split_input

        marker = self.arguments.text("split-input-file")
        for location in near_misses(source, marker):
            self.engine.warning(f"this line does not split the input: it is not quite '{marker}'", location)
        return split_input(source, marker)

    def _guarded(self, manager: PassManager, chunk: SourceChunk, is_first: bool) -> tuple[str | None, bool]:
        """Processes one piece: its output, if it has one, and whether all is well.

        Whatever goes wrong inside is reported, never raised.
        """
        from .internal_errors import describe
        from .pass_manager import InternalError

        try:
            if not self.arguments.is_given("verify-diagnostics"):
                text = self._chunk(manager, chunk, is_first)
                return text, text is not None
            from .expected_diagnostics import ExpectedDiagnostics

            only_expected = self.arguments.text("verify-diagnostics") == "only-expected"
            with ExpectedDiagnostics(self.engine, chunk, only_expected=only_expected) as expected:
                text = self._chunk(manager, chunk, is_first)
            return text, expected.finish()
        except InternalError as error:
            from .xdsl_interface import resolve_location

            location, _ = resolve_location(error.run.op.location)
            cause = error.__cause__ or error
            self._report_internal_error(str(error), cause, location, manager.pipeline, chunk)
        except RecursionError as failure:
            self._report_internal_error(
                "the input is nested too deeply", failure, chunk.location(0), manager.pipeline, chunk
            )
        except MemoryError:
            self.engine.error("there is not enough memory", chunk.location(0))
        except (FileError, CommandLineError):
            raise
        except Exception as failure:
            self._report_internal_error(
                f"internal error: {describe(failure)}", failure, chunk.location(0), manager.pipeline, chunk
            )
        return None, False

    def _chunk(self, manager: PassManager, chunk: SourceChunk, is_first: bool) -> str | None:
        """Processes one piece of the input; gives its output, or None after an error."""
        arguments = self.arguments
        context = self._context()
        module = self._parse(context, chunk)
        if module is None:
            return None
        errors_before = self.engine.error_count
        if is_first and manager.pipeline.steps:
            manager.check_anchors(context)
        for extension in self.tool.extensions:
            extension.prepare(context, module, arguments)
        if self.engine.error_count > errors_before:
            return None
        if not arguments.boolean("mlir-very-unsafe-disable-verifier-on-parsing"):
            with self._measured("Verifier"):
                if not self._verify(context, module):
                    return None
        if arguments.boolean("verify-roundtrip"):
            from .roundtrip import verify_roundtrip

            if not verify_roundtrip(context, module):
                return None
        if arguments.boolean("run-reproducer"):
            replayed = self._replayed(context, chunk)
            if replayed is None:
                return None
            manager = self.manager = replayed
        if arguments.is_given("mlir-generate-reproducer"):
            self._generate_reproducer(arguments.text("mlir-generate-reproducer"), module, manager.pipeline)
        if self.reproducer is not None:
            self.reproducer.start_module()
        if self.engine.error_count > errors_before or not manager.run(context, module):
            return None
        with self._measured("Output"):
            return self._print(context, module)

    def _parse(self, context: OptContext, chunk: SourceChunk) -> ModuleOp | None:
        from .parser import parse_module

        with self._measured("Parser"):
            module = parse_module(context, chunk, allow_empty=self.arguments.is_given("split-input-file"))
        if module is not None and self.arguments.boolean("no-implicit-module"):
            from .xdsl_interface import resolve_location

            location, _ = resolve_location(module.location)
            if location is None or not location.line:
                # Only a module that the parser added stands at no line.
                self.engine.error("expected a module, since --no-implicit-module is given", chunk.location(0))
                return None
        return module

    def _verify(self, context: OptContext, op: Operation) -> bool:
        from .verifier import verify

        if not verify(context, op):
            return False
        if op.parent is not None:
            return True
        errors_before = self.engine.error_count
        for extension in self.tool.extensions:
            extension.verify_module(context, op)
        return self.engine.error_count == errors_before

    # Text.

    def _print_options(self, *, is_forgiving: bool) -> PrintOptions:
        from .printing import PrintOptions

        arguments = self.arguments
        return PrintOptions(
            generic=arguments.boolean("mlir-print-op-generic"),
            debug_info=arguments.boolean("mlir-print-debuginfo"),
            aliases=arguments.boolean("mlir-print-aliases") and not arguments.boolean("mlir-print-local-scope"),
            skip_regions=arguments.boolean("mlir-print-skip-regions"),
            unique_ids=arguments.boolean("mlir-print-unique-ssa-ids"),
            elide_elements_if_larger=arguments.integer("mlir-elide-elementsattrs-if-larger"),
            is_forgiving=is_forgiving,
        )

    def _text(self, op: Operation) -> str:
        """The text of an operation for dumps and reproducers, which have to show invalid IR as well."""
        from .printing import text_of

        return text_of(op, self._print_options(is_forgiving=True))

    def _print(self, context: OptContext, module: ModuleOp) -> str:
        for extension in self.tool.extensions:
            text = extension.print_module(context, module, self.arguments)
            if text is not None:
                return text
        from .printing import text_of

        # What has been verified has to have a text: a format that fails on it is a defect, which must show.
        unverified = not self.verifies_each or self.arguments.boolean("mlir-very-unsafe-disable-verifier-on-parsing")
        return text_of(module, self._print_options(is_forgiving=unverified), context.loaded_dialects)

    # Instrumentation.

    def _instrumentations(self, pipeline: PassPipeline) -> list[Instrumentation]:
        """What the flags ask for, outermost first: timing last, so that it does not measure the others."""
        arguments = self.arguments
        found: list[Instrumentation] = []
        printing = self._ir_printing_options(pipeline)
        if printing is not None:
            from .instrumentation.ir_printing import IRPrinter

            found.append(IRPrinter(printing, self._text))
        if arguments.is_given("mlir-pass-pipeline-crash-reproducer"):
            from .instrumentation.reproducers import ReproducerWriter

            self.reproducer = ReproducerWriter(
                arguments.text("mlir-pass-pipeline-crash-reproducer"),
                pipeline,
                self._text,
                local=arguments.boolean("mlir-pass-pipeline-local-reproducer"),
                verify_each=self.verifies_each,
                program_name=self.tool.program_name,
            )
            found.append(self.reproducer)
        elif arguments.boolean("mlir-pass-pipeline-local-reproducer"):
            raise CommandLineError(
                "--mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=<file>"
            )
        if arguments.boolean("mlir-pass-statistics"):
            from .statistics import StatisticsTable

            self.statistics = StatisticsTable()
        self._listen()
        if self.timing is not None:
            found.append(self.timing)
        return found

    def _listen(self) -> None:
        """Sets up what watches patterns."""
        arguments = self.arguments
        if self.listeners:
            return
        limits = arguments.texts("debug-counter")
        if limits or arguments.boolean("print-debug-counter"):
            from .instrumentation.pattern_tracing import DebugCounter, parse_debug_counter

            try:
                self.debug_counter = DebugCounter(dict(parse_debug_counter(text) for text in limits))
            except ValueError as failure:
                raise CommandLineError(f"--debug-counter: {failure}") from None
            self.listeners.append(self.debug_counter)
        if arguments.boolean("trace-patterns"):
            from .instrumentation.pattern_tracing import PatternTracer

            self.listeners.append(PatternTracer())

    def _ir_printing_options(self, pipeline: PassPipeline) -> IRPrintingOptions | None:
        """What the flags say about dumps, or None when nothing is dumped."""
        arguments = self.arguments
        before = self._pass_names("mlir-print-ir-before", pipeline)
        after = self._pass_names("mlir-print-ir-after", pipeline)
        all_before = arguments.boolean("mlir-print-ir-before-all")
        all_after = arguments.boolean("mlir-print-ir-after-all")
        only_after_change = arguments.boolean("mlir-print-ir-after-change")
        after_failure = arguments.boolean("mlir-print-ir-after-failure")
        diff = arguments.boolean("print-ir-diff")
        tree = arguments.optional_text("mlir-print-ir-tree-dir")
        if not (after or after_failure):
            all_after = all_after or only_after_change or diff
            all_after = all_after or (tree is not None and not (before or all_before))
        if not (before or all_before or after or all_after or after_failure):
            if arguments.boolean("mlir-print-ir-module-scope"):
                self.engine.warning("--mlir-print-ir-module-scope changes nothing: no flag asks for a dump")
            return None
        from .instrumentation.ir_printing import IRPrintingOptions

        return IRPrintingOptions(
            before=None if all_before else before,
            after=None if all_after else after,
            only_after_change=only_after_change,
            after_failure=after_failure,
            module_scope=arguments.boolean("mlir-print-ir-module-scope"),
            diff=diff,
            tree_directory=tree,
        )

    def _pass_names(self, flag: str, pipeline: PassPipeline) -> frozenset[str]:
        """The names that a flag gives; one that the pipeline does not run is an error or a warning."""
        from .suggestions import did_you_mean

        runs = {step.entry.name for step in pipeline.root.pass_steps()}
        names = [name.strip() for text in self.arguments.texts(flag) for name in text.split(",")]
        for name in names:
            if name in runs or self.arguments.boolean("run-reproducer"):
                continue
            if not self.tool.is_pass(name):
                suggestion = did_you_mean(name, (*runs, *self.tool.registry.all_names()))
                raise CommandLineError(f"--{flag}: there is no pass called '{name}'{suggestion}")
            self.engine.warning(f"--{flag}: the pipeline does not run '{name}'")
        return frozenset(names)

    # Reproducers.

    def _replayed(self, context: OptContext, chunk: SourceChunk) -> PassManager | None:
        """The manager for the pipeline that the input carries."""
        from .instrumentation.reproducers import recipe_of

        recipe = recipe_of(context)
        if recipe is None:
            self.engine.error("there is no 'mlir_reproducer' in the metadata of the input to run", chunk.location(0))
            return None
        if not recipe.verify_each and not self.arguments.is_given("verify-each"):
            self.verifies_each = False
        name = "mlir_reproducer"
        source = self.engine.sources.add(name, recipe.pipeline)
        pipeline = self._checked(lambda: PassPipeline.parse(source.text, self.tool.registry, source_name=name))
        return None if pipeline is None else self._manager(pipeline)

    def _generate_reproducer(self, path: str, module: ModuleOp, pipeline: PassPipeline) -> None:
        from .instrumentation.reproducers import reproducer_text, write_reproducer

        text = reproducer_text(self._text(module), str(pipeline), verify_each=self.verifies_each)
        problem = write_reproducer(path, text)
        if problem is not None:
            raise FileError(f"cannot write reproducer '{path}': {problem}")

    def _report_internal_error(
        self,
        message: str,
        failure: BaseException,
        location: Location | None,
        pipeline: PassPipeline,
        chunk: SourceChunk,
    ) -> None:
        from .internal_errors import report_internal_error

        report_internal_error(
            self.engine,
            message,
            failure,
            location,
            has_reproducer=self.reproducer is not None and self.reproducer.written,
            module_text=lambda: self._prepared_text(chunk),
            pipeline=str(pipeline),
            verify_each=self.verifies_each,
            command_line=self.argv,
            program_name=self.tool.program_name,
        )

    def _prepared_text(self, chunk: SourceChunk) -> str:
        """The module as it was before the first pass: read and prepared again, or the bare input if that
        fails.
        """
        try:
            from .parser import parse_module

            context = self._context()
            context.diagnostics = DiagnosticEngine()
            context.diagnostics.add_handler(lambda diagnostic: True)
            module = parse_module(context, chunk)
            if module is None:
                return chunk.text
            for extension in self.tool.extensions:
                extension.prepare(context, module, self.arguments)
            return self._text(module)
        except Exception:
            return chunk.text

    # Afterwards.

    def _reports(self, manager: PassManager) -> None:
        """Reports, and warnings about what was asked for and never happened."""
        arguments = self.arguments
        for nested in manager.unmatched_anchors() if manager.has_run else ():
            self.engine.warning(
                f"nothing called '{nested.anchor}' was found where the pipeline looks for it; its passes did not run",
                nested.location,
            )
        if self.debug_counter is not None:
            for name, suggestion in self.debug_counter.unmatched():
                self.engine.warning(f"--debug-counter: no pattern called '{name}' was tried{suggestion}")
            if arguments.boolean("print-debug-counter"):
                sys.stderr.write(self.debug_counter.report())
        for extension in self.tool.extensions:
            extension.finish(self.engine, arguments)
        if self.statistics is not None:
            from .instrumentation.statistics_report import statistics_report

            display = arguments.text("mlir-pass-statistics-display")
            sys.stderr.write(statistics_report(manager, self.statistics, display=display))
        if self.timing is not None:
            sys.stderr.write(
                self.timing.report(
                    display=arguments.text("mlir-timing-display"),
                    output_format=arguments.text("mlir-output-format"),
                )
            )
