"""Access patterns that the AWS Neuron documentation and the notes on neuronx_cc print, with their numbers.

Each is built here from the tensor and the access that the source names, so that the numbers are derived, not copied.
"""

from __future__ import annotations

import numpy
import pytest
from instructions import memref
from xdsl.dialects.builtin import Float8E4M3Type, MemRefType, bf16, f16, f32, i16, i32
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineExpr, AffineMap

from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, check_bounds, full_pattern
from neuron_opt.dialects.neuron.legality import INSTRUCTIONS, OPERAND_KINDS, check_walk
from neuron_opt.dialects.neuron.strided_set import StridedSet, nest
from neuron_opt.dialects.neuron.target import BY_NAME
from neuron_opt.dialects.penguin.accesses import SubTensorAccess
from neuron_opt.passes.access_builders.add_double_row_ap import add_double_row_ap
from neuron_opt.passes.access_builders.add_reduce_ap import add_reduce_ap
from neuron_opt.passes.access_builders.add_sparse_matmul_ap import SparseLayout, add_sparse_matmul_ap
from neuron_opt.passes.access_builders.dispatch import build_access
from neuron_opt.passes.access_builders.get_mx_scale_partition_ap import get_mx_scale_partition_ap
from neuron_opt.passes.access_builders.neuron_ap import hardware_walk

Type = MemRefType[Attribute]
TRN2 = BY_NAME["trn2"]


def sub_tensor(type: Type, offsets: list[int], sizes: list[int], strides: list[int] | None = None) -> AccessPatternAttr:
    pattern = build_access(SubTensorAccess(offsets, sizes, strides), type)
    assert isinstance(pattern, AccessPatternAttr)
    return pattern


def pairs(pattern: AccessPatternAttr) -> list[list[int]]:
    return [list(pair) for pair in pattern.pairs]


def is_legal(pattern: AccessPatternAttr, type: Type, kind: str) -> bool:
    assert check_bounds(pattern, type) is None
    return not check_walk(hardware_walk(pattern, type), OPERAND_KINDS[kind], TRN2)


# ---------------------------------------------------------------------- documentation of `.ap()` and of views


def test_half_of_the_columns():
    """(16, 16)[:, 8:16]."""
    type = memref((16, 16))
    pattern = sub_tensor(type, [0, 8], [16, 8])
    assert (pairs(pattern), pattern.offset.data) == ([[16, 16], [1, 8]], 8)
    assert is_legal(pattern, type, "source-4d")


def test_slice_of_the_free_dimension():
    """(128, 64).slice(1, 8, 24)."""
    pattern = sub_tensor(memref((128, 64)), [0, 8], [128, 16])
    assert (pairs(pattern), pattern.offset.data) == ([[64, 128], [1, 16]], 8)
    view = StridedSet.row_major((128, 64)).slice(1, 8, 24)
    assert pattern.set == view, "the view rules of the algebra say the same"


def test_every_second_element():
    """(128, 1024) float16, every second one."""
    type = memref((128, 1024), f16)
    pattern = sub_tensor(type, [0, 0], [128, 512], [1, 2])
    assert pairs(pattern) == [[1024, 128], [2, 512]]
    assert is_legal(pattern, type, "source-3d")


def test_every_other_partition_is_illegal():
    """(16, 32)[::2]: hardware cannot skip partitions."""
    type = memref((16, 32))
    pattern = sub_tensor(type, [0, 0], [8, 32], [2, 1])
    assert pairs(pattern) == [[64, 8], [1, 32]]
    violations = check_walk(hardware_walk(pattern, type), OPERAND_KINDS["source-4d"], TRN2)
    assert [(violation.rule, violation.message) for violation in violations] == [
        ("partition step", "the step of the partition part [[64, 8]] is 64, it must be 32, one partition")
    ]


def test_another_element_type():
    """(128, 256) int32 viewed as bfloat16 has the shape (128, 512)."""
    type = memref((128, 256), i32)
    view = StridedSet.row_major((128, 256)).reinterpret(4, 2)
    pattern = AccessPatternAttr(bf16, partition=view.pairs[:1], free=view.pairs[1:], access_shape=view.shape)
    assert (pairs(pattern), view.shape) == ([[512, 128], [1, 512]], (128, 512))
    assert is_legal(pattern, type, "source-3d")


def test_leading_step_is_the_free_extent():
    assert pairs(full_pattern(memref((128, 4, 8)))) == [[32, 128], [8, 4], [1, 8]]


@pytest.mark.parametrize("pool", [2, 4])
def test_average_pool(pool: int):
    """C x H x W in windows of p x p: four free dimensions, two of them reduced; the most that hardware holds."""
    channels, height, width = 64, 8, 16
    type = memref((channels, height, width))
    windows = StridedSet(
        [
            (height * width, channels),
            (pool * width, height // pool),
            (pool, width // pool),
            (width, pool),
            (1, pool),
        ]
    )
    pattern = AccessPatternAttr(f32, partition=windows.pairs[:1], free=windows.pairs[1:], access_shape=windows.shape)
    assert is_legal(pattern, type, "source-4d")
    assert not is_legal(pattern, type, "source-3d"), "one dimension too many for an activation"
    folded = add_reduce_ap(pattern, type, pool * pool, max_reduce_dims=4)
    assert folded.reduce.data == ((width, pool), (1, pool))
    image = numpy.arange(channels * height * width).reshape(channels, height, width)
    expected = image.reshape(channels, height // pool, pool, width // pool, pool).transpose(0, 1, 3, 2, 4)
    assert (folded.elements().reshape(expected.shape) == expected).all()


def test_blocks_of_hbm_side_by_side():
    """HBM [4, P, F] to SBUF [P, 4, F]."""
    partitions, free = 128, 512
    type = memref((4, partitions, free), space="hbm")
    source = StridedSet.row_major((4, partitions, free)).permute((1, 0, 2))
    pattern = AccessPatternAttr(f32, free=source.pairs, access_shape=source.shape)
    assert pairs(pattern) == [[free, partitions], [partitions * free, 4], [1, free]]
    assert check_bounds(pattern, type) is None


def test_free_transpose():
    """(P, F1, F2) to (P, F2, F1)."""
    view = StridedSet.row_major((128, 4, 8)).permute((0, 2, 1))
    assert view.pairs == ((32, 128), (1, 8), (8, 4))


def test_broadcast():
    """(128, 1, 64) to (128, 8, 64): a step of 0."""
    view = StridedSet.row_major((128, 1, 64)).broadcast(1, 8)
    assert view.pairs == ((64, 128), (0, 8), (1, 64))


def test_rows_from_a_run_time_index():
    """HBM (512, 512), rows from an index: the start is idx * 512, by the shape of the base tensor."""
    type = memref((512, 512), space="hbm")
    start = AffineMap(1, 0, (AffineExpr.dimension(0) * 512,))
    access = SubTensorAccess([0, 0], [128, 256], start=start)
    pattern = build_access(access, type)
    assert isinstance(pattern, AccessPatternAttr)
    assert (pairs(pattern), pattern.start) == ([[512, 128], [1, 256]], access.start)


def test_rows_and_columns():
    """[(3, 2), (1, 3)] visits 0, 1, 2, 3, 4, 5 (leanprover/KLR)."""
    assert list(StridedSet([(3, 2), (1, 3)]).elements()) == [0, 1, 2, 3, 4, 5]


# ------------------------------------------------------------------------------------------- double-row matmul


def test_double_row_operands():
    """K = 256 as 128 partitions times 2; steps of 128, 512 and 16 are multiples of 16."""
    fp8 = Float8E4M3Type()
    for shape, plain, step in (
        ((128, 2, 128), [[256, 128], [128, 2], [1, 128]], 128),
        ((128, 2, 512), [[1024, 128], [512, 2], [1, 512]], 512),
    ):
        type = memref(shape, fp8)
        assert pairs(full_pattern(type)) == plain
        carved = add_double_row_ap(full_pattern(type), type, stride_alignment=16)
        assert carved.double_row.data == ((step, 2),)
    padded = sub_tensor(memref((128, 2, 16), fp8), [0, 0, 0], [128, 2, 1])
    assert pairs(padded) == [[32, 128], [16, 2], [1, 1]]
    carved = add_double_row_ap(padded, memref((128, 2, 16), fp8), stride_alignment=16)
    assert (carved.double_row.data, carved.free.data) == (((16, 2),), ())


def test_double_row_pairs_are_half_of_k_apart():
    """Row k and row k + K/2 of a (K, N) matrix that is stored as [K/2, 2, N] with the halves side by side."""
    k, n = 256, 6
    matrix = numpy.arange(k * n).reshape(2, k // 2, n).transpose(1, 0, 2)  # what lies in partition p, half h
    type = memref((k // 2, 2, n), Float8E4M3Type())
    carved = add_double_row_ap(full_pattern(type), type, stride_alignment=None)
    walked = matrix.reshape(-1)[carved.elements()]
    assert (walked[:, 1] - walked[:, 0] == (k // 2) * n).all()


# ---------------------------------------------------------------------------------------------- sparse matmul


def test_sparse_moving_operand():
    """(128, 4, 512): natural, and as lane-interleaved consumption would walk it."""
    type = memref((128, 4, 512), bf16)
    natural = add_sparse_matmul_ap(full_pattern(type), type, 4)
    interleaved = add_sparse_matmul_ap(full_pattern(type), type, 4, SparseLayout.INTERLEAVED)
    assert pairs(natural) == [[2048, 128], [512, 4], [1, 512]]
    assert pairs(interleaved) == [[2048, 128], [1, 512], [512, 4]]
    assert is_legal(natural, type, "sparse-moving")
    assert is_legal(full_pattern(memref((128, 32), i16)), memref((128, 32), i16), "sparse-tags")


# ------------------------------------------------------------------------------------------------ microscaling


def test_mx_scales():
    """Scales of 128 partitions: [(32, 4), (1, 4)] in partitions; of 32: [(1, 4)]."""
    assert get_mx_scale_partition_ap(128, 1).pairs == ((32, 4), (1, 4))
    assert get_mx_scale_partition_ap(32, 1).pairs == ((1, 4),)


def test_mx_scale_copies():
    """HBM scales to SBUF, quadrant q: from [[F, 4], [1, F]] at 4 q F to [[F, 4], [1, F]] at 32 q F."""
    free = 64
    rows = get_mx_scale_partition_ap(128, free)
    for quadrant in range(4):
        source = StridedSet([(free, 4), (1, free)], 4 * quadrant * free)
        target = StridedSet([(free, 4), (1, free)], 32 * quadrant * free)
        assert nest(rows.select(0, quadrant), StridedSet([(1, free)])) == target
        assert source.is_contiguous


# --------------------------------------------------------------------------------------------------- reduction


def test_reduce_examples():
    type = memref((128, 4, 8))
    plain = full_pattern(type)
    assert pairs(plain) == [[32, 128], [8, 4], [1, 8]]
    for size, free, reduce in ((8, ((8, 4),), ((1, 8),)), (16, ((16, 2),), ((1, 16),))):
        folded = add_reduce_ap(plain, type, size, max_reduce_dims=4)
        assert (folded.free.data, folded.reduce.data) == (free, reduce)
    assert pairs(full_pattern(memref((128, 4)))) == [[4, 128], [1, 4]], "the result"
    assert INSTRUCTIONS["bir.tensor_reduce"].kind("ins", 0) == OPERAND_KINDS["source-4d"]
