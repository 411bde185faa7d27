"""Operations that IRDL cannot describe, and the name they go by in the portable form.

All values of one variadic operand group have the same type in IRDL. Our kernels list operands of any types in one
group. An IRDL-defined dialect allows no operations but its own, so these stand under the name of a second dialect
that nobody describes, `penguin_variadic.bir_kernel` for `penguin.bir_kernel`; `mlir-opt` takes them with
`--allow-unregistered-dialect`. Our parser knows both names.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Attribute, Dialect, Operation

from ...dialects.neuron.lazy_dialect import LazyDialect
from ...dialects.neuron.op_format import FormattedOperation, layout_of
from ...dialects.penguin import PENGUIN

VARIADIC_DIALECT = f"{PENGUIN.name}_variadic"
"""The dialect that operations with operand groups of mixed types belong to in the portable form."""

_PREFIX = f"{PENGUIN.name}."
_VARIADIC_PREFIX = f"{VARIADIC_DIALECT}."


def has_mixed_group(op_type: type[Operation]) -> bool:
    """Whether an operation has a group of any number of operands of any types (index operands are all alike)."""
    if not issubclass(op_type, FormattedOperation):
        return False
    return any(group.is_variadic and not group.is_indices for group in layout_of(op_type).groups.values())


def portable_name(op_type: type[Operation]) -> str:
    """The name of an operation in the portable form."""
    name = op_type.name
    if name.startswith(_PREFIX) and has_mixed_group(op_type):
        return _VARIADIC_PREFIX + name.removeprefix(_PREFIX)
    return name


class VariadicDialect(Dialect):
    """The dialect `penguin_variadic`: second names for operations of `penguin`, read and never printed but portably."""

    def __init__(self, dialect: LazyDialect = PENGUIN) -> None:
        super().__init__(VARIADIC_DIALECT)
        self._dialect = dialect

    def find_operation(self, name: str) -> type[Operation] | None:
        """The class of an operation by its second name, None when there is none."""
        found = self._dialect.find_operation(_PREFIX + name.removeprefix(_VARIADIC_PREFIX))
        return found if found is not None and has_mixed_group(found) else None

    def find_attribute(self, name: str) -> type[Attribute] | None:
        """The dialect has no attributes."""
        return None

    @property
    def operation_names(self) -> tuple[str, ...]:
        """The second names of all operations that have one. Imports them all."""
        return tuple(portable_name(op_type) for op_type in self.operations)

    @property
    def operations(self) -> Iterator[type[Operation]]:
        for op_type in self._dialect.operations:
            if has_mixed_group(op_type):
                yield op_type

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        yield from ()
