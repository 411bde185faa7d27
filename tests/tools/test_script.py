"""The console script as a process: what it imports, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from neuron_opt.tools import opt_main

SCRIPT = [sys.executable, "-m", "neuron_opt.tools.opt_main"]

IMPORTS = """
import sys
before = set(sys.modules)
from neuron_opt.tools import opt_main
code = opt_main.run(sys.argv[1:])
print(*sorted(set(sys.modules) - before), file=sys.stderr)
sys.exit(code)
"""

FORBIDDEN = ("argparse", "numpy", "importlib.metadata", "difflib", "json", "xdsl.universe")
"""What no run may import unless it was asked for something that needs it."""


def imports_of(*arguments: str, text: str = "module {}\n") -> set[str]:
    """The modules that a run imports beyond those of the interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *arguments], input=text, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def matching(modules: set[str], *names: str) -> set[str]:
    return {module for module in modules if any(module == name or module.startswith(f"{name}.") for name in names)}


def passes_of(modules: set[str]) -> set[str]:
    """The modules of passes, the manager aside."""
    return (
        matching(modules, "neuron_opt.passes") - matching(modules, "neuron_opt.passes.manager") - {"neuron_opt.passes"}
    )


def test_a_plain_run_imports_little() -> None:
    modules = imports_of(text="func.func @f() { func.return }")
    assert not matching(modules, *FORBIDDEN)
    assert not matching(modules, "neuron_opt.dialects", "xdsl.dialects.arith")
    assert matching(modules, "neuron_opt.passes") <= matching(modules, "neuron_opt.passes.manager") | {
        "neuron_opt.passes"
    }


def test_a_run_imports_the_passes_and_dialects_that_it_names() -> None:
    modules = imports_of("--pass-pipeline=builtin.module(func.func(cse))", text="func.func @f() { func.return }")
    assert not matching(modules, *FORBIDDEN, "neuron_opt.dialects")
    assert "neuron_opt.passes.cse" in modules
    assert not matching(modules, "neuron_opt.passes.canonicalize", "neuron_opt.passes.lower_macros")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--list-passes"],
        ["--help"],
        ["--version"],
        ["--show-dialects"],
        ["--lower-macros=tkg-threshold=x"],
        ["--pass-pipeline=builtin.module(lower-macros{tkg-threshold=4},cse)", "--no-such-flag"],
    ],
)
def test_showing_and_refusing_import_no_pass(arguments: list[str]) -> None:
    program = IMPORTS.replace("sys.exit(code)", "sys.exit(0)")
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    modules = set(done.stderr.splitlines()[-1].split())
    assert "neuron_opt.tools.opt_main" in modules
    assert not matching(modules, "numpy", "argparse", "neuron_opt.dialects")
    assert matching(modules, "neuron_opt.passes") <= matching(modules, "neuron_opt.passes.manager") | {
        "neuron_opt.passes"
    }


def test_the_script_prints_and_succeeds() -> None:
    done = subprocess.run(SCRIPT, input="module {}", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "module {\n}\n", "")


def test_the_script_fails() -> None:
    done = subprocess.run([*SCRIPT, "--nonsense"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("neuron-opt: error: unknown flag '--nonsense'")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_error(unbuffered: str) -> None:
    text = "".join(f"func.func private @f{number}()\n" for number in range(20_000))
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    pipe = subprocess.PIPE
    with subprocess.Popen(SCRIPT, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(text.encode())
        process.stdin.close()
        process.stdout.read(10)
        process.stdout.close()
        errors = process.stderr.read()
    assert errors == b""
    assert process.returncode == 141


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_a_run_cleanly(number: signal.Signals, code: int, tmp_path: Path) -> None:
    output = tmp_path / "out.mlir"
    with subprocess.Popen([*SCRIPT, "-o", str(output)], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stderr
        process.stdin.write(b"module {")
        process.stdin.flush()
        # It waits for more input once it is up; a signal before that would meet the interpreter's own handling.
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not _reads(process.pid):
            time.sleep(0.02)
        os.kill(process.pid, number)
        errors = process.stderr.read()
        process.stdin.close()
    assert process.returncode == code
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


def _reads(pid: int) -> bool:
    """Whether a process waits in a read of its standard input."""
    try:
        words = Path(f"/proc/{pid}/syscall").read_text(encoding="ascii").split()
    except OSError:
        return False
    return words[:2] == ["0", "0x0"]


def test_run_can_be_called_many_times(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text("func.func @f() { func.return }", encoding="utf-8")
    outputs: set[str] = set()
    for _ in range(3):
        assert opt_main.run([str(path), "--cse"]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        outputs.add(captured.out)
    assert len(outputs) == 1
