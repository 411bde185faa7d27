"""Reducing modules: each strategy by itself, and all of them until nothing is left to take."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from parsing import make_context, parse

from neuron_opt.passes.manager.printer import operation_text
from neuron_opt.passes.manager.reduce import (
    STRATEGIES,
    Arguments,
    Attributes,
    Blocks,
    EmptyRegions,
    Entries,
    NotInterestingError,
    Operands,
    Operations,
    Reducer,
    Strategy,
    Uses,
    Wrappers,
)


def _reduced(text: str, is_interesting: Callable[[str], bool], *strategies: Strategy) -> str:
    parsed = parse(text, allow_unregistered=True)
    module = parsed.ok
    before = operation_text(module, generic=True)
    reduction = Reducer(parsed.context, is_interesting, strategies=strategies or None).reduce(module)
    assert operation_text(module, generic=True) == before
    return reduction.text


def _has(*words: str) -> Callable[[str], bool]:
    return lambda text: all(word in text for word in words)


def _expected(text: str) -> str:
    return operation_text(parse(text, allow_unregistered=True).ok)


BIG = """
func.func @kept(%a : i32, %b : i32, %m : memref<4xf32>) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.muli %1, %b {noise = [1, 2]} : i32
  %3 = "t.culprit"(%2, %m) {guilty = {deep = [1, "evidence", 3], other = 2}, noise} : (i32, memref<4xf32>) -> i32
  cf.br ^next(%3 : i32)
^next(%c : i32):
  %4 = arith.subi %c, %b : i32
  return %4 : i32
}
func.func @gone(%a : i32) {
  scf.if %t {
    "t.noise"() : () -> ()
    scf.yield
  }
  return
}
""".replace("scf.if %t", '%t = "t.cond"() : () -> i1\n  scf.if %t')


def test_everything_that_the_test_does_not_ask_for_goes() -> None:
    text = _reduced(BIG, _has("t.culprit", "evidence"))
    assert text == _expected('%3 = "t.culprit"() {guilty = {deep = ["evidence"]}} : () -> i32')


def test_what_the_test_asks_for_stays() -> None:
    text = _reduced(BIG, _has("arith.addi", "memref<4xf32>", "@kept"))
    assert "cf.br" not in text
    assert "@gone" not in text
    assert _has("arith.addi", "memref<4xf32>", "@kept")(text)


def test_nothing_goes_when_all_is_asked_for() -> None:
    parsed = parse(BIG, allow_unregistered=True)
    whole = operation_text(parsed.ok)
    assert _reduced(BIG, lambda text: text == whole) == whole


def test_candidates_verify_when_the_input_does() -> None:
    seen: list[str] = []

    def record(text: str) -> bool:
        seen.append(text)
        return "arith.subi" in text

    text = _reduced(BIG, record)
    assert len(seen) > 5
    for candidate in seen:
        parse(candidate, allow_unregistered=True).ok  # noqa: B018 - fails on errors
    assert "arith.subi" in text


def test_no_candidate_is_tested_twice() -> None:
    seen: list[str] = []

    def record(text: str) -> bool:
        seen.append(text)
        return "t.culprit" in text

    _reduced(BIG, record)
    assert len(seen) == len(set(seen))


def test_an_input_that_does_not_verify_is_reduced_all_the_same() -> None:
    text = """
    func.func @f(%a : i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      %1 = "arith.addi"(%a) : (i32) -> i32
      return %0 : i32
    }
    """
    assert _reduced(text, _has('"arith.addi"(%')).count("arith.addi") == 1


@pytest.mark.parametrize(
    ("strategy", "text", "keeps", "expected"),
    [
        (
            EmptyRegions(),
            '"t.a"() ({\n"t.b"() : () -> ()\n}, {\n"t.c"() : () -> ()\n}) : () -> ()',
            "t.b",
            '"t.a"() ({\n"t.b"() : () -> ()\n}, {}) : () -> ()',
        ),
        (
            Operations(),
            '%0 = "t.a"() : () -> i32\n%1 = "t.b"(%0) : (i32) -> i32\n"t.c"(%1) : (i32) -> ()',
            "t.c",
            # The last value has nothing that could stand for it.
            '%1 = "t.b"(%0) : (i32) -> i32\n"t.c"(%1) : (i32) -> ()'.replace(
                '%1 = "t.b"(%0) : (i32) -> i32', '%1 = "t.a"() : () -> i32'
            ),
        ),
        (
            Wrappers(),
            '"t.a"() ({\n"t.b"() : () -> ()\n"t.end"() : () -> ()\n}) : () -> ()',
            "t.b",
            '"t.b"() : () -> ()\n"t.end"() : () -> ()',
        ),
        (
            Uses(),
            '%0 = "t.a"() : () -> i32\n%1 = "t.a"() : () -> i32\n"t.c"(%1) : (i32) -> ()',
            "t.c",
            '%0 = "t.a"() : () -> i32\n%1 = "t.a"() : () -> i32\n"t.c"(%0) : (i32) -> ()',
        ),
        (
            Operands(),
            '%0 = "t.a"() : () -> i32\n'
            '"t.c"(%0, %0, %0) {operandSegmentSizes = array<i32: 1, 0, 2>} : (i32, i32, i32) -> ()',
            "operandSegmentSizes = array<i32: 0, 0, 1>",
            '%0 = "t.a"() : () -> i32\n"t.c"(%0) {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()',
        ),
        (
            Arguments(),
            "func.func @f(%a : i32, %b : f32, %c : i64) -> f32 {\n  return %b : f32\n}",
            "@f",
            "func.func @f(%b : f32) -> f32 {\n  return %b : f32\n}",
        ),
        (
            Attributes(),
            '"t.a"() {x = 1 : i32, y = 2 : i32, operandSegmentSizes = array<i32: 0>} : () -> ()',
            "y =",
            '"t.a"() {y = 2 : i32, operandSegmentSizes = array<i32: 0>} : () -> ()',
        ),
        (
            Entries(),
            '"t.a"() {x = [1, {b = [2, 3], c}, 4]} : () -> ()',
            "3",
            '"t.a"() {x = [{b = [3]}]} : () -> ()',
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Strategy) else "",
)
def test_each_strategy_by_itself(strategy: Strategy, text: str, keeps: str, expected: str) -> None:
    is_interesting = _has(keeps)
    if keeps == "operandSegmentSizes = array<i32: 0, 0, 1>":
        # The sizes change with the operands, on the way to what is asked for.
        is_interesting = _has("array<i32: ", '"t.c"(%0')
    if isinstance(strategy, Operations):
        is_interesting = _has(keeps, "t.a")
    assert _reduced(text, is_interesting, strategy) == _expected(expected)


def test_blocks_that_nothing_branches_to() -> None:
    text = 'func.func @f() {\n  return\n^a:\n  "t.a"() : () -> ()\n  cf.br ^b\n^b:\n  return\n}'
    assert _reduced(text, _has("@f"), Blocks()) == _expected("func.func @f() {\n  return\n}")


def test_an_input_that_is_not_interesting() -> None:
    with pytest.raises(NotInterestingError):
        _reduced(BIG, lambda text: False)


def test_every_strategy_has_a_name_of_its_own() -> None:
    assert len({strategy.name for strategy in STRATEGIES}) == len(STRATEGIES)


def test_the_listener_hears_of_progress() -> None:
    heard: list[tuple[str, int]] = []
    module = parse(BIG, allow_unregistered=True).ok
    context = make_context(allow_unregistered=True)
    reducer = Reducer(context, _has("t.culprit"), listener=lambda name, left: heard.append((name, left)))
    reduction = reducer.reduce(module)
    assert heard
    assert heard[-1][1] == sum(1 for _ in reduction.module.walk()) - 1 == 1
    assert {name for name, _ in heard} <= {strategy.name for strategy in STRATEGIES}
    assert reduction.tests >= len(heard)
