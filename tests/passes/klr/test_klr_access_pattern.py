"""KLR's access patterns: the cases that KLR guards itself with, its checks, and both conversions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuron_opt.passes.klr.access_pattern import (
    AccessPattern,
    APPair,
    BirAccessPattern,
    Tensor,
    basic_access,
    from_bir,
    leaf_pairs,
    to_bir,
    whole_tensor,
)
from neuron_opt.passes.klr.errors import KlrError
from neuron_opt.passes.klr.index_span import IndexSpan

# KLR writes its own examples for a tensor of 4 partitions of 3 x 2.
SMALL = Tensor((4, 3, 2), 4, "hbm")
ALL = (IndexSpan.full(4), IndexSpan.full(3), IndexSpan.full(2))
TILE = Tensor((128, 16, 8), 2, "sbuf")


@pytest.mark.parametrize(
    ("dimension", "span", "pairs", "offset"),
    [
        (0, IndexSpan.coordinate(1), [(6, 1), (2, 3), (1, 2)], 6),
        (0, IndexSpan.slice(1, 3), [(6, 2), (2, 3), (1, 2)], 6),
        (1, IndexSpan.coordinate(0), [(6, 4), (2, 1), (1, 2)], 0),
        (1, IndexSpan.coordinate(1), [(6, 4), (2, 1), (1, 2)], 2),
        (1, IndexSpan.slice(1, 3), [(6, 4), (2, 2), (1, 2)], 2),
        (2, IndexSpan.coordinate(0), [(6, 4), (2, 3), (1, 1)], 0),
        (2, IndexSpan.coordinate(1), [(6, 4), (2, 3), (1, 1)], 1),
    ],
)
def test_the_examples_that_klr_guards_itself_with(
    dimension: int, span: IndexSpan, pairs: list[tuple[int, int]], offset: int
) -> None:
    indices = [span if index == dimension else full for index, full in enumerate(ALL)]
    access = to_bir(basic_access(SMALL, indices))
    assert leaf_pairs(access) == tuple(pairs)
    assert access.offset == offset


def test_the_whole_tensor() -> None:
    access = to_bir(whole_tensor(TILE))
    assert leaf_pairs(access) == ((128, 128), (8, 16), (1, 8))
    assert access.offset == 0
    assert access.shape == (128, 16, 8)
    assert whole_tensor(TILE) == basic_access(TILE, [IndexSpan.full(size) for size in TILE.shape])


def test_the_offset_counts_partitions_as_rows() -> None:
    access = AccessPattern(TILE, 32, (APPair(8, 4), APPair(1, 8)), par_offset=64, free_offset=24)
    assert to_bir(access).offset == 64 * 128 + 24
    assert access.shape == (32, 4, 8)


@pytest.mark.parametrize("start", [0, 32, 64, 96])
def test_starts_of_quadrants(start: int) -> None:
    assert to_bir(AccessPattern(TILE, 32, (APPair(1, 128),), start)).offset == start * 128


@pytest.mark.parametrize("start", [1, 16, 48, 127])
def test_a_start_inside_a_quadrant_is_refused_on_chip(start: int) -> None:
    with pytest.raises(KlrError) as raised:
        to_bir(AccessPattern(TILE, 1, (APPair(1, 128),), start))
    assert str(raised.value) == (
        f"Invalid partition start offset {start} for non-HBM memory. Valid offsets are: 0, 32, 64, 96"
    )


def test_hbm_starts_anywhere() -> None:
    assert to_bir(AccessPattern(TILE._replace(memory="hbm"), 1, (APPair(1, 128),), 5)).offset == 5 * 128


def test_partitions_that_are_not_neighbours() -> None:
    indices = [IndexSpan.slice(0, 128, 2), IndexSpan.full(16), IndexSpan.full(8)]
    with pytest.raises(KlrError, match=r"^the partitions are 2 apart, only neighbours can be accessed$"):
        basic_access(TILE, indices)


def test_nothing() -> None:
    indices = [IndexSpan.full(128), IndexSpan.slice(4, 4), IndexSpan.full(8)]
    with pytest.raises(KlrError) as raised:
        basic_access(TILE, indices)
    assert str(raised.value) == "nothing is accessed: the shape is [128, 0, 8]"


def test_an_index_for_each_dimension() -> None:
    with pytest.raises(KlrError, match=r"^invalid basic access: 2 indices for 3 dimensions$"):
        basic_access(TILE, [IndexSpan.full(128), IndexSpan.full(16)])


def test_slices_are_clipped_to_the_tensor() -> None:
    indices = [IndexSpan.full(128), IndexSpan.slice(12, 40), IndexSpan.full(8)]
    assert basic_access(TILE, indices).free_pattern == (APPair(8, 4), APPair(1, 8))


@st.composite
def accesses(draw: st.DrawFn) -> AccessPattern:
    tensor = Tensor(tuple(draw(st.lists(st.integers(1, 8), min_size=1, max_size=4))), 4, "hbm")
    pairs = draw(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 6)), max_size=3))
    return AccessPattern(
        tensor,
        draw(st.integers(1, 8)),
        tuple([APPair(step, num) for step, num in pairs]),
        draw(st.integers(0, 100)),
        draw(st.integers(0, tensor.free_elements - 1)),
    )


@given(accesses())
def test_the_two_forms_are_inverse(access: AccessPattern) -> None:
    assert from_bir(to_bir(access)) == access


def test_from_a_pattern_whose_partitions_are_not_neighbours() -> None:
    with pytest.raises(KlrError) as raised:
        from_bir(BirAccessPattern(TILE, 0, (APPair(256, 64), APPair(1, 128))))
    assert str(raised.value) == (
        "the partition pair [256, 64] steps by 256 elements, a partition has 128; only neighbours can be accessed"
    )


def test_one_partition_has_no_neighbours_to_be_apart_from() -> None:
    assert from_bir(BirAccessPattern(TILE, 130, (APPair(1, 1), APPair(1, 4)))) == AccessPattern(
        TILE, 1, (APPair(1, 4),), 1, 2
    )


def test_from_a_pattern_without_pairs() -> None:
    with pytest.raises(KlrError, match=r"^a pattern has a pair for the partitions$"):
        from_bir(BirAccessPattern(TILE, 0, ()))


def test_from_a_pattern_with_an_offset_at_run_time() -> None:
    with pytest.raises(KlrError, match=r"^an offset that is known at run time has no partition of its own$"):
        from_bir(BirAccessPattern(TILE, 0, (APPair(128, 1),), scalar_offset=0))


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (APPair(2**31, 1), "the step of [2147483648, 1] does not fit 32 bits"),
        (APPair(-(2**31) - 1, 1), "the step of [-2147483649, 1] does not fit 32 bits"),
        (APPair(1, 2**32), "the count of [1, 4294967296] is not from 1 to 4294967295"),
        (APPair(1, 0), "the count of [1, 0] is not from 1 to 4294967295"),
    ],
)
def test_pairs_that_the_leaf_cannot_hold(pair: APPair, message: str) -> None:
    with pytest.raises(KlrError) as raised:
        leaf_pairs(BirAccessPattern(TILE, 0, (pair,)))
    assert str(raised.value) == message


def test_the_leaf_passes_a_broadcast_through() -> None:
    assert leaf_pairs(BirAccessPattern(TILE, 0, (APPair(128, 128), APPair(0, 8), APPair(-1, 4)))) == (
        (128, 128),
        (0, 8),
        (-1, 4),
    )
