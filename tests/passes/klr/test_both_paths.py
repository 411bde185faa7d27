"""The same access by the Penguin path and by the KLR path visits the same elements, which are numpy's."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import MemRefType, bf16, f32, i1
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap

from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, full_pattern
from neuron_opt.dialects.neuron.memory import MemoryAttr, device_shape
from neuron_opt.dialects.penguin.accesses import SubTensorAccess, TileAccess
from neuron_opt.passes.access_builders.dispatch import build_access
from neuron_opt.passes.access_builders.strided import add_ap
from neuron_opt.passes.klr.access_pattern import APPair, BirAccessPattern, Tensor, basic_access, to_bir, whole_tensor
from neuron_opt.passes.klr.errors import KlrError
from neuron_opt.passes.klr.index_span import IndexSpan
from neuron_opt.passes.klr.neuron_ap import from_neuron_ap, klr_tensor, to_neuron_ap

Slices = tuple[tuple[int, int, int], ...]
"""Offset, size and stride of each dimension."""


def memref(shape: tuple[int, ...], space: str, partition_dim: int = 0) -> MemRefType[Attribute]:
    return MemRefType(bf16, shape, memory_space=MemoryAttr(space, partition_dim=partition_dim))


def elements(pattern: Any) -> list[int]:
    return pattern.elements().ravel().tolist()


@st.composite
def slices_of(draw: st.DrawFn, size: int) -> tuple[int, int, int]:
    stride = draw(st.integers(-3, 3).filter(bool))
    num = draw(st.integers(1, (size - 1) // abs(stride) + 1))
    span = abs(stride) * (num - 1)
    first = draw(st.integers(0, size - 1 - span))
    return (first if stride > 0 else first + span), num, stride


@st.composite
def sub_tensors(draw: st.DrawFn) -> tuple[MemRefType[Attribute], Slices]:
    """A memref and a rectangle of it that KLR can say: neighbouring partitions from a quadrant on."""
    space = draw(st.sampled_from(["hbm", "sbuf", "psum"]))
    free = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    partitions = 128 if space != "hbm" else draw(st.integers(1, 8))
    start = draw(st.sampled_from([0, 32, 64, 96])) if space != "hbm" else draw(st.integers(0, partitions - 1))
    num = draw(st.integers(1, min(partitions - start, 8)))
    partition_dim = draw(st.integers(0, len(free))) if space != "hbm" else 0
    inside = [draw(slices_of(size)) for size in free]
    shape = (*free[:partition_dim], partitions, *free[partition_dim:])
    return memref(shape, space, partition_dim), (*inside[:partition_dim], (start, num, 1), *inside[partition_dim:])


def by_penguin(type: MemRefType[Attribute], slices: Slices) -> AccessPatternAttr:
    offsets, sizes, strides = zip(*slices, strict=True)
    pattern = build_access(SubTensorAccess(offsets, sizes, strides), type)
    assert isinstance(pattern, AccessPatternAttr)
    return pattern


def partition_first(type: MemRefType[Attribute], slices: Slices) -> Slices:
    dim = type.memory_space.partition_dim.data if isinstance(type.memory_space, MemoryAttr) else 0
    return (slices[dim], *slices[:dim], *slices[dim + 1 :])


def by_klr(type: MemRefType[Attribute], slices: Slices) -> AccessPatternAttr:
    spans = [IndexSpan.checked(start, stride, num) for start, num, stride in partition_first(type, slices)]
    return to_neuron_ap(to_bir(basic_access(klr_tensor(type), spans)), type)


def by_numpy(type: MemRefType[Attribute], slices: Slices) -> list[int]:
    shape = device_shape(type)
    where = numpy.arange(int(numpy.prod(shape))).reshape(shape)
    grid = numpy.ix_(
        *[[start + stride * i for i in range(num)] for start, num, stride in partition_first(type, slices)]
    )
    return where[grid].ravel().tolist()


@settings(max_examples=400, deadline=None)
@given(sub_tensors())
def test_a_rectangle(case: tuple[MemRefType[Attribute], Slices]) -> None:
    type, slices = case
    penguin, klr = by_penguin(type, slices), by_klr(type, slices)
    assert elements(penguin) == elements(klr) == by_numpy(type, slices)
    assert klr.set.same_order(penguin.set)
    assert klr.logical_shape(type) == penguin.logical_shape(type)


@settings(max_examples=200, deadline=None)
@given(sub_tensors())
def test_what_penguin_says_comes_back_from_klr(case: tuple[MemRefType[Attribute], Slices]) -> None:
    type, slices = case
    penguin = by_penguin(type, slices)
    assert elements(to_neuron_ap(from_neuron_ap(penguin, type), type)) == elements(penguin)


@pytest.mark.parametrize(
    "type",
    [
        memref((128, 64), "sbuf"),
        memref((4, 128, 8), "psum", partition_dim=1),
        memref((3, 5, 7), "hbm"),
        memref((16,), "sbuf"),
    ],
)
def test_a_whole_tensor(type: MemRefType[Attribute]) -> None:
    klr = to_neuron_ap(to_bir(whole_tensor(klr_tensor(type))), type)
    assert klr == add_ap(type) == full_pattern(type)


def test_a_tile() -> None:
    type = memref((128, 1024), "sbuf")
    penguin = build_access(TileAccess((64, 512), (64, 128)), type)
    klr = to_neuron_ap(
        to_bir(basic_access(klr_tensor(type), [IndexSpan.slice(64, 128), IndexSpan.slice(512, 640)])), type
    )
    assert penguin == klr


def test_a_composition_of_slices_is_one_access() -> None:
    # t[:, 4:32][:, 3:20:2] by spans, and by numpy.
    type = memref((32, 64), "sbuf")
    span = IndexSpan.full(64).after(IndexSpan.slice(4, 32)).after(IndexSpan.slice(3, 20, 2))
    klr = to_neuron_ap(to_bir(basic_access(klr_tensor(type), [IndexSpan.full(32), span])), type)
    where = numpy.arange(32 * 64).reshape(32, 64)
    assert elements(klr) == where[:, 4:32][:, 3:20:2].ravel().tolist()


def test_a_broadcast_goes_through_untouched() -> None:
    type = memref((128, 1, 64), "sbuf")
    tensor = klr_tensor(type)
    klr = to_neuron_ap(BirAccessPattern(tensor, 0, (APPair(64, 128), APPair(0, 8), APPair(1, 64))), type)
    assert klr == AccessPatternAttr(bf16, partition=((64, 128),), free=((0, 8), (1, 64)), access_shape=(128, 8, 64))
    where = numpy.arange(128 * 64).reshape(128, 1, 64)
    assert elements(klr) == numpy.broadcast_to(where, (128, 8, 64)).ravel().tolist()


def test_a_scalar_offset_steps_by_the_shape_of_the_tensor() -> None:
    # AWS Neuron documentation: a (512, 512) tensor, [[512, 128], [1, 256]], rows from a run-time index on.
    type = memref((512, 512), "hbm")
    access = BirAccessPattern(klr_tensor(type), 0, (APPair(512, 128), APPair(1, 256)), scalar_offset=0)
    pattern = to_neuron_ap(access, type)
    assert pattern.num_indices == 1
    assert not pattern.is_static
    start: Any = pattern.start
    value: AffineMap = start.data
    assert value.eval([3], []) == (3 * 512,)


def test_a_scalar_offset_at_another_position() -> None:
    type = memref((8, 4, 16), "hbm")
    access = BirAccessPattern(klr_tensor(type), 0, (APPair(64, 8), APPair(1, 16)), scalar_offset=1, indirect_dim=1)
    pattern = to_neuron_ap(access, type)
    start: Any = pattern.start
    assert start.data.eval([100, 2], []) == (2 * 16,)


@pytest.mark.parametrize(
    ("type", "message"),
    [
        (MemRefType(bf16, (4, 4)), "lies in none of hbm, sbuf and psum"),
        (MemRefType(i1, (4, 4), memory_space=MemoryAttr("hbm")), "i1 is not an element type of Backend IR"),
        (MemRefType(bf16, (), memory_space=MemoryAttr("hbm")), "a tensor of rank 0 has no partition dimension"),
    ],
)
def test_memrefs_that_klr_does_not_know(type: MemRefType[Attribute], message: str) -> None:
    with pytest.raises(KlrError) as raised:
        klr_tensor(type)
    assert str(raised.value).endswith(message)


def test_a_pattern_of_another_tensor() -> None:
    type = memref((128, 64), "sbuf")
    with pytest.raises(KlrError, match="the pattern is one of"):
        to_neuron_ap(BirAccessPattern(Tensor((128, 32), 2, "sbuf"), 0, (APPair(32, 128),)), type)


def test_a_pattern_without_pairs() -> None:
    type = memref((128, 64), "sbuf")
    with pytest.raises(KlrError, match=r"^a pattern has a pair for the partitions$"):
        to_neuron_ap(BirAccessPattern(klr_tensor(type), 0, ()), type)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (
            AccessPatternAttr(f32, partition=((64, 128),), free=((1, 32),)),
            "the pattern counts in f32, the memref has bf16",
        ),
        (AccessPatternAttr(bf16, free=((1, 64),)), "the partition part has 0 pairs, KLR has one"),
        (
            AccessPatternAttr(bf16, partition=((64, 128),), start=AffineMap.from_callable(lambda i: (i * 2,))),
            "the start (d0) -> ((d0 * 2)) is an expression, KLR has a register or a tensor there",
        ),
    ],
)
def test_patterns_that_klr_cannot_say(pattern: AccessPatternAttr, message: str) -> None:
    with pytest.raises(KlrError) as raised:
        from_neuron_ap(pattern, memref((128, 64), "sbuf"))
    assert str(raised.value) == message


def test_parts_become_pairs() -> None:
    type = memref((128, 4, 8), "sbuf")
    legal = AccessPatternAttr(bf16, partition=((32, 128),), free=((8, 4),), reduce=((1, 8),))
    assert from_neuron_ap(legal, type).pattern == (APPair(32, 128), APPair(8, 4), APPair(1, 8))
