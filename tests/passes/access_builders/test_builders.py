"""The builders on attributes: parts, logical shapes, element types, and the way back."""

from __future__ import annotations

import pytest
from instructions import Instructions, memref
from xdsl.dialects import test
from xdsl.dialects.builtin import Float8E4M3Type, IntegerAttr, bf16, f32, i64, tf32
from xdsl.ir.affine import AffineExpr, AffineMap

from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr, full_pattern
from neuron_opt.dialects.neuron.strided_set import StridedSet
from neuron_opt.passes.access_builders.access_pattern_error import AccessPatternError
from neuron_opt.passes.access_builders.add_batch_transpose_ap import add_batch_transpose_ap
from neuron_opt.passes.access_builders.add_complicated_dma_ap import add_complicated_dma_ap
from neuron_opt.passes.access_builders.add_double_row_ap import add_double_row_ap
from neuron_opt.passes.access_builders.add_reduce_ap import add_reduce_ap
from neuron_opt.passes.access_builders.add_sb_to_sb_cc_ap import add_sb_to_sb_cc_ap
from neuron_opt.passes.access_builders.add_sparse_matmul_ap import add_sparse_matmul_ap
from neuron_opt.passes.access_builders.add_stream_id import add_stream_id
from neuron_opt.passes.access_builders.add_tensor_copy_dynamic_dummy_ap import add_tensor_copy_dynamic_dummy_ap
from neuron_opt.passes.access_builders.get_mx_scale_partition_ap import (
    check_mx_scale_partition_ap,
    get_mx_scale_partition_ap,
)
from neuron_opt.passes.access_builders.neuron_ap import partition_extent
from neuron_opt.passes.access_builders.reshape_access_pattern import reshape_access_pattern
from neuron_opt.passes.access_builders.restore_original_ap import restore_original_ap
from neuron_opt.passes.access_builders.tonga_partition_ap import PartitionRule


def test_reduce_and_back():
    type = memref((128, 4, 8))
    plain = full_pattern(type)
    folded = add_reduce_ap(plain, type, 8, max_reduce_dims=4)
    assert folded == AccessPatternAttr(f32, partition=[(32, 128)], free=[(8, 4)], reduce=[(1, 8)])
    assert restore_original_ap(folded, type) == plain


def test_double_row_and_back():
    type = memref((128, 2, 128), Float8E4M3Type())
    plain = full_pattern(type)
    carved = add_double_row_ap(plain, type, stride_alignment=16)
    assert carved == AccessPatternAttr(
        type.element_type, partition=[(256, 128)], double_row=[(128, 2)], free=[(1, 128)]
    )
    assert restore_original_ap(carved, type) == plain


def test_legacy_double_row_and_back():
    type = memref((128, 128, 2), Float8E4M3Type())
    plain = full_pattern(type)
    carved = add_double_row_ap(plain, type, stride_alignment=None, legacy=True)
    assert (carved.double_row.data, carved.free.data) == (((1, 2),), ((2, 128),))
    assert restore_original_ap(carved, type, double_row_is_last=True) == plain


def test_sparse():
    type = memref((128, 4, 512), bf16)
    assert add_sparse_matmul_ap(full_pattern(type), type, 4).free.data == ((512, 4), (1, 512))


def test_float32r_is_stored_as_float32():
    type = memref((128, 64), tf32)
    plain = full_pattern(type)
    transpose = {"batch_size": 2, "y_size": 32, "depth": 1}
    for strip, expected in ((True, f32), (False, tf32)):
        made = (
            add_batch_transpose_ap(plain, type, strip_fp32r=strip, **transpose),
            add_complicated_dma_ap(plain, type, shape=(2, 32), partition_size=128, strip_fp32r=strip),
            add_double_row_ap(plain, type, stride_alignment=16, strip_fp32r=strip),
        )
        assert [pattern.dtype for pattern in made] == [expected] * 3


def test_complicated_dma():
    type = memref((128, 512))
    own = AccessPatternAttr(f32, partition=[(512, 64)], free=[(1, 512)], access_shape=(64, 512))
    made = add_complicated_dma_ap(own, type, shape=(4, 128), partition_size=128)
    assert made == AccessPatternAttr(
        f32, partition=[(512, 128)], free=[(128, 4), (1, 128)], access_shape=(128, 4, 128)
    ), "more partitions are accessed than the access's own part has"
    less = add_complicated_dma_ap(own, type, shape=None, partition_size=32)
    assert less == own
    less = add_complicated_dma_ap(own, type, shape=None, partition_size=32, rule=PartitionRule.DIFFERENT)
    assert less == AccessPatternAttr(f32, partition=[(512, 32)], free=[(1, 512)], access_shape=(32, 512))
    hbm = memref((128, 512), space="hbm")
    assert add_complicated_dma_ap(full_pattern(hbm), hbm, shape=(65536,), partition_size=128) == AccessPatternAttr(
        f32, free=[(1, 65536)], access_shape=(65536,)
    ), "in HBM there is no partition part"


def test_dynamic_placeholder_keeps_its_start():
    type = memref((128, 4096))
    start = AffineMap(1, 0, (AffineExpr.dimension(0) * 64,))
    own = AccessPatternAttr(f32, partition=[(4096, 1)], free=[(1, 64)], start=start, access_shape=(1, 64))
    assert add_tensor_copy_dynamic_dummy_ap(own, type, 128) == AccessPatternAttr(
        f32, partition=[(4096, 128)], free=[(1, 64)], start=start, access_shape=(128, 64)
    )


def test_partition_dim_of_a_block_tensor():
    """The logical shape has the partitions where the memref has them."""
    type = memref((4, 128, 8), partition_dim=1)
    plain = AccessPatternAttr(f32, partition=[(32, 64)], free=[(8, 4), (1, 4)], access_shape=(4, 64, 4))
    folded = add_reduce_ap(plain, type, 4, max_reduce_dims=4)
    assert folded == AccessPatternAttr(
        f32, partition=[(32, 64)], free=[(8, 4)], reduce=[(1, 4)], access_shape=(4, 64, 4)
    )
    assert restore_original_ap(folded, type) == plain


def test_logical_shape_is_written_down_when_the_operand_does_not_have_it():
    type = memref((128, 4, 8))
    transposed = AccessPatternAttr(f32, partition=[(32, 128)], free=[(1, 8), (8, 4)])
    folded = add_reduce_ap(transposed, type, 4, max_reduce_dims=4)
    assert folded == AccessPatternAttr(
        f32, partition=[(32, 128)], free=[(1, 8)], reduce=[(8, 4)], access_shape=(128, 8, 4)
    )
    restored = restore_original_ap(folded, type)
    assert restored.pairs == transposed.pairs


def test_restore_refuses_another_shape():
    type = memref((128, 4, 8))
    part = AccessPatternAttr(f32, partition=[(32, 128)], free=[(8, 4), (1, 4)])
    with pytest.raises(AccessPatternError, match=r"(?m)^cannot be restored to its logical shape$") as caught:
        restore_original_ap(part, type)
    assert caught.value.__notes__ == ["its logical shape is [128, 4, 8], and [[8, 4], [1, 4]] has 16 elements"]


def test_reshape_to_the_shape_of_the_operand_says_nothing():
    type = memref((128, 4, 8))
    flat = AccessPatternAttr(f32, partition=[(32, 128)], free=[(1, 32)], access_shape=(128, 32))
    assert reshape_access_pattern(flat, type, (4, 8)) == full_pattern(type)


def test_collective_delinearises_and_records():
    type = memref((128, 512))
    sources, results = add_sb_to_sb_cc_ap(
        [(full_pattern(type), type)], [(IntervalAttr(f32, count=512, start=1024, access_shape=(512,)), type)]
    )
    assert sources[0].interval == IntervalAttr(f32, count=65536)
    assert sources[0].dataset == ("src0", False, 65536, f32)
    assert results[0].interval == IntervalAttr(f32, count=512, start=1024, access_shape=(512,)), "an interval already"
    assert results[0].dataset == ("dst0", True, 512, f32)
    gap = AccessPatternAttr(f32, partition=[(512, 2)], free=[(1, 256)], access_shape=(2, 256))
    with pytest.raises(AccessPatternError) as caught:
        add_sb_to_sb_cc_ap([(full_pattern(type), type)], [(gap, type)])
    assert caught.value.operand_index == 1


def test_stream_id_is_a_stamp():
    made = Instructions()
    buffer = made.buffer(memref((128, 8)))
    access = [(buffer, full_pattern(memref((128, 8))))]
    transfer = made.add(InstructionType.GPSIMDSB2SB, access, access)
    add_stream_id(transfer, test.TestOp())
    assert transfer.attributes["neuron.stream_id"] == IntegerAttr(0, i64), "the default stream"
    add_stream_id(transfer, test.TestOp(), default=7)
    assert transfer.attributes["neuron.stream_id"] == IntegerAttr(7, i64)
    add_stream_id(transfer, test.TestOp(attributes={"stream_id": IntegerAttr(3, i64)}))
    assert transfer.attributes["neuron.stream_id"] == IntegerAttr(3, i64)
    collective = made.add(InstructionType.CollectiveCompute, access, access)
    add_stream_id(collective, transfer)
    assert collective.properties["stream_id"] == IntegerAttr(3, i64), "an instruction that has the key gets it there"


@pytest.mark.parametrize(
    ("partitions", "pairs"),
    [
        (32, ((512, 4),)),
        (64, ((16384, 2), (512, 4))),
        (96, ((16384, 3), (512, 4))),
        (128, ((16384, 4), (512, 4))),
    ],
)
def test_mx_scale_partitions(partitions: int, pairs: tuple[tuple[int, int], ...]):
    part = get_mx_scale_partition_ap(partitions, 512)
    assert part == StridedSet(pairs)
    quadrants = partitions // 32
    assert [element // 512 for element in part.elements()] == [32 * i + j for i in range(quadrants) for j in range(4)]
    check_mx_scale_partition_ap(part, partitions, 512)


@pytest.mark.parametrize("partitions", [0, 8, 48, 160])
def test_mx_scale_partition_counts(partitions: int):
    with pytest.raises(AccessPatternError, match=f"(?m)has 32, 64, 96 or 128 partitions, not {partitions}$"):
        get_mx_scale_partition_ap(partitions, 512)


def test_extent_in_another_element_type():
    assert partition_extent(memref((128, 256)), AccessPatternAttr(bf16).element) == 512
    with pytest.raises(AccessPatternError, match=r"(?m)^cannot be viewed as float32$"):
        partition_extent(memref((128, 3), bf16), AccessPatternAttr(f32).element)
