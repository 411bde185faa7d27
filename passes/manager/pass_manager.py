"""Runs a pipeline on a module: each pass on each of its anchors, verification, instrumentation, and what
fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, Severity, emit_error, operation_name
from .internal_errors import describe
from .pipeline import ANY_ANCHOR, NestedPipeline, PassPipeline, PassStep
from .suggestions import did_you_mean

if TYPE_CHECKING:
    from xdsl.ir import Operation
    from xdsl.passes import ModulePass

    from .context import OptContext
    from .instrumentation.base import Instrumentation, PassRun


class InternalError(Exception):
    """A pass died of something that is not an error in the input.

    `run` says which pass on which operation; the original exception is the cause.
    """

    def __init__(self, run: PassRun, cause: BaseException) -> None:
        super().__init__(
            f"internal error in pass '{run.step.entry.name}' on '{operation_name(run.op)}': {describe(cause)}"
        )
        self.run = run


class PassManager:
    """Runs one pipeline, on as many modules as it is given."""

    def __init__(
        self,
        pipeline: PassPipeline,
        *,
        verify: Callable[[OptContext, Operation], bool] | None = None,
        instrumentations: Sequence[Instrumentation] = (),
    ) -> None:
        """`verify` looks at the operation that a pass ran on, and at the one around those that a nested pipeline ran
        on; it reports, and says whether the operation is valid.

        None verifies nothing between passes.
        """
        self.pipeline = pipeline
        self.verify = verify
        self.instrumentations = tuple(instrumentations)
        self._instances: dict[int, ModulePass] = {}
        self._matched: set[int] = set()
        self._last_run: PassRun | None = None
        self.has_run = False
        """Whether any module has come this far."""

    def instance(self, step: PassStep) -> ModulePass:
        """The pass object of a step: made once, so that statistics of all its runs add up."""
        instance = self._instances.get(id(step))
        if instance is None:
            instance = self._instances[id(step)] = step.entry.instantiate(dict(step.values))
        return instance

    def check_anchors(self, context: OptContext) -> None:
        """Reports every anchor that is not the name of an operation, before anything runs."""
        for nested in self.pipeline.root.nested_pipelines():
            if nested.anchor == ANY_ANCHOR:
                continue
            dialect = nested.anchor.partition(".")[0]
            if context.knows_dialect(dialect):
                if context.get_optional_op(nested.anchor) is not None:
                    continue
                suggestion = context.suggest_operation(nested.anchor)
            elif context.allow_unregistered:
                continue
            else:
                suggestion = did_you_mean(dialect, context.dialect_names())
            context.diagnostics.error(
                f"the anchor '{nested.anchor}' is not the name of an operation{suggestion}", nested.location
            )

    def unmatched_anchors(self) -> Iterator[NestedPipeline]:
        """The nested pipelines that have run on nothing so far, in the modules this manager was given."""
        for nested in self.pipeline.root.nested_pipelines():
            if id(nested) not in self._matched:
                yield nested

    def run(self, context: OptContext, module: Operation) -> bool:
        """Runs the pipeline on a module; says whether every pass succeeded.

        Stops at the first pass that fails: one that reports an error, raises one, or leaves invalid IR.
        Raises InternalError when a pass dies of anything else.
        """
        self.has_run = True
        return self._run_pipeline(context, self.pipeline.root, module, ())

    def _run_pipeline(
        self, context: OptContext, pipeline: NestedPipeline, op: Operation, path: tuple[int, ...]
    ) -> bool:
        self._matched.add(id(pipeline))
        for index, step in enumerate(pipeline.steps):
            if isinstance(step, PassStep):
                if not self._run_pass(context, step, op, (*path, index)):
                    return False
                continue
            anchors = self._anchors(context, step, op)
            if anchors is None:
                return False
            for anchor in anchors:
                for instrumentation in self.instrumentations:
                    instrumentation.before_pipeline(step, anchor)
                try:
                    succeeded = self._run_pipeline(context, step, anchor, (*path, index))
                finally:
                    for instrumentation in reversed(self.instrumentations):
                        instrumentation.after_pipeline(step, anchor)
                if not succeeded:
                    return False
            if anchors and not self._verified(context, op):
                # What passes did to parts can make the whole invalid, as when two functions come to have one name.
                if self._last_run is not None:
                    for instrumentation in reversed(self.instrumentations):
                        instrumentation.after_nested_failed(self._last_run)
                return False
        return True

    def _verified(self, context: OptContext, op: Operation) -> bool:
        """Whether an operation verifies, if anything is to be verified."""
        if self.verify is None:
            return True
        for instrumentation in self.instrumentations:
            instrumentation.before_verification(op)
        is_valid = self.verify(context, op)
        for instrumentation in reversed(self.instrumentations):
            instrumentation.after_verification(op)
        return is_valid

    def _anchors(self, context: OptContext, pipeline: NestedPipeline, op: Operation) -> list[Operation] | None:
        """The operations directly inside `op` that a nested pipeline runs on, or None after an error.

        Only operations isolated from above can be anchors, as in MLIR: a pass may then look at nothing
        outside.
        """
        from xdsl.traits import IsolatedFromAbove

        found: list[Operation] = []
        for region in op.regions:
            for block in region.blocks:
                for child in block.ops:
                    if pipeline.anchor == ANY_ANCHOR:
                        if child.has_trait(IsolatedFromAbove, value_if_unregistered=False):
                            found.append(child)
                    elif operation_name(child) == pipeline.anchor:
                        if not child.has_trait(IsolatedFromAbove, value_if_unregistered=False):
                            emit_error(
                                context,
                                child,
                                "cannot be an anchor: it is not isolated from above, so a pass could not know "
                                "what else uses the values that it sees",
                            )
                            return None
                        found.append(child)
        return found

    def _run_pass(self, context: OptContext, step: PassStep, op: Operation, path: tuple[int, ...]) -> bool:
        from xdsl.dialects.builtin import ModuleOp

        from .instrumentation.base import PassRun
        from .pass_base import Pass

        instance = self.instance(step)
        run = self._last_run = PassRun(context, step, instance, op, path)
        for instrumentation in self.instrumentations:
            instrumentation.before_pass(run)
        errors_before = context.diagnostics.error_count
        try:
            if isinstance(instance, Pass):
                instance.apply_to(context, op)
            elif isinstance(op, ModuleOp):
                instance.apply(context, op)
            else:
                raise TypeError(f"pass '{step.entry.name}' runs on a module, not on '{operation_name(op)}'")
        except Exception as failure:
            if not self._report(run, failure):
                self._failed(run)
                raise InternalError(run, failure) from failure
        if context.diagnostics.error_count > errors_before or not self._verified(context, op):
            self._failed(run)
            return False
        for instrumentation in reversed(self.instrumentations):
            instrumentation.after_pass(run)
        return True

    def _failed(self, run: PassRun) -> None:
        for instrumentation in reversed(self.instrumentations):
            instrumentation.after_pass_failed(run)

    def _report(self, run: PassRun, failure: Exception) -> bool:
        """Reports what a pass raised, if it is a way of saying that the input is wrong; says whether it is.

        xDSL's passes have no engine to report to, so they raise. Their exceptions carry the whole module as a
        note, which is dropped.
        """
        from xdsl.utils.exceptions import DiagnosticException, ParseError, UnregisteredConstructException

        if not isinstance(failure, DiagnosticException | ParseError | UnregisteredConstructException):
            return False
        from .xdsl_interface import resolve_location

        message = failure.msg if isinstance(failure, ParseError) else str(failure)
        location, _ = resolve_location(run.op.location)
        notes = [note for note in getattr(failure, "__notes__", ()) if "\n" not in note.strip()]
        run.context.diagnostics.emit(
            Diagnostic(
                Severity.ERROR,
                f"pass '{run.step.entry.name}' failed: {message.strip() or type(failure).__name__}",
                location,
                tuple(Diagnostic(Severity.NOTE, note.strip()) for note in notes),
            )
        )
        return True
