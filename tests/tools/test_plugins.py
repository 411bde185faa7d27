from __future__ import annotations

import importlib.metadata
import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from neuron_opt.tools import opt_main, plugins

GOOD = '''
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe


class MarkPass(ModulePass):
    """Marks the module."""

    name = "mark-module"

    def apply(self, ctx, op):
        op.attributes["strange.mark"] = StringAttr("was here")


@dataclass(frozen=True)
class NeedsAnObjectPass(ModulePass):
    """Has an option that no command line can give."""

    name = "needs-an-object"
    thing: object = None

    def apply(self, ctx, op): ...


def missing():
    raise ImportError("half of it is not there")


STRANGE = Universe(
    all_dialects={"strange": lambda: Dialect("strange"), "twice": lambda: Dialect("twice"), "arith": missing},
    all_passes={
        "mark-module": lambda: MarkPass,
        "on-both-sides": lambda: MarkPass,
        "half-there": missing,
        "misnamed": lambda: MarkPass,
        "cse": lambda: MarkPass,
        "lower-macros": lambda: MarkPass,
        "dce": lambda: MarkPass,
        "needs-an-object": lambda: NeedsAnObjectPass,
    },
)
OTHER = Universe(
    all_dialects={"twice": lambda: Dialect("twice")}, all_passes={"on-both-sides": lambda: MarkPass}
)
'''


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two plug-ins that work, for the most part, and two that do not."""
    (tmp_path / "strange_plugin.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "broken_plugin.py").write_text("import a_package_that_is_not_there\n", encoding="utf-8")
    (tmp_path / "odd_plugin.py").write_text("ODD = 3\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    points = [
        EntryPoint("other", "strange_plugin:OTHER", plugins.ENTRY_POINT_GROUP),
        EntryPoint("strange", "strange_plugin:STRANGE", plugins.ENTRY_POINT_GROUP),
        EntryPoint("broken", "broken_plugin:UNIVERSE", plugins.ENTRY_POINT_GROUP),
        EntryPoint("odd", "odd_plugin:ODD", plugins.ENTRY_POINT_GROUP),
        EntryPoint("xdsl", "a_module_that_must_not_be_loaded:X", "other.group"),
    ]

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    plugins.plugins.cache_clear()
    yield
    plugins.plugins.cache_clear()


@pytest.fixture
def module(tmp_path: Path) -> str:
    path = tmp_path / "in.mlir"
    path.write_text("module {}", encoding="utf-8")
    return str(path)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    "flags", [["--mark-module"], ["-p", "mark-module"], ["--pass-pipeline=builtin.module(mark-module)"]]
)
def test_a_pass_of_a_plugin_runs(flags: list[str], module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt_main.run([module, *flags]) == 0
    captured = capsys.readouterr()
    assert captured.out == 'module attributes {strange.mark = "was here"} {\n}\n'
    strange = "of plug-in 'strange' (strange_plugin:STRANGE) is left out"
    assert captured.err.splitlines() == [
        "warning: plug-in 'broken' (broken_plugin:UNIVERSE) cannot be used: "
        "ModuleNotFoundError: No module named 'a_package_that_is_not_there'",
        "warning: plug-in 'odd' (odd_plugin:ODD) cannot be used: "
        "AttributeError: 'int' object has no attribute 'all_dialects'",
        f"warning: the dialect 'arith' {strange}: xDSL has a dialect of that name",
        f"warning: the pass 'cse' {strange}: neuron-opt has a pass of that name",
        f"warning: the pass 'lower-macros' {strange}: neuron-opt has a pass of that name",
        f"warning: the pass 'dce' {strange}: xDSL has a pass of that name",
    ]


TWO = "'other' (strange_plugin:OTHER) and 'strange' (strange_plugin:STRANGE)"


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("on-both-sides", f"two plug-ins have a pass called 'on-both-sides': {TWO}"),
        (
            "half-there",
            "the pass 'half-there' of plug-in 'strange' (strange_plugin:STRANGE) cannot be loaded: "
            "ImportError: half of it is not there",
        ),
        (
            "misnamed",
            "the pass 'misnamed' of plug-in 'strange' (strange_plugin:STRANGE) calls itself 'mark-module'",
        ),
        (
            "needs-an-object",
            "the pass 'needs-an-object' cannot be run here: NeedsAnObjectPass.thing: "
            "options are int, float, bool, str, tuples of one of them, or optional",
        ),
    ],
)
@pytest.mark.parametrize("spelling", ["--{}", "--pass-pipeline=builtin.module({})"])
def test_what_is_wrong_with_a_pass_is_an_error_when_it_is_used(
    name: str, message: str, spelling: str, module: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opt_main.run([module, spelling.format(name)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"neuron-opt: error: {message}\n" in captured.err


@pytest.mark.usefixtures("installed")
def test_a_dialect_that_two_plugins_have_is_an_error_when_it_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "twice.mlir"
    path.write_text('"twice.op"() : () -> ()', encoding="utf-8")
    assert opt_main.run([str(path)]) == 1
    errors = capsys.readouterr().err
    assert f"neuron-opt: error: two plug-ins have a dialect called 'twice': {TWO}\n" in errors
    assert errors.endswith("note: one of them has to be uninstalled\n")


@pytest.mark.usefixtures("installed")
def test_a_name_that_is_taken_means_ours(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt_main.run([module, "--lower-macros", "--mark-module", "--dce"]) == 0
    assert capsys.readouterr().out == 'module attributes {strange.mark = "was here"} {\n}\n'


@pytest.mark.usefixtures("installed")
def test_plugins_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert opt_main.run(["--list-passes"]) == 0
    listing = capsys.readouterr().out
    _, _, rest = listing.partition("\nPasses of plug-ins:\n")
    of_plugins, _, of_xdsl = rest.partition("\nPasses of xDSL (on builtin.module only):\n")
    assert "  --mark-module                             Marks the module.\n" in of_plugins
    assert "  --on-both-sides                           error: two plug-ins have a pass called" in of_plugins
    assert "  --half-there                              error: the pass 'half-there' of plug-in" in of_plugins
    assert "mark-module" not in of_xdsl
    assert of_xdsl.splitlines().count("  dce") == 1
    assert opt_main.run(["--show-dialects"]) == 0
    assert ",strange," in capsys.readouterr().out


@pytest.mark.usefixtures("installed")
def test_nothing_is_looked_for_without_need(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt_main.run([module, "--cse", "-o", "-"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("installed")
def test_what_nobody_has_is_an_error_with_a_suggestion(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert opt_main.run([module, "-p", "mark-modul"]) == 1
    assert "there is no pass or pipeline called 'mark-modul'; did you mean 'mark-module'?" in capsys.readouterr().err


def test_the_documentation_quotes_the_example(repository: Path) -> None:
    text = (repository / "docs" / "plugins.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:python|toml|mlir)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    example = repository / "examples" / "plugin"
    files = [path for path in example.rglob("*") if path.suffix in (".py", ".toml", ".mlir")]
    sources = [path.read_text(encoding="utf-8") for path in files]
    assert len(blocks) == 7
    assert [block for block in blocks if not any(block in source for source in sources)] == []
