"""How the driver turns IR into text, everywhere the same: output, dumps between passes, reproducers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xdsl.ir import Dialect, Operation


class PrintOptions(NamedTuple):
    """The flags that say how IR is printed."""

    generic: bool = False
    debug_info: bool = False
    aliases: bool = False
    skip_regions: bool = False
    unique_ids: bool = False
    elide_elements_if_larger: int | None = None
    is_forgiving: bool = False
    """Whether the IR may not verify: an operation whose own format fails is printed in the generic form."""

    @property
    def is_usual(self) -> bool:
        """Whether the printer as it is does all that is asked for."""
        return not (self.aliases or self.skip_regions or self.unique_ids) and self.elide_elements_if_larger is None


def text_of(op: Operation, options: PrintOptions, dialects: Iterable[Dialect] = ()) -> str:
    """An operation as text, with a newline at its end; `dialects` are those whose resources follow it."""
    if options.is_usual:
        from .printer import operation_text

        return operation_text(
            op,
            generic=options.generic,
            debug_info=options.debug_info,
            is_forgiving=options.is_forgiving,
            dialects=dialects,
        )
    from .printing_variants import variant_text

    return variant_text(op, options, dialects)
