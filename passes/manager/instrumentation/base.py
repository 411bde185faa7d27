"""The hooks that a pass manager calls around pipelines and passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xdsl.ir import Operation
    from xdsl.passes import ModulePass

    from ..context import OptContext
    from ..pipeline import NestedPipeline, PassStep


class PassRun(NamedTuple):
    """One pass on one anchor operation."""

    context: OptContext
    step: PassStep
    instance: ModulePass
    op: Operation
    path: tuple[int, ...]
    """The place of the pass in the pipeline: its index, after those of the pipelines around it."""

    @property
    def title(self) -> str:
        """How banners name the pass: `LowerMacros (lower-macros{tkg-threshold=4})`."""
        return f"{self.step.entry.display_name} ({self.step.spell(all_options=False)})"


class Instrumentation:
    """Watches a run; the defaults do nothing.

    Instrumentations are nested: the first one is asked first before a pass and last after it.
    """

    def before_pipeline(self, pipeline: NestedPipeline, op: Operation) -> None:
        """A nested pipeline starts on an operation."""

    def after_pipeline(self, pipeline: NestedPipeline, op: Operation) -> None:
        """A nested pipeline is done with an operation, whether it failed or not."""

    def before_pass(self, run: PassRun) -> None:
        """A pass is about to run."""

    def after_pass(self, run: PassRun) -> None:
        """A pass has run, and what it left verified."""

    def after_pass_failed(self, run: PassRun) -> None:
        """A pass has reported errors or died, or what it left did not verify."""

    def after_nested_failed(self, run: PassRun) -> None:
        """The passes of a nested pipeline left an operation around theirs that does not verify.

        `run` was the last of them, and had seemed to succeed.
        """

    def before_verification(self, op: Operation) -> None:
        """The verifier is about to run after a pass."""

    def after_verification(self, op: Operation) -> None:
        """The verifier has run after a pass."""
