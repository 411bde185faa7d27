from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from neuron_opt.tools import opt_main, plugins

GOOD = '''
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe


class MarkPass(ModulePass):
    """Marks the module."""

    name = "mark-module"

    def apply(self, ctx, op):
        op.attributes["strange.mark"] = StringAttr("was here")


STRANGE = Universe(
    all_dialects={"strange": lambda: Dialect("strange")},
    all_passes={"mark-module": lambda: MarkPass},
)
'''


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One plug-in that works and two that do not."""
    (tmp_path / "strange_plugin.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "broken_plugin.py").write_text("import a_package_that_is_not_there\n", encoding="utf-8")
    (tmp_path / "odd_plugin.py").write_text("ODD = 3\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    points = [
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
    assert captured.err == (
        "warning: plug-in 'broken' (broken_plugin:UNIVERSE) cannot be used: "
        "ModuleNotFoundError: No module named 'a_package_that_is_not_there'\n"
        "warning: plug-in 'odd' (odd_plugin:ODD) cannot be used: "
        "AttributeError: 'int' object has no attribute 'all_dialects'\n"
    )


@pytest.mark.usefixtures("installed")
def test_plugins_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert opt_main.run(["--list-passes"]) == 0
    assert "\n  mark-module\n" in capsys.readouterr().out
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
