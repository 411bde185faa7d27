"""The in-process lit format against lit's own shell: the same results and the same logs, test by test."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from oracles import find_oracle, oracles_are_compulsory

from neuron_opt.testing import InProcessTest
from neuron_opt.testing.in_process import TOOLS, Tool, ToolStumbledError, run_tool

ROOT = Path(__file__).resolve().parents[2]

MODULE = """
func.func @f(%a : i32) -> i32 {
  %b = arith.addi %a, %a : i32
  return %b : i32
}
"""

RESOURCE = """
%0 = "t.t"() {v = dense_resource<blob> : tensor<1xi64>} : () -> i32
{-# dialect_resources: { builtin: { blob: "0x08000000010000000000000002000000" } } #-}
"""

CASES = {
    "pass": "// RUN: neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n",
    "fail": "// RUN: neuron-opt %s | filecheck %s\n// CHECK: func.func @g\n",
    "fail-next": "// RUN: neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n// CHECK-NEXT: return\n",
    "prefix": "// RUN: neuron-opt %s | filecheck %s --check-prefix=HERE\n// HERE: func.func @f\n",
    "prefix-missing": "// RUN: neuron-opt %s | filecheck %s --check-prefix=NOWHERE\n// HERE: func.func @f\n",
    "unknown-flag": "// RUN: neuron-opt --no-such-flag %s | filecheck %s\n// CHECK: func\n",
    "empty-input": "// RUN: neuron-opt %s -o /dev/null | filecheck %s\n// CHECK: func\n",
    "not": "// RUN: not neuron-opt --no-such-flag %s 2>&1 | filecheck %s\n// CHECK: unknown flag\n",
    "not-but-good": "// RUN: not neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n",
    "not-alone": "// RUN: not neuron-opt %s\n",
    "not-not": "// RUN: not not neuron-opt %s\n",
    "bang": "// RUN: ! neuron-opt --no-such-flag %s\n",
    "not-filecheck": "// RUN: neuron-opt %s | not filecheck %s\n// CHECK: func.func @g\n",
    "crash": "// RUN: not --crash neuron-opt %s\n",
    "missing": "// RUN: neuron-opt %t.missing.mlir\n",
    "two-lines": "// RUN: neuron-opt %s > %t\n// RUN: filecheck --input-file=%t %s\n// CHECK: func.func @f\n",
    "append": "// RUN: neuron-opt %s > %t\n// RUN: neuron-opt %s >> %t\n// RUN: filecheck --input-file=%t %s\n"
    "// CHECK-COUNT-2: func.func @f\n",
    "append-fails": "// RUN: rm -f %t && neuron-opt %s >> %t && not neuron-opt %s >> %t\n",
    "streams": "// RUN: not neuron-opt --verify-each=5 %s > %t.out 2> %t.err\n"
    "// RUN: filecheck --input-file=%t.err %s\n"
    "// CHECK: takes 'true' or 'false'\n",
    "streams-one-file": "// RUN: not neuron-opt --dump-pass-pipeline --pass-pipeline=nonsense %s &> %t\n"
    "// RUN: filecheck --input-file=%t %s\n// CHECK: nonsense\n",
    "stderr-shown": "// RUN: neuron-opt --dump-pass-pipeline --canonicalize %s | filecheck %s\n// CHECK: @g\n",
    "both": "// RUN: neuron-opt --mlir-print-ir-after-all --canonicalize %s 2>&1 | filecheck %s\n"
    "// CHECK: IR Dump After\n// CHECK: module\n",
    "stdin": "// RUN: neuron-opt < %s | filecheck %s\n// CHECK: func.func @f\n",
    "stdin-name": "// RUN: not neuron-opt --canonicalize=no < %s 2>&1 | filecheck %s\n// CHECK: nothing like that\n",
    "nothing-on-stdin": "// RUN: neuron-opt | filecheck %s\n// CHECK: module\n",
    "no-run": "// no command at all\n",
    "xfail": "// XFAIL: *\n// RUN: neuron-opt %s | filecheck %s\n// CHECK: func.func @g\n",
    "xpass": "// XFAIL: *\n// RUN: neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n",
    "requires": "// REQUIRES: nothing-like-that\n// RUN: neuron-opt %s\n",
    "sequence": "// RUN: neuron-opt %s -o %t && filecheck --input-file=%t %s ; neuron-opt --no-such-flag\n"
    "// CHECK: func.func @f\n",
    "or": "// RUN: neuron-opt --no-such-flag || neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n",
    "cat": "// RUN: cat %s | neuron-opt | filecheck %s\n// CHECK: func.func @f\n",
    "cat-then-more": "// RUN: cat %s > %t\n// RUN: neuron-opt %t | filecheck %s\n// CHECK: func.func @f\n",
    "env": "// RUN: env NO_COLOR=1 neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n",
    "env-filecheck": "// RUN: neuron-opt %s | env FILECHECK_FEATURE_ENABLE=NOPE filecheck %s\n// CHECK: func.func @f\n",
    "export": "// RUN: export A=1 && neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n",
    "cd": "// RUN: rm -rf %t && mkdir -p %t && cd %t && neuron-opt %s -o out.mlir\n"
    "// RUN: filecheck --input-file=%t/out.mlir %s\n// CHECK: func.func @f\n",
    "python": '// RUN: %{python} -c "print(1)" | filecheck %s\n// CHECK: 1\n',
    "bad-arguments": "// RUN: neuron-opt %s | filecheck %s %s\n// CHECK: func\n",
    "bad-check": "// RUN: neuron-opt %s | filecheck %s\n// CHECK: [[unfinished\n",
    "shell-error": '// RUN: neuron-opt "%s | filecheck\n',
    "command-missing": "// RUN: no-such-command %s | filecheck %s\n// CHECK: func\n",
    "glob": "// RUN: neuron-opt %S/glob.mli* | filecheck %s\n// CHECK: func.func @f\n",
    "stdout-file": "// RUN: neuron-opt %s -o /dev/stdout | filecheck %s\n// CHECK: func.func @f\n",
    "readfile": "// RUN: echo --canonicalize > %t\n// RUN: neuron-opt %{readfile:%t} %s | filecheck %s\n// CHECK: @f\n",
    "warning": "// RUN: neuron-opt --mlir-print-ir-after=cse --canonicalize %s 2>&1 | filecheck %s\n"
    "// CHECK: warning: --mlir-print-ir-after: the pipeline does not run 'cse'\n",
    "verify": "// RUN: neuron-opt --verify-diagnostics %s\n// expected-error @+1 {{never}}\n",
}


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of tests of all kinds, good and bad ones."""
    folder = tmp_path_factory.mktemp("suite")
    for name, text in CASES.items():
        (folder / f"{name}.mlir").write_text(text + MODULE, encoding="utf-8")
    for name in ("resource-1", "resource-2"):
        text = "// RUN: neuron-opt --allow-unregistered-dialect %s | filecheck %s\n// CHECK: dense_resource<blob>\n"
        (folder / f"{name}.mlir").write_text(f'{text}// CHECK: blob: "0x\n{RESOURCE}'.replace('"0x\n', '"0x08\n', 1))
    nested = '"t.t"() ({' * 300 + "}) : () -> ()" * 300
    text = "// RUN: neuron-opt --allow-unregistered-dialect %s | filecheck %s\n// CHECK: t.t\n"
    (folder / "deep.mlir").write_text(text + nested)
    shutil.copy(ROOT / "test" / "lit" / "lit.cfg.py", folder / "lit.cfg.py")
    if find_oracle("FileCheck") is not None:
        llvm = "neuron-opt %s | FileCheck %s\n// CHECK: func.func @"
        (folder / "llvm.mlir").write_text(f"// RUN: {llvm}f\n{MODULE}")
        (folder / "llvm-fails.mlir").write_text(f"// RUN: {llvm}g\n{MODULE}")
        (folder / "llvm-not.mlir").write_text(f"// RUN: neuron-opt %s | not FileCheck %s\n// CHECK: @g\n{MODULE}")
    return folder


def _results(folder: Path, output: Path, *paths: str, uses_shell: bool) -> dict[str, tuple[str, str]]:
    """Code and log of each test, by name."""
    environment = dict(os.environ)
    environment.pop("NEURON_OPT_LIT_SHELL", None)
    filecheck = find_oracle("FileCheck")
    if filecheck is not None:
        environment["PATH"] = os.pathsep.join((environment["PATH"], str(filecheck.parent)))
    command = [str(Path(sys.executable).with_name("lit")), "-q", "-j2", "--output", str(output)]
    command += ["--param", "shell=1"] if uses_shell else []
    subprocess.run(
        [*command, *(paths or (str(folder),))], cwd=folder, env=environment, capture_output=True, check=False
    )
    tests = json.loads(output.read_text(encoding="utf-8"))["tests"]
    return {test["name"]: (test["code"], _without_addresses(test["output"])) for test in tests}


def _without_addresses(log: str) -> str:
    """A log without what differs from one run of the shell to the next: times and names of temporary files."""
    log = re.sub(r"/neuron-opt-\w+\.mlir", "/neuron-opt-X.mlir", log)
    return re.sub(r"\d+\.\d{4}", "0.0000", log)


def test_results_and_logs_are_those_of_the_shell(suite: Path, tmp_path: Path) -> None:
    ours = _results(suite, tmp_path / "ours.json", uses_shell=False)
    shells = _results(suite, tmp_path / "shell.json", uses_shell=True)
    assert len(ours) >= len(CASES) + 3
    assert ours == shells
    codes = {code for code, _ in ours.values()}
    assert {"PASS", "FAIL", "XFAIL", "XPASS", "UNSUPPORTED", "UNRESOLVED"} <= codes


def test_our_own_suite_gives_the_same_both_ways(tmp_path: Path) -> None:
    """All of it on CI, elsewhere every eighth test: the shell takes its time."""
    suite = ROOT / "test" / "lit"
    paths = sorted(
        str(path) for suffix in ("*.mlir", "*.test") for path in suite.rglob(suffix) if "Inputs" not in path.parts
    )
    step = 1 if oracles_are_compulsory() else 8
    ours = _results(suite, tmp_path / "ours.json", *paths[::step], uses_shell=False)
    shells = _results(suite, tmp_path / "shell.json", *paths[::step], uses_shell=True)
    assert len(ours) == len(paths[::step])
    assert ours == shells


def test_pipelines_really_run_in_this_process(suite: Path, tmp_path: Path) -> None:
    """With a tool that exists in this process only."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "own.mlir").write_text("// RUN: neuron-opt %s | filecheck %s\n// CHECK: process {{[0-9]+}}\n")
    (folder / "fake.py").write_text("import os\ndef run(arguments):\n    print('process', os.getpid())\n    return 0\n")
    (folder / "lit.cfg.py").write_text(
        dedent(
            f"""
            import sys
            sys.path.insert(0, {str(folder)!r})
            from neuron_opt.testing import InProcessTest
            from neuron_opt.testing.in_process import TOOLS, Tool
            config.name = "own"
            config.test_format = InProcessTest(tools={{**TOOLS, "neuron-opt": Tool("fake", "run")}})
            config.suffixes = [".mlir"]
            config.test_exec_root = {str(folder / "Output")!r}
            config.environment["PATH"] = {str(Path(sys.executable).parent)!r}
            """
        )
    )
    results = _results(folder, tmp_path / "own.json", uses_shell=False)
    assert [code for code, _ in results.values()] == ["PASS"], results


# One tool at a time.


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which `Tool("scripted", …)` is imported."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield tmp_path
    sys.modules.pop("scripted", None)


def _scripted(scripts: Path, body: str) -> Tool:
    (scripts / "scripted.py").write_text(dedent(body), encoding="utf-8")
    sys.modules.pop("scripted", None)
    return Tool("scripted", "run")


def test_a_tool_finds_a_process_of_its_own_and_leaves_nothing(scripts: Path) -> None:
    tool = _scripted(
        scripts,
        """
        import gc, os, sys, tempfile, warnings
        def run(arguments):
            print(arguments, sys.argv, os.environ["ONLY_HERE"], os.getcwd())
            print(sys.stdin.read(), sys.stdout.isatty(), gc.isenabled())
            os.environ["LEFT"] = "behind"
            os.chdir("/")
            sys.path.append("/nowhere")
            sys.setrecursionlimit(12345)
            tempfile.tempdir = "/nowhere"
            # Where a test framework listens to warnings, Python does not write them.
            warnings.showwarning = lambda message, *rest: sys.stderr.write(f"warning: {message}\\n")
            warnings.simplefilter("default")
            warnings.warn("careful")
            sys.argv = ["changed"]
            return 259
        """,
    )
    environment, directory, limit = dict(os.environ), Path.cwd(), sys.getrecursionlimit()
    state = sys.argv, sys.stdin, sys.stdout, sys.stderr, tempfile_directory()
    path = sys.path[:]
    for _ in range(2):
        outcome = run_tool(tool, ["name", "a"], environment={"ONLY_HERE": "1"}, directory=str(scripts), stdin=b"typed")
        assert outcome.exit_code == 3
        assert outcome.stdout.decode() == f"['a'] ['name', 'a'] 1 {scripts}\ntyped False False\n"
        # Also the second time, when the warning has been shown before.
        assert "warning: careful" in outcome.stderr.decode()
    assert dict(os.environ) == environment
    assert (Path.cwd(), sys.getrecursionlimit(), sys.path) == (directory, limit, path)
    assert (sys.argv, sys.stdin, sys.stdout, sys.stderr, tempfile_directory()) == state


def tempfile_directory() -> str | None:
    import tempfile

    return tempfile.tempdir


def test_streams_are_merged_in_the_order_of_writing(scripts: Path) -> None:
    tool = _scripted(
        scripts,
        """
        import sys
        def run(arguments):
            sys.stdout.write("1\\n"); sys.stdout.flush(); sys.stderr.write("2\\n"); sys.stdout.write("3\\n")
            return None
        """,
    )
    merged = run_tool(tool, ["name"], environment={}, directory=str(scripts), merges_streams=True)
    assert merged == (0, b"1\n2\n3\n", b"")
    apart = run_tool(tool, ["name"], environment={}, directory=str(scripts))
    assert apart == (0, b"1\n3\n", b"2\n")


@pytest.mark.parametrize(
    ("statement", "code", "error"),
    [("sys.exit()", 0, b""), ("sys.exit(7)", 7, b""), ("sys.exit('no good')", 1, b"no good\n")],
)
def test_exit_codes_of_scripts(scripts: Path, statement: str, code: int, error: bytes) -> None:
    tool = _scripted(scripts, f"import sys\ndef run(arguments):\n    {statement}\n")
    assert run_tool(tool, ["name"], environment={}, directory=str(scripts)) == (code, b"", error)


def test_what_a_tool_does_not_handle_is_told_apart(scripts: Path) -> None:
    tool = _scripted(scripts, "def run(arguments):\n    raise KeyError('x')\n")
    stdout = sys.stdout
    with pytest.raises(ToolStumbledError, match="name: KeyError: 'x'"):
        run_tool(tool, ["name"], environment={}, directory=str(scripts))
    assert sys.stdout is stdout


def test_lit_can_send_the_format_to_its_workers() -> None:
    import pickle

    copy = pickle.loads(pickle.dumps(InProcessTest()))
    assert copy.tools == dict(TOOLS)
