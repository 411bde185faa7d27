"""The key under which the trace of a registry kernel is cached, and the artefact that it names.

Public source: reverse-engineering notes on neuronx_cc 2.24 (the binary cache of the new NKI front end): SHA-256 over
the sorted components, shapes being access shapes, so that two kernels which differ only in what they access of an
operand do not share a trace.
"""

from hashlib import sha256
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    i1,
)
from xdsl.ir import Attribute

from ...dialects.neuron.target import target_of
from ...dialects.penguin.accesses import access_shape
from ...dialects.penguin.macros.kernels import NativeKernelOp

FORM_OF_FRONTEND = {"beta3": ("bir", "bir.json"), "beta2": ("klir", "klir")}
"""What a front end writes: the `kernel_format` of the node and the extension of the artefact."""

OUT_SHAPE_KERNELS = frozenset({"ResizeNearest"})
"""Kernels whose output shape is a component of the key."""


def python_value(attr: Attribute) -> Any:
    """
    The Python value that an attribute of a kernel stands for.

    Anything else than booleans, numbers, strings, lists and dictionaries is its text.
    """
    if isinstance(attr, IntegerAttr):
        integer = cast("IntegerAttr[Any]", attr)
        value: int = integer.value.data
        return bool(value) if integer.type == i1 else value
    if isinstance(attr, FloatAttr):
        return cast("FloatAttr[Any]", attr).value.data
    if isinstance(attr, StringAttr):
        return attr.data
    if isinstance(attr, DenseArrayBase):
        return list(cast("DenseArrayBase[Any]", attr).get_values())
    if isinstance(attr, ArrayAttr):
        return [python_value(entry) for entry in cast("ArrayAttr[Attribute]", attr).data]
    if isinstance(attr, DictionaryAttr):
        return {key: python_value(attr.data[key]) for key in sorted(attr.data)}
    return str(attr)


def key_components(macro: NativeKernelOp) -> dict[str, Any]:
    """What a trace depends on: the kernel, the accessed shapes and types, its attributes, the target and its cores."""
    target = target_of(macro)
    components: dict[str, Any] = {
        "kernel_name": macro.func_name.data,
        "operands": _shapes_and_dtypes(macro, macro.input_indices()),
        "results": _shapes_and_dtypes(macro, macro.output_indices()),
        "attrs": python_value(macro.attrs),
        "target": target.limits.class_name,
        "num_neuroncores": target.lnc.data,
    }
    if macro.func_name.data in OUT_SHAPE_KERNELS:
        components["out_shape"] = list(macro.out_shape)
    return components


def _shapes_and_dtypes(macro: NativeKernelOp, indices: tuple[int, ...]) -> dict[str, Any]:
    return {
        # What is accessed, also where the kernel owns the tiling: half of a buffer is another kernel than all of it.
        "shapes": [list(access_shape(macro.access(index), macro.operand_type(index))) for index in indices],
        "dtypes": [macro.element(index).name for index in indices],
    }


def cache_key(components: dict[str, Any]) -> str:
    """The SHA-256 of the sorted components, in hexadecimal; the order in which they were collected does not count."""
    return sha256(str(sorted(components.items())).encode()).hexdigest()


def artefact_name(func_name: str, key: str, frontend: str) -> str:
    """The file that the trace of a kernel writes: `<func_name>-<cache key>.<extension>`."""
    return f"{func_name}-{key}.{FORM_OF_FRONTEND[frontend][1]}"
