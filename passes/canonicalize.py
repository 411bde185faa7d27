"""The `canonicalize` pass: folding, canonicalisation patterns, and removal of what is dead."""

from collections.abc import Sequence
from dataclasses import dataclass
from sys import maxsize

from xdsl.context import Context
from xdsl.folder import Folder
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.traits import ConstantLike, HasCanonicalizationPatternsTrait, HasFolder
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from .manager.pass_base import Pass, option
from .manager.rewriting import apply_patterns


class EraseDeadOperation(RewritePattern):
    """Erases an operation whose results nobody uses and that has no effects.

    An operation without results is never erased: destination-style operations say all they do through their
    operands, so one that looks free of effects has a definition that says too little.
    """

    def __init__(self, on_erase: "_Counter") -> None:
        self._on_erase = on_erase

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if op.results and is_trivially_dead(op):
            rewriter.erase(op)
            self._on_erase.erased += 1


class FoldOperation(RewritePattern):
    """Replaces an operation by the values or constants that it folds to."""

    def __init__(self, context: Context, counter: "_Counter") -> None:
        self._folder = Folder(context)
        self._counter = counter

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        folded = self._folder.try_fold(op)
        if folded is None:
            return
        values, new_operations = folded
        if list(values) == list(op.results):
            # Folded in place: nothing to replace.
            return
        rewriter.replace(op, new_operations, values)
        self._counter.folded += 1


@dataclass
class _Counter:
    erased: int = 0
    folded: int = 0


@dataclass(frozen=True)
class CanonicalizePass(Pass):
    """Brings operations into their canonical form.

    Applies, until nothing changes, the folders and the canonicalisation patterns of every operation nested in
    the anchor, and erases operations that have results, no uses and no effects. An operation without results
    is never erased, whatever its traits say: destination-style operations are what this project is about.

    When the patterns do not come to rest within `max-iterations`, the pass reports the patterns that keep
    firing: as a warning, or with `test-convergence` as an error. A negative number of iterations or rewrites is
    no limit, as in mlir-opt.
    """

    name = "canonicalize"
    summary = "Fold operations, apply their canonicalisation patterns, erase what is dead"
    anchors = ()
    statistics = {
        "num-folded": "Number of operations folded",
        "num-erased": "Number of dead operations erased",
    }

    top_down: bool = option(default=True, help="Visit operations in the order of the text, not backwards")
    max_iterations: int = option(default=10, help="Largest number of sweeps over the anchor")
    max_num_rewrites: int | None = option(
        default=None, help="Largest number of rewrites; by default it grows with the number of operations"
    )
    test_convergence: bool = option(default=False, help="Fail when the patterns do not come to rest")
    disable_patterns: tuple[str, ...] = option(default=(), help="Names of patterns not to apply")
    enable_patterns: tuple[str, ...] = option(default=(), help="Names of the only patterns to apply; empty: all")

    def apply_to(self, context: Context, op: Operation) -> None:
        counter = _Counter()
        erase = EraseDeadOperation(counter)
        fold = FoldOperation(context, counter)

        def patterns(op_class: type[Operation]) -> Sequence[RewritePattern]:
            found: list[RewritePattern] = [erase]
            # A constant that folded to itself would be made anew for ever.
            if op_class.get_trait(HasFolder) is not None and op_class.get_trait(ConstantLike) is None:
                found.append(fold)
            for trait in op_class.get_traits_of_type(HasCanonicalizationPatternsTrait):
                found.extend(trait.get_patterns(op_class))
            return [pattern for pattern in found if self._is_enabled(type(pattern).__name__)]

        apply_patterns(
            context,
            op,
            patterns,
            greedy=True,
            max_iterations=maxsize if self.max_iterations < 0 else self.max_iterations,
            max_rewrites=None if (self.max_num_rewrites or 0) < 0 else self.max_num_rewrites,
            top_down=self.top_down,
            cap_is_error=self.test_convergence,
        )
        self.count(context, "num-folded", counter.folded)
        self.count(context, "num-erased", counter.erased)

    def _is_enabled(self, name: str) -> bool:
        if self.enable_patterns and name not in self.enable_patterns:
            return False
        return name not in self.disable_patterns
