"""`--trace-patterns` and `--debug-counter`: which pattern fired where, and which of them may fire."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..diagnostics import operation_name
from ..rewriting import RewriteListener, pattern_name
from ..suggestions import did_you_mean
from ..xdsl_interface import resolve_location

if TYPE_CHECKING:
    from xdsl.ir import Operation
    from xdsl.pattern_rewriter import RewritePattern


class AttemptCounter(RewriteListener):
    """Numbers the attempts of each pattern, from 0, as `--debug-counter` counts them."""

    def __init__(self) -> None:
        self.attempts: dict[str, int] = {}

    def before_rewrite(self, pattern: RewritePattern, root: Operation) -> None:
        name = pattern_name(pattern)
        self.attempts[name] = self.attempts.get(name, 0) + 1


class PatternTracer(AttemptCounter):
    """Prints one line for each rewrite.

    `[trace-patterns] FoldOperation #3: 'arith.addi' at in.mlir:4:8 -> 'arith.constant'`, where the number is
    that of the attempt: `--debug-counter=FoldOperation:skip=3,count=1` lets only this one through.
    """

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self._place = ""

    def before_rewrite(self, pattern: RewritePattern, root: Operation) -> None:
        super().before_rewrite(pattern, root)
        # The root may be gone afterwards.
        self._name = operation_name(root)
        location, _ = resolve_location(root.location)
        self._place = "" if location is None else f" at {location}"

    def after_rewrite(self, pattern: RewritePattern, root: Operation, new_operations: Sequence[Operation]) -> None:
        name = pattern_name(pattern)
        made = ", ".join(f"'{operation_name(op)}'" for op in new_operations) or "nothing new"
        number = self.attempts[name] - 1
        sys.stderr.write(f"[trace-patterns] {name} #{number}: '{self._name}'{self._place} -> {made}\n")


class DebugCounter(RewriteListener):
    """Lets only some attempts of the named patterns through; other patterns are not touched."""

    def __init__(self, limits: dict[str, tuple[int, int | None]]) -> None:
        """`limits`: name of a pattern to how many attempts are skipped and how many then go through (None:
        all).
        """
        self.limits = limits
        self.seen: dict[str, int] = {}
        self.let_through: dict[str, int] = {}

    def may_apply(self, pattern: RewritePattern, root: Operation) -> bool:
        name = pattern_name(pattern)
        limit = self.limits.get(name)
        number = self.seen.get(name, 0)
        self.seen[name] = number + 1
        if limit is not None:
            skip, count = limit
            if number < skip or (count is not None and number >= skip + count):
                return False
        self.let_through[name] = self.let_through.get(name, 0) + 1
        return True

    def unmatched(self) -> Iterable[tuple[str, str]]:
        """Named patterns that were never tried, with a suggestion for each."""
        for name in self.limits:
            if name not in self.seen:
                yield name, did_you_mean(name, self.seen)

    def report(self) -> str:
        """How often each pattern was tried and let through."""
        lines = ["Pattern attempts (seen, let through):"]
        lines.extend(
            f"  {name}: {number}, {self.let_through.get(name, 0)}" for name, number in sorted(self.seen.items())
        )
        return "\n".join(lines) + "\n"


_LIMIT = re.compile(r"(skip|count)=(\d+)")


def parse_debug_counter(text: str) -> tuple[str, tuple[int, int | None]]:
    """Reads `Pattern:skip=3,count=1`; either may be left out.

    Raises ValueError with what is wrong.
    """
    name, colon, rest = text.partition(":")
    if not name or not colon:
        raise ValueError(f"'{text}' is not of the form Pattern:skip=N,count=M")
    limits: dict[str, int] = {}
    for piece in rest.split(","):
        match = _LIMIT.fullmatch(piece.strip())
        if match is None or match[1] in limits:
            raise ValueError(f"'{piece}' is neither skip=N nor count=N, each at most once")
        limits[match[1]] = int(match[2])
    return name, (limits.get("skip", 0), limits.get("count"))
