"""From what a macro says to the fields and the attribute bag of a kernel node: nothing is lost.

A value goes to the field of its name if the node has one, and to `kernel_attrs` otherwise. The attributes that
neuronx_cc 2.24's bespoke code generators name are always there; whatever else the macro says stands in `kernel_attrs`
under its own name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, BoolAttr, DenseArrayBase, DictionaryAttr, IntegerAttr, StringAttr, i32, i64
from xdsl.ir import Attribute

from ...dialects.neuron.dtypes import dtype_of
from ...dialects.neuron.op_format import layout_of
from ...dialects.neuron.properties import FALSE, TRUE, shape_of
from ...dialects.neuron.words import WordAttr
from ...dialects.penguin.operation import MacroOp

# Properties that every macro has and that fields of the node hold under the same name.
CAST_POLICY = ("auto_cast", "auto_cast_type")


def kernel_value(attr: Attribute) -> Attribute:
    """
    A property as a kernel's attribute bag holds it.

    Words become strings in the kernels' spelling, lists of numbers arrays, element types their Backend IR names.
    """
    if isinstance(attr, WordAttr):
        word = cast("WordAttr[Any]", attr)
        spellings: Mapping[str, str] = getattr(type(word), "SPELLINGS", {})
        return StringAttr(spellings.get(word.data.value, word.data.value))
    if isinstance(attr, DenseArrayBase):
        return ArrayAttr([IntegerAttr(entry, i64) for entry in shape_of(cast("DenseArrayBase[Any]", attr))])
    dtype = dtype_of(attr)
    return attr if dtype is None else StringAttr(dtype.name)


def ordinal(word: "WordAttr[Any]") -> "IntegerAttr[Any]":
    """The number that Backend IR stores for a word."""
    return IntegerAttr(type(word).ORDINALS[word.data.value], i32)


def boolean(value: bool) -> BoolAttr:
    """A boolean attribute; the two are made once."""
    return TRUE if value else FALSE


def fuses_rmsnorm(norm_type: "WordAttr[Any]", explicit: BoolAttr | None) -> bool:
    """Whether the root-mean-square norm is computed inside the kernel: said outright, or by the kind of norm."""
    if explicit is not None:
        return bool(explicit.value.data)
    return norm_type.data.value in ("rms_norm", "rms_norm_skip_gamma")


@dataclass
class Marshalled:
    """What a kernel node is made of, besides its operands."""

    fields: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    attrs: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    verbatim: DictionaryAttr | None = None
    """The bag that a macro carries as it stands; `attrs` is empty then."""

    @property
    def bag(self) -> DictionaryAttr:
        """The attribute bag: the macro's own as it was written, or what was collected, keys in order."""
        if self.verbatim is not None:
            return self.verbatim
        return DictionaryAttr({name: self.attrs[name] for name in sorted(self.attrs)})

    def put(self, name: str, value: Attribute, fields: frozenset[str]) -> None:
        """Store a value under the field of its name, or in the bag."""
        if name in fields:
            self.fields[name] = value
        else:
            self.attrs[name] = value


def marshal(
    macro: MacroOp, named: Mapping[str, Attribute], fields: frozenset[str], *, consumed: frozenset[str] = frozenset()
) -> Marshalled:
    """
    Fields and bag for a macro.

    `named` are the attributes that the family's code generator names, under the names the node knows them by;
    `consumed` are the properties of the macro that they say already. Every other property of the macro follows under
    its own name, with its value or its default.
    """
    result = Marshalled()
    for name, value in named.items():
        result.put(name, value, fields)
    layout = layout_of(type(macro))
    for name in layout.forms:
        if name in consumed or name in named:
            continue
        value = macro.properties.get(name, layout.defaults[name])
        if value is None:
            continue
        if name in ("sb_buf_shape", "psum_buf_shape"):
            result.fields[name] = value
        elif name in CAST_POLICY:
            if not (name == "auto_cast" and cast("WordAttr[Any]", value).data.value == "none"):
                result.fields[name] = kernel_value(value)
        else:
            assert name not in fields, f"{macro.name} has to say how '{name}' is written in the field of that name"
            result.attrs[name] = kernel_value(value)
    return result
