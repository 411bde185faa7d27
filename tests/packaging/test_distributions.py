"""What is in the wheel and in the source archive."""

from __future__ import annotations

import tarfile
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest
from distributions import Distributions

ROOMS = ("dialects", "passes", "testing", "tools")


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def metadata(wheel: Path) -> Message:
    (text,) = (data for name, data in contents(wheel).items() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(text.decode("utf-8"))


@pytest.fixture
def project(repository: Path) -> dict[str, Any]:
    return tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_wheel_holds_every_module_and_nothing_else(distributions: Distributions, repository: Path) -> None:
    suffixes = {".py", ".irdl"}
    expected = {
        f"neuron_opt/{path.relative_to(repository).as_posix()}"
        for room in ROOMS
        for path in (repository / room).rglob("*")
        if path.suffix in suffixes or path.name == "py.typed"
    }
    modules = {name for name in contents(distributions.wheel) if ".dist-info/" not in name}
    assert modules == expected


def test_the_wheel_needs_no_root_package(distributions: Distributions) -> None:
    assert "neuron_opt/__init__.py" not in contents(distributions.wheel)


def test_the_wheel_is_pure(distributions: Distributions) -> None:
    assert distributions.wheel.name.endswith("-py3-none-any.whl")


def test_what_the_wheel_says_of_itself(distributions: Distributions, project: dict[str, Any]) -> None:
    message = metadata(distributions.wheel)
    assert message["Name"] == "neuron-opt"
    assert message["Version"] == project["version"]
    assert message["Requires-Python"] == ">=3.11"
    assert message["License-Expression"] == "Apache-2.0 WITH LLVM-exception"
    required = [line for line in message.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert sorted(line.partition(">")[0].partition("<")[0] for line in required) == ["numpy", "xdsl"]


def test_the_wheel_pins_xdsl_to_a_minor_version(distributions: Distributions) -> None:
    (requirement,) = (
        line for line in metadata(distributions.wheel).get_all("Requires-Dist", []) if line.startswith("xdsl")
    )
    assert set(requirement.removeprefix("xdsl").split(",")) == {">=0.75.0", "<0.76"}


def test_the_licence_comes_along(distributions: Distributions, repository: Path) -> None:
    licence = (repository / "LICENSE").read_bytes()
    assert b"LLVM Exceptions to the Apache 2.0 License" in licence
    assert licence in contents(distributions.wheel).values()


def test_the_source_archive_makes_the_same_wheel(distributions: Distributions) -> None:
    from_tree = contents(distributions.wheel)
    from_archive = contents(distributions.wheel_from_source_archive)
    assert sorted(from_archive) == sorted(from_tree)
    assert [name for name in from_tree if from_archive[name] != from_tree[name]] == []


def test_the_source_archive_is_the_whole_project(distributions: Distributions) -> None:
    with tarfile.open(distributions.source_archive) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names >= {
        ".ci/run",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "README.md",
        "pyproject.toml",
        "requirements-oracles.txt",
        "setup.py",
        "tests/packaging/test_distributions.py",
        "tests/test_walls.py",
    }
    assert not [name for name in names if "__pycache__" in name or name.startswith((".venv", ".git/"))]
