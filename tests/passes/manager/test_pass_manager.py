from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from driving import registry_of
from example_passes import EXAMPLE_CLASSES
from parsing import parse
from xdsl.context import Context
from xdsl.ir import Operation

from neuron_opt.passes.manager.diagnostics import Diagnostic, Severity
from neuron_opt.passes.manager.instrumentation.base import Instrumentation, PassRun
from neuron_opt.passes.manager.pass_base import Pass, option, option_declarations
from neuron_opt.passes.manager.pass_manager import InternalError, PassManager
from neuron_opt.passes.manager.pipeline import NestedPipeline, PassPipeline
from neuron_opt.passes.manager.statistics import StatisticsTable
from neuron_opt.passes.manager.verifier import verify

REGISTRY = registry_of(*EXAMPLE_CLASSES)
NESTED = """
module {
  func.func @inner() { func.return }
}
func.func @first() { func.return }
func.func @second() {
  "test.op"() ({
    module { func.func @deep() { func.return } }
    "test.termop"() : () -> ()
  }) : () -> ()
  func.return
}
"""


def places(text: str, pipeline: str) -> list[str]:
    """Where the passes of a pipeline say that they are, in order."""
    parsed = parse(text)
    found: list[str] = []

    def take(diagnostic: Diagnostic) -> bool:
        assert diagnostic.severity is Severity.REMARK
        line = diagnostic.location.line if diagnostic.location else 0
        found.append(f"{line}: {diagnostic.message}")
        return True

    parsed.context.diagnostics.add_handler(take)
    manager = PassManager(PassPipeline.parse(pipeline, REGISTRY), verify=verify)
    assert manager.run(parsed.context, parsed.ok)
    return found


def test_a_nested_pipeline_runs_on_the_operations_directly_inside() -> None:
    assert places(NESTED, "builtin.module(func.func(on-functions))") == [
        "4: 'func.func' op is @\"first\"",
        "5: 'func.func' op is @\"second\"",
    ]
    assert places(NESTED, "builtin.module(builtin.module(func.func(on-functions)))") == [
        "2: 'func.func' op is @\"inner\""
    ]


def test_all_passes_of_a_nested_pipeline_run_on_one_operation_before_the_next() -> None:
    assert places(NESTED, "builtin.module(func.func(anywhere,on-functions))") == [
        "4: 'func.func' op is here",
        "4: 'func.func' op is @\"first\"",
        "5: 'func.func' op is here",
        "5: 'func.func' op is @\"second\"",
    ]


def test_any_is_every_isolated_operation() -> None:
    assert places(NESTED, "builtin.module(any(anywhere))") == [
        "1: 'builtin.module' op is here",
        "4: 'func.func' op is here",
        "5: 'func.func' op is here",
    ]
    assert places(NESTED, "any(anywhere)") == ["0: 'builtin.module' op is here"]


def test_an_operation_that_is_not_isolated_is_no_anchor() -> None:
    parsed = parse(NESTED)
    manager = PassManager(PassPipeline.parse("builtin.module(func.func(test.op(anywhere)))", REGISTRY))
    assert not manager.run(parsed.context, parsed.ok)
    assert "t.mlir:6:3: error: 'test.op' op cannot be an anchor: it is not isolated from above" in parsed.errors


def test_anchors_that_are_no_operations_are_errors_before_anything_runs() -> None:
    parsed = parse(NESTED)
    manager = PassManager(PassPipeline.parse("builtin.module(func.fun(anywhere),fun.func(anywhere))", REGISTRY))
    manager.check_anchors(parsed.context)
    assert parsed.context.diagnostics.error_count == 2
    assert "the anchor 'func.fun' is not the name of an operation; did you mean 'func.func'?" in parsed.errors
    assert "the anchor 'fun.func' is not the name of an operation; did you mean 'func'?" in parsed.errors


def test_pipelines_that_ran_on_nothing_are_known() -> None:
    parsed = parse(NESTED)
    manager = PassManager(PassPipeline.parse("builtin.module(func.func(),scf.for(any(anywhere)))", REGISTRY))
    assert manager.run(parsed.context, parsed.ok)
    assert [nested.anchor for nested in manager.unmatched_anchors()] == ["scf.for", "any"]


class Log(Instrumentation):
    """Writes down what it is told."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name = name
        self.log = log

    def before_pipeline(self, pipeline: NestedPipeline, op: Operation) -> None:
        self.log.append(f"{self.name} before {pipeline.anchor}")

    def after_pipeline(self, pipeline: NestedPipeline, op: Operation) -> None:
        self.log.append(f"{self.name} after {pipeline.anchor}")

    def before_pass(self, run: PassRun) -> None:
        self.log.append(f"{self.name} before {run.title} {run.path}")

    def after_pass(self, run: PassRun) -> None:
        self.log.append(f"{self.name} after {run.step.entry.name}")

    def after_pass_failed(self, run: PassRun) -> None:
        self.log.append(f"{self.name} failed {run.step.entry.name}")

    def after_nested_failed(self, run: PassRun) -> None:
        self.log.append(f"{self.name} broke what is around {run.step.entry.name}")

    def before_verification(self, op: Operation) -> None:
        self.log.append(f"{self.name} verifies")


def test_instrumentation_is_nested() -> None:
    parsed = parse("func.func @f() { func.return }")
    log: list[str] = []
    pipeline = PassPipeline.parse("builtin.module(multiply,func.func(two-words{long-name=3}))", REGISTRY)
    assert PassManager(pipeline, verify=verify, instrumentations=[Log("1", log), Log("2", log)]).run(
        parsed.context, parsed.ok
    )
    assert log == [
        "1 before Multiply (multiply) (0,)",
        "2 before Multiply (multiply) (0,)",
        "1 verifies",
        "2 verifies",
        "2 after multiply",
        "1 after multiply",
        "1 before func.func",
        "2 before func.func",
        "1 before TwoWords (two-words{long-name=3}) (1, 0)",
        "2 before TwoWords (two-words{long-name=3}) (1, 0)",
        "1 verifies",
        "2 verifies",
        "2 after two-words",
        "1 after two-words",
        "2 after func.func",
        "1 after func.func",
        "1 verifies",
        "2 verifies",
    ]


@pytest.mark.parametrize("name", ["complain", "break", "raise-verify"])
def test_instrumentation_hears_of_failures(name: str) -> None:
    parsed = parse('func.func @f(%x: i32) { %a = arith.addi %x, %x : i32 "test.op"() : () -> () func.return }')
    log: list[str] = []
    pipeline = PassPipeline.parse(f"builtin.module(func.func({name},multiply),multiply)", REGISTRY)
    manager = PassManager(pipeline, verify=verify, instrumentations=[Log("", log)])
    assert not manager.run(parsed.context, parsed.ok)
    assert log[-2:] == [f" failed {name}", " after func.func"]


def test_what_is_around_a_nested_pipeline_is_verified_too() -> None:
    parsed = parse("func.func @f() { func.return }\nfunc.func @g() { func.return }")
    log: list[str] = []
    pipeline = PassPipeline.parse("builtin.module(func.func(rename,anywhere),multiply)", REGISTRY)
    manager = PassManager(pipeline, verify=verify, instrumentations=[Log("", log)])
    assert not manager.run(parsed.context, parsed.ok)
    assert "t.mlir:2:1: error: redefinition of symbol '@same'" in parsed.errors.replace("'func.func' op ", "")
    assert log[-2:] == [" verifies", " broke what is around anywhere"]
    # Nobody looks when nothing is verified between passes.
    parsed = parse("func.func @f() { func.return }\nfunc.func @g() { func.return }")
    assert PassManager(pipeline).run(parsed.context, parsed.ok)


def test_a_defect_is_raised_with_the_place_it_happened_at() -> None:
    parsed = parse("func.func @f() { func.return }")
    log: list[str] = []
    pipeline = PassPipeline.parse("builtin.module(func.func(die))", REGISTRY)
    with pytest.raises(InternalError) as caught:
        PassManager(pipeline, instrumentations=[Log("", log)]).run(parsed.context, parsed.ok)
    assert str(caught.value) == "internal error in pass 'die' on 'func.func': KeyError: 'a key that is not there'"
    assert isinstance(caught.value.__cause__, KeyError)
    assert log[-2:] == [" failed die", " after func.func"]


def test_statistics_are_kept_for_each_place_in_the_pipeline() -> None:
    parsed = parse(NESTED)
    pipeline = PassPipeline.parse("builtin.module(two-words,func.func(two-words))", REGISTRY)
    manager = PassManager(pipeline)
    assert manager.run(parsed.context, parsed.ok)
    steps = list(pipeline.root.pass_steps())
    counts = [dict(parsed.context.statistics.of(manager.instance(step))) for step in steps]
    assert counts == [{"num-seen": 12}, {"num-seen": 7}]


def test_a_counter_must_be_declared() -> None:
    @dataclass(frozen=True)
    class Careless(Pass):
        name = "careless"
        summary = "Count without saying so"

        def apply_to(self, context: Context, op: Operation) -> None:
            self.count(context, "num-things")

    parsed = parse("module {}")
    with pytest.raises(KeyError, match="pass 'careless' declares no statistic 'num-things'"):
        Careless().apply_to(parsed.context, parsed.ok)


def test_in_a_plain_context_counting_does_nothing() -> None:
    entry = REGISTRY.find_pass("two-words")
    assert entry is not None
    instance = entry.instantiate({})
    instance.apply(Context(), parse("module {}").ok)
    assert StatisticsTable().of(instance) == {}


def test_an_option_that_is_not_an_option_is_noticed() -> None:
    class Forgotten(Pass):
        name = "forgotten"
        summary = "Forget the decorator"
        size: int = option(default=3, help="A size")

        def apply_to(self, context: Context, op: Operation) -> None:
            raise NotImplementedError

    with pytest.raises(TypeError, match=r"Forgotten\.size: decorate the class with @dataclass\(frozen=True\)"):
        option_declarations(Forgotten)


def test_a_default_must_be_a_choice() -> None:
    with pytest.raises(ValueError, match="the default 'c' is not one of the choices"):
        option(default="c", help="", choices=("a", "b"))


def test_a_type_that_no_pipeline_can_spell() -> None:
    @dataclass(frozen=True)
    class Odd(Pass):
        name = "odd"
        summary = "Take a dictionary"
        table: dict[str, int] | None = option(default=None, help="A table")

        def apply_to(self, context: Context, op: Operation) -> None:
            raise NotImplementedError

    with pytest.raises(TypeError, match=r"Odd\.table: options are int, float, bool, str"):
        option_declarations(Odd)


def test_our_passes_run_under_plain_xdsl() -> None:
    from xdsl.dialects import get_all_dialects
    from xdsl.parser import Parser
    from xdsl.passes import ModulePass
    from xdsl.passes import PassPipeline as PlainPipeline

    context = Context()
    for name, factory in get_all_dialects().items():
        context.register_dialect(name, factory)
    module = Parser(context, "func.func @f(%x: i32) { %a = arith.addi %x, %x : i32 func.return }").parse_module()
    passes: dict[str, Callable[[], type[ModulePass]]] = {
        each.name: (lambda each=each: each) for each in EXAMPLE_CLASSES if issubclass(each, Pass)
    }
    PlainPipeline.parse_spec(passes, "two-words{long-name=3},multiply").apply(context, module)
    assert "arith.muli" in str(module)


def test_an_option_below_its_minimum_is_refused_in_python_too() -> None:
    @dataclass(frozen=True)
    class Counted(Pass):
        """A pass with a bound on an option."""

        name = "counted"
        summary = "Count"
        at_least_one: int = option(default=1, help="How many", minimum=1)

        def apply_to(self, context: Context, op: Operation) -> None:
            pass

    assert Counted().at_least_one == 1
    with pytest.raises(ValueError, match="option 'at-least-one' is 0, it has to be at least 1"):
        Counted(at_least_one=0)
    with pytest.raises(ValueError, match="the default is 0, it has to be at least 1"):
        option(default=0, help="How many", minimum=1)
