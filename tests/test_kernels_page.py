"""What docs/kernels.md shows is run: its commands from the root of the project, and its tracer."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from neuron_opt.passes.trace_kernels.tracer import TraceRequest, TraceResult
from neuron_opt.passes.translate_nki_klir.klr_import import IMPORTED
from neuron_opt.tools.opt_main import run

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "kernels.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    blocks = re.findall(r"```console\n\$ (.*?)```", PAGE, re.DOTALL)
    return [block.replace("\\\n", " ") for block in blocks]


@pytest.mark.parametrize("command", commands())
def test_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command.replace("artifact-dir=out", f"artifact-dir={tmp_path}"))
    assert program == "neuron-opt"
    output, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(errors):
        assert run(arguments) == 0, errors.getvalue()
    assert "bir.save" in output.getvalue() and "kernel" not in output.getvalue()


def test_there_are_commands() -> None:
    assert len(commands()) == 2


def test_the_tracer_is_one() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    asked: list[Any] = []

    def trace_somehow(*what: Any) -> bytes:
        asked.append(what)
        return b"{}"

    names: dict[str, Any] = {"trace_somehow": trace_somehow}
    exec(code, names)
    tracer = names["MyTracer"]()
    assert tracer.is_available() and tracer.name == "mine"
    request = TraceRequest("k", "key", "bir", ((1,),), ("float32",), ((2,),), ("float32",), {"a": 1}, "Cayman", 1)
    assert tracer.trace(request) == TraceResult(b"{}", "bir", ("arg0",), ("out0",))
    assert asked == [("k", ((1,),), {"a": 1})]


def test_the_operators_of_klr_are_those_that_are_imported() -> None:
    listed = re.search(r"the first other one is named:\s(.*?)\. Constants", PAGE, re.DOTALL)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed[1]) == sorted(IMPORTED)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
