"""`--mlir-pass-statistics`: what passes counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .timing import banner

if TYPE_CHECKING:
    from ..pass_manager import PassManager
    from ..pipeline import NestedPipeline, PassStep
    from ..statistics import StatisticsTable


def statistics_report(manager: PassManager, table: StatisticsTable, *, display: str) -> str:
    """The report: `display` is `pipeline` (as the pipeline is nested) or `list` (each pass once, by name).

    Every counter that a pass declares is shown, also one that never moved.
    """
    lines = list(banner("Pass statistics report"))
    if display == "list":
        totals: dict[str, tuple[PassStep, dict[str, int]]] = {}
        for step in manager.pipeline.root.pass_steps():
            _, counts = totals.setdefault(step.entry.display_name, (step, {}))
            for name, count in table.of(manager.instance(step)).items():
                counts[name] = counts.get(name, 0) + count
        for name in sorted(totals):
            step, counts = totals[name]
            _rows(lines, step, counts, 0)
    else:
        _steps(lines, manager, table, manager.pipeline.root, 0)
    return "\n".join(lines) + "\n"


def _steps(
    lines: list[str], manager: PassManager, table: StatisticsTable, pipeline: NestedPipeline, depth: int
) -> None:
    from ..pipeline import PassStep

    for step in pipeline.steps:
        if isinstance(step, PassStep):
            _rows(lines, step, dict(table.of(manager.instance(step))), depth)
        else:
            lines.append(f"{'  ' * depth}'{step.anchor}' Pipeline")
            _steps(lines, manager, table, step, depth + 1)


def _rows(lines: list[str], step: PassStep, counts: dict[str, int], depth: int) -> None:
    lines.append(f"{'  ' * depth}{step.entry.display_name}")
    width = max((len(str(count)) for count in counts.values()), default=1)
    names = max((len(name) for name, _ in step.entry.statistics), default=0)
    for name, description in step.entry.statistics:
        lines.append(f"{'  ' * (depth + 1)}(S) {counts.get(name, 0):>{width}} {name:<{names}} - {description}")
