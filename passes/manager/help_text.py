"""What `--help` and `--list-passes` print, made from the declarations of flags and passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .flags import CommandLineError
from .option_types import OptionDeclaration, OptionKind
from .pipeline import spell_value
from .registry import PassEntry, PassRegistry, PipelineEntry

if TYPE_CHECKING:
    from .driver import Tool

_COLUMN = 44
_WIDTH = 120


def _row(indent: int, left: str, right: str) -> Iterator[str]:
    """Two columns; a left one that is too wide stands on a line of its own, a right one goes on in the next line."""
    from textwrap import wrap

    left = " " * indent + left
    if len(left) >= _COLUMN - 1:
        yield left
        left = ""
    for line in wrap(right, _WIDTH - _COLUMN, break_long_words=False, break_on_hyphens=False) or [""]:
        yield f"{left:<{_COLUMN}}{line}".rstrip()
        left = ""


def option_synopsis(declaration: OptionDeclaration) -> str:
    """An option with what it takes: `tkg-threshold=<int>`."""
    words = "|".join(declaration.choices)
    takes = words if declaration.kind is OptionKind.CHOICE else declaration.kind.value
    return f"{declaration.name}=<{takes}{',...' if declaration.is_list else ''}>"


def option_help(declaration: OptionDeclaration) -> str:
    """The help of an option, with its default."""
    if declaration.required:
        return f"{declaration.help} (required)".strip()
    if declaration.default is None:
        return declaration.help
    return f"{declaration.help} (default: {spell_value(declaration.default)})".strip()


def _entry(entry: PassEntry | PipelineEntry) -> Iterator[str]:
    yield from _row(2, f"--{entry.name}", entry.summary)
    for declaration in entry.options:
        yield from _row(6, option_synopsis(declaration), option_help(declaration))


def pass_list(registry: PassRegistry) -> str:
    """All passes and pipelines, with their options; of xDSL's passes only the names.

    A pass of a plug-in that cannot be loaded is listed with the reason.
    """
    lines = ["Passes:"]
    for name in registry.pass_names():
        entry = registry.find_pass(name)
        if entry is not None:
            lines.extend(_entry(entry))
    if registry.pipeline_names():
        lines.append("Pipelines:")
    for name in registry.pipeline_names():
        pipeline = registry.find_pipeline(name)
        if pipeline is not None:
            lines.extend(_entry(pipeline))
    plugins = registry.plugin_names()
    if plugins:
        lines.append("Passes of plug-ins:")
    for name in plugins:
        try:
            entry = registry.find_pass(name)
        except CommandLineError as error:
            lines.extend(_row(2, f"--{name}", f"error: {error}"))
        else:
            if entry is not None:
                lines.extend(_entry(entry))
    rest = [name for name in registry.foreign_names() if name not in plugins]
    if rest:
        lines.append("Passes of xDSL (on builtin.module only):")
        lines.extend(f"  {name}" for name in rest)
    return "\n".join(lines) + "\n"


def help_text(tool: Tool, *, hidden: bool) -> str:
    """Everything that the command line understands."""
    lines = [
        f"{tool.program_name}: runs passes over MLIR",
        "",
        f"usage: {tool.program_name} [flags] [passes] [file]",
        "",
        "Reads the file, or standard input without one or with '-', runs the passes in their order, and prints",
        "the result. A pass is a flag with its options: --canonicalize=max-iterations=3.",
    ]
    groups: dict[str, list[str]] = {}
    for flag in tool.flags:
        if flag.hidden and not hidden:
            continue
        default = "" if flag.default is None else f" (default: {str(flag.default).lower()})"
        rows = groups.setdefault(flag.group, [])
        rows.extend(_row(2, flag.synopsis, flag.help + default))
    for group, rows in groups.items():
        lines.extend(("", f"{group}:", *rows))
    lines.extend(("", pass_list(tool.registry).rstrip("\n")))
    return "\n".join(lines) + "\n"
