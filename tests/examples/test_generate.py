"""The examples are what their generator writes, and it notices when they are not."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest


def test_the_examples_are_fresh(generate: ModuleType) -> None:
    assert generate.main(["--check"]) == 0


def test_every_example_is_generated(generate: ModuleType) -> None:
    assert {path.name for path in generate.HERE.glob("*.mlir")} == {example.file for example in generate.EXAMPLES}


def test_every_example_has_a_test(generate: ModuleType, repository: Path) -> None:
    tests = {path.stem for path in (repository / "test" / "lit" / "examples").glob("*.test")}
    assert tests == {example.file.removesuffix(".mlir") for example in generate.EXAMPLES}


def test_stale_and_missing_examples_are_named(
    generate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = generate.EXAMPLES[-2:]
    stale, missing = few[0].file, few[1].file
    monkeypatch.setattr(generate, "HERE", tmp_path)
    monkeypatch.setattr(generate, "EXAMPLES", few)
    (tmp_path / stale).write_text("module {}\n", encoding="utf-8")
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().err == "".join(
        f"examples/{name} is stale: run python examples/generate.py\n" for name in (stale, missing)
    )
    assert (tmp_path / stale).read_text(encoding="utf-8") == "module {}\n", "--check writes nothing"
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


def test_lines_are_short_where_they_can_be_broken(generate: ModuleType) -> None:
    for example in generate.EXAMPLES:
        for line in (generate.HERE / example.file).read_text(encoding="utf-8").splitlines():
            if not line.startswith(("!", "//")):
                assert len(line) <= generate.WIDTH, f"{example.file}: {line}"
