"""What the packaging tests pass around: built distributions and the environment they are installed in."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Distributions:
    """What was built."""

    source_archive: Path
    wheel: Path
    """Built from the tree."""
    wheel_from_source_archive: Path


@dataclass(frozen=True)
class Environment:
    """A virtual environment that holds the wheel, what it requires, and nothing else: not even pip."""

    path: Path

    def run(self, program: str, *arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Runs a program of the environment; nothing of the calling environment leaks into it."""
        return subprocess.run(
            [str(self.path / "bin" / program), *arguments],
            cwd=cwd,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env={"PATH": f"{self.path / 'bin'}:/usr/bin:/bin", "HOME": str(self.path), "LANG": "C.UTF-8"},
            timeout=120,
        )
