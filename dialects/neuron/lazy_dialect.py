"""A dialect that imports the class of an operation or attribute when it is first asked for by name."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from xdsl.ir import Attribute, Dialect, Operation


class LazyDialect(Dialect):
    """
    A dialect described by tables of names.

    `operations` and `attributes` map a full name, such as `penguin.mlp`, to `.module:Class` relative to `package`.
    `find_operation` and `find_attribute` import one class; iterating over `.operations` or `.attributes`, as plain
    xDSL does, imports all of them.
    """

    def __init__(
        self,
        name: str,
        package: str,
        operations: Mapping[str, str],
        attributes: Mapping[str, str],
    ):
        super().__init__(name)
        self._package = package
        self._operation_table = operations
        self._attribute_table = attributes

    def _load(self, table: Mapping[str, str], name: str) -> Any:
        place = table.get(name)
        if place is None:
            return None
        module, _, attribute = place.partition(":")
        return getattr(import_module(module, self._package), attribute)

    def find_operation(self, name: str) -> type[Operation] | None:
        """The class of an operation, None when the dialect has none of that name."""
        return self._load(self._operation_table, name)

    def find_attribute(self, name: str) -> type[Attribute] | None:
        """The class of an attribute or type, None when the dialect has none of that name."""
        return self._load(self._attribute_table, name)

    @property
    def operation_names(self) -> tuple[str, ...]:
        """The names of all operations, known without importing any."""
        return tuple(self._operation_table)

    @property
    def attribute_names(self) -> tuple[str, ...]:
        """The names of all attributes and types, known without importing any."""
        return tuple(self._attribute_table)

    @property
    def operations(self) -> Iterator[type[Operation]]:
        for name in self._operation_table:
            yield self._load(self._operation_table, name)

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        for name in self._attribute_table:
            yield self._load(self._attribute_table, name)
