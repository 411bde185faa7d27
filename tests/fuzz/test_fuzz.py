"""A short run of the fuzzer, always the same; `python tests/fuzz/fuzzer.py --seconds 600 --seed 7` makes a long one."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzer import Driver, Report, check, complaint, fuzz, seeds
from xdsl.context import Context
from xdsl.ir import Operation

from neuron_opt.passes.canonicalize import CanonicalizePass

MUTANTS = 120


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    return Driver(tmp_path)


def test_mutants(driver: Driver) -> None:
    with driver.watching():
        texts = seeds(driver, every=12)
    report = fuzz(driver, texts, seed=1, mutants=MUTANTS, seconds=None)
    assert not report.faults, "\n\n".join(
        f"{fault.kind}\n{' '.join(fault.arguments)}\n{fault.text}\n{fault.detail}" for fault in report.faults.values()
    )
    assert report.tried == MUTANTS
    # Mutants that nobody accepts test the parser alone.
    assert report.accepted > MUTANTS // 20


def test_a_defect_is_found(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: CanonicalizePass, context: Context, op: Operation) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(CanonicalizePass, "apply_to", broken)
    report = Report()
    with driver.watching():
        check(driver, "module {}", report)
    assert [fault.arguments for fault in report.faults.values()] == [("--canonicalize",)]
    assert next(iter(report.faults)).startswith("ValueError at test_fuzz.py:")


def test_what_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(self: CanonicalizePass, context: Context, op: Operation) -> None:
        while True:
            pass

    monkeypatch.setattr(CanonicalizePass, "apply_to", endless)
    driver = Driver(tmp_path, limit=0.2)
    with driver.watching():
        outcome = driver.run("module {}", ("--canonicalize",))
    assert (complaint(outcome) or "").startswith("too slow: ")
