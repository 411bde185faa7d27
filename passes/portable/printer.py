"""The portable form: what real `mlir-opt` can read when the IRDL of our dialects is loaded there.

An IRDL-defined dialect in mlir-opt has no custom syntax, no properties, and attributes that are a list of other
attributes. So operations are generic, properties are printed as attributes, and an attribute that has a
`print_portable` method prints itself that way: by position, words as strings. Our own parser reads all of it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from xdsl.ir import Attribute, Dialect, Operation
from xdsl.printer import Printer

from ..manager.printer import ClassFacts, OptPrinter
from ..manager.xdsl_interface import allow_deep_nesting
from .variadic import portable_name

__all__ = ["PortableAttribute", "PortablePrinter", "portable_text"]


@runtime_checkable
class PortableAttribute(Protocol):
    """An attribute that knows its form for `mlir-opt`."""

    def print_portable(self, printer: Printer) -> None:
        """Print the attribute, its name included, as an IRDL-defined attribute is written."""
        ...


class PortablePrinter(OptPrinter):
    """Prints operations in the portable form; `text()` gives what has been printed.

    Raises ValueError for an operation that has a property and an attribute of the same name: only one of them can
    be written.
    """

    def __init__(self, *, print_debuginfo: bool = False) -> None:
        super().__init__(
            print_generic_format=True, print_debuginfo=print_debuginfo, print_properties_as_attributes=True
        )
        self._has_own_form: dict[type[Attribute], bool] = {}
        self._written: dict[Attribute, str] = {}

    def _facts_of(self, op: Operation) -> ClassFacts:
        facts = self._facts.get(type(op))
        if facts is None:
            facts = super()._facts_of(op)
            facts.quoted = f'"{portable_name(type(op))}"'
        return facts

    def print_attribute(self, attribute: Attribute) -> None:
        kind = type(attribute)
        has_own_form = self._has_own_form.get(kind)
        if has_own_form is None:
            has_own_form = self._has_own_form[kind] = isinstance(attribute, PortableAttribute)
        if not has_own_form:
            super().print_attribute(attribute)
            return
        text = self._written.get(attribute)
        if text is None:
            start = len(self.parts)
            assert isinstance(attribute, PortableAttribute)
            attribute.print_portable(self)
            text = self._written[attribute] = "".join(self.parts[start:])
            del self.parts[start:]
        self.write(text)


def portable_text(op: Operation, *, debug_info: bool = False, dialects: Iterable[Dialect] = ()) -> str:
    """An operation in the portable form, with one newline at its end.

    `dialects` are those whose resources are printed behind it. Raises ValueError as `PortablePrinter` does.
    """
    allow_deep_nesting()
    printer = PortablePrinter(print_debuginfo=debug_info)
    printer.print_op(op)
    printer.print_metadata(dialects)
    printer.write("\n")
    return printer.text()
