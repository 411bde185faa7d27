"""`neuron-opt`: the driver with this project's dialects and passes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, cast

from ..passes.manager.driver import EXIT_BROKEN_PIPE, Extension
from ..passes.manager.driver import main as driver_main
from ..passes.manager.files import provide_standard_error
from ..passes.manager.flags import CommandLineError
from ..passes.manager.registry import PassEntry, PassRegistry
from .portable_flag import PortableExtension
from .tables import DIALECTS, PASSES, PIPELINES
from .target_flag import TargetExtension
from .verify_rewrites_flag import VerifyRewritesExtension

if TYPE_CHECKING:
    from typing import TextIO

    from xdsl.ir import Dialect

    from ..passes.manager.context import OptContext

PROGRAM_NAME = "neuron-opt"

EXIT_TERMINATED = 143
"""What a shell reports for a program that SIGTERM ended."""


def _version() -> str:
    from importlib.metadata import version

    return f"{version('neuron-opt')} (xDSL {version('xdsl')})"


def _dialect_factory(module: str, attribute: str) -> Callable[[], Dialect]:
    def load() -> Dialect:
        from importlib import import_module

        return getattr(import_module(module), attribute)

    return load


def _find_dialect(name: str) -> Callable[[], Dialect] | None:
    """A dialect of xDSL's or of a plug-in; plug-ins are looked for only when xDSL has none of that name."""
    from xdsl.dialects import get_all_dialects

    factory = get_all_dialects().get(name)
    if factory is not None:
        return factory
    from .plugins import plugins

    return plugins().dialects.get(name)


def _foreign_dialects() -> Iterable[str]:
    from xdsl.dialects import get_all_dialects

    from .plugins import plugins

    return {*get_all_dialects(), *plugins().dialects}


def _find_pass(name: str) -> PassEntry | None:
    """A pass of xDSL's or of a plug-in, for a name that is not one of ours."""
    from xdsl.transforms import get_all_passes

    factory = get_all_passes().get(name)
    if factory is None:
        from .plugins import plugins

        factory = plugins().passes.get(name)
    if factory is None:
        return None
    from ..passes.manager.registry import entry_of_class

    try:
        return entry_of_class(factory(), is_foreign=True)
    except TypeError as failure:
        raise CommandLineError(f"the pass '{name}' cannot be run here: {failure}") from failure


def _foreign_passes() -> Iterable[str]:
    from xdsl.transforms import get_all_passes

    from .plugins import plugins

    return {*get_all_passes(), *plugins().passes}


def _plugin_passes() -> Iterable[str]:
    from .plugins import plugins

    return plugins().passes


def extensions() -> tuple[Extension, ...]:
    """What this tool adds to the driver, one fresh object each."""
    return (TargetExtension(), VerifyRewritesExtension(), PortableExtension())


def new_context(*, allow_unregistered: bool = False) -> OptContext:
    """A context with the dialects that `neuron-opt` knows, for other tools; diagnostics go to standard error."""
    from ..passes.manager.context import OptContext

    context = OptContext(allow_unregistered=allow_unregistered, dialect_finder=_find_dialect)
    for name, where in DIALECTS.items():
        context.register_dialect(name, _dialect_factory(*where))
    return context


def run(arguments: Sequence[str]) -> int:
    """Runs `neuron-opt` with these arguments and returns its exit code; safe to call many times in a process."""
    return driver_main(
        arguments,
        registry=PassRegistry(
            PASSES, PIPELINES, fallback=_find_pass, fallback_names=_foreign_passes, plugin_names=_plugin_passes
        ),
        dialects={name: _dialect_factory(*where) for name, where in DIALECTS.items()},
        program_name=PROGRAM_NAME,
        version=_version,
        dialect_finder=_find_dialect,
        foreign_dialects=_foreign_dialects,
        extensions=extensions(),
    )


def main() -> NoReturn:
    """The console script: `run`, and then out at once.

    What a short-lived process need not do, it does not: no garbage is collected, and the interpreter is not
    taken down piece by piece. Nothing of this happens in `run`, which libraries and tests call.
    """
    import gc
    import os
    import signal

    gc.disable()
    provide_standard_error()
    with suppress(ValueError, AttributeError, OSError):
        # Ended from outside, a run must still remove the file that it was writing.
        signal.signal(signal.SIGTERM, _terminate)
    code = EXIT_TERMINATED
    with suppress(_Terminated):
        code = run(sys.argv[1:])
    for stream in cast("tuple[TextIO | None, ...]", (sys.stdout, sys.stderr)):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            # Nobody reads it any more.
            code = code or EXIT_BROKEN_PIPE
    os._exit(code)


class _Terminated(BaseException):
    """SIGTERM has arrived."""


def _terminate(number: int, frame: object) -> NoReturn:
    raise _Terminated


if __name__ == "__main__":
    main()
