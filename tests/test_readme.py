"""Everything that the README shows is run: the files it gives, the commands, and what they print."""

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_commands_of_the_readme_print_what_it_says(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    files = re.findall(r"<!-- file: (\S+) -->\n```mlir\n(.*?)```", text, re.DOTALL)
    assert files, "the README shows input files"
    for name, content in files:
        (tmp_path / name).write_text(content, encoding="utf-8")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    commands = 0
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            run = subprocess.run(
                command, shell=True, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
            )
            assert (run.stdout + run.stderr).strip() == expected.strip(), command
            commands += 1
    assert commands >= 4


def test_the_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target
