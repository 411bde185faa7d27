"""A lit test format that runs `neuron-opt … | filecheck …` in lit's own worker process, and the rest in lit's shell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .in_process import TOOLS, Tool
from .lit_interface import ShTest, pipelines_run_by

if TYPE_CHECKING:
    from .lit_interface import LitConfig, LitResult, LitTest


class InProcessTest(ShTest):
    """lit's `ShTest`, several times faster where the tools of a pipeline are known.

    A pipeline whose every command is one of `tools`, plain or after `not`, runs inside the worker process, one command
    after the other; LLVM's `FileCheck` may stand at the end of it and runs as the process that it is. Any other
    pipeline, and one that is not sure to give the same result, runs in lit's internal shell. Results and logs are
    those of the shell either way. `tools` maps names of commands to where their functions are; the default has
    `neuron-opt` and Python's `filecheck`.

    Every other argument is that of `ShTest`.
    """

    def __init__(self, *arguments: Any, tools: Mapping[str, Tool] = TOOLS, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.tools = dict(tools)

    def execute(self, test: LitTest, litConfig: LitConfig) -> LitResult:
        """Runs one test. The names of the parameters are lit's."""
        with pipelines_run_by(self.tools):
            return super().execute(test, litConfig)
