"""How the driver turns IR into text, everywhere the same: output, dumps between passes, reproducers."""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.ir import Operation


@dataclass(frozen=True)
class PrintOptions:
    """The flags that say how IR is printed."""

    generic: bool = False
    debug_info: bool = False


def operation_text(op: Operation, options: PrintOptions) -> str:
    """An operation as text, with a newline at its end."""
    from xdsl.printer import Printer

    stream = StringIO()
    Printer(stream=stream, print_generic_format=options.generic, print_debuginfo=options.debug_info).print_op(op)
    stream.write("\n")
    return stream.getvalue()
