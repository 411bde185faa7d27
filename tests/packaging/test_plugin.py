"""The example of a plug-in, installed beside neuron-opt: its dialect, its pass, and its own lit tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from distributions import Environment

PLUGIN = Path(__file__).resolve().parent.parent.parent / "examples" / "plugin"
TESTS = sorted(path.name for path in (PLUGIN / "test").glob("*.mlir"))

WATCHED = """func.func @f(%x: memref<4xf32>) {
  watch.buffer value(%x : memref<4xf32>) {label = "always"}
  watch.buffer value(%x : memref<4xf32>) {label = "seldom", level = 2}
  func.return
}
"""
ALWAYS = 'watch.buffer value(%x : memref<4xf32>) {label = "always"}'
SELDOM = 'watch.buffer value(%x : memref<4xf32>) {label = "seldom", level = 2}'

OTHER_PLUGIN = """from xdsl.universe import Universe
UNIVERSE = Universe(all_passes={"drop-watches": lambda: None})
"""


@pytest.mark.parametrize(
    ("flags", "stays"),
    [
        (["--drop-watches"], [ALWAYS]),
        (["--drop-watches=level=2"], [ALWAYS, SELDOM]),
        (["-p", "drop-watches{level=1}"], [ALWAYS]),
        (["--pass-pipeline=builtin.module(func.func(drop-watches{level=1}))"], [ALWAYS]),
    ],
)
def test_its_pass_runs(with_plugin: Environment, tmp_path: Path, flags: list[str], stays: list[str]) -> None:
    result = with_plugin.run("neuron-opt", *flags, cwd=tmp_path, stdin=WATCHED)
    assert (result.returncode, result.stderr) == (0, "")
    assert [line.strip() for line in result.stdout.splitlines() if "watch" in line] == stays


def test_its_pass_runs_in_plain_xdsl_opt(with_plugin: Environment, tmp_path: Path) -> None:
    (tmp_path / "in.mlir").write_text(WATCHED, encoding="utf-8")
    for level, stays in ((0, [ALWAYS]), (2, [ALWAYS, SELDOM])):
        result = with_plugin.run("xdsl-opt", "-p", f"drop-watches{{level={level}}}", "in.mlir", cwd=tmp_path)
        assert (result.returncode, result.stderr) == (0, "")
        assert [line.strip() for line in result.stdout.splitlines() if "watch" in line] == stays


def test_it_is_listed_with_its_options(with_plugin: Environment, tmp_path: Path) -> None:
    listing = with_plugin.run("neuron-opt", "--list-passes", cwd=tmp_path).stdout
    _, _, rest = listing.partition("\nPasses of plug-ins:\n")
    assert rest.splitlines()[:4] == [
        "  --drop-watches                            Remove the watches that are more detailed than a level",
        "      level=<int>                           Most detailed level that stays (default: 0)",
        "      report=<bool>                         Remark on the watches that stay (default: false)",
        "Passes of xDSL (on builtin.module only):",
    ]
    assert ",watch," in with_plugin.run("neuron-opt", "--show-dialects", cwd=tmp_path).stdout


def test_its_statistics_are_reported(with_plugin: Environment, tmp_path: Path) -> None:
    result = with_plugin.run("neuron-opt", "--drop-watches", "--mlir-pass-statistics", cwd=tmp_path, stdin=WATCHED)
    assert result.stderr.endswith("\nDropWatches\n  (S) 1 num-dropped - Number of watches removed\n")


def test_its_pattern_is_traced(with_plugin: Environment, tmp_path: Path) -> None:
    flags = ["--drop-watches", "--trace-patterns"]
    result = with_plugin.run("neuron-opt", *flags, cwd=tmp_path, stdin=WATCHED)
    assert result.stderr == "[trace-patterns] DropWatch #1: 'watch.buffer' at <stdin>:3:3 -> nothing new\n"


@pytest.mark.parametrize(
    ("flags", "text", "message"),
    [
        (["--drop-watches=levels=1"], WATCHED, "pass 'drop-watches' has no option 'levels'; did you mean 'level'?"),
        (["--drop-watch"], WATCHED, "unknown flag '--drop-watch'; did you mean '--drop-watches'?"),
        (["-p", "drop-watches{level=x}"], WATCHED, "option 'level' takes an integer, not 'x'"),
        (
            ["--pass-pipeline=builtin.module(builtin.module(scf.for(drop-watches)))"],
            WATCHED,
            "pass 'drop-watches' runs on 'builtin.module' or 'func.func', not on 'scf.for'",
        ),
        ([], WATCHED.replace("watch.buffer", "watch.bufer"), "did you mean 'watch.buffer'?"),
        ([], WATCHED.replace('"always"', '""'), "<stdin>:2:51: error: 'watch.buffer' op attribute \"label\" is empty"),
    ],
)
def test_errors(with_plugin: Environment, tmp_path: Path, flags: list[str], text: str, message: str) -> None:
    result = with_plugin.run("neuron-opt", *flags, cwd=tmp_path, stdin=text)
    assert (result.returncode, result.stdout) == (1, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_clash_of_names_is_an_error(with_plugin: Environment, tmp_path: Path) -> None:
    """With a second plug-in that has a pass of the same name: in neuron-opt when it is used, in xdsl-opt always."""
    metadata = tmp_path / "other_plugin-1.0.dist-info"
    metadata.mkdir()
    (tmp_path / "other_plugin.py").write_text(OTHER_PLUGIN, encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: other-plugin\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text("[xdsl.universe]\nother = other_plugin:UNIVERSE\n", encoding="utf-8")

    script = "import sys; from neuron_opt.tools.opt_main import run; sys.exit(run(sys.argv[1:]))"
    clashing = with_plugin.run("python", "-c", script, "--drop-watches", cwd=tmp_path, stdin=WATCHED)
    assert (clashing.returncode, clashing.stdout) == (1, "")
    assert clashing.stderr == (
        "neuron-opt: error: two plug-ins have a pass called 'drop-watches': 'neuron-opt-watch' "
        "(neuron_opt_watch.universe:WATCH_UNIVERSE) and 'other' (other_plugin:UNIVERSE)\n"
        "note: one of them has to be uninstalled\n"
    )
    unused = with_plugin.run("python", "-c", script, "--cse", cwd=tmp_path, stdin=WATCHED)
    assert (unused.returncode, unused.stderr) == (0, "")

    script = "from xdsl.tools.xdsl_opt import main; main()"
    plain = with_plugin.run("python", "-c", script, cwd=tmp_path, stdin=WATCHED)
    assert plain.returncode != 0
    assert "Duplicate definition of drop-watches in ['neuron-opt-watch', 'other']" in plain.stderr


def test_there_are_lit_tests() -> None:
    assert TESTS == ["buffer.mlir", "drop-watches.mlir", "invalid.mlir"]


def test_its_lit_tests_pass(with_plugin: Environment, tmp_path: Path) -> None:
    """As they are, in the format that runs them inside lit's processes; and not when something is broken."""
    suite = tmp_path / "test"
    shutil.copytree(PLUGIN / "test", suite)
    result = with_plugin.run("lit", "-v", "-j1", str(suite), cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"Passed: {len(TESTS)} (100.00%)" in result.stdout

    broken = suite / "drop-watches.mlir"
    broken.write_text(broken.read_text(encoding="utf-8").replace("(S) 2 num-dropped", "(S) 3 num-dropped"), "utf-8")
    result = with_plugin.run("lit", "-v", "-j1", str(broken), cwd=tmp_path)
    assert result.returncode == 1
    assert "Failed: 1 (100.00%)" in result.stdout
