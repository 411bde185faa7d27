"""Plug-ins: Python packages with an `xdsl.universe` entry point, whose dialects and passes any tool may use.

They are looked for only when a name comes up that is neither ours nor xDSL's, because finding them reads the
metadata of every installed package. A plug-in that cannot be imported is named in a warning and left out; it
does not take the tool down with it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xdsl.ir import Dialect
    from xdsl.passes import ModulePass

ENTRY_POINT_GROUP = "xdsl.universe"


class Plugins(NamedTuple):
    """What the plug-ins offer, by name."""

    dialects: dict[str, Callable[[], Dialect]]
    passes: dict[str, Callable[[], type[ModulePass]]]


@cache
def plugins() -> Plugins:
    """Everything that plug-ins offer; xDSL itself and this project, which are found otherwise, left out.

    Of two plug-ins that offer the same name the one whose entry point comes first in the alphabet wins.
    """
    from importlib.metadata import entry_points

    found = Plugins({}, {})
    for entry_point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda each: each.name):
        if entry_point.value.startswith(("xdsl.", "neuron_opt.")):
            continue
        try:
            universe = entry_point.load()
            dialects, passes = dict(universe.all_dialects), dict(universe.all_passes)
        except Exception as failure:
            sys.stderr.write(
                f"warning: plug-in '{entry_point.name}' ({entry_point.value}) cannot be used: "
                f"{type(failure).__name__}: {failure}\n"
            )
            continue
        for names, table in ((dialects, found.dialects), (passes, found.passes)):
            for name, factory in names.items():
                table.setdefault(name, factory)
    return found
