"""Running the driver inside the test's process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from xdsl.dialects import get_all_dialects
from xdsl.ir import Dialect
from xdsl.passes import ModulePass

from neuron_opt.passes.manager.driver import Extension, main
from neuron_opt.passes.manager.pass_base import Pipeline, option_declarations
from neuron_opt.passes.manager.registry import PassRegistry, PipelineEntry


class Outcome(NamedTuple):
    """The exit code of a run and what it wrote."""

    code: int
    output: str
    errors: str


def registry_of(*classes: type[ModulePass] | type[Pipeline]) -> PassRegistry:
    """A registry of these passes and pipelines, and nothing else."""
    registry = PassRegistry()
    for each in classes:
        if issubclass(each, Pipeline):
            registry.register_pipeline(_entry_of_pipeline(each))
        else:
            registry.register_class(each)
    return registry


def _entry_of_pipeline(pipeline: type[Pipeline]) -> PipelineEntry:
    return PipelineEntry(pipeline.name, pipeline.summary, option_declarations(pipeline), lambda: pipeline)


def drive(
    arguments: Sequence[str],
    text: str | bytes = "",
    *,
    registry: PassRegistry | None = None,
    dialects: Mapping[str, Callable[[], Dialect]] | None = None,
    extensions: Sequence[Extension] = (),
) -> Outcome:
    """Runs a driver with xDSL's dialects on a text that it reads from standard input."""
    output, errors = io.StringIO(), io.StringIO()
    data = text.encode() if isinstance(text, str) else text
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        with redirect_stdout(output), redirect_stderr(errors):
            code = main(
                arguments,
                registry=PassRegistry() if registry is None else registry,
                dialects=get_all_dialects() if dialects is None else dialects,
                program_name="test-opt",
                version=lambda: "1.2.3",
                extensions=extensions,
            )
    finally:
        sys.stdin = before
    return Outcome(code, output.getvalue(), errors.getvalue())
