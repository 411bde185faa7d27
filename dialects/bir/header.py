"""The common header on operations that are written by hand, without the cost of the catalogue at their import."""

from typing import Any

from xdsl.ir import Attribute
from xdsl.irdl import opt_prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..neuron.properties import PropertyForm

HEADER_PROPERTIES: tuple[str, ...] = (
    "sym_name",
    "origin",
    "engine",
    "engine_id",
    "scheduled_start",
    "scheduled_end",
    "optin_passes",
    "dependencies",
    "loop_carried_dependencies",
    "unroll_dependencies",
    "sync_info",
    "debug",
    "loopnest",
    "predicates",
    "order",
    "dma_trigger_debug_update_semaphore_id",
)
"""The instruction's name and the keys of the common header that are properties."""


class DeferredForm(PropertyForm):
    """The form of a key of the common header, looked up in the catalogue when a value is read, printed or checked."""

    def __init__(self, key: str):
        self._key = key
        self._form: PropertyForm | None = None

    @property
    def form(self) -> PropertyForm:
        """The form that the catalogue gives."""
        if self._form is None:
            # Late: most kernel nodes have nothing in their header that is not a default.
            from .instructions.header_forms import header_form

            self._form = header_form(self._key)
        return self._form

    @property
    def description(self) -> str:
        return self.form.description

    def accepts(self, attr: Attribute) -> bool:
        return self.form.accepts(attr)

    def parse(self, parser: Parser, name: str) -> Attribute:
        return self.form.parse(parser, name)

    def print(self, printer: Printer, attr: Attribute) -> None:
        self.form.print(printer, attr)

    def coerce(self, value: Any) -> Attribute:
        return self.form.coerce(value)


def header_property(key: str) -> Attribute | None:
    """The definition of a property that holds a key of the common header, absent where it has its default."""
    return opt_prop_def(DeferredForm(key), prop_name=key)
