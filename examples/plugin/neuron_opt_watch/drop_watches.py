"""The pass `drop-watches`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from neuron_opt.passes.manager.diagnostics import emit_remark
from neuron_opt.passes.manager.pass_base import Pass, option
from neuron_opt.passes.manager.rewriting import OpPattern, apply_patterns

from .dialect import WatchBufferOp


@dataclass(frozen=True)
class DropWatchesPass(Pass):
    """
    Removes every `watch.buffer` that is more detailed than `level`.

    What stays is named in a remark with `report`.
    """

    name = "drop-watches"
    summary = "Remove the watches that are more detailed than a level"
    anchors: ClassVar[tuple[str, ...]] = ("builtin.module", "func.func")
    statistics: ClassVar[Mapping[str, str]] = {"num-dropped": "Number of watches removed"}

    level: int = option(default=0, help="Most detailed level that stays")
    report: bool = option(default=False, help="Remark on the watches that stay")

    def apply_to(self, context: Context, op: Operation) -> None:
        apply_patterns(context, op, [DropWatch(self, context)], greedy=False)


@dataclass(frozen=True)
class DropWatch(OpPattern):
    """Removes one watch, unless it is to stay."""

    roots: ClassVar[tuple[type[Operation], ...]] = (WatchBufferOp,)

    options: DropWatchesPass
    context: Context

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, WatchBufferOp)
        level = op.level.value.data
        if level > self.options.level:
            rewriter.erase(op)
            self.options.count(self.context, "num-dropped")
        elif self.options.report:
            emit_remark(self.context, op, f'"{op.label.data}" stays: level {level} of {self.options.level}')
