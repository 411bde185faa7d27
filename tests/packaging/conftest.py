"""Builds and installs the package once for all tests in this folder, however many processes they run in.

Nothing is built in the source tree itself: leftovers in build/ would end up in the wheel, and the wheel's
leftovers in the tree.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Generator
from contextlib import contextmanager
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


def _build(kind: str, tree: Path, output: Path) -> None:
    """Calls the build backend as a build front end would, in a process of its own."""
    output.mkdir()
    script = f"import setuptools.build_meta as backend; backend.build_{kind}({str(output)!r})"
    _call(sys.executable, "-c", script, cwd=tree)


@contextmanager
def _shared_folder(tmp_path_factory: pytest.TempPathFactory, name: str) -> Generator[Path]:
    """A folder that all worker processes of this run share, held by one of them at a time."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _only(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="session")
def distributions(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """Source archive and wheel of the tree, and the wheel that comes out of the source archive."""
    with _shared_folder(tmp_path_factory, "distributions") as workshop:
        done = workshop / "done"
        if not done.exists():
            for kind in ("sdist", "wheel"):
                tree = workshop / f"tree-for-{kind}"
                shutil.copytree(repository, tree, symlinks=True, ignore=LEFTOVERS)
                _build(kind, tree, workshop / kind)
            with tarfile.open(_only(workshop / "sdist")) as archive:
                if hasattr(tarfile, "data_filter"):  # Python 3.11.4 and newer
                    archive.extraction_filter = tarfile.data_filter
                archive.extractall(workshop / "unpacked")
            _build("wheel", _only(workshop / "unpacked"), workshop / "wheel-from-sdist")
            done.touch()
        return Distributions(
            source_archive=_only(workshop / "sdist"),
            wheel=_only(workshop / "wheel"),
            wheel_from_source_archive=_only(workshop / "wheel-from-sdist"),
        )


@pytest.fixture(scope="session")
def installed(distributions: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An empty environment with the wheel installed in it. Needs the package index that pip is set up with."""
    with _shared_folder(tmp_path_factory, "installed") as folder:
        path = folder / "environment"
        done = folder / "done"
        if not done.exists():
            _call(sys.executable, "-m", "venv", "--clear", "--without-pip", path, cwd=folder)
            _call(
                *(sys.executable, "-m", "pip", "--python", path / "bin" / "python"),
                *("--disable-pip-version-check", "install", "-qq", "--no-input", distributions.wheel),
                cwd=folder,
            )
            done.touch()
        return Environment(path)


@pytest.fixture(scope="session")
def with_plugin(
    distributions: Distributions, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """An environment with the wheel, what its users need for their lit tests, and the example of a plug-in."""
    with _shared_folder(tmp_path_factory, "with-plugin") as folder:
        path = folder / "environment"
        done = folder / "done"
        if not done.exists():
            tree = folder / "tree"
            shutil.copytree(repository / "examples" / "plugin", tree, ignore=LEFTOVERS)
            _build("wheel", tree, folder / "wheel")
            _call(sys.executable, "-m", "venv", "--clear", "--without-pip", path, cwd=folder)
            _call(
                *(sys.executable, "-m", "pip", "--python", path / "bin" / "python"),
                *("--disable-pip-version-check", "install", "-qq", "--no-input"),
                *(f"neuron-opt[testing] @ {distributions.wheel.as_uri()}", f"{_only(folder / 'wheel')}[test]"),
                cwd=folder,
            )
            done.touch()
        return Environment(path)
