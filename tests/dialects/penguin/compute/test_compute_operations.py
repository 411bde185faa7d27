"""The compute operations from Python: every constructor, and what operations measure of their operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import xdsl.dialects.test
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import (
    Float8E4M3Type,
    IndexType,
    IntegerType,
    MemRefType,
    Signedness,
    bf16,
    f32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap

from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr
from neuron_opt.dialects.neuron.errors import OperationError
from neuron_opt.dialects.neuron.memory import MemoryAttr
from neuron_opt.dialects.neuron.strided_set import StridedSet
from neuron_opt.dialects.penguin.accesses import SubTensorAccess, sub_tensor, tile
from neuron_opt.dialects.penguin.compute.collectives import SbToSbOp
from neuron_opt.dialects.penguin.compute.copies import DMACopyOp, TensorCopyDynamicOp, TensorCopyOp
from neuron_opt.dialects.penguin.compute.matmul import MatmulOp, MatmulSparseOp
from neuron_opt.dialects.penguin.compute.operation import ComputeOp
from neuron_opt.dialects.penguin.compute.reduce import NeuronReduceMacroOp, PartitionReduceOp, TensorReduceOp
from neuron_opt.dialects.penguin.compute.transposes import TransposeBatchnormStats2Op, TransposeTensorReduceOp
from neuron_opt.passes.access_builders.dispatch import build_access

ROW = AffineMap.from_callable(lambda i: (i * 64,))


def memref(*shape: int, dtype: Attribute = f32, space: str = "sbuf", partition_dim: int = 0) -> MemRefType[Attribute]:
    return MemRefType(dtype, shape, memory_space=MemoryAttr(space, partition_dim=partition_dim))


def value(type: Attribute) -> SSAValue:
    return xdsl.dialects.test.TestOp(result_types=[type]).results[0]


def operand(*shape: int, **keywords: Any) -> SSAValue:
    return value(memref(*shape, **keywords))


FP8 = Float8E4M3Type()
UI16 = IntegerType(16, Signedness.UNSIGNED)

CONSTRUCTED: list[tuple[Callable[[], ComputeOp], str]] = [
    (
        lambda: TensorReduceOp("add", src=operand(128, 4, 8), dst=operand(128, 4), reduce_size=8, negate=True),
        "{reduce_size = 8, negate = true}",
    ),
    (lambda: PartitionReduceOp("max", src=operand(128, 32), dst=operand(1, 1), axis="XYZWC"), "{axis = XYZWC}"),
    (
        lambda: NeuronReduceMacroOp(
            "add", src=operand(128, 4, 8), dst=operand(128, 1), axes=[1, 2], partials=[operand(128, 4)]
        ),
        "{axes = [1, 2]}",
    ),
    (
        lambda: TransposeTensorReduceOp("add", src=operand(32, 4, 16), dst=operand(16, 1), reduce_size=4, y_size=16),
        "{reduce_size = 4, y_size = 16}",
    ),
    (
        lambda: TransposeBatchnormStats2Op(
            src=operand(32, 4, 32), dst=operand(32, 6), batch_size=2, y_size=32, depth=2
        ),
        "{batch_size = 2, y_size = 32, depth = 2}",
    ),
    (
        lambda: MatmulOp(
            moving=operand(64, 512, dtype=bf16),
            stationary=operand(64, 128, dtype=bf16),
            dst=operand(128, 512, space="psum"),
            accumulation_flag=1,
            tile_position=[64, 0],
            tile_size=[64, 128],
            replication_num_rows=4,
        ),
        "{accumulation_flag = 1, tile_position = [64, 0], tile_size = [64, 128], replication_num_rows = 4}",
    ),
    (
        lambda: MatmulOp(
            moving=operand(128, 512, 2, dtype=FP8),
            stationary=operand(128, 128, 2, dtype=FP8),
            dst=operand(128, 512, space="psum"),
            perf_mode="double_row",
            double_row_flavour="legacy",
        ),
        "{perf_mode = double_row, double_row_flavour = legacy}",
    ),
    (
        lambda: MatmulSparseOp(
            moving=operand(128, 4, 512, dtype=bf16),
            stationary=operand(128, 128, dtype=bf16),
            tags=operand(128, 32, dtype=UI16),
            dst=operand(128, 512, space="psum"),
            compress_ratio=4,
            accumulation_flag=3,
        ),
        "{compress_ratio = 4, accumulation_flag = 3}",
    ),
    (lambda: TensorCopyOp(src=operand(128, 8, 8, space="psum"), dst=operand(128, 64)), ""),
    (
        lambda: TensorCopyDynamicOp(
            src=_dynamic(operand(128, 4096)), dst=operand(128, 64), indices=[value(IndexType())], scale=64
        ),
        "{scale = 64}",
    ),
    (
        lambda: DMACopyOp(
            src=sub_tensor(operand(1024, 4096, space="hbm"), [0, 0], [128, 512]),
            dst=operand(128, 512),
            shape_block=[128, 4, 128],
            dge_type="HWDGE",
            queue="q1",
            oob_is_err=True,
        ),
        '{shape_block = [128, 4, 128], dge_type = HWDGE, queue = "q1", oob_is_err = true}',
    ),
    (lambda: SbToSbOp(srcs=[operand(128, 64)], dsts=[operand(128, 64)], stream_id=2), "{stream_id = 2}"),
]


def _dynamic(source: SSAValue) -> Any:
    from neuron_opt.dialects.neuron.op_format import Accessed
    from neuron_opt.dialects.penguin.accesses import TileAccess

    return Accessed(source, TileAccess((0, 0), (128, 64), ROW))


@pytest.mark.parametrize(("construct", "dictionary"), CONSTRUCTED, ids=lambda entry: None)
def test_every_constructor_makes_a_valid_operation(construct: Callable[[], ComputeOp], dictionary: str) -> None:
    op = construct()
    op.verify()
    assert str(op).endswith(f") {dictionary}" if dictionary else ")")


def test_a_missing_operand_is_a_type_error() -> None:
    construct: Any = TensorReduceOp
    with pytest.raises(TypeError, match=r"missing 1 required keyword-only argument: 'dst'"):
        construct("add", src=operand(128, 8), reduce_size=8)


def test_a_word_that_is_not_there_is_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"unknown penguin.reduce_op 'sum'"):
        TensorReduceOp("sum", src=operand(128, 8), dst=operand(128, 1), reduce_size=8)


def test_an_error_knows_its_operand() -> None:
    op = MatmulOp(moving=operand(128, 512, dtype=bf16), stationary=operand(128, 128, dtype=bf16), dst=operand(128, 512))
    with pytest.raises(OperationError) as raised:
        op.verify_()
    assert str(raised.value) == "Result buffer of matmult must be psum!"
    assert raised.value.operand_index == 2


def test_an_error_knows_its_attribute() -> None:
    op = TensorReduceOp("mean", src=operand(128, 8), dst=operand(128, 1), reduce_size=8)
    with pytest.raises(OperationError) as raised:
        op.verify_()
    assert raised.value.property_name == "op"


@st.composite
def rectangles(draw: st.DrawFn) -> tuple[MemRefType[Attribute], SubTensorAccess]:
    """An on-chip memref and a strided rectangle of it, strides of either sign."""
    rank = draw(st.integers(1, 4))
    shape = [draw(st.integers(1, 6)) for _ in range(rank)]
    offsets: list[int] = []
    sizes: list[int] = []
    strides: list[int] = []
    for size in shape:
        stride = draw(st.integers(-3, 3).filter(bool))
        num = draw(st.integers(1, (size - 1) // abs(stride) + 1))
        first = draw(st.integers(0, size - 1 - abs(stride) * (num - 1)))
        offsets.append(first if stride > 0 else first + abs(stride) * (num - 1))
        sizes.append(num)
        strides.append(stride)
    type = memref(*shape, partition_dim=draw(st.integers(0, rank - 1)))
    return type, SubTensorAccess(offsets, sizes, strides)


@settings(max_examples=200, deadline=None)
@given(rectangles())
def test_measures_are_those_of_the_pattern(case: tuple[MemRefType[Attribute], SubTensorAccess]) -> None:
    type, access = case
    source = value(type)
    op = TensorCopyOp(
        src=sub_tensor(source, access.offsets.data, access.sizes.data, access.strides.data), dst=operand(4, 4)
    )
    pattern = build_access(access, type)
    assert isinstance(pattern, AccessPatternAttr)
    extent = _prod(size for dim, size in enumerate(type.get_shape()) if dim != op.partition_dim("src"))
    partition, start = divmod(pattern.offset.data, extent)
    inside = StridedSet(pattern.in_partition_pairs, start)
    assert op.partitions("src") == pattern.partition.data[0][1]
    assert op.start_partition("src") == partition
    assert op.free_elements("src") == inside.num_input_elts
    assert op.free_range("src") == (inside.minimum, inside.maximum)
    assert op.num_elements("src") == pattern.num_elements


def _prod(sizes: Any) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product


def test_a_dynamic_start_has_no_known_partition() -> None:
    op = TensorCopyDynamicOp(src=_dynamic(operand(128, 4096)), dst=operand(128, 64), indices=[value(IndexType())])
    assert op.start_partition("src") is None
    assert op.start_partition("dst") == 0
    assert not op.is_scatter


def test_a_tile_starts_where_its_offsets_say() -> None:
    op = TensorCopyOp(src=tile(operand(128, 64), [32, 16], [32, 8]), dst=operand(32, 8))
    assert op.start_partition("src") == 32
    assert op.free_range("src") == (16, 23)
