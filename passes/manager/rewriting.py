"""Rewrite patterns, and the driver that applies them.

Differences from xDSL's walker, each for a reason:

- patterns are found by the class of the operation, one look-up each, whatever the number of patterns;
- an operation that a pattern makes takes the location of the pattern's root, unless the pattern set one;
- nothing is erased but what a pattern erases (xDSL's applier erases a ``Pure`` operation without results even
when
  it has no patterns at all, which would delete destination-style operations);
- a pattern reports errors to the diagnostics and returns; the other operations are still tried, so that one
run
  reports many errors;
- the greedy driver stops at a cap and names the patterns that keep firing;
- listeners see every attempt and every rewrite (tracing, bisection, checking of declared relations).
"""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import InsertPoint
from xdsl.utils.exceptions import VerifyException

from .diagnostics import emit_error, emit_warning, operation_name, report_exception


class OpPattern(RewritePattern):
    """A rewrite pattern that says which operation classes it can match.

    Subclasses set ``roots`` and write ``match_and_rewrite``; subclasses of a root class match as well. A
    pattern that does not apply returns without touching anything; one that finds an error calls
    ``emit_error`` and returns.

    ``relation`` is what the rewrite promises about the accesses before and after, in the words of whoever
    checks it (``--verify-rewrites``); ``None`` promises nothing.
    """

    roots: ClassVar[tuple[type[Operation], ...]]
    relation: ClassVar[object | None] = None

    @abstractmethod
    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        """Rewrites ``op`` if the pattern applies to it; returns without doing anything if it does not."""


PatternProvider: TypeAlias = Callable[[type[Operation]], Sequence[RewritePattern]]
"""Gives the patterns for one operation class; asked once per class and run."""


class RewriteListener:
    """Hooks around the patterns of a context (``OptContext.rewrite_listeners``); the defaults do nothing."""

    def may_apply(self, pattern: RewritePattern, root: Operation) -> bool:
        """Whether the pattern may be tried on ``root`` now; asked before every attempt."""
        return True

    def before_rewrite(self, pattern: RewritePattern, root: Operation) -> None:
        """Called before every attempt, while ``root`` is still whole (it may be erased afterwards)."""

    def after_rewrite(self, pattern: RewritePattern, root: Operation, new_operations: Sequence[Operation]) -> None:
        """Called after an attempt that changed something, with the operations that it inserted."""


def pattern_name(pattern: RewritePattern) -> str:
    """The name of a pattern in traces, errors and ``--debug-counter``: that of its class."""
    return type(pattern).__name__


def nested_operations(op: Operation) -> Iterator[Operation]:
    """Every operation nested in ``op``, outside in and in the order of the text, ``op`` itself not included.

    Iterative: xDSL's ``walk`` passes each operation through one generator per level, which is quadratic in
    depth. Do not rewrite while iterating; make a list first.
    """
    stack: list[Iterator[Operation]] = [_children(op)]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
            continue
        yield child
        if child.regions:
            stack.append(_children(child))


def _children(op: Operation) -> Iterator[Operation]:
    for region in op.regions:
        for block in region.blocks:
            yield from block.ops


REWRITES_PER_ITERATION_SLACK = 1000
"""Rewrites that the greedy driver allows, per iteration, beyond one for each operation it started with."""


def apply_patterns(
    context: Context,
    op: Operation,
    patterns: Sequence[RewritePattern] | PatternProvider,
    *,
    greedy: bool,
    max_iterations: int = 10,
    max_rewrites: int | None = None,
    top_down: bool = True,
    after_iteration: Callable[[], bool] | None = None,
    cap_is_error: bool = True,
) -> bool:
    """Applies patterns to everything nested in ``op``; returns whether anything changed.

    Without ``greedy`` each operation that is there at the start is visited once, in the order of the text,
    and what the patterns make is not visited: the shape of a lowering. With ``greedy`` operations that were
    made or changed are visited again until nothing changes; after each such iteration ``after_iteration`` may
    change more (it says whether it did). For each operation patterns are tried in their order until one does
    something.

    The greedy driver gives up after ``max_iterations`` iterations, or ``max_rewrites`` rewrites in all
    (default: per iteration, one for each operation at the start plus ``REWRITES_PER_ITERATION_SLACK``), and
    reports the patterns that kept firing: as an error, or as a warning when ``cap_is_error`` is false.

    A ``VerifyException`` that escapes a pattern becomes an error at its root. Any other exception passes
    through with a note that names the pattern, for the pass manager to turn into an internal error.
    """
    return _Driver(context, op, patterns).run(
        greedy=greedy,
        max_iterations=max_iterations,
        max_rewrites=max_rewrites,
        top_down=top_down,
        after_iteration=after_iteration,
        cap_is_error=cap_is_error,
    )


class _Driver:
    """One run of ``apply_patterns``."""

    def __init__(
        self, context: Context, anchor: Operation, patterns: Sequence[RewritePattern] | PatternProvider
    ) -> None:
        self.context = context
        self.anchor = anchor
        self.provider: PatternProvider = patterns if callable(patterns) else _by_roots(patterns)
        self.table: dict[type[Operation], tuple[RewritePattern, ...]] = {}
        self.listeners: tuple[RewriteListener, ...] = tuple(getattr(context, "rewrite_listeners", ()))
        self.engine = getattr(context, "diagnostics", None)
        # Operations by identity; xDSL hashes operations by identity as well, through slower methods. `waiting` says
        # which operations of the work list still count: it forgets in constant time, the list cannot.
        self.queue: deque[Operation] = deque()
        self.waiting: dict[int, Operation] = {}
        self.removed: dict[int, Operation] = {}
        self.failed: dict[int, Operation] = {}
        self.made: list[Operation] = []
        self.greedy = False
        self.fired: dict[str, int] = {}
        self.last_root: Operation = anchor

    def run(
        self,
        *,
        greedy: bool,
        max_iterations: int,
        max_rewrites: int | None,
        top_down: bool,
        after_iteration: Callable[[], bool] | None,
        cap_is_error: bool,
    ) -> bool:
        self.greedy = greedy
        rewriter = PatternRewriter(InsertPoint.at_end(Block()))
        rewriter.operation_insertion_handler.append(self._inserted)
        rewriter.operation_removal_handler.append(self._removed)
        rewriter.operation_modification_handler.append(self._modified)
        rewriter.operation_replacement_handler.append(self._replaced)

        operations = list(nested_operations(self.anchor))
        if not greedy:
            return self._visit_once(operations, rewriter)

        if max_rewrites is None:
            max_rewrites = max_iterations * (len(operations) + REWRITES_PER_ITERATION_SLACK)
        rewrites = 0
        errors_before = self._error_count()
        changed_ever = False
        for iteration in range(max_iterations):
            if iteration:
                operations = list(nested_operations(self.anchor))
            if not top_down:
                operations.reverse()
            self.queue = deque(operations)
            self.waiting = {id(operation): operation for operation in operations}
            # Nothing is alive but what was just collected, so no stale id can be met again.
            self.removed.clear()
            self.fired.clear()
            changed = False
            while self.queue:
                operation = self.queue.popleft()
                key = id(operation)
                if self.waiting.pop(key, None) is None or key in self.failed:
                    continue
                if self._rewrite(operation, rewriter):
                    changed = True
                    rewrites += 1
                    if rewrites >= max_rewrites:
                        self._report_cap(f"{rewrites} rewrites", cap_is_error)
                        return True
            if after_iteration is not None and after_iteration():
                changed = True
            if not changed:
                return changed_ever
            changed_ever = True
            if self._error_count() > errors_before:
                return True
        plural = "" if max_iterations == 1 else "s"
        self._report_cap(f"{max_iterations} iteration{plural}", cap_is_error)
        return True

    def _visit_once(self, operations: Sequence[Operation], rewriter: PatternRewriter) -> bool:
        changed = False
        for operation in operations:
            if id(operation) not in self.removed and self._rewrite(operation, rewriter):
                changed = True
        return changed

    def _rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        """Tries the patterns of one operation in turn; says whether one of them did something."""
        op_class = type(op)
        patterns = self.table.get(op_class)
        if patterns is None:
            patterns = self.table[op_class] = tuple(self.provider(op_class))
        if not patterns:
            return False
        listeners = self.listeners
        place = InsertPoint.before(op)
        errors_before = self._error_count()
        for pattern in patterns:
            if listeners and not all(each.may_apply(pattern, op) for each in listeners):
                continue
            rewriter.has_done_action = False
            rewriter.insertion_point = place
            rewriter.name_hint = None
            self.made.clear()
            for listener in listeners:
                listener.before_rewrite(pattern, op)
            try:
                pattern.match_and_rewrite(op, rewriter)
            except VerifyException as error:
                if self.engine is None:
                    raise
                self.failed[id(op)] = op
                report_exception(self.context, op, error)
                return False
            except Exception as error:
                error.add_note(f"while the pattern '{pattern_name(pattern)}' rewrote '{operation_name(op)}'")
                raise
            if self._error_count() > errors_before:
                # Not tried again: it would report the same error again.
                self.failed[id(op)] = op
                errors_before = self._error_count()
            if rewriter.has_done_action:
                self._locate(op)
                name = pattern_name(pattern)
                self.fired[name] = self.fired.get(name, 0) + 1
                self.last_root = op
                for listener in listeners:
                    listener.after_rewrite(pattern, op, self._still_there())
                return True
        return False

    def _locate(self, root: Operation) -> None:
        """Gives the root's location to what was made without one, nested operations and arguments too."""
        location = root.location
        if isinstance(location, UnknownLoc):
            return
        for operation in self.made:
            if isinstance(operation.location, UnknownLoc):
                operation.location = location
            if not operation.regions:
                continue
            for nested in (operation, *nested_operations(operation)):
                if isinstance(nested.location, UnknownLoc):
                    nested.location = location
                for region in nested.regions:
                    for block in region.blocks:
                        for argument in block.args:
                            if isinstance(argument.location, UnknownLoc):
                                argument.location = location

    def _still_there(self) -> tuple[Operation, ...]:
        """What the last attempt made, without what it erased again."""
        return tuple(operation for operation in self.made if id(operation) not in self.removed)

    def _error_count(self) -> int:
        return 0 if self.engine is None else int(self.engine.error_count)

    def _report_cap(self, amount: str, is_error: bool) -> None:
        most = sorted(self.fired.items(), key=lambda item: (-item[1], item[0]))[:5]
        notes = [f"'{name}' fired {count} time{'s' if count > 1 else ''}" for name, count in most]
        message = f"patterns did not converge after {amount}"
        if most:
            message += "; these keep firing: " + ", ".join(f"'{name}'" for name, _ in most)
        emit = emit_error if is_error else emit_warning
        emit(self.context, self.anchor, message, notes=tuple(notes))

    # What the rewriter tells.

    def _push(self, op: Operation) -> None:
        if id(op) not in self.waiting:
            self.waiting[id(op)] = op
            self.queue.append(op)

    def _inserted(self, op: Operation) -> None:
        self.made.append(op)
        # An identity may have been that of an operation that is gone.
        self.removed.pop(id(op), None)
        if self.greedy:
            self._push(op)
            if op.regions:
                for nested in nested_operations(op):
                    self._push(nested)

    def _removed(self, op: Operation) -> None:
        self._forget(op)
        if op.regions:
            for nested in nested_operations(op):
                self._forget(nested)
        if self.greedy:
            # What only the removed operation used may be dead, or foldable, now.
            for operand in op.operands:
                owner = operand.owner
                if isinstance(owner, Operation) and id(owner) not in self.removed:
                    self._push(owner)

    def _forget(self, op: Operation) -> None:
        key = id(op)
        self.waiting.pop(key, None)
        # Keeps the object, so that its identity is not reused while this run looks at identities.
        self.removed[key] = op

    def _modified(self, op: Operation) -> None:
        if self.greedy and id(op) not in self.removed:
            self._push(op)

    def _replaced(self, op: Operation, new_results: Sequence[SSAValue | None]) -> None:
        if self.greedy:
            for result in op.results:
                for use in result.uses:
                    self._modified(use.operation)


def _by_roots(patterns: Sequence[RewritePattern]) -> PatternProvider:
    """The patterns whose roots take an operation class; a pattern that is not an ``OpPattern`` takes all."""

    def provide(op_class: type[Operation]) -> list[RewritePattern]:
        return [
            pattern for pattern in patterns if not isinstance(pattern, OpPattern) or issubclass(op_class, pattern.roots)
        ]

    return provide
