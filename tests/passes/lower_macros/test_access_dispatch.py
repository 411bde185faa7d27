"""Each kind of access, by its builder, walks the elements that numpy's slicing names; and the gate of the builders."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from macro_instances import context, module_of, tensor, tile
from xdsl.dialects.builtin import MemRefType, bf16, f32
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
from neuron_opt.dialects.neuron.errors import OperationError
from neuron_opt.dialects.neuron.memory import hbm, is_tile, memory_of, sbuf
from neuron_opt.dialects.penguin import accesses
from neuron_opt.dialects.penguin.accesses import (
    FULL,
    Access,
    OpaqueAccess,
    SubTensorAccess,
    TileAccess,
    check_access,
)
from neuron_opt.dialects.penguin.macros.kernels import BIRKernelOp
from neuron_opt.dialects.penguin.macros.mlp import MLPOp
from neuron_opt.passes.access_builders.dispatch import build_access
from neuron_opt.passes.access_builders.strided import add_ndim_sub_tensor_access, add_tile_access
from neuron_opt.passes.lower_macros.sinks.flavours import opaque, sequential_or_tiled

GATE = "BIR requires access shape and symbolic ap dim matching for access: "


def device_elements(type: MemRefType[Attribute]) -> Any:
    """For every element of a memref, in its shape, where it lies: row-major, the partition dimension first."""
    shape = type.get_shape()
    memory = memory_of(type)
    dimension = memory.partition_dim.data if memory is not None and is_tile(type) else 0
    moved = numpy.moveaxis(numpy.empty(shape), dimension, 0) if shape else numpy.empty(())
    return numpy.moveaxis(numpy.arange(moved.size).reshape(moved.shape), 0, dimension)


def in_device_order(elements: Any, type: MemRefType[Attribute]) -> list[int]:
    """What is accessed, in the order in which a pattern walks it: partitions outermost."""
    memory = memory_of(type)
    if memory is not None and is_tile(type):
        elements = numpy.moveaxis(elements, memory.partition_dim.data, 0)
    return [int(element) for element in elements.reshape(-1)]


@st.composite
def memrefs(draw: st.DrawFn) -> MemRefType[Attribute]:
    shape = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    if draw(st.booleans()):
        return hbm(*shape, dtype=f32)
    return sbuf(*shape, dtype=bf16, partition_dim=draw(st.integers(0, len(shape) - 1)))


@st.composite
def strided(draw: st.DrawFn) -> tuple[MemRefType[Attribute], SubTensorAccess]:
    type = draw(memrefs())
    offsets: list[int] = []
    sizes: list[int] = []
    strides: list[int] = []
    for extent in type.get_shape():
        stride = draw(st.sampled_from([1, 1, 2, 3, -1, -2]))
        first = draw(st.integers(0, extent - 1))
        room = (extent - 1 - first if stride > 0 else first) // abs(stride)
        offsets.append(first)
        sizes.append(draw(st.integers(1, room + 1)))
        strides.append(stride)
    return type, SubTensorAccess(offsets, sizes, strides)


@given(strided())
def test_a_sub_tensor_walks_what_slicing_names(case: tuple[MemRefType[Attribute], SubTensorAccess]) -> None:
    type, access = case
    assert check_access(access, type) is None
    places = [
        numpy.array([offset + step * stride for step in range(size)])
        for offset, size, stride in zip(access.offsets.data, access.sizes.data, access.strides.data, strict=True)
    ]
    wanted = in_device_order(device_elements(type)[numpy.ix_(*places)], type)
    pattern = build_access(access, type)
    assert isinstance(pattern, AccessPatternAttr)
    assert pattern.elements().reshape(-1).tolist() == wanted
    assert pattern.logical_shape(type) == access.sizes.data


@given(strided())
def test_a_tile_walks_what_slicing_names(case: tuple[MemRefType[Attribute], SubTensorAccess]) -> None:
    type, rectangle = case
    starts = [
        min(offset, offset + (size - 1) * stride)
        for offset, size, stride in zip(
            rectangle.offsets.data, rectangle.sizes.data, rectangle.strides.data, strict=True
        )
    ]
    access = TileAccess(starts, rectangle.sizes.data)
    slices = tuple(slice(start, start + size) for start, size in zip(starts, access.shape.data, strict=True))
    wanted = in_device_order(device_elements(type)[slices], type)
    pattern = build_access(access, type)
    assert isinstance(pattern, AccessPatternAttr)
    assert pattern.elements().reshape(-1).tolist() == wanted
    assert pattern.logical_shape(type) == access.shape.data


@given(memrefs())
def test_a_full_access_walks_everything(type: MemRefType[Attribute]) -> None:
    pattern = build_access(FULL, type)
    assert isinstance(pattern, AccessPatternAttr if is_tile(type) else IntervalAttr)
    assert pattern.elements().reshape(-1).tolist() == in_device_order(device_elements(type), type)


@given(memrefs(), st.data())
def test_an_opaque_access_is_an_interval(type: MemRefType[Attribute], data: st.DataObject) -> None:
    total = device_elements(type).size
    elements = data.draw(st.none() | st.integers(1, total))
    pattern = build_access(OpaqueAccess(elements), type)
    assert isinstance(pattern, IntervalAttr)
    assert pattern.num_elements == (total if elements is None else elements)
    assert pattern.logical_shape(type) == (type.get_shape() if elements in (None, total) else (elements,))


@given(memrefs())
def test_what_the_sinks_make_of_a_full_access(type: MemRefType[Attribute]) -> None:
    """Bespoke: one element after the other, or by pattern on chip. Registry: the kernel owns its tiling everywhere."""
    assert isinstance(sequential_or_tiled(FULL, type), AccessPatternAttr if is_tile(type) else IntervalAttr)
    assert isinstance(opaque(FULL, type), IntervalAttr)


@given(strided())
def test_the_sinks_keep_an_explicit_access(case: tuple[MemRefType[Attribute], SubTensorAccess]) -> None:
    type, access = case
    assert sequential_or_tiled(access, type) == opaque(access, type) == build_access(access, type)


# The gate: one entry a dimension. The verifier holds it, so that the builders are reached by hand only.


@pytest.mark.parametrize(
    ("access", "type"),
    [
        (SubTensorAccess([0], [4]), hbm(4, 4, dtype=f32)),
        (SubTensorAccess([0, 0, 0], [1, 1, 1]), sbuf(4, 4, dtype=f32)),
        (TileAccess([0], [4]), hbm(4, 4, dtype=f32)),
        (TileAccess([0, 0, 0], [1, 1, 1]), sbuf(4, 4, dtype=f32)),
    ],
)
def test_the_builders_keep_the_gate(access: Access, type: MemRefType[Attribute]) -> None:
    builder: Any = add_tile_access if isinstance(access, TileAccess) else add_ndim_sub_tensor_access
    rank = 1 if access == SubTensorAccess([0], [4]) or access == TileAccess([0], [4]) else 3
    for build in (builder, build_access):
        with pytest.raises(VerifyException) as caught:
            build(access, type)
        assert str(caught.value) == f"{GATE}{access}"
        assert caught.value.__notes__ == [f"the access has {rank} dimensions, the memref 2"]


@pytest.mark.parametrize(
    "operand", [accesses.sub_tensor(tensor(4, 4), [0], [4]), accesses.tile(tensor(4, 4), [0, 0, 0], [1, 1, 1])]
)
def test_the_verifier_holds_the_gate(operand: Any) -> None:
    macro = BIRKernelOp("softmax", ins=[operand], outs=[tensor(4)])
    module = module_of(macro)
    with pytest.raises(OperationError) as caught:
        macro.verify_()
    assert str(caught.value) == f'operand "ins[0]" {GATE}{operand.note}'
    assert caught.value.operand_index == 0
    with pytest.raises(VerifyException):
        module.verify()


def test_the_verifier_holds_the_gate_on_tiles_of_bespoke_macros() -> None:
    macro = MLPOp(
        hidden=accesses.tile(tile(128, 256), [0], [128]),
        up=tile(128, 2, 24),
        down=tile(24, 256),
        out=tile(128, 256),
        skip_gate=True,
    )
    with pytest.raises(OperationError, match="BIR requires access shape and symbolic ap dim matching for access"):
        macro.verify_()


def test_the_gate_holds_where_nobody_verified() -> None:
    """A pass over a module that was never verified still does not build a pattern out of nothing."""
    from xdsl.context import Context

    from neuron_opt.passes.lower_macros.lower_macros import LowerMacrosPass

    macro = BIRKernelOp("softmax", ins=[accesses.tile(tensor(4, 4), [0], [4])], outs=[tensor(4)])
    module = module_of(macro)
    with pytest.raises(VerifyException) as caught:
        LowerMacrosPass().apply(Context(), module)
    assert str(caught.value).startswith(GATE)
    assert module.body.block.last_op is macro


def test_a_start_is_kept() -> None:
    access = Parser(
        context(), "#penguin.tile<offsets = [0], shape = [4], start = affine_map<(d0) -> (d0 * 4)>>"
    ).parse_attribute()
    assert isinstance(access, TileAccess)
    pattern = build_access(access, hbm(16, dtype=f32))
    assert str(pattern) == (
        "#neuron.ap<free = [[1, 4]], start = affine_map<(d0) -> ((d0 * 4))>, access_shape = [4], dtype = f32>"
    )
