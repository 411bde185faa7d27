"""A pattern on a parameter, carried over to the operand, visits the same elements: held against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import MemRefType, bf16, f32
from xdsl.ir import Attribute

from neuron_opt.dialects.bir.structure import structure_class
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr
from neuron_opt.dialects.neuron.memory import hbm, sbuf
from neuron_opt.passes.inline_kernels.binding import Bound, consecutive_start
from neuron_opt.passes.inline_kernels.kernel_function import Formal


def formal_of(type: MemRefType[Attribute]) -> Formal:
    make_set: Any = structure_class("bir.memory_location_set")
    make_location: Any = structure_class("bir.memory_location")
    location_set = make_set("x_set", result_type=type, kind="ExternalInput")
    return Formal(make_location("x", result_type=type, set=location_set.results[0]), location_set)


@st.composite
def pairs_within(draw: st.DrawFn, extent: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """An offset and pairs that stay below an extent; steps may be negative or 0."""
    offset = draw(st.integers(0, extent - 1))
    low, high = offset, offset
    pairs: list[tuple[int, int]] = []
    for _ in range(draw(st.integers(0, 3))):
        num = draw(st.integers(1, 4))
        most = (extent - 1 - high) // max(num - 1, 1)
        least = -(low // max(num - 1, 1))
        step = draw(st.integers(least, most))
        low, high = low + min(0, step * (num - 1)), high + max(0, step * (num - 1))
        pairs.append((step, num))
    return offset, tuple(pairs)


@settings(deadline=None)
@given(st.data())
def test_in_hbm_everything_moves_by_the_start(data: st.DataObject) -> None:
    size, start = data.draw(st.integers(1, 40)), data.draw(st.integers(0, 20))
    formal = formal_of(hbm(size, dtype=f32))
    bound = Bound(formal, 0, hbm(size + start, dtype=f32), start)
    offset, pairs = data.draw(pairs_within(size))
    pattern = AccessPatternAttr(f32, free=pairs, offset=offset)
    moved = bound.rebase(pattern)
    assert isinstance(moved, AccessPatternAttr)
    np.testing.assert_array_equal(moved.elements(), pattern.elements() + start)
    assert moved.logical_shape(bound.type) == pattern.logical_shape(formal.type) or pattern.num_elements != size


@settings(deadline=None)
@given(st.data())
def test_on_chip_partitions_and_what_is_in_them_move_apart(data: st.DataObject) -> None:
    partitions, extent = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 20))
    start, rest = data.draw(st.integers(0, 10)), data.draw(st.integers(0, 10))
    wide = start + extent + rest
    bound = Bound(formal_of(sbuf(partitions, extent, dtype=f32)), 0, sbuf(partitions, wide, dtype=f32), start)
    first, across = data.draw(pairs_within(partitions))
    offset, inside = data.draw(pairs_within(extent))
    pattern = AccessPatternAttr(
        f32,
        partition=tuple((step * extent, num) for step, num in across),
        free=inside,
        offset=first * extent + offset,
    )
    moved = bound.rebase(pattern)
    assert isinstance(moved, AccessPatternAttr)
    partition, position = np.divmod(pattern.elements(), extent)
    np.testing.assert_array_equal(moved.elements(), partition * wide + position + start)


@settings(deadline=None)
@given(st.data())
def test_what_counts_as_consecutive_is(data: st.DataObject) -> None:
    """Where a start is given, the walk visits exactly the elements from there on, in their order."""
    size = 48
    offset, pairs = data.draw(
        st.one_of(
            pairs_within(size),
            st.sampled_from([(0, ((8, 6), (1, 8))), (4, ((4, 3), (1, 4))), (3, ((1, 5),)), (2, ((7, 1), (1, 9)))]),
        )
    )
    pattern = AccessPatternAttr(f32, free=pairs, offset=offset)
    start = consecutive_start(pattern, hbm(size, dtype=f32), hbm(pattern.num_elements, dtype=f32))
    walked: np.ndarray[Any, Any] = pattern.elements().reshape(-1)
    consecutive = np.array_equal(walked - walked[0], np.arange(walked.size))
    assert (start is not None) == consecutive
    if start is not None:
        assert start == walked[0]


def test_a_view_of_another_element_type_moves_in_its_own_elements() -> None:
    bound = Bound(formal_of(sbuf(4, 8, dtype=f32)), 0, sbuf(4, 16, dtype=f32), 6)
    moved = bound.rebase(AccessPatternAttr(bf16, partition=((16, 4),), free=((1, 16),)))
    assert moved == AccessPatternAttr(bf16, partition=((32, 4),), free=((1, 16),), offset=12)
