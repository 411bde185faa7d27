"""What the entry point names: the dialects and passes of this package, each behind a function that imports it.

xDSL's programs import this module whenever they start, so it imports nothing that is heavy.
"""

from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe


def get_watch() -> Dialect:
    from .dialect import WATCH

    return WATCH


def get_drop_watches() -> type[ModulePass]:
    from .drop_watches import DropWatchesPass

    return DropWatchesPass


WATCH_UNIVERSE = Universe(
    all_dialects={"watch": get_watch},
    all_passes={"drop-watches": get_drop_watches},
)
