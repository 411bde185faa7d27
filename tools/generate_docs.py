"""Writes `docs/passes.md`, and the generated sections of `docs/driver.md`, out of the declarations.

Run `python -m neuron_opt.tools.generate_docs` after changing a pass, an option or a flag; with `--check` nothing is
written and the exit code says whether everything is fresh.

The guide to the driver is written by hand but for its tables, which stand between markers
`<!-- generated: name -->` and `<!-- end: name -->`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from inspect import cleandoc
from pathlib import Path

from ..passes.manager.driver_flags import ABSENT, ABSENT_PASSES, FLAGS
from ..passes.manager.flags import Flag
from ..passes.manager.help_text import option_help, option_synopsis
from ..passes.manager.option_types import OptionDeclaration
from ..passes.manager.pass_base import Pass, Pipeline, option_declarations
from .generate_tables import pass_classes, pipeline_classes
from .opt_main import PROGRAM_NAME, extensions

DOCS = Path(__file__).parents[1] / "docs"

_NOTICE = "<!-- Written by `python -m neuron_opt.tools.generate_docs` from the declarations; do not edit. -->"


def _cell(text: str) -> str:
    """Text as it can stand in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def _code(text: str) -> str:
    """Text as code in a table."""
    return f"`{_cell(text)}`"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{'---|' * len(header)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _options(declarations: Sequence[OptionDeclaration]) -> Iterator[str]:
    if declarations:
        yield ""
        rows = [(_code(option_synopsis(each)), _cell(option_help(each))) for each in declarations]
        yield from _table(("option", "meaning"), rows)


def _pass_section(pass_class: type[Pass]) -> Iterator[str]:
    yield f"## `{pass_class.name}`"
    yield ""
    yield f"{pass_class.summary}."
    yield ""
    yield cleandoc(pass_class.__doc__ or "")
    yield ""
    anchors = ", ".join(f"`{anchor}`" for anchor in pass_class.anchors) or "any operation"
    yield f"Runs on: {anchors}."
    if pass_class.dependent_dialects:
        yield f"May create operations of: {', '.join(f'`{name}`' for name in pass_class.dependent_dialects)}."
    yield from _options(option_declarations(pass_class))
    if pass_class.statistics:
        yield ""
        rows = [(_code(name), _cell(description)) for name, description in pass_class.statistics.items()]
        yield from _table(("statistic", "meaning"), rows)
    yield ""


def _pipeline_section(pipeline: type[Pipeline]) -> Iterator[str]:
    yield f"## `{pipeline.name}`"
    yield ""
    yield f"{pipeline.summary}."
    yield ""
    yield cleandoc(pipeline.__doc__ or "")
    yield ""
    yield f"Without options it stands for `{pipeline().text()}`."
    yield from _options(option_declarations(pipeline))
    yield ""


def passes_text() -> str:
    """The text that `docs/passes.md` should have."""
    lines = [
        _NOTICE,
        "",
        "# Passes",
        "",
        f"Each is a flag of `{PROGRAM_NAME}` and a word of its pipelines; options are given as "
        "`--pass=option=value` or `pass{option=value}`.",
        "",
    ]
    for pass_class in pass_classes():
        lines.extend(_pass_section(pass_class))
    pipelines = pipeline_classes()
    if pipelines:
        lines.extend(("# Registered pipelines", "", "Each is used like a pass and stands for a list of them.", ""))
    for pipeline in pipelines:
        lines.extend(_pipeline_section(pipeline))
    return "\n".join(lines).rstrip("\n") + "\n"


def _flag_tables() -> Iterator[str]:
    groups: dict[str, list[Flag]] = {}
    for flag in (*FLAGS, *(flag for extension in extensions() for flag in extension.flags)):
        groups.setdefault(flag.group, []).append(flag)
    for group, flags in groups.items():
        yield f"### {group}"
        yield ""
        rows: list[tuple[str, str]] = []
        for flag in flags:
            meaning = _cell(flag.help)
            if flag.default is not None:
                meaning += f" (default: `{str(flag.default).lower()}`)"
            spellings = [flag.synopsis, *(f"{'-' if len(each) == 1 else '--'}{each}" for each in flag.aliases)]
            rows.append((", ".join(_code(each) for each in spellings), meaning))
        yield from _table(("flag", "meaning"), rows)
        yield ""


def _absent_table() -> Iterator[str]:
    rows = [(_code(f"--{name}"), _cell(reason)) for name, reason in sorted(ABSENT.items())]
    yield from _table(("flag of mlir-opt", "why it is not here"), rows)


def _absent_passes_table() -> Iterator[str]:
    rows = [(_code(f"--{name}"), _cell(reason)) for name, reason in sorted(ABSENT_PASSES.items())]
    yield from _table(("pass of mlir-opt", "why it is not here"), rows)


SECTIONS: dict[str, Callable[[], Iterator[str]]] = {
    "flags": _flag_tables,
    "absent": _absent_table,
    "absent-passes": _absent_passes_table,
}
"""The generated sections of `docs/driver.md`, by the name in their markers."""


def with_sections(text: str) -> str:
    """A text with its generated sections made anew. Raises ValueError when a marker is missing."""
    for name, make in SECTIONS.items():
        start, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"
        before, found_start, rest = text.partition(start)
        _, found_end, after = rest.partition(end)
        if not (found_start and found_end):
            raise ValueError(f"there is no section '{name}' between '{start}' and '{end}'")
        body = "\n".join(make()).strip("\n")
        text = f"{before}{start}\n\n{body}\n\n{end}{after}"
    return text


def driver_text() -> str:
    """The text that `docs/driver.md` should have, given its hand-written parts."""
    return with_sections((DOCS / "driver.md").read_text(encoding="utf-8"))


PAGES: dict[str, Callable[[], str]] = {"passes.md": passes_text, "driver.md": driver_text}
"""The pages, by their file names in `docs/`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the pages, or with `--check` compares them."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words not in ([], ["--check"]):
        print("usage: python -m neuron_opt.tools.generate_docs [--check]", file=sys.stderr)
        return 2
    fresh = True
    for name, make in PAGES.items():
        path = DOCS / name
        text = make()
        if not words:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"docs/{name} is not fresh; run python -m neuron_opt.tools.generate_docs", file=sys.stderr)
            fresh = False
    return 0 if fresh else 1


if __name__ == "__main__":
    sys.exit(main())
