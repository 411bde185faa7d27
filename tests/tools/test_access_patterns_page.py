"""What docs/access-patterns.md shows is run: its commands, on the file that it gives."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from neuron_opt.tools.ap_main import run

PAGE = (Path(__file__).parents[2] / "docs" / "access-patterns.md").read_text(encoding="utf-8")
COMMANDS: list[tuple[str, str]] = re.findall(r"```console\n\$ ([^\n]*)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "expected"), COMMANDS)
def test_commands_print_what_the_page_says(
    command: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in re.findall(r"<!-- file: (\S+) -->\n```mlir\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(command)
    assert program == "neuron-ap"
    # Patterns that differ are an answer, not an error.
    assert run(arguments) == (1 if "are not the same" in expected else 0)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (expected, "")


def test_every_command_is_shown() -> None:
    assert {command.split()[1] for command, _ in COMMANDS} == {"explain", "diff", "encode", "decode"}
