"""`neuron-opt-reduce` with real scripts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from neuron_opt.tools.reduce_main import run

INPUT = """
func.func @f(%a : memref<128x512xf32, #neuron.memory<sbuf>>, %b : memref<128x64xf32, #neuron.memory<sbuf>>) {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %0, %0 : i32
  penguin.tensor_reduce add src(%a : memref<128x512xf32, #neuron.memory<sbuf>>)
      -> dst(%b : memref<128x64xf32, #neuron.memory<sbuf>>) {reduce_size = 8}
  return
}
func.func private @g(i32)
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "input.mlir"
    path.write_text(INPUT, encoding="utf-8")
    return path


def _script(folder: Path, body: str) -> Path:
    path = folder / "test.sh"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_interesting_is_an_exit_code_other_than_zero(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = source.with_name("output.mlir")
    script = _script(source.parent, '! grep -q "penguin.tensor_reduce" "$1"')
    assert run([str(source), "--test", str(script), "-o", str(output)]) == 0
    text = output.read_text()
    assert "penguin.tensor_reduce" in text
    assert "@g" not in text
    assert "arith" not in text
    assert capsys.readouterr().err.splitlines()[-1].startswith("from 6 to 3 operations with ")


def test_arguments_of_the_test_come_first(source: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["--test", sys.executable, "--test-arg=-c", "--quiet"]
    program = "import sys; sys.exit(int('@g' in open(sys.argv[1]).read()) * 3)"
    assert run([str(source), *arguments, "--test-arg", program]) == 0
    out, error = capfd.readouterr()
    assert out == "module {\n  func.func @g(i32) -> ()\n}\n"
    assert error == ""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("exit 0", "the input is not interesting: "),
        ("no-such-command-anywhere", "cannot run something: it exits with 127"),
    ],
)
def test_scripts_that_say_nothing(source: Path, body: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(source), "--test", str(_script(source.parent, body))]) == 1
    assert message in capsys.readouterr().err


def test_what_cannot_be_run_or_read(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(source), "--test", str(source)]) == 1
    assert f"cannot run the test '{source}': Permission denied" in capsys.readouterr().err
    assert run([str(source.with_name("missing.mlir")), "--test", "true"]) == 1
    assert "cannot open input file" in capsys.readouterr().err
    source.write_text("func.func @f(")
    assert run([str(source), "--test", "false"]) == 1
    assert "error:" in capsys.readouterr().err
