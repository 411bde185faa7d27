"""The flags of the driver: one table, from which the command line, the help and the documentation are made.

Names are mlir-opt's wherever mlir-opt (22) has such a flag. Those of its flags that make no sense here stand
in `ABSENT`, with the reason, which is also what a user who gives one is told.
"""

from __future__ import annotations

from collections.abc import Mapping

from .flags import Flag, FlagKind

GROUP_INPUT = "Input and output"
GROUP_PIPELINE = "What runs"
GROUP_PRINTING = "How IR is printed"
GROUP_DIAGNOSTICS = "Diagnostics"
GROUP_INSTRUMENTATION = "Watching a run"
GROUP_REPRODUCERS = "Reproducers"
GROUP_INFORMATION = "Information"

SPLIT_MARKER = "// -----"

_INPUT = (
    Flag(
        "o",
        "Write the output to this file, and only when the run succeeds",
        FlagKind.STRING,
        metavar="file",
        group=GROUP_INPUT,
    ),
    Flag(
        "split-input-file",
        f"Process the pieces between lines that are the marker ('{SPLIT_MARKER}' if none is given) one by one",
        FlagKind.OPTIONAL_STRING,
        metavar="marker",
        bare=SPLIT_MARKER,
        group=GROUP_INPUT,
    ),
    Flag(
        "output-split-marker",
        "What to write between the outputs of the pieces",
        FlagKind.STRING,
        metavar="marker",
        default=SPLIT_MARKER,
        group=GROUP_INPUT,
    ),
    Flag(
        "allow-unregistered-dialect",
        "Accept operations and attributes of dialects that nobody registered",
        group=GROUP_INPUT,
    ),
    Flag(
        "no-implicit-module",
        "Do not wrap the operations of the input in a module: it has to be one",
        group=GROUP_INPUT,
    ),
    Flag(
        "mlir-very-unsafe-disable-verifier-on-parsing",
        "Do not verify the input before the first pass",
        hidden=True,
        group=GROUP_INPUT,
    ),
    Flag(
        "verify-roundtrip",
        "Print the parsed input, in the usual and in the generic form, parse that, and fail if it is not the same",
        group=GROUP_INPUT,
    ),
)

_PIPELINE = (
    Flag(
        "pass-pipeline",
        "Run this pipeline, such as 'builtin.module(func.func(cse),canonicalize{max-iterations=4})'",
        FlagKind.STRING,
        metavar="pipeline",
        group=GROUP_PIPELINE,
    ),
    Flag(
        "p",
        "Run these passes, such as 'cse,canonicalize{max-iterations=4}' (as xdsl-opt takes them), or a pipeline",
        FlagKind.STRING,
        metavar="passes",
        group=GROUP_PIPELINE,
    ),
    Flag(
        "dump-pass-pipeline",
        "Print the pipeline that runs, with all options, to standard error",
        group=GROUP_PIPELINE,
    ),
    Flag("verify-each", "Verify after each pass", default=True, group=GROUP_PIPELINE),
    Flag(
        "verify-everything",
        "Run the verifier of each operation whenever the IR is verified, also where an equal one was found good before",
        group=GROUP_PIPELINE,
    ),
)

_DIAGNOSTICS = (
    Flag(
        "verify-diagnostics",
        "Check the diagnostics against the expected-error, -warning, -remark and -note comments of the input; "
        "with 'only-expected' those that are not expected are let pass",
        FlagKind.OPTIONAL_STRING,
        metavar="all|only-expected",
        choices=("all", "only-expected"),
        bare="all",
        group=GROUP_DIAGNOSTICS,
    ),
    Flag(
        "mlir-diagnostic-verbosity-level",
        "What to report",
        FlagKind.CHOICE,
        choices=("errors", "warnings", "remarks"),
        default="remarks",
        group=GROUP_DIAGNOSTICS,
    ),
    Flag("mlir-disable-diagnostic-notes", "Do not show notes", group=GROUP_DIAGNOSTICS),
    Flag("color", "Use colours (by default: when standard error is a terminal)", group=GROUP_DIAGNOSTICS),
)

_PRINTING = (
    Flag(
        "mlir-print-op-generic",
        "Print operations in the generic form",
        aliases=("print-op-generic",),
        group=GROUP_PRINTING,
    ),
    Flag(
        "mlir-print-debuginfo",
        "Print the locations of operations",
        aliases=("print-debuginfo",),
        group=GROUP_PRINTING,
    ),
    Flag(
        "mlir-print-aliases",
        "Name long types and attributes that repeat, and print the names",
        group=GROUP_PRINTING,
    ),
    Flag(
        "mlir-print-unique-ssa-ids",
        "Give every value of the module a name of its own, also in different functions",
        group=GROUP_PRINTING,
    ),
    Flag(
        "mlir-print-skip-regions",
        "Print {...} in place of nested regions",
        group=GROUP_PRINTING,
    ),
    Flag(
        "mlir-elide-elementsattrs-if-larger",
        "Leave out the elements of constants that have more than this many",
        FlagKind.INTEGER,
        metavar="number",
        group=GROUP_PRINTING,
    ),
    Flag(
        "mlir-print-local-scope",
        "Print no aliases: the default, unless --mlir-print-aliases is given as well",
        group=GROUP_PRINTING,
        hidden=True,
    ),
    Flag(
        "mlir-print-assume-verified",
        "Accepted for the sake of scripts: the printer never verifies",
        group=GROUP_PRINTING,
        hidden=True,
    ),
)

_INSTRUMENTATION = (
    Flag(
        "mlir-print-ir-before",
        "Print the IR before these passes",
        FlagKind.STRING,
        metavar="pass,...",
        repeats=True,
        group=GROUP_INSTRUMENTATION,
    ),
    Flag("mlir-print-ir-before-all", "Print the IR before each pass", group=GROUP_INSTRUMENTATION),
    Flag(
        "mlir-print-ir-after",
        "Print the IR after these passes",
        FlagKind.STRING,
        metavar="pass,...",
        repeats=True,
        group=GROUP_INSTRUMENTATION,
    ),
    Flag("mlir-print-ir-after-all", "Print the IR after each pass", group=GROUP_INSTRUMENTATION),
    Flag(
        "mlir-print-ir-after-change",
        "Print the IR after a pass only if it changed (after each pass, unless others are named)",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "mlir-print-ir-after-failure",
        "Print the IR after a pass that failed",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "mlir-print-ir-module-scope",
        "Print the whole module, not only the operation that the pass ran on",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "mlir-print-ir-tree-dir",
        "Print the IR into files of a folder, laid out as the operations are nested "
        "(after each pass, unless others are named)",
        FlagKind.STRING,
        metavar="folder",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "print-ir-diff",
        "Print what a pass changed as a unified diff (for each pass, unless others are named)",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag("mlir-timing", "Print where the time went", group=GROUP_INSTRUMENTATION),
    Flag(
        "mlir-timing-display",
        "As the run is nested, or each thing once",
        FlagKind.CHOICE,
        choices=("tree", "list"),
        default="tree",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "mlir-output-format",
        "The format of the timing report",
        FlagKind.CHOICE,
        choices=("text", "json"),
        default="text",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag("mlir-pass-statistics", "Print what the passes counted", group=GROUP_INSTRUMENTATION),
    Flag(
        "mlir-pass-statistics-display",
        "As the pipeline is nested, or each pass once",
        FlagKind.CHOICE,
        choices=("pipeline", "list"),
        default="pipeline",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "trace-patterns",
        "Print each rewrite: the pattern, the number of its attempt, the operation, and what was made",
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "debug-counter",
        "Let only some attempts of a pattern through: Pattern:skip=3,count=1 (attempts are numbered from 0)",
        FlagKind.STRING,
        metavar="limits",
        repeats=True,
        aliases=("mlir-debug-counter",),
        group=GROUP_INSTRUMENTATION,
    ),
    Flag(
        "print-debug-counter",
        "Print how often each pattern was tried",
        aliases=("mlir-print-debug-counter",),
        group=GROUP_INSTRUMENTATION,
    ),
)

_REPRODUCERS = (
    Flag(
        "mlir-pass-pipeline-crash-reproducer",
        "When a pass fails, write the IR and the pipeline to this file",
        FlagKind.STRING,
        metavar="file",
        group=GROUP_REPRODUCERS,
    ),
    Flag(
        "mlir-pass-pipeline-local-reproducer",
        "In that file, the IR as it was before the failing pass, and only that pass",
        group=GROUP_REPRODUCERS,
    ),
    Flag(
        "mlir-generate-reproducer",
        "Write the IR and the pipeline to this file, whatever happens",
        FlagKind.STRING,
        metavar="file",
        group=GROUP_REPRODUCERS,
    ),
    Flag("run-reproducer", "Run the pipeline that the input carries in its metadata", group=GROUP_REPRODUCERS),
)

_INFORMATION = (
    Flag("list-passes", "List the passes and pipelines with their options", group=GROUP_INFORMATION),
    Flag("show-dialects", "List the dialects", group=GROUP_INFORMATION),
    Flag("version", "Print the version", group=GROUP_INFORMATION),
    Flag("help", "Print this help", aliases=("h",), group=GROUP_INFORMATION),
    Flag("help-hidden", "Print this help, rarely needed flags included", group=GROUP_INFORMATION),
    Flag(
        "mlir-disable-threading",
        "Accepted for the sake of scripts: there is one thread",
        hidden=True,
        group=GROUP_INFORMATION,
    ),
)

FLAGS: tuple[Flag, ...] = (
    *_INPUT,
    *_PIPELINE,
    *_DIAGNOSTICS,
    *_PRINTING,
    *_INSTRUMENTATION,
    *_REPRODUCERS,
    *_INFORMATION,
)

_NO_BYTECODE = "bytecode is not supported; mlir-opt turns text into bytecode"
_NO_ACTIONS = "there is no action tracer; --trace-patterns and --mlir-timing show what runs"
_NO_REMARK_FILES = "remarks are diagnostics, on standard error; there are no remark files"
_NO_LLVM_STATISTICS = "LLVM's own counters and timers do not exist here; --mlir-pass-statistics and --mlir-timing do"
_NO_OPTION_DUMP = "--dump-pass-pipeline prints what runs with all options, --help every flag with its default"
_NO_CRASH_HANDLER = "a run that dies says so in a message, with the path of a reproducer"
_ON_BUFFERS = "the operations of this project work on buffers; xDSL has no such pass either"
_NO_INTERFACE = "xDSL has no interface that tells a pass what it would have to know"
_NO_SHARED_LIBRARIES = "plug-ins are Python packages with an 'xdsl.universe' entry point, found by themselves"

ABSENT: Mapping[str, str] = {
    "emit-bytecode": _NO_BYTECODE,
    "emit-bytecode-version": _NO_BYTECODE,
    "elide-resource-data-from-bytecode": _NO_BYTECODE,
    "load-dialect-plugin": _NO_SHARED_LIBRARIES,
    "load-pass-plugin": _NO_SHARED_LIBRARIES,
    "log-actions-to": _NO_ACTIONS,
    "log-mlir-actions-filter": _NO_ACTIONS,
    "profile-actions-to": _NO_ACTIONS,
    "mlir-enable-debugger-hook": _NO_ACTIONS,
    "remark-format": _NO_REMARK_FILES,
    "remark-policy": _NO_REMARK_FILES,
    "remarks-filter": _NO_REMARK_FILES,
    "remarks-filter-analyse": _NO_REMARK_FILES,
    "remarks-filter-failed": _NO_REMARK_FILES,
    "remarks-filter-missed": _NO_REMARK_FILES,
    "remarks-filter-passed": _NO_REMARK_FILES,
    "remarks-output-file": _NO_REMARK_FILES,
    "debug": "there is no debug stream; --trace-patterns and --mlir-print-ir-after-all show what happens",
    "debug-only": "there is no debug stream; --trace-patterns and --mlir-print-ir-after-all show what happens",
    "debug-buffer-size": "there is no debug stream; --trace-patterns and --mlir-print-ir-after-all show what happens",
    "debug-counter-break-on-last": "there is no debugger to stop in; --debug-counter ends at the attempt in question",
    "print-debug-counter-queries": "--trace-patterns prints the number of each attempt that did something",
    "stats": _NO_LLVM_STATISTICS,
    "stats-json": _NO_LLVM_STATISTICS,
    "info-output-file": _NO_LLVM_STATISTICS,
    "sort-timers": _NO_LLVM_STATISTICS,
    "track-memory": _NO_LLVM_STATISTICS,
    "print-options": _NO_OPTION_DUMP,
    "print-all-options": _NO_OPTION_DUMP,
    "rng-seed": "nothing here is random",
    "crash-diagnostics-dir": _NO_CRASH_HANDLER,
    "disable-symbolication": _NO_CRASH_HANDLER,
    "mlir-print-value-users": "values have the names of the input, so that their users can be searched for",
    "mlir-print-op-on-diagnostic": "a diagnostic shows the source line of the operation",
    "mlir-print-elementsattrs-with-hex-if-larger": "the elements of constants are always printed as numbers",
    "mlir-elide-resource-strings-if-larger": "resources are printed whole",
    "help-list": "--help is a list, by groups",
    "help-list-hidden": "--help-hidden is a list, by groups",
    "mlir-pretty-debuginfo": "locations are printed in the form that can be read back only",
    "mlir-use-nameloc-as-prefix": "values keep the names that the input gives them anyway",
    "mlir-print-stacktrace-on-diagnostic": (
        "the reproducer that an internal error writes has the traceback in its comments"
    ),
}
"""Flags of mlir-opt that are not here, and why (those of LLVM's code generators, which mlir-opt also lists,
aside).
"""

ABSENT_PASSES: Mapping[str, str] = {
    "bubble-down-memory-space-casts": _NO_INTERFACE,
    "composite-fixed-point-pass": "canonicalize goes on until nothing changes; other passes are named again",
    "control-flow-sink": _NO_INTERFACE,
    "generate-runtime-verification": "nothing that this program makes is run",
    "inline": _NO_INTERFACE,
    "loop-invariant-code-motion": "xDSL calls it licm",
    "loop-invariant-subset-hoisting": _ON_BUFFERS,
    "mem2reg": _ON_BUFFERS,
    "print-ir": "--mlir-print-ir-before=pass and --mlir-print-ir-after=pass print at any place of a pipeline",
    "print-op-stats": "every operation has a line in the output of --mlir-print-op-generic, to be counted by others",
    "remove-dead-values": "xDSL calls it dce; canonicalize and cse erase what is dead as well",
    "sccp": _ON_BUFFERS,
    "snapshot-op-locations": "what is printed without --mlir-print-debuginfo and read again has new locations",
    "sroa": _ON_BUFFERS,
    "strip-debuginfo": "locations are printed only with --mlir-print-debuginfo",
    "symbol-dce": "no pass leaves symbols behind that it made needless",
    "symbol-privatize": "visibility says nothing to the passes of this project",
    "topological-sort": "operations stay in the order of the text",
    "view-op-graph": "there is no output for Graphviz",
}
"""Passes of mlir-opt that work on any dialect and are not here, and why."""
