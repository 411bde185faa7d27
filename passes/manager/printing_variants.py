"""The less usual ways of printing: aliases for what repeats, large constants left out, regions left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, BuiltinAttribute, Dialect, Operation, Region, TypeAttribute

from .printer import OptPrinter
from .printing import PrintOptions
from .xdsl_interface import allow_deep_nesting

SHORTEST_ALIASED_TEXT = 20
"""An attribute whose text is shorter than this is as quickly read as an alias."""


class _VariantPrinter(OptPrinter):
    """The usual printer with what the options change; `aliases` are names for attributes."""

    def __init__(self, options: PrintOptions, aliases: Mapping[Attribute, str] | None = None) -> None:
        super().__init__(
            print_generic_format=options.generic,
            print_debuginfo=options.debug_info,
            is_forgiving=options.is_forgiving,
        )
        self.options = options
        self._aliases = aliases or {}
        self._depth = 0
        self._alias_of: dict[int, str | None] = {}
        self._aliases_kept: list[Attribute] = []

    def print_attribute(self, attribute: Attribute) -> None:
        alias = self._alias(attribute) if self._aliases else None
        if alias is not None:
            self.write(alias)
        else:
            self.print_in_full(attribute)

    def print_in_full(self, attribute: Attribute) -> None:
        """An attribute without its own alias (what is inside it may have one)."""
        if self._is_elided(attribute):
            self.write("dense_resource<__elided__> : ")
            self.print_attribute(cast("DenseIntOrFPElementsAttr[Any]", attribute).type)
            return
        super().print_attribute(attribute)

    def _is_elided(self, attribute: Attribute) -> bool:
        limit = self.options.elide_elements_if_larger
        if limit is None or not isinstance(attribute, DenseIntOrFPElementsAttr):
            return False
        elements = cast("DenseIntOrFPElementsAttr[Any]", attribute)
        return not elements.is_splat() and len(elements) > limit

    def _alias(self, attribute: Attribute) -> str | None:
        """The alias of an attribute; looked up by identity first, since hashing a large attribute takes time."""
        key = id(attribute)
        if key not in self._alias_of:
            self._alias_of[key] = self._aliases.get(attribute)
            self._aliases_kept.append(attribute)
        return self._alias_of[key]

    def print_region(
        self,
        region: Region,
        print_entry_block_args: bool = True,
        print_empty_block: bool = True,
        print_block_terminators: bool = True,
    ) -> None:
        # The outermost operation is what was asked for; below it regions are left out.
        if self.options.skip_regions and self._depth:
            self.write("{...}")
            return
        self._depth += 1
        try:
            super().print_region(region, print_entry_block_args, print_empty_block, print_block_terminators)
        finally:
            self._depth -= 1

    def enter_scope(self) -> None:
        if not self.options.unique_ids:
            super().enter_scope()

    def exit_scope(self) -> None:
        if not self.options.unique_ids:
            super().exit_scope()


class _Census(_VariantPrinter):
    """Prints for the sake of finding out which attributes repeat."""

    def __init__(self, options: PrintOptions) -> None:
        super().__init__(options)
        self.uses: dict[Attribute, int] = {}
        """How often each attribute was printed, an inner one finished before the one around it."""
        self.text_of: dict[Attribute, str] = {}

    def print_attribute(self, attribute: Attribute) -> None:
        start = len(self.parts)
        super().print_attribute(attribute)
        if isinstance(attribute, BuiltinAttribute) and not isinstance(attribute, TypeAttribute):
            return
        text = "".join(self.parts[start:])
        if len(text) >= SHORTEST_ALIASED_TEXT:
            self.uses[attribute] = self.uses.get(attribute, 0) + 1
            self.text_of[attribute] = text


def _find_aliases(op: Operation, options: PrintOptions) -> dict[Attribute, str]:
    """Names for the long attributes and types that are printed more than once, inner ones first.

    `#neuron.ap<…>` becomes `#ap0`, `#ap1` and so on, a memref type `!memref0`.
    """
    census = _Census(options)
    census.print_op(op)
    counts: dict[str, int] = {}
    aliases: dict[Attribute, str] = {}
    for attribute, uses in census.uses.items():
        if uses < 2:
            continue
        word = "".join(c for c in attribute.name.rpartition(".")[2] if c.isalnum() or c == "_") or "alias"
        prefix = ("!" if isinstance(attribute, TypeAttribute) else "#") + word.rstrip("0123456789")
        number = counts.get(prefix, 0)
        counts[prefix] = number + 1
        aliases[attribute] = f"{prefix}{number}"
    return aliases


def variant_text(op: Operation, options: PrintOptions, dialects: Iterable[Dialect]) -> str:
    """An operation as text, with a newline at its end."""
    allow_deep_nesting()
    aliases = _find_aliases(op, options) if options.aliases else {}
    printer = _VariantPrinter(options, aliases)
    for attribute, alias in aliases.items():
        printer.write(f"{alias} = ")
        printer.print_in_full(attribute)
        printer.write("\n")
    printer.print_op(op)
    printer.print_metadata(dialects)
    printer.write("\n")
    return printer.text()
