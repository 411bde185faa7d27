"""Reproducers: a file with the IR and the pipeline that failed on it, which `--run-reproducer` runs again.

The format is MLIR's: the pipeline stands in the metadata at the end of the file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics import operation_name
from ..pipeline import NestedPipeline, PassPipeline
from .base import Instrumentation, PassRun
from .ir_printing import symbol_name, top_level

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from ..context import OptContext

TOOL = "mlir_reproducer"
"""The key in the metadata; the same as MLIR's, so that mlir-opt can read what it knows of."""


class Recipe(NamedTuple):
    """What a reproducer says to run."""

    pipeline: str
    verify_each: bool


def recipe_of(context: OptContext) -> Recipe | None:
    """The recipe in the metadata of the text that a context has parsed, or None."""
    resources = context.external_resources.get(TOOL)
    if resources is None or "pipeline" not in resources:
        return None
    return Recipe(resources["pipeline"], resources.get("verify_each", "true") != "false")


def reproducer_text(module_text: str, pipeline: str, *, verify_each: bool, comments: Sequence[str] = ()) -> str:
    """The text of a reproducer; each comment may have several lines."""
    lines = [f"// {line}".rstrip() for comment in comments for line in comment.splitlines()]
    escaped = pipeline.replace("\\", "\\\\").replace('"', '\\"')
    return "\n".join(
        (
            *lines,
            module_text.rstrip("\n"),
            "",
            "{-#",
            "  external_resources: {",
            f"    {TOOL}: {{",
            f'      pipeline: "{escaped}",',
            "      disable_threading: true,",
            f"      verify_each: {'true' if verify_each else 'false'}",
            "    }",
            "  }",
            "#-}",
            "",
        )
    )


def write_reproducer(path: str, text: str) -> str | None:
    """Writes a reproducer; gives the reason when that is not possible (a run must not die of it)."""
    from pathlib import Path

    try:
        Path(path).write_text(text, encoding="utf-8", errors="surrogateescape")
    except (OSError, ValueError) as failure:
        return getattr(failure, "strerror", None) or str(failure)
    return None


class ReproducerWriter(Instrumentation):
    """`--mlir-pass-pipeline-crash-reproducer`: writes a reproducer when a pass fails.

    A local reproducer has the IR as it was before the failing pass, and only that pass; otherwise the IR
    before the first pass, and the whole pipeline.
    """

    def __init__(
        self,
        path: str,
        pipeline: PassPipeline,
        text_of: Callable[[Operation], str],
        *,
        local: bool,
        verify_each: bool,
        program_name: str,
    ) -> None:
        self.path = path
        self.pipeline = pipeline
        self.text_of = text_of
        self.local = local
        self.verify_each = verify_each
        self.program_name = program_name
        self.written = False
        self._text = ""
        self._has_started = False

    def start_module(self) -> None:
        """A new module is about to go through the pipeline."""
        self._has_started = False

    def before_pass(self, run: PassRun) -> None:
        if self.local or not self._has_started:
            self._has_started = True
            self._text = self.text_of(top_level(run.op))

    def after_nested_failed(self, run: PassRun) -> None:
        self.after_pass_failed(run)

    def after_pass_failed(self, run: PassRun) -> None:
        pipeline = self.pipeline
        if self.local:
            nested = NestedPipeline(operation_name(run.op), (run.step,))
            op: Operation | None = run.op.parent_op()
            while op is not None:
                nested = NestedPipeline(operation_name(op), (nested,))
                op = op.parent_op()
            pipeline = PassPipeline(nested)
        text = reproducer_text(self._text, str(pipeline), verify_each=self.verify_each)
        problem = write_reproducer(self.path, text)
        symbol = symbol_name(run.op)
        where = f"'{operation_name(run.op)}' operation{f': @{symbol}' if symbol is not None else ''}"
        result = (
            f"reproducer generated at '{self.path}'"
            if problem is None
            else f"no reproducer: cannot write '{self.path}': {problem}"
        )
        self.written = problem is None
        sys.stderr.write(f"{self.program_name}: pass '{run.step.entry.name}' failed on {where}: {result}\n")
