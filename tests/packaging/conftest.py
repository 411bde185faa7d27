"""Builds and installs the package once for all tests in this folder.

Nothing is built in the source tree itself: leftovers in build/ would end up in the wheel, and the wheel's
leftovers in the tree.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from distributions import Distributions, Environment

LEFTOVERS = shutil.ignore_patterns(
    ".*_cache", ".git", ".hypothesis", ".venv", "Output", "__pycache__", "build", "dist", "*.egg-info"
)


def _call(*command: str | Path, cwd: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert result.returncode == 0, f"{command} failed:\n{result.stdout}"


def _build(kind: str, tree: Path, output: Path) -> Path:
    """Calls the build backend as a build front end would, in a process of its own."""
    output.mkdir()
    script = f"import setuptools.build_meta as backend; backend.build_{kind}({str(output)!r})"
    _call(sys.executable, "-c", script, cwd=tree)
    (built,) = output.iterdir()
    return built


@pytest.fixture(scope="session")
def distributions(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """Source archive and wheel of the tree, and the wheel that comes out of the source archive."""
    workshop = tmp_path_factory.mktemp("distributions")
    tree = workshop / "tree"
    shutil.copytree(repository, tree, symlinks=True, ignore=LEFTOVERS)
    source_archive = _build("sdist", tree, workshop / "sdist")
    shutil.rmtree(tree)
    shutil.copytree(repository, tree, symlinks=True, ignore=LEFTOVERS)
    wheel = _build("wheel", tree, workshop / "wheel")
    with tarfile.open(source_archive) as archive:
        archive.extractall(workshop / "unpacked", filter="data")
    (unpacked,) = (workshop / "unpacked").iterdir()
    return Distributions(source_archive, wheel, _build("wheel", unpacked, workshop / "wheel-from-sdist"))


@pytest.fixture(scope="session")
def installed(distributions: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An empty environment with the wheel installed in it. Needs the package index that pip is set up with."""
    path = tmp_path_factory.mktemp("installed") / "environment"
    _call(sys.executable, "-m", "venv", "--without-pip", path, cwd=path.parent)
    _call(
        *(sys.executable, "-m", "pip", "--python", path / "bin" / "python", "--disable-pip-version-check"),
        *("install", "--quiet", "--no-input", distributions.wheel),
        cwd=path.parent,
    )
    return Environment(path)
