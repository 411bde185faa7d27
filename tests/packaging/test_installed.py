"""The wheel in an otherwise empty environment: what a user gets."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from distributions import Environment

REPOSITORY = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((REPOSITORY / "examples").glob("*.mlir"))
DEMO = REPOSITORY / "examples" / "llama-3.1-8b-tp8-prefill.mlir"

NEVER_LOADED_BY_A_PLAIN_RUN = {"argparse", "difflib", "importlib.metadata", "numpy"}


def test_version(installed: Environment, tmp_path: Path) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    result = installed.run("neuron-opt", "--version", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"neuron-opt {project['version']}")


def test_there_are_examples() -> None:
    assert DEMO in EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_lowers(installed: Environment, tmp_path: Path, example: Path) -> None:
    result = installed.run("neuron-opt", "--lower-macros", str(example), cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert "bir." in result.stdout


def test_an_example_lowers_in_plain_xdsl_opt(installed: Environment, tmp_path: Path) -> None:
    result = installed.run("xdsl-opt", "-p", "lower-macros", str(DEMO), cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert "bir." in result.stdout


def test_the_installed_package_runs_as_a_module(installed: Environment, tmp_path: Path) -> None:
    by_script = installed.run("neuron-opt", "--lower-macros", str(DEMO), cwd=tmp_path)
    by_module = installed.run("python", "-m", "neuron_opt.tools.opt_main", "--lower-macros", str(DEMO), cwd=tmp_path)
    assert (by_module.returncode, by_module.stderr) == (0, "")
    assert by_module.stdout == by_script.stdout


def test_an_error_is_no_traceback(installed: Environment, tmp_path: Path) -> None:
    result = installed.run("neuron-opt", "missing.mlir", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "missing.mlir" in result.stderr
    assert "Traceback" not in result.stderr


def test_every_module_can_be_imported(installed: Environment, tmp_path: Path) -> None:
    """None leans on something that only developers have, but for the two that are about lit."""
    script = (
        "import importlib, pkgutil, neuron_opt\n"
        "names = [module.name for module in pkgutil.walk_packages(neuron_opt.__path__, 'neuron_opt.')]\n"
        "for name in names:\n"
        "    if not name.startswith('neuron_opt.testing.lit_'): importlib.import_module(name)\n"
        "print(*names)"
    )
    result = installed.run("python", "-c", script, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    in_the_tree = {
        ".".join(("neuron_opt", *path.relative_to(REPOSITORY).with_suffix("").parts)).removesuffix(".__init__")
        for room in ("dialects", "passes", "testing", "tools")
        for path in (REPOSITORY / room).rglob("*.py")
    }
    assert set(result.stdout.split()) == in_the_tree


@pytest.mark.parametrize("folder", [".", "tools", "dialects", "passes"])
def test_the_source_tree_does_not_shadow_the_installed_package(installed: Environment, folder: str) -> None:
    script = "import neuron_opt.tools, neuron_opt.dialects; print(neuron_opt.tools.__file__)"
    result = installed.run("python", "-c", script, cwd=REPOSITORY / folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert Path(result.stdout.strip()).is_relative_to(installed.path)


def test_a_plain_run_loads_nothing_slow(installed: Environment, tmp_path: Path) -> None:
    """Seen in the wheel's environment: the import hook of an editable install loads modules of its own."""
    script = (
        "import sys\n"
        "from neuron_opt.tools.opt_main import run\n"
        "status = run(['-'])\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
        "sys.exit(status)"
    )
    result = installed.run("python", "-c", script, cwd=tmp_path, stdin="builtin.module {}\n")
    assert result.returncode == 0, result.stderr
    loaded = set(result.stderr.split())
    assert loaded & NEVER_LOADED_BY_A_PLAIN_RUN == set()
    assert not [
        name for name in loaded if name.startswith(("neuron_opt.dialects.penguin.", "neuron_opt.dialects.bir."))
    ]


def test_the_environment_is_not_this_one(installed: Environment, tmp_path: Path) -> None:
    result = installed.run("python", "-c", "import sys; print(sys.prefix)", cwd=tmp_path)
    assert result.stdout.strip() != sys.prefix
    for absent in ("pytest", "lit", "filecheck", "setuptools", "pip"):
        assert installed.run("python", "-c", f"import {absent}", cwd=tmp_path).returncode != 0
