"""The flags of the driver: one table, from which the command line, the help and the documentation are made.

Names are mlir-opt's wherever mlir-opt has such a flag.
"""

from __future__ import annotations

from .flags import Flag, FlagKind

GROUP_INPUT = "Input and output"
GROUP_PIPELINE = "What runs"
GROUP_PRINTING = "How IR is printed"
GROUP_DIAGNOSTICS = "Diagnostics"
GROUP_INFORMATION = "Information"

FLAGS: tuple[Flag, ...] = (
    Flag(
        "o",
        "Write the output to this file, and only when the run succeeds",
        FlagKind.STRING,
        metavar="file",
        group=GROUP_INPUT,
    ),
    Flag(
        "split-input-file",
        "Split the input at lines that consist of the marker, and process each piece by itself",
        FlagKind.OPTIONAL_STRING,
        metavar="marker",
        bare="// -----",
        group=GROUP_INPUT,
    ),
    Flag(
        "allow-unregistered-dialect",
        "Accept operations and attributes of dialects that nobody registered",
        group=GROUP_INPUT,
    ),
    Flag(
        "pass-pipeline",
        "Run this pipeline, such as 'builtin.module(func.func(cse),lower-macros{tkg-threshold=4})'",
        FlagKind.STRING,
        metavar="pipeline",
        group=GROUP_PIPELINE,
    ),
    Flag(
        "p",
        "Run these passes, such as 'cse,lower-macros{tkg-threshold=4}' (the form of xdsl-opt)",
        FlagKind.STRING,
        metavar="passes",
        group=GROUP_PIPELINE,
    ),
    Flag(
        "dump-pass-pipeline",
        "Print the pipeline that runs, with all options, to standard error",
        group=GROUP_PIPELINE,
    ),
    Flag(
        "verify-each",
        "Verify after each pass",
        default=True,
        group=GROUP_PIPELINE,
    ),
    Flag(
        "verify-diagnostics",
        "Check the diagnostics against the expected-error, -warning, -remark and -note comments of the input",
        group=GROUP_DIAGNOSTICS,
    ),
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
    Flag("list-passes", "List the passes and pipelines with their options", group=GROUP_INFORMATION),
    Flag("show-dialects", "List the dialects", group=GROUP_INFORMATION),
    Flag("version", "Print the version", group=GROUP_INFORMATION),
    Flag("help", "Print this help", aliases=("h",), group=GROUP_INFORMATION),
    Flag("help-hidden", "Print this help, rarely needed flags included", group=GROUP_INFORMATION),
)
