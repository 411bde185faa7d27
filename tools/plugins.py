"""Plug-ins: Python packages with an `xdsl.universe` entry point, whose dialects and passes any tool may use.

They are looked for only when a name comes up that is neither ours nor xDSL's, because finding them reads the
metadata of every installed package. A plug-in that cannot be imported is named in a warning and left out, and so
is a name of a plug-in that is taken by xDSL or by this project; neither takes the tool down. What two plug-ins offer
under one name is an error when that name is used, and not before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeVar

from ..passes.manager.flags import CommandLineError

if TYPE_CHECKING:
    from xdsl.ir import Dialect
    from xdsl.passes import ModulePass

ENTRY_POINT_GROUP = "xdsl.universe"

_T = TypeVar("_T", bound="Dialect | type[ModulePass]")


class Plugins(NamedTuple):
    """What the plug-ins offer, by name; a factory raises CommandLineError when there is something wrong with it."""

    dialects: dict[str, Callable[[], Dialect]]
    passes: dict[str, Callable[[], type[ModulePass]]]


@cache
def plugins() -> Plugins:
    """Everything that plug-ins offer; xDSL itself and this project, which are found otherwise, left out."""
    from importlib.metadata import entry_points

    from xdsl.dialects import get_all_dialects
    from xdsl.transforms import get_all_passes

    from .tables import DIALECTS, PASSES, PIPELINES

    taken_dialects = {**dict.fromkeys(get_all_dialects(), "xDSL"), **dict.fromkeys(DIALECTS, "neuron-opt")}
    taken_passes = {
        **dict.fromkeys(get_all_passes(), "xDSL"),
        **dict.fromkeys((*PASSES, *PIPELINES), "neuron-opt"),
    }
    found = Plugins({}, {})
    owners: dict[tuple[str, str], str] = {}
    for entry_point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda each: each.name):
        if entry_point.value.startswith(("xdsl.", "neuron_opt.")):
            continue
        plugin = f"'{entry_point.name}' ({entry_point.value})"
        try:
            universe = entry_point.load()
            dialects, passes = dict(universe.all_dialects), dict(universe.all_passes)
        except Exception as failure:
            _warn(f"plug-in {plugin} cannot be used: {type(failure).__name__}: {failure}")
            continue
        _add(found.dialects, dialects, taken_dialects, owners, plugin, "dialect")
        _add(found.passes, passes, taken_passes, owners, plugin, "pass")
    return found


def _warn(message: str) -> None:
    sys.stderr.write(f"warning: {message}\n")


def _add(
    table: dict[str, Callable[[], _T]],
    offered: Mapping[str, Callable[[], _T]],
    taken: Mapping[str, str],
    owners: dict[tuple[str, str], str],
    plugin: str,
    kind: str,
) -> None:
    """Enters what one plug-in offers of one kind into the table of that kind."""
    for name, factory in offered.items():
        if name in taken:
            _warn(f"the {kind} '{name}' of plug-in {plugin} is left out: {taken[name]} has a {kind} of that name")
            continue
        other = owners.setdefault((kind, name), plugin)
        table[name] = _checked(name, factory, plugin, kind) if other == plugin else _clash(name, (other, plugin), kind)


def _checked(name: str, factory: Callable[[], _T], plugin: str, kind: str) -> Callable[[], _T]:
    def load() -> _T:
        from ..passes.manager.internal_errors import describe

        what = f"the {kind} '{name}' of plug-in {plugin}"
        try:
            loaded = factory()
            own_name = loaded.name
        except Exception as failure:
            raise CommandLineError(f"{what} cannot be loaded: {describe(failure)}") from failure
        if own_name != name:
            raise CommandLineError(f"{what} calls itself '{own_name}'")
        return loaded

    return load


def _clash(name: str, plugins: tuple[str, str], kind: str) -> Callable[[], NoReturn]:
    def fail() -> NoReturn:
        raise CommandLineError(
            f"two plug-ins have a {kind} called '{name}': {plugins[0]} and {plugins[1]}",
            ("one of them has to be uninstalled",),
        )

    return fail
