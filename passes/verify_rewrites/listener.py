"""The listener that proves the declared relation of every rewrite."""

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

from ...dialects.neuron.strided_set import ENUMERATION_BUDGET
from ..manager.diagnostics import emit_error, emit_warning
from ..manager.rewriting import RewriteListener, pattern_name
from .relations import Relation, Undecided
from .snapshot import Snapshot, snapshot


class RewriteVerifier(RewriteListener):
    """
    Takes a snapshot before every attempt of a pattern that declares a relation, and proves the relation afterwards.

    A relation that does not hold is an error at the new operation, with the first index that differs; one that the
    budget left undecided is a warning.
    """

    def __init__(self, context: Context, budget: int = ENUMERATION_BUDGET) -> None:
        """`budget`: how many elements the enumeration of one rewrite may visit."""
        self.context = context
        self.budget = budget
        self.proved = 0
        """How many rewrites were proved."""
        self._before: Snapshot | None = None
        self._state: tuple[object, ...] = ()

    def before_rewrite(self, pattern: RewritePattern, root: Operation) -> None:
        if not isinstance(getattr(pattern, "relation", None), Relation):
            return
        # Most attempts change nothing; the next pattern then meets the same instruction. Attributes are immutable, so
        # identities tell whether it is still as it was.
        state = (root, *root.operands, *root.properties.values(), *root.attributes.values())
        if len(state) != len(self._state) or any(new is not old for new, old in zip(state, self._state, strict=True)):
            self._state = state
            self._before = snapshot(root)

    def after_rewrite(self, pattern: RewritePattern, root: Operation, new_operations: Sequence[Operation]) -> None:
        relation = getattr(pattern, "relation", None)
        before = self._before
        if before is None or not isinstance(relation, Relation):
            return
        # Without new operations the root was changed in place, or erased.
        changed = [op for op in (*new_operations, root) if op.parent is not None]
        after = [(op, taken) for op in changed if (taken := snapshot(op)) is not None]
        if not after:
            emit_error(self.context, root, f"{_intro(pattern, relation)}: no instruction is left")
            return
        verdict = relation.check(before, [taken for _, taken in after], self.budget)
        if verdict is None:
            self.proved += 1
        elif isinstance(verdict, Undecided):
            message = f"{_intro(pattern, relation, 'was not proved to keep')}: {verdict.reason}"
            emit_warning(self.context, after[0][0], message)
        else:
            message = f"{_intro(pattern, relation)}: {verdict.message}"
            emit_error(self.context, after[0][0], message, notes=verdict.notes)


def _intro(pattern: RewritePattern, relation: Relation, verb: str = "does not keep") -> str:
    return f"the pattern '{pattern_name(pattern)}' {verb} the relation '{relation.name}'"
