"""From the types of the catalogue to the property forms that parse, print and check them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from xdsl.dialects.builtin import DictionaryAttr, IntegerType, Signedness, i32, i64
from xdsl.ir import Attribute, Operation
from xdsl.irdl import opt_prop_def, prop_def

from ...neuron.properties import AttributeForm, FlagForm, IntegerForm, PropertyForm, RealForm, TextForm, WordForm
from ..dependencies import EdgeForm
from ..enumerations import word_class
from ..forms import (
    AffineFlagForm,
    AffineForm,
    AffineIntegerForm,
    ListForm,
    PairsForm,
    RecordForm,
    SymbolForm,
)
from ..operation import BirOp
from .keys import Key, KeyType


def _unsigned(width: int) -> tuple[IntegerType, int, int]:
    return IntegerType(width, Signedness.UNSIGNED), 0, (1 << width) - 1


_INTEGERS: dict[str, tuple[IntegerType, int | None, int | None]] = {
    "int": (i64, None, None),
    "i32": (i32, None, None),
    "u8": _unsigned(8),
    "u16": _unsigned(16),
    "u32": _unsigned(32),
    "u64": _unsigned(64),
}

_SIMPLE: dict[str, Callable[[], PropertyForm]] = {
    "float": RealForm,
    "serialised_float": RealForm,
    "text": TextForm,
    "pairs": PairsForm,
    "expression": AffineForm,
    "edge": EdgeForm,
    "unrolled_edge": lambda: EdgeForm(True),
    "dictionary": lambda: AttributeForm(DictionaryAttr, "a dictionary"),
    "opaque": AttributeForm,
}


@cache
def form_of(type: KeyType) -> PropertyForm:
    """The form of values of a type; equal types share one."""
    integer = _INTEGERS.get(type.kind)
    if integer is not None:
        return (AffineIntegerForm if type.may_be_affine else IntegerForm)(*integer)
    if type.kind == "bool":
        return AffineFlagForm() if type.may_be_affine else FlagForm()
    if type.kind == "enumeration":
        return WordForm(word_class(type.enumeration))
    if type.kind == "name":
        return SymbolForm(type.noun)
    if type.kind == "list":
        assert type.element is not None
        return ListForm(form_of(type.element), type.length)
    if type.kind == "record":
        return RecordForm(
            tuple([(key.name, form_of(key.type)) for key in type.fields]),
            frozenset([key.name for key in type.fields if key.must_be_given]),
        )
    return _SIMPLE[type.kind]()


def default_of(key: Key) -> Attribute | None:
    """The attribute of a key's default, None where it has none."""
    return None if key.default is None else form_of(key.type).coerce(key.default)


def field_name(key: str) -> str:
    """The Python attribute of an operation that holds a key's property: the key, unless operations have such a one."""
    return f"{key}_" if hasattr(BirOp, key) or key in Operation.__annotations__ else key


def property_of(key: Key) -> Any:
    """The property definition of a key, which keeps the key's spelling whatever the Python attribute is called."""
    form = form_of(key.type)
    if key.must_be_given:
        return prop_def(form, prop_name=key.name)
    return opt_prop_def(form, default_of(key), prop_name=key.name)
