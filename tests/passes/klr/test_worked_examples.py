"""The worked examples of the AWS Neuron documentation that are slices, by way of KLR: the pairs are those it prints."""

from __future__ import annotations

import numpy
import pytest

from neuron_opt.passes.klr.access_pattern import (
    APPair,
    BirAccessPattern,
    Tensor,
    basic_access,
    leaf_pairs,
    to_bir,
    whole_tensor,
)
from neuron_opt.passes.klr.errors import KlrError
from neuron_opt.passes.klr.index_span import IndexSpan


def visited(access: BirAccessPattern) -> list[int]:
    """What the pairs visit, as the documentation says: offset + sum of index times step, the last pair fastest."""
    shape = [pair.num for pair in access.pattern]
    steps = [pair.step for pair in access.pattern]
    return [
        access.offset + sum(i * step for i, step in zip(index, steps, strict=True)) for index in numpy.ndindex(*shape)
    ]


def test_columns_of_a_matrix() -> None:
    # (16, 16), [:, 8:16]: [[16, 16], [1, 8]] from 8 on.
    access = to_bir(basic_access(Tensor((16, 16), 4, "sbuf"), [IndexSpan.full(16), IndexSpan.slice(8, 16)]))
    assert leaf_pairs(access) == ((16, 16), (1, 8))
    assert access.offset == 8
    assert visited(access) == numpy.arange(256).reshape(16, 16)[:, 8:16].ravel().tolist()


def test_a_slice_of_the_free_dimension() -> None:
    # (128, 64), slice(1, 8, 24): [[64, 128], [1, 16]] from 8 on.
    access = to_bir(basic_access(Tensor((128, 64), 4, "sbuf"), [IndexSpan.full(128), IndexSpan.slice(8, 24)]))
    assert leaf_pairs(access) == ((64, 128), (1, 16))
    assert access.offset == 8


def test_every_second_element() -> None:
    # (128, 1024) fp16: [[1024, 128], [2, 512]].
    access = to_bir(basic_access(Tensor((128, 1024), 2, "sbuf"), [IndexSpan.full(128), IndexSpan.slice(0, 1024, 2)]))
    assert leaf_pairs(access) == ((1024, 128), (2, 512))


def test_every_second_partition_is_illegal() -> None:
    # (16, 32): [[64, 8], [1, 32]] skips partitions.
    with pytest.raises(KlrError, match=r"^the partitions are 2 apart, only neighbours can be accessed$"):
        basic_access(Tensor((16, 32), 4, "sbuf"), [IndexSpan.slice(0, 16, 2), IndexSpan.full(32)])


def test_the_leading_step_is_the_whole_free_extent() -> None:
    # (p, f0, f1): the step of the partitions is f0 * f1.
    assert leaf_pairs(to_bir(whole_tensor(Tensor((128, 6, 7), 4, "sbuf"))))[0] == (42, 128)


def test_the_pairs_of_klrs_own_documentation() -> None:
    # [(3, 2), (1, 3)] visits 0 to 5, like the index [0:2, 0:3].
    pattern = BirAccessPattern(Tensor((2, 3), 4, "hbm"), 0, (APPair(3, 2), APPair(1, 3)))
    assert visited(pattern) == [0, 1, 2, 3, 4, 5]
    assert pattern == to_bir(basic_access(pattern.tensor, [IndexSpan.slice(0, 2), IndexSpan.slice(0, 3)]))


def test_a_gather_of_blocks_from_hbm() -> None:
    # HBM [4, P, F] to SBUF [P, 4, F]: the source is walked [[F, P], [P*F, 4], [1, F]].
    partitions, free = 8, 5
    pattern = BirAccessPattern(
        Tensor((4, partitions, free), 4, "hbm"),
        0,
        (APPair(free, partitions), APPair(partitions * free, 4), APPair(1, free)),
    )
    where = numpy.arange(4 * partitions * free).reshape(4, partitions, free)
    assert visited(pattern) == where.transpose(1, 0, 2).ravel().tolist()


def test_a_transpose_of_the_free_dimensions() -> None:
    # (P, F1, F2) to (P, F2, F1): [[F1*F2, P], [1, F2], [F2, F1]].
    pattern = BirAccessPattern(Tensor((4, 3, 5), 4, "sbuf"), 0, (APPair(15, 4), APPair(1, 5), APPair(5, 3)))
    where = numpy.arange(60).reshape(4, 3, 5)
    assert visited(pattern) == where.transpose(0, 2, 1).ravel().tolist()
