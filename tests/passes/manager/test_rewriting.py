from __future__ import annotations

from collections.abc import Sequence

import pytest
from example_passes import AddPattern, DyingPattern, MultiplyPattern
from parsing import parse
from xdsl.context import Context
from xdsl.dialects import test
from xdsl.dialects.arith import AddiOp, Arith, ConstantOp, MuliOp, SubiOp
from xdsl.dialects.builtin import FileLineColLoc, LocationAttr, ModuleOp, i32
from xdsl.dialects.func import Func
from xdsl.ir import Block, Operation, Region
from xdsl.parser import Parser
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.utils.exceptions import VerifyException

from neuron_opt.passes.manager.diagnostics import emit_error
from neuron_opt.passes.manager.rewriting import OpPattern, RewriteListener, apply_patterns, nested_operations

SUMS = """
func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %a, %x : i32
  func.return %b : i32
}
"""


def names(op: Operation) -> list[str]:
    return [nested.name for nested in nested_operations(op)]


def place(location: LocationAttr) -> tuple[int, int]:
    assert isinstance(location, FileLineColLoc)
    return location.line.data, location.column.data


class GrowPattern(OpPattern):
    """Turns an addition into two, for as long as it is asked."""

    roots = (AddiOp,)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, AddiOp)
        first = AddiOp(op.lhs, op.rhs)
        rewriter.replace(op, [first, AddiOp(first.result, op.rhs)])


class ErasePattern(OpPattern):
    """Erases what nobody uses."""

    roots = (AddiOp, MuliOp, ConstantOp)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if not any(result.first_use for result in op.results):
            rewriter.erase(op)


class Recorder(RewriteListener):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.attempts: list[str] = []
        self.rewrites: list[tuple[str, str, list[str]]] = []

    def before_rewrite(self, pattern: RewritePattern, root: Operation) -> None:
        assert root.parent is not None
        self.attempts.append(f"{type(pattern).__name__} {root.name}")

    def after_rewrite(self, pattern: RewritePattern, root: Operation, new_operations: Sequence[Operation]) -> None:
        self.rewrites.append((type(pattern).__name__, root.name, [op.name for op in new_operations]))


def test_one_visit_each_without_greed() -> None:
    parsed = parse(SUMS)
    assert apply_patterns(parsed.context, parsed.ok, [MultiplyPattern(), AddPattern()], greedy=False)
    assert names(parsed.ok) == ["func.func", "arith.muli", "arith.muli", "func.return"]
    assert not apply_patterns(parsed.context, parsed.ok, [MultiplyPattern()], greedy=False)


def test_what_an_earlier_pattern_erased_is_not_visited() -> None:
    class EraseNext(OpPattern):
        roots = (test.TestOp,)

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            assert op.parent is not None
            if isinstance(op.next_op, test.TestOp):
                rewriter.erase(op.next_op)

    parsed = parse('"test.op"() : () -> ()\n"test.op"() ({ "test.op"() : () -> () }) : () -> ()')
    assert apply_patterns(parsed.context, parsed.ok, [EraseNext()], greedy=False)
    assert names(parsed.ok) == ["test.op"]


def test_the_first_pattern_that_does_something_wins() -> None:
    parsed = parse(SUMS)
    recorder = Recorder()
    parsed.context.rewrite_listeners.append(recorder)
    apply_patterns(parsed.context, parsed.ok, [ErasePattern(), MultiplyPattern(), GrowPattern()], greedy=False)
    assert recorder.attempts == ["ErasePattern arith.addi", "MultiplyPattern arith.addi"] * 2
    assert recorder.rewrites == [("MultiplyPattern", "arith.addi", ["arith.muli"])] * 2


def test_patterns_are_found_by_class_and_subclass_and_without_roots_by_all() -> None:
    seen: list[str] = []

    class Any(RewritePattern):
        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            seen.append(op.name)

    class AllOperations(OpPattern):
        roots = (Operation,)

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            seen.append(f"all {op.name}")

    parsed = parse(SUMS)
    assert not apply_patterns(parsed.context, parsed.ok, [Any(), AllOperations()], greedy=False)
    assert seen[:4] == ["func.func", "all func.func", "arith.addi", "all arith.addi"]


def test_a_provider_is_asked_once_for_each_class() -> None:
    asked: list[str] = []

    def provide(op_class: type[Operation]) -> Sequence[RewritePattern]:
        asked.append(op_class.name)
        return ()

    parsed = parse(SUMS)
    apply_patterns(parsed.context, parsed.ok, provide, greedy=True)
    assert asked == ["func.func", "arith.addi", "func.return"]


def test_new_operations_take_the_location_of_their_root() -> None:
    class Wrap(OpPattern):
        roots = (AddiOp,)

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            block = Block([test.TestOp()], arg_types=[i32])
            rewriter.replace(op, [test.TestOp(regions=[Region(block)]), test.TestPureOp(result_types=[i32])])

    parsed = parse(SUMS)
    apply_patterns(parsed.context, parsed.ok, [Wrap()], greedy=False)
    tests = [op for op in nested_operations(parsed.ok) if isinstance(op, test.TestOp)]
    assert [place(op.location) for op in tests] == [(2, 8), (2, 8), (3, 8), (3, 8)]
    assert place(tests[0].regions[0].block.args[0].location) == (2, 8)


def test_a_location_that_a_pattern_sets_stays() -> None:
    class Relocate(OpPattern):
        roots = (AddiOp,)

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            assert isinstance(op, AddiOp)
            new = MuliOp(op.lhs, op.rhs)
            assert op.parent is not None and op.parent.last_op is not None
            new.location = op.parent.last_op.location
            rewriter.replace(op, new)

    parsed = parse(SUMS)
    apply_patterns(parsed.context, parsed.ok, [Relocate()], greedy=False)
    products = [op for op in nested_operations(parsed.ok) if isinstance(op, MuliOp)]
    assert [place(op.location) for op in products] == [(4, 3), (4, 3)]


def test_greed_goes_on_until_nothing_changes() -> None:
    parsed = parse("""
        func.func @f(%x: i32) {
          %a = arith.addi %x, %x : i32
          %b = arith.muli %a, %a : i32
          %c = arith.addi %b, %b : i32
          func.return
        }
        """)
    assert apply_patterns(parsed.context, parsed.ok, [ErasePattern()], greedy=True)
    assert names(parsed.ok) == ["func.func", "func.return"]
    assert not apply_patterns(parsed.context, parsed.ok, [ErasePattern()], greedy=True)


def test_nothing_is_erased_without_a_pattern_that_erases() -> None:
    parsed = parse('"test.pureop"() : () -> ()')
    assert not apply_patterns(parsed.context, parsed.ok, [], greedy=True)
    assert names(parsed.ok) == ["test.pureop"]


def test_a_long_chain_is_one_iteration() -> None:
    chain = "\n".join(f"%{number + 1} = arith.addi %{number}, %{number} : i32" for number in range(500))
    parsed = parse(f"func.func @f(%0: i32) {{\n{chain}\nfunc.return\n}}")
    assert apply_patterns(parsed.context, parsed.ok, [ErasePattern()], greedy=True, max_iterations=2)
    assert names(parsed.ok) == ["func.func", "func.return"]
    assert parsed.errors == ""


def test_the_cap_names_the_patterns_that_keep_firing() -> None:
    parsed = parse(SUMS)
    patterns = [MultiplyPattern(), AddPattern()]
    assert apply_patterns(parsed.context, parsed.ok, patterns, greedy=True, max_rewrites=10)
    assert parsed.errors == (
        "t.mlir: error: 'builtin.module' op patterns did not converge after 10 rewrites; "
        "these keep firing: 'MultiplyPattern', 'AddPattern'\n"
        "note: 'MultiplyPattern' fired 6 times\n"
        "note: 'AddPattern' fired 4 times\n"
    )


def test_patterns_that_make_ever_more_operations_end() -> None:
    parsed = parse(SUMS)
    assert apply_patterns(parsed.context, parsed.ok, [GrowPattern()], greedy=True, max_iterations=1)
    assert "patterns did not converge after 1004 rewrites; these keep firing: 'GrowPattern'" in parsed.errors


def test_the_cap_can_be_a_warning() -> None:
    parsed = parse(SUMS)
    apply_patterns(parsed.context, parsed.ok, [MultiplyPattern()], greedy=True, max_iterations=1, cap_is_error=False)
    assert parsed.context.diagnostics.error_count == 0
    assert "warning: 'builtin.module' op patterns did not converge after 1 iteration;" in parsed.errors


def test_what_happens_after_an_iteration_counts_as_change() -> None:
    parsed = parse(SUMS)
    remaining = [True, True, False]
    assert apply_patterns(parsed.context, parsed.ok, [], greedy=True, after_iteration=lambda: remaining.pop(0))
    assert remaining == []


@pytest.mark.parametrize("greedy", [False, True])
def test_errors_of_patterns_are_reported_once_each_and_others_still_run(greedy: bool) -> None:
    text = SUMS.replace("func.return", "%c = arith.subi %x, %x : i32\n  func.return")
    parsed = parse(text)
    context = parsed.context

    class Complain(OpPattern):
        roots = (AddiOp,)

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            emit_error(context, op, "is an addition")

    class Raise(OpPattern):
        roots = (SubiOp,)

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            failure = VerifyException("is a subtraction")
            failure.add_note("take the negative")
            raise failure

    apply_patterns(context, parsed.ok, [Complain(), Raise()], greedy=greedy)
    assert [line for line in parsed.errors.splitlines() if "error" in line or "note" in line] == [
        "t.mlir:2:8: error: 'arith.addi' op is an addition",
        "t.mlir:3:8: error: 'arith.addi' op is an addition",
        "t.mlir:4:8: error: 'arith.subi' op is a subtraction",
        "note: take the negative",
    ]


def test_a_defect_passes_through_with_the_name_of_the_pattern() -> None:
    parsed = parse(SUMS)
    with pytest.raises(ZeroDivisionError) as caught:
        apply_patterns(parsed.context, parsed.ok, [DyingPattern()], greedy=True)
    assert caught.value.__notes__ == ["while the pattern 'DyingPattern' rewrote 'arith.addi'"]


def test_in_a_plain_context_the_first_error_is_raised() -> None:
    context = Context()
    for dialect in (Arith, Func):
        context.load_dialect(dialect)

    class Raise(OpPattern):
        roots = (AddiOp,)

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            emit_error(context, op, "is an addition")

    module = Parser(context, SUMS).parse_module()
    assert apply_patterns(context, module, [MultiplyPattern()], greedy=False)
    apply_patterns(context, module, [AddPattern()], greedy=False)
    with pytest.raises(VerifyException, match=r"'arith\.addi' op is an addition"):
        apply_patterns(context, module, [Raise()], greedy=False)


def test_a_listener_can_forbid_an_attempt() -> None:
    class OnlyTheSecond(Recorder):
        def may_apply(self, pattern: RewritePattern, root: Operation) -> bool:
            return bool(root.results) and root.results[0].name_hint == "b"

    parsed = parse(SUMS)
    listener = OnlyTheSecond()
    parsed.context.rewrite_listeners.append(listener)
    apply_patterns(parsed.context, parsed.ok, [MultiplyPattern()], greedy=False)
    assert names(parsed.ok) == ["func.func", "arith.addi", "arith.muli", "func.return"]
    assert listener.attempts == ["MultiplyPattern arith.addi"]


def test_nested_operations_come_outside_in_and_in_order() -> None:
    parsed = parse("""
        "test.op"() ({
          "test.op"() ({ "test.pureop"() : () -> () }) : () -> ()
        }, {
          "test.pureop"() : () -> ()
        }) : () -> ()
        """)
    assert names(parsed.ok) == ["test.op", "test.op", "test.pureop", "test.pureop"]


def test_nested_operations_of_a_deep_module() -> None:
    module = ModuleOp([])
    depth = 20_000
    for _ in range(depth):
        module = ModuleOp([module])
    assert sum(1 for _ in nested_operations(module)) == depth
