"""The set-split cores, each against numpy's enumeration, and each assertion with its notes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import numpy
import pytest

from neuron_opt.dialects.neuron.strided_set import StridedSet, nest
from neuron_opt.passes.access_builders.access_pattern_error import AccessPatternError
from neuron_opt.passes.access_builders.add_batch_transpose_ap import check_swap, split_batches
from neuron_opt.passes.access_builders.add_sparse_matmul_ap import SparseLayout, carve_compress_ratio
from neuron_opt.passes.access_builders.cayman_matmul_double_row_ap import (
    cayman_matmul_double_row_ap,
    legacy_matmul_double_row_ap,
)
from neuron_opt.passes.access_builders.reshape_access_pattern import reshape_free_set
from neuron_opt.passes.access_builders.tonga_partition_ap import (
    PartitionRule,
    select_partition_ap,
    tonga_partition_ap,
)
from neuron_opt.passes.access_builders.tonga_reduce_ap import tonga_reduce_ap


def elements(strided_set: StridedSet) -> numpy.ndarray:
    """The elements, one axis a pair, by broadcasting: independent of the algebra's own enumeration."""
    indices = numpy.full((1,) * strided_set.rank, strided_set.start)
    for axis, (step, num) in enumerate(strided_set.pairs):
        shape = [1] * strided_set.rank
        shape[axis] = num
        indices = indices + (numpy.arange(num) * step).reshape(shape)
    return indices


def random_sets(seed: int, count: int) -> Iterator[StridedSet]:
    generator = random.Random(seed)
    for _ in range(count):
        rank = generator.randrange(0, 5)
        shape = [generator.choice((1, 2, 2, 3, 4, 6, 8)) for _ in range(rank)]
        if generator.random() < 0.6:
            steps = [step * generator.choice((1, 1, 2)) for step in StridedSet.row_major(shape).steps]
        else:
            steps = [generator.randrange(-20, 21) for _ in shape]
        yield StridedSet(list(zip(steps, shape, strict=True)))


def notes(error: BaseException) -> tuple[str, ...]:
    return tuple(getattr(error, "__notes__", ()))


# ------------------------------------------------------------------------------------------------- tonga_reduce_ap


def test_reduce_groups_are_the_trailing_elements():
    split = 0
    for free in random_sets(1, 3000):
        count = free.num_input_elts
        flat = elements(free).reshape(-1)
        for size in range(1, count + 1):
            try:
                kept, reduced = tonga_reduce_ap(free, size, 8)
            except AccessPatternError as error:
                assert str(error) == "Incorrect access pattern!"
                assert not free.can_split(size)
                continue
            split += 1
            groups = elements(nest(kept, reduced)).reshape(count // size, size)
            assert (groups == flat.reshape(count // size, size)).all()
            assert kept.is_flat and reduced.is_flat
    assert split > 3000


def test_reduce_split_inside_a_dimension():
    assert tonga_reduce_ap(StridedSet([(8, 4), (1, 8)]), 16, 4) == (StridedSet([(16, 2)]), StridedSet([(1, 16)]))


def test_reduce_refusals():
    with pytest.raises(AccessPatternError, match=r"(?m)^Incorrect access pattern!$") as caught:
        tonga_reduce_ap(StridedSet([(8, 4), (1, 8)]), 5, 4)
    assert notes(caught.value) == (
        "the trailing 5 elements cannot be split off the free part [[1, 32]]: 5 does not divide 32",
        "sizes that can be: 1, 2, 4, 8, 16, 32",
    )
    with pytest.raises(AccessPatternError, match=r"(?m)^Too many reduce dims$") as caught:
        tonga_reduce_ap(StridedSet([(64, 2), (16, 2), (4, 2), (1, 2)]), 16, 3)
    assert notes(caught.value) == (
        "the trailing 16 elements of the free part [[64, 2], [16, 2], [4, 2], [1, 2]] are "
        "[[64, 2], [16, 2], [4, 2], [1, 2]]: 4 dimensions, the limit is 3",
    )
    with pytest.raises(AccessPatternError, match=r"(?m)^Incorrect access pattern!$") as caught:
        tonga_reduce_ap(StridedSet([(1, 32)]), 16, 4, 0, 4)
    assert notes(caught.value) == (
        "2 elements of the free part [[1, 32]] are left when 16 are reduced, at least 4 are needed",
    )


def test_reduce_pads_to_the_least_number_of_dimensions():
    assert tonga_reduce_ap(StridedSet([(1, 32)]), 8, 4, 3).reduce == StridedSet([(8, 1), (8, 1), (1, 8)])


def test_sizes_in_a_note_are_cut_short():
    with pytest.raises(AccessPatternError) as caught:
        tonga_reduce_ap(StridedSet([(1, 2**7 * 3**4)]), 5, 4)
    assert notes(caught.value)[1].endswith(", 162, …")


# ------------------------------------------------------------------------------------ cayman_matmul_double_row_ap


def test_double_rows_are_the_two_halves():
    carved = 0
    for free in random_sets(2, 3000):
        flat = elements(free).reshape(-1)
        try:
            double_row, row = cayman_matmul_double_row_ap(free)
        except AccessPatternError as error:
            assert str(error) == "The first dimension of Cayman double_row matmult must have size of 2"
            assert len(flat) % 2 or not free.can_split(len(flat) // 2)
            continue
        carved += 1
        assert double_row.shape == (2,) and row.is_flat
        halves = elements(nest(double_row, row)).reshape(2, -1)
        assert (halves == flat.reshape(2, -1)).all()
        assert (halves[1] - halves[0] == double_row.pairs[0][0]).all()
    assert carved > 500


def test_legacy_rows_are_interleaved():
    carved = 0
    for free in random_sets(3, 3000):
        flat = elements(free).reshape(-1)
        try:
            double_row, row = legacy_matmul_double_row_ap(free)
        except AccessPatternError as error:
            assert str(error) == "The last dimension of double_row matmult must have size of 2"
            continue
        carved += 1
        rows = elements(nest(double_row, row)).reshape(2, -1)
        assert (rows[0] == flat[0::2]).all() and (rows[1] == flat[1::2]).all()
    assert carved > 500


def test_double_row_step():
    aligned = cayman_matmul_double_row_ap(StridedSet([(16, 2), (1, 1)]), 16)
    assert aligned == (StridedSet([(16, 2)]), StridedSet())
    with pytest.raises(AccessPatternError, match=r"(?m)^incorrect double row step$") as caught:
        cayman_matmul_double_row_ap(StridedSet([(24, 2), (1, 8)]), 16)
    assert notes(caught.value) == (
        "the step between the rows of the free part [[24, 2], [1, 8]] is 24, which leaves 8 when divided by the "
        "alignment 16",
        "pad a row to 32 elements",
    )
    with pytest.raises(AccessPatternError, match="must have size of 2") as caught:
        cayman_matmul_double_row_ap(StridedSet([(16, 2)]), None, 4)
    assert notes(caught.value) == (
        "the free part [[16, 2]] has 2 elements, which are not two rows, a row needs at least 4",
    )


# ---------------------------------------------------------------------------------------- the compress ratio


@pytest.mark.parametrize("ratio", [2, 3, 4])
def test_compress_ratio_pieces(ratio: int):
    carved = 0
    for free in random_sets(4 + ratio, 2000):
        flat = elements(free).reshape(-1)
        results: list[StridedSet] = []
        for layout in SparseLayout:
            try:
                results.append(carve_compress_ratio(free, ratio, layout))
            except AccessPatternError as error:
                assert str(error) == "Incorrect access pattern!"
        if not results:
            continue
        carved += 1
        natural, interleaved = results
        pieces = flat.reshape(ratio, -1)
        assert natural.shape[0] == ratio == interleaved.shape[-1]
        assert (elements(natural).reshape(ratio, -1) == pieces).all()
        assert (pieces == elements(interleaved).reshape(-1, ratio).T).all()
    assert carved > 200


def test_compress_ratio_of_hardware():
    with pytest.raises(AccessPatternError, match=r"(?m)^compress_ratio is 5, it must be 2, 3 or 4$"):
        carve_compress_ratio(StridedSet([(1, 20)]), 5, SparseLayout.NATURAL)


# ------------------------------------------------------------------------------------------- batch transpose


def test_batches_are_the_dimensions_of_the_free_part():
    free = StridedSet([(256, 4), (64, 2), (1, 16)])
    transpose = split_batches(free, 4, 16, 2)
    assert (transpose.batch, transpose.depth, transpose.lowest) == (
        StridedSet([(256, 4)]),
        StridedSet([(64, 2)]),
        StridedSet([(1, 16)]),
    )
    assert transpose.free.same_order(free)


def test_swapped_view_is_the_transposed_block():
    """In a 32x32 block, what lies along partition y after the swap is column y of all partitions."""
    extent = 4 * 16
    partition, free = StridedSet([(extent, 32)]), StridedSet([(16, 4), (1, 16)])
    transpose = split_batches(free, 4, 16, 1)
    memory = elements(nest(partition, free)).reshape(32, 4, 16)
    swapped = elements(nest(transpose.lowest, transpose.swapped_free(partition))).reshape(16, 4, 32)
    assert (swapped == memory.transpose(2, 1, 0)).all()


def test_lowest_dimension_stays_by_itself():
    assert split_batches(StridedSet([(1, 128)]), 4, 32, 1).free == StridedSet([(32, 4), (1, 32)])


def test_swap_refusals():
    check_swap(StridedSet([(64, 128)]), 0, 64, 32)
    check_swap(StridedSet([(64, 8)]), 96, 64, 32)
    for partition, start, y_size, note in (
        (StridedSet([(128, 8)]), 0, 32, "its step is 128 elements, neighbouring partitions are 64 apart"),
        (StridedSet([(64, 48)]), 0, 32, "48 partitions are neither at most 32 nor a multiple of 32"),
        (StridedSet([(64, 8)]), 8, 32, "it starts at partition 8, a block starts at a multiple of 32"),
        (StridedSet([(64, 8)]), 0, 64, "the lowest free dimension has 64 elements, a block has 32"),
    ):
        with pytest.raises(AccessPatternError, match=r"(?m)^Incorrect partition set!$") as caught:
            check_swap(partition, start, 64, y_size)
        assert notes(caught.value)[1:] == (note,)
    with pytest.raises(AccessPatternError, match=r"(?m)^too many partition dims! \[\[2048, 2\], \[64, 4\]\]$"):
        check_swap(StridedSet([(2048, 2), (64, 4)]), 0, 64, 32)


# ------------------------------------------------------------------------------------------------ partitions


def test_partition_part_own_or_derived():
    own = StridedSet([(512, 32)])
    derived = StridedSet([(512, 128)])
    for size, rule in product((16, 32, 128), PartitionRule):
        expected = own
        if size > 32 or (size < 32 and rule is PartitionRule.DIFFERENT):
            expected = StridedSet([(512, size)])
        assert select_partition_ap(own, size, 512, rule) == expected
    assert tonga_partition_ap(StridedSet([(7, 1)]), 128, 512) == derived, "a single partition has no step"


def test_reshape_keeps_the_elements():
    free = StridedSet([(16, 4), (1, 8)])
    assert reshape_free_set(free, (2, 2, 4, 2)) == StridedSet([(32, 2), (16, 2), (2, 4), (1, 2)])
    with pytest.raises(AccessPatternError, match=r"(?m)^cannot be reshaped without moving data$"):
        reshape_free_set(free, (2, 16))


def test_cores_are_remembered():
    """Models repeat their patterns: the second call gives the same objects."""
    first = tonga_reduce_ap(StridedSet([(8, 4), (1, 8)]), 8, 4)
    assert tonga_reduce_ap(StridedSet([(8, 4), (1, 8)]), 8, 4) is first
