"""The generator of the examples, which is a script and not a package."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def generate(repository: Path) -> ModuleType:
    """The module examples/generate.py."""
    spec = spec_from_file_location("neuron_opt_examples", repository / "examples" / "generate.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
