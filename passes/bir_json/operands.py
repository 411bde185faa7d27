"""Operands of instructions as JSON, both ways: tagged objects that name what they are bound to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.bir.operands import FreeOperand, Immediate, ImmediateAttr, Number, RegisterAccessAttr
from ...dialects.neuron.dtypes import dtype_of
from ...dialects.neuron.errors import did_you_mean
from .expressions import expression_of, json_of_expression, json_type, name_text
from .patterns import (
    PHYSICAL_KEYS,
    REGISTER_KEYS,
    SYMBOLIC_KEYS,
    field,
    physical_pattern,
    register_pattern,
    symbolic_pattern,
)
from .problems import BirJsonProblem
from .types import MemRef, dtype_named
from .values import read_number, write_number

Bound = tuple[Attribute, SSAValue | None]
"""An operand: its entry in the section's array, and the memref that it is bound to, if it is."""


class Storage(Protocol):
    """What operands can be bound to, by name."""

    def tensor_set(self, name: str) -> Operation | None: ...

    def location(self, name: str) -> Operation | None: ...

    def has_register(self, name: str) -> bool: ...

    def foreign_location(self, function: str, tensor_set: str, location: str) -> SSAValue: ...


KINDS = (
    "physical_ap",
    "symbolic_ap",
    "symbolic_pwap",
    "register_ap",
    "imm_value",
    "symbolic_imm_value",
    "imm_array",
    "register_access",
)
"""The spellings of an operand's kind."""


def operand_of(record: Any, storage: Storage, version: int) -> tuple[Bound, dict[str, Any]]:
    """
    An operand from JSON, and the keys of it that no source describes.

    Raises BirJsonProblem with the path below the operand.
    """
    if not isinstance(record, dict):
        raise BirJsonProblem(f"expected an operand, found {json_type(record)}")
    entries = cast("dict[str, Any]", record)
    kind = entries.get("kind")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        if "kind" not in entries:
            raise BirJsonProblem("Json field with name 'kind' not found (BIR015)")
        hint = did_you_mean(kind, KINDS) if isinstance(kind, str) else ""
        raise BirJsonProblem(f"Unsupported argument kind: {json_type(kind)}{hint}", "kind")
    read, keys = reader
    unknown = {key: value for key, value in entries.items() if key != "kind" and key not in keys}
    return read(entries, storage, version), unknown


def _set_of(record: Mapping[str, Any], storage: Storage) -> Operation:
    name = name_text(field(record, "memsetref"), "the name of a set", "memsetref")
    found = storage.tensor_set(name)
    if found is None:
        raise BirJsonProblem(f"MemoryLocationSet with name {name} not found", "memsetref")
    return found


def _register(name: str, storage: Storage, key: str) -> None:
    if not storage.has_register(name):
        raise BirJsonProblem(f"Register with name {name} not found (BIR016)", key)


def _physical(record: dict[str, Any], storage: Storage, version: int) -> Bound:
    name = name_text(field(record, "memref"), "the name of a location", "memref")
    set_name = name_text(field(record, "memsetref"), "the name of a set", "memsetref")
    owner = record.get("memref_owner_func")
    if owner is not None:
        function = name_text(owner, "the name of a function", "memref_owner_func")
        value = storage.foreign_location(function, set_name, name)
    else:
        location = storage.location(name)
        if location is None:
            raise BirJsonProblem(f"MemoryLocation with name {name} not found (BIR036)", "memref")
        if _set_of(record, storage) is not location.operands[0].owner:
            raise BirJsonProblem(f"location {name} does not belong to set {set_name}", "memref")
        value = location.results[0]
    return physical_pattern(record, cast(MemRef, value.type)), value


def _symbolic(record: dict[str, Any], storage: Storage, version: int) -> Bound:
    pattern = symbolic_pattern(record, version, pwap=record["kind"] == "symbolic_pwap")
    return pattern, _set_of(record, storage).results[0]


def _register_ap(record: dict[str, Any], storage: Storage, version: int) -> Bound:
    pattern = register_pattern(record)
    for key in ("regref", "reg_ap_offset", "reg_sub_tensor_id"):
        if record.get(key) is not None:
            _register(record[key], storage, key)
    return pattern, _set_of(record, storage).results[0]


def _immediate(record: dict[str, Any], storage: Storage, version: int) -> Bound:
    dtype = dtype_named(field(record, "dtype"), "dtype").type
    kind = record["kind"]
    if kind == "imm_array":
        values = field(record, "value_array")
        if not isinstance(values, list):
            raise BirJsonProblem(f"expected an array, found {json_type(values)}", "value_array")
        entries = cast("list[Any]", values)
        numbers = tuple([_number(entry, dtype, "value_array", index) for index, entry in enumerate(entries)])
        return _checked(lambda: ImmediateAttr.of(numbers, dtype), "value_array"), None
    if kind == "imm_value":
        number = _number(field(record, "value"), dtype, "value")
        return _checked(lambda: ImmediateAttr.of(number, dtype), "value"), None
    return _symbolic_immediate(record, dtype, version), None


def _symbolic_immediate(record: dict[str, Any], dtype: Attribute, version: int) -> Attribute:
    key = "expr" if "expr" in record else "value"
    try:
        expression = expression_of(field(record, key), version)
    except BirJsonProblem as problem:
        raise problem.within(key) if key in record else problem from None
    folded: Number = 0
    if key == "expr" and record.get("value") is not None:
        folded = _number(record["value"], dtype, "value")
    elif record.get("value_list"):
        # leanprover/KLR has a list of objects; there is one.
        entries = record["value_list"]
        listed = cast("list[Any]", entries) if isinstance(entries, list) else []
        entry: Any = listed[0] if len(listed) == 1 else None
        if not isinstance(entry, dict) or "value" not in entry:
            raise BirJsonProblem("expected an array of one object with a 'value'", "value_list")
        folded = _number(entry["value"], dtype, "value_list", 0, "value")
    return _checked(lambda: ImmediateAttr.of(expression, dtype, folded), "value")


def _number(value: Any, dtype: Attribute, *path: str | int) -> Number:
    return value if type(value) is int else read_number(value, *path)


def _checked(make: Callable[[], FreeOperand], key: str) -> Attribute:
    try:
        return make()
    except (ValueError, OverflowError) as error:
        raise BirJsonProblem(str(error), key) from None


def _register_access(record: dict[str, Any], storage: Storage, version: int) -> Bound:
    name = name_text(field(record, "regref"), "the name of a register", "regref")
    _register(name, storage, "regref")
    return RegisterAccessAttr.of(name, dtype_named(field(record, "dtype"), "dtype").type), None


_Reader = Callable[[dict[str, Any], Storage, int], Bound]
_READERS: Mapping[str, tuple[_Reader, tuple[str, ...]]] = {
    "physical_ap": (_physical, PHYSICAL_KEYS),
    "symbolic_ap": (_symbolic, SYMBOLIC_KEYS),
    "symbolic_pwap": (_symbolic, SYMBOLIC_KEYS),
    "register_ap": (_register_ap, REGISTER_KEYS),
    "imm_value": (_immediate, ("dtype", "value")),
    "symbolic_imm_value": (_immediate, ("dtype", "value", "value_list", "expr")),
    "imm_array": (_immediate, ("dtype", "value_array")),
    "register_access": (_register_access, ("dtype", "regref")),
}
"""Readers by kind, and the keys that each kind has beside `kind`."""


def json_of_free(entry: Attribute) -> dict[str, Any]:
    """An operand that is bound to no memory. Raises BirJsonProblem for anything else."""
    if isinstance(entry, RegisterAccessAttr):
        return {"kind": "register_access", "dtype": _dtype_name(entry.data.dtype), "regref": entry.data.register}
    if not isinstance(entry, ImmediateAttr):
        raise BirJsonProblem(f"Unhandled argument kind: {entry}")
    immediate: Immediate = entry.data
    record: dict[str, Any] = {"kind": immediate.kind, "dtype": _dtype_name(immediate.dtype)}
    if isinstance(immediate.value, tuple):
        record["value_array"] = [_json_number(value) for value in immediate.value]
    else:
        record["value"] = _json_number(immediate.value)
    if immediate.expression is not None:
        record["expr"] = json_of_expression(immediate.expression)
    return record


def _json_number(value: Number) -> Any:
    return value if isinstance(value, int) else write_number(value)


def _dtype_name(type: Attribute) -> str:
    dtype = dtype_of(type)
    assert dtype is not None, "checked where the operand was made"
    return dtype.name
