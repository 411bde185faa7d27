"""How the driver turns IR into text, everywhere the same: output, dumps between passes, reproducers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xdsl.ir import Operation


class PrintOptions(NamedTuple):
    """The flags that say how IR is printed."""

    generic: bool = False
    debug_info: bool = False


def text_of(op: Operation, options: PrintOptions) -> str:
    """An operation as text, with a newline at its end."""
    from .printer import operation_text

    return operation_text(op, generic=options.generic, debug_info=options.debug_info)
