"""What plain `xdsl-opt` finds of us: the entry point of the group `xdsl.universe`.

Every program of xDSL imports this module at its start, in every environment that has this package, whether or
not it then uses anything of ours. Hence it holds names and getters only; a getter imports when it is called.
Nothing here can fail on import, since xdsl-opt would then fail for reasons that have nothing to do with its
input.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from xdsl.universe import XDSL_UNIVERSE, Universe

from .tables import DIALECTS, PASSES


def _getter(module: str, name: str) -> Callable[[], Any]:
    """A function that imports `module` when it is called and returns its member `name`."""

    def get() -> Any:
        return getattr(import_module(module), name)

    return get


NEURON_UNIVERSE = Universe(
    all_dialects={dialect: _getter(module, name) for dialect, (module, name) in DIALECTS.items()},
    # Where xDSL has a pass of the same name (canonicalize, cse), xdsl-opt keeps its own: it refuses to start
    # when two universes offer one name. neuron-opt takes ours.
    all_passes={name: _getter(row[0], row[1]) for name, row in PASSES.items() if name not in XDSL_UNIVERSE.all_passes},
)
"""Our dialects and passes, for xDSL."""
