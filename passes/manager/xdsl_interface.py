"""The one place that touches what xDSL keeps private or changes between releases.

Everything else in this package builds on public classes and on the names defined here.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, cast

from xdsl.context import Context
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute
from xdsl.utils.exceptions import UnregisteredConstructException

from .sources import Location

if TYPE_CHECKING:
    from xdsl.dialects.builtin import LocationAttr

__all__ = ["LateLoadingContext", "resolve_location"]


def resolve_location(location: LocationAttr) -> tuple[Location | None, list[Location]]:
    """The place that a location attribute stands for, and the places of its callers, innermost first.

    Of a fused location the first part that is known counts, of a named one the place inside it.
    """
    from xdsl.dialects.builtin import ArrayAttr, CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc

    callers: list[Location] = []
    pending: list[Attribute] = [location]
    while pending:
        current = pending.pop()
        if isinstance(current, FileLineColLoc):
            place = Location(current.filename.data, current.line.data, current.column.data)
            return place, callers
        if isinstance(current, NameLoc):
            pending.append(current.location)
        elif isinstance(current, CallSiteLoc):
            caller, outer = resolve_location(cast("LocationAttr", current.caller))
            if caller is not None:
                callers[:0] = [caller, *outer]
            pending.append(current.callee)
        elif isinstance(current, FusedLoc):
            parts = cast("ArrayAttr[Attribute]", current.locations)
            pending.extend(reversed(parts.data))
    return None, callers


class LateLoadingContext(Context):
    """A context that asks a dialect for one name instead of loading all that the dialect has.

    A dialect takes part by having `find_operation(name)` and `find_attribute(name)`, which give a class or
    None. `operation_names` and `attribute_names`, when it has them, are used for suggestions, so that a
    typing mistake does not import the whole dialect either.
    """

    def __init__(self, allow_unregistered: bool = False) -> None:
        super().__init__(allow_unregistered)
        self._asked_for: dict[str, bool] = {}

    def find_unregistered_dialect(self, name: str) -> Callable[[], Dialect] | None:
        """The factory of a dialect that was not registered, if there is one after all."""
        return None

    def copy_dialects_to(self, other: LateLoadingContext) -> None:
        """Give another context the dialects of this one."""
        other._loaded_dialects = self._loaded_dialects.copy()
        other._loaded_ops = self._loaded_ops.copy()
        other._loaded_attrs = self._loaded_attrs.copy()
        other._loaded_types = self._loaded_types.copy()
        other._registered_dialects = self._registered_dialects.copy()

    def knows_dialect(self, name: str) -> bool:
        """Whether a dialect of this name is registered or loaded; may ask for it where plug-ins are found."""
        if name in self._loaded_dialects or name in self._registered_dialects:
            return True
        known = self._asked_for.get(name)
        if known is None:
            factory = self.find_unregistered_dialect(name)
            known = factory is not None
            if factory is not None:
                self.register_dialect(name, factory)
            self._asked_for[name] = known
        return known

    def dialect_names(self) -> list[str]:
        """The names of all dialects that are registered or loaded."""
        return sorted({*self._registered_dialects, *self._loaded_dialects})

    def _dialect(self, name: str) -> Dialect | None:
        """A dialect by name, without its operations and attributes if it can be asked by name."""
        if (dialect := self._loaded_dialects.get(name)) is not None:
            return dialect
        if not self.knows_dialect(name):
            return None
        dialect = self._registered_dialects[name]()
        self._loaded_dialects[name] = dialect
        if not hasattr(dialect, "find_operation"):
            self._load_all(dialect)
        return dialect

    def _load_all(self, dialect: Dialect) -> None:
        for op in dialect.operations:
            self._loaded_ops.setdefault(op.name, op)
        for attribute in dialect.attributes:
            self._load_attribute(attribute)

    def _load_attribute(self, attribute: type[Attribute]) -> None:
        if issubclass(attribute, TypeAttribute):
            self._loaded_types.setdefault(attribute.name, attribute)
        else:
            self._loaded_attrs.setdefault(attribute.name, attribute)

    def load_registered_dialect(self, name: str) -> None:
        """Load all of a dialect that is registered."""
        dialect = self._dialect(name)
        if dialect is None:
            raise UnregisteredConstructException(f"'{name}' dialect is not registered")
        if hasattr(dialect, "find_operation"):
            self._load_all(dialect)

    def get_optional_dialect(self, name: str) -> Dialect | None:
        return self._dialect(name)

    def _get_known_op(self, name: str) -> type[Operation] | None:
        if (known := self._loaded_ops.get(name)) is not None:
            return known
        dialect_name, dot, _ = name.partition(".")
        if not dot or (dialect := self._dialect(dialect_name)) is None:
            return None
        find: Callable[[str], type[Operation] | None] | None = getattr(dialect, "find_operation", None)
        if find is None:
            return self._loaded_ops.get(name)
        found = find(name)
        if found is not None:
            self._loaded_ops[name] = found
        return found

    def get_optional_op(self, name: str, *, dialect_stack: Sequence[str] = ()) -> type[Operation] | None:
        if (known := self._get_known_op(name)) is not None:
            return known
        for dialect_name in reversed(dialect_stack):
            if (known := self._get_known_op(f"{dialect_name}.{name}")) is not None:
                return known
        # A name that a registered dialect lacks is a mistake, whatever is allowed for other dialects.
        if self.knows_dialect(name.partition(".")[0]):
            return None
        return super().get_optional_op(name)

    def _find_attribute(self, name: str) -> None:
        dialect_name, dot, _ = name.partition(".")
        if not dot or (dialect := self._dialect(dialect_name)) is None:
            return
        find: Callable[[str], type[Attribute] | None] | None = getattr(dialect, "find_attribute", None)
        if find is not None and (found := find(name)) is not None:
            self._load_attribute(found)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        if (known := self._loaded_types.get(name)) is not None:
            return known
        self._find_attribute(name)
        if name in self._loaded_types or not self.knows_dialect(name.partition(".")[0]):
            return super().get_optional_type(name)
        return None

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        if (known := self._loaded_attrs.get(name)) is not None:
            return known
        self._find_attribute(name)
        if name in self._loaded_attrs or not self.knows_dialect(name.partition(".")[0]):
            return super().get_optional_attr(name)
        return None

    def operation_names(self, dialect_name: str) -> list[str]:
        """The names of all operations of a dialect, with the dialect's name in front; for messages."""
        dialect = self._dialect(dialect_name)
        if dialect is None:
            return []
        names: Iterable[str] | None = getattr(dialect, "operation_names", None)
        return sorted(names if names is not None else (op.name for op in dialect.operations))

    def attribute_names(self, dialect_name: str, *, is_type: bool) -> list[str]:
        """The names of all attributes, or all types, of a dialect, with the dialect's name; for messages."""
        dialect = self._dialect(dialect_name)
        if dialect is None:
            return []
        names: Iterable[str] | None = getattr(dialect, "attribute_names", None)
        if names is not None:
            return sorted(names)
        return sorted(
            attribute.name
            for attribute in dialect.attributes
            if issubclass(attribute, TypeAttribute) == is_type
        )
