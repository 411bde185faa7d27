"""`--mlir-timing`: where the time of a run goes, parser, verifier and printer included."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from .base import Instrumentation, PassRun

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from ..pipeline import NestedPipeline


class Timer:
    """One row of the report: a name, the seconds spent, and what they were spent on."""

    __slots__ = ("children", "name", "seconds", "started")

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds = 0.0
        self.started = 0.0
        self.children: dict[object, Timer] = {}

    def child(self, key: object, name: str) -> Timer:
        """The row below this one for a key, made when it is new: what runs twice adds up."""
        found = self.children.get(key)
        if found is None:
            found = self.children[key] = Timer(name)
        return found


class Timing(Instrumentation):
    """Measures a run.

    Rows of one pass on many anchors add up. Passes are told apart by their place in the pipeline in the tree,
    and summed by name in the list.
    """

    def __init__(self) -> None:
        self.root = Timer("Total")
        self.root.started = perf_counter()
        self._stack = [self.root]

    def start(self, key: object, name: str) -> None:
        """Starts a row below the one that is running."""
        timer = self._stack[-1].child(key, name)
        timer.started = perf_counter()
        self._stack.append(timer)

    def stop(self) -> None:
        """Ends the row that was started last."""
        timer = self._stack.pop()
        timer.seconds += perf_counter() - timer.started

    @contextmanager
    def measure(self, name: str) -> Generator[None]:
        """Measures the body of a with statement."""
        self.start(name, name)
        try:
            yield
        finally:
            self.stop()

    def before_pipeline(self, pipeline: NestedPipeline, op: Operation) -> None:
        self.start(id(pipeline), f"'{pipeline.anchor}' Pipeline")

    def after_pipeline(self, pipeline: NestedPipeline, op: Operation) -> None:
        self.stop()

    def before_pass(self, run: PassRun) -> None:
        self.start(id(run.step), run.step.entry.display_name)

    def after_pass(self, run: PassRun) -> None:
        self.stop()

    def after_pass_failed(self, run: PassRun) -> None:
        self.stop()

    def before_verification(self, op: Operation) -> None:
        self.start("(V)", "(V) verifier")

    def after_verification(self, op: Operation) -> None:
        self.stop()

    def finish(self) -> None:
        """Ends the measurement, also of rows that an exception left running."""
        while len(self._stack) > 1:
            self.stop()
        self.root.seconds = perf_counter() - self.root.started

    def report(self, *, display: str, output_format: str) -> str:
        """The report: `display` is `tree` or `list`, `output_format` `text` or `json`."""
        self.finish()
        if output_format == "json":
            return self._json(display)
        rows = self._list_rows() if display == "list" else self._tree_rows()
        total = self.root.seconds
        lines = [
            *banner("Execution time report"),
            f"  Total Execution Time: {total:.4f} seconds",
            "",
            "  ----Wall Time----  ----Name----",
        ]
        lines.extend(
            f"  {seconds:8.4f} ({_share(seconds, total):5.1f}%)  {'  ' * depth}{name}"
            for depth, name, seconds in (*rows, (0, "Rest", self._rest()), (0, "Total", total))
        )
        return "\n".join(lines) + "\n"

    def _rest(self) -> float:
        return max(0.0, self.root.seconds - sum(child.seconds for child in self.root.children.values()))

    def _tree_rows(self) -> list[tuple[int, str, float]]:
        rows: list[tuple[int, str, float]] = []

        def visit(timer: Timer, depth: int) -> None:
            for child in timer.children.values():
                rows.append((depth, child.name, child.seconds))
                visit(child, depth + 1)

        visit(self.root, 0)
        return rows

    def _list_rows(self) -> list[tuple[int, str, float]]:
        """Each name once, with the time spent in it and in nothing below it, most first."""
        seconds: dict[str, float] = {}

        def visit(timer: Timer) -> None:
            for child in timer.children.values():
                own = child.seconds - sum(each.seconds for each in child.children.values())
                seconds[child.name] = seconds.get(child.name, 0.0) + max(0.0, own)
                visit(child)

        visit(self.root)
        return [(0, name, spent) for name, spent in sorted(seconds.items(), key=lambda row: -row[1])]

    def _json(self, display: str) -> str:
        import json

        total = self.root.seconds

        def row(name: str, seconds: float) -> dict[str, object]:
            wall = {"duration": round(seconds, 6), "percentage": round(_share(seconds, total), 1)}
            return {"name": name, "wall": wall}

        def tree(timer: Timer) -> list[dict[str, object]]:
            return [row(child.name, child.seconds) | {"passes": tree(child)} for child in timer.children.values()]

        rows = [row(name, seconds) for _, name, seconds in self._list_rows()] if display == "list" else tree(self.root)
        rows.extend((row("Rest", self._rest()), row("Total", total)))
        return json.dumps(rows, indent=2) + "\n"


def _share(seconds: float, total: float) -> float:
    return 100.0 * seconds / total if total else 0.0


def banner(title: str) -> tuple[str, str, str]:
    """The lines above a report, as LLVM's tools print them."""
    rule = f"===-{'-' * 71}-==="
    return rule, f"... {title} ...".center(79).rstrip(), rule
