from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from neuron_opt.passes.manager.pass_base import option_declarations
from neuron_opt.passes.manager.registry import PassRegistry
from neuron_opt.tools import generate_docs, generate_tables, tables


def test_the_tables_are_fresh() -> None:
    assert generate_tables.TABLES.read_text(encoding="utf-8") == generate_tables.tables_text()


def test_the_documentation_is_fresh() -> None:
    for name, make in generate_docs.PAGES.items():
        assert (generate_docs.DOCS / name).read_text(encoding="utf-8") == make(), name


def test_an_entry_says_what_the_class_says() -> None:
    registry = PassRegistry(tables.PASSES, tables.PIPELINES)
    for pass_class in generate_tables.pass_classes():
        entry = registry.find_pass(pass_class.name)
        assert entry is not None
        assert entry.load() is pass_class
        assert entry.options == option_declarations(pass_class)
        assert entry.anchors == pass_class.anchors
        assert entry.summary == pass_class.summary
        assert dict(entry.statistics) == dict(pass_class.statistics)
        assert entry.instantiate({each.name: each.default for each in entry.options}) == pass_class()


def test_a_dialect_in_the_table_is_that_dialect() -> None:
    assert set(tables.DIALECTS) == {"bir", "neuron", "penguin"}
    for name, (module, attribute) in tables.DIALECTS.items():
        assert getattr(import_module(module), attribute).name == name


def test_declarations_are_fit_to_be_shown() -> None:
    for each in (*generate_tables.pass_classes(), *generate_tables.pipeline_classes()):
        assert each.summary and not each.summary.endswith("."), each.name
        assert each.__doc__, each.name
        for declaration in option_declarations(each):
            assert declaration.help and not declaration.help.endswith("."), (each.name, declaration.name)


@pytest.mark.parametrize("generator", [generate_tables.main, generate_docs.main])
def test_generators_refuse_what_they_do_not_know(
    generator: generate_tables.Generator, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generator(["--chekc"]) == 2
    assert capsys.readouterr().err.startswith("usage: python -m neuron_opt.tools.generate_")


def test_stale_files_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "tables.py"
    stale.write_text("old", encoding="utf-8")
    monkeypatch.setattr(generate_tables, "TABLES", stale)
    assert generate_tables.main(["--check"]) == 1
    assert capsys.readouterr().err == "tables.py is not fresh; run python -m neuron_opt.tools.generate_tables\n"
    assert stale.read_text(encoding="utf-8") == "old"
    assert generate_tables.main([]) == 0
    assert generate_tables.main(["--check"]) == 0


def test_a_page_without_its_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no section 'flags'"):
        generate_docs.with_sections("# Nothing here\n")
