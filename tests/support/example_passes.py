"""Passes and pipelines for the tests of the pass manager: with every kind of option, and with every kind of
failure.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.arith import AddiOp, MuliOp
from xdsl.dialects.builtin import ModuleOp, StringAttr, i64
from xdsl.dialects.test import TestOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.utils.exceptions import PassFailedException, VerifyException

from neuron_opt.passes.manager.diagnostics import emit_error, emit_remark, emit_warning
from neuron_opt.passes.manager.pass_base import Pass, Pipeline, option
from neuron_opt.passes.manager.rewriting import OpPattern, apply_patterns, nested_operations


@dataclass(frozen=True)
class AllOptionsPass(Pass):
    """Takes an option of every kind, and remarks what it got."""

    name = "all-options"
    summary = "Take an option of every kind"

    number: int = option(default=1, help="An integer")
    ratio: float = option(default=0.5, help="A number")
    force: bool = option(default=False, help="A truth value")
    label: str = option(default="plain", help="A string")
    mode: str = option(default="fast", help="A word", choices=("fast", "slow"))
    sizes: tuple[int, ...] = option(default=(), help="Integers")
    names: tuple[str, ...] = option(default=(), help="Strings")
    limit: int | None = option(default=None, help="An integer, or none")

    def apply_to(self, context: Context, op: Operation) -> None:
        emit_remark(context, op, f"{self}")


@dataclass(frozen=True)
class TwoWordsPass(Pass):
    """Counts operations."""

    name = "two-words"
    summary = "Count operations"
    anchors = ("builtin.module", "func.func")
    statistics = {"num-seen": "Number of operations seen", "num-never": "Number of things that never happen"}

    long_name: int = option(default=96, help="A number of some kind")

    def apply_to(self, context: Context, op: Operation) -> None:
        for _ in nested_operations(op):
            self.count(context, "num-seen")


@dataclass(frozen=True)
class NeedsOnePass(Pass):
    """Has an option without a default, as some of xDSL's passes do."""

    name = "needs-one"
    summary = "Need an option"

    must: str

    def apply_to(self, context: Context, op: Operation) -> None:
        emit_remark(context, op, self.must)


@dataclass(frozen=True)
class AnywherePass(Pass):
    """Runs on any operation, and remarks on which."""

    name = "anywhere"
    summary = "Remark where it runs"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        emit_remark(context, op, "is here")


@dataclass(frozen=True)
class OnFunctionsPass(Pass):
    """Runs on functions only."""

    name = "on-functions"
    summary = "Remark which function it runs on"
    anchors = ("func.func",)

    def apply_to(self, context: Context, op: Operation) -> None:
        emit_remark(context, op, f"is @{op.properties['sym_name']}")


class MultiplyPattern(OpPattern):
    """Turns additions into multiplications."""

    roots = (AddiOp,)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, AddiOp)
        rewriter.replace(op, MuliOp(op.lhs, op.rhs))


class AddPattern(OpPattern):
    """Turns multiplications into additions."""

    roots = (MuliOp,)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, MuliOp)
        rewriter.replace(op, AddiOp(op.lhs, op.rhs))


@dataclass(frozen=True)
class MultiplyPass(Pass):
    """Turns additions into multiplications."""

    name = "multiply"
    summary = "Turn additions into multiplications"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        apply_patterns(context, op, [MultiplyPattern()], greedy=False)


@dataclass(frozen=True)
class PingPongPass(Pass):
    """Never comes to rest."""

    name = "ping-pong"
    summary = "Turn additions into multiplications and back"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        apply_patterns(context, op, [MultiplyPattern(), AddPattern()], greedy=True, max_rewrites=100)


@dataclass(frozen=True)
class ComplainPass(Pass):
    """Reports one error, one warning and one remark for each test operation."""

    name = "complain"
    summary = "Report errors"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        for nested in nested_operations(op):
            if isinstance(nested, TestOp):
                emit_remark(context, nested, "is looked at")
                emit_warning(context, nested, "is doubtful")
                emit_error(context, nested, "is wrong", notes=("it is a test operation",))


@dataclass(frozen=True)
class BreakPass(Pass):
    """Leaves invalid IR behind: an addition of operands of two types."""

    name = "break"
    summary = "Leave invalid IR"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        for nested in list(nested_operations(op)):
            if isinstance(nested, AddiOp):
                other = TestOp(result_types=[i64])
                assert nested.parent is not None
                nested.parent.insert_op_before(other, nested)
                nested.operands[1] = other.results[0]


@dataclass(frozen=True)
class RenamePass(Pass):
    """Gives every function the same name: each is valid, and the module is not."""

    name = "rename"
    summary = "Give every function one name"
    anchors = ("func.func",)

    def apply_to(self, context: Context, op: Operation) -> None:
        op.properties["sym_name"] = StringAttr("same")


@dataclass(frozen=True)
class DiePass(Pass):
    """Has a defect."""

    name = "die"
    summary = "Die of a defect"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        raise KeyError("a key that is not there")


class DyingPattern(OpPattern):
    """Has a defect."""

    roots = (AddiOp,)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        raise ZeroDivisionError("nothing divides by zero")


@dataclass(frozen=True)
class DieInPatternPass(Pass):
    """Has a defect in a pattern."""

    name = "die-in-pattern"
    summary = "Die of a defect in a pattern"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        apply_patterns(context, op, [DyingPattern()], greedy=True)


@dataclass(frozen=True)
class RaiseInPassPass(Pass):
    """Raises what a verifier raises."""

    name = "raise-verify"
    summary = "Raise a VerifyException"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        failure = VerifyException("the input is not to my taste")
        failure.add_note("I like it smaller")
        raise failure


@dataclass(frozen=True)
class ForeignPass(ModulePass):
    """A pass of plain xDSL that fails on purpose."""

    name = "foreign-failure"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise PassFailedException("no luck")


@dataclass(frozen=True)
class BothPipeline(Pipeline):
    """Two passes with one option."""

    name = "both"
    summary = "Two passes"

    times: int = option(default=2, help="What the first pass gets")

    def text(self) -> str:
        return f"two-words{{long-name={self.times}}},func.func(anywhere)"


@dataclass(frozen=True)
class BrokenPipeline(Pipeline):
    """Names a pass that does not exist."""

    name = "broken"
    summary = "A pipeline that cannot run"

    def text(self) -> str:
        return "no-such-pass"


@dataclass(frozen=True)
class EndlessPipeline(Pipeline):
    """Names itself."""

    name = "endless"
    summary = "A pipeline without an end"

    def text(self) -> str:
        return "anywhere,endless"


EXAMPLE_CLASSES: tuple[type[ModulePass] | type[Pipeline], ...] = (
    AllOptionsPass,
    TwoWordsPass,
    NeedsOnePass,
    AnywherePass,
    OnFunctionsPass,
    MultiplyPass,
    PingPongPass,
    ComplainPass,
    BreakPass,
    RenamePass,
    DiePass,
    DieInPatternPass,
    RaiseInPassPass,
    ForeignPass,
    BothPipeline,
    BrokenPipeline,
    EndlessPipeline,
)
