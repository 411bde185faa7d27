"""The internal kernel registry, row by row."""

from __future__ import annotations

import pytest

from neuron_opt.dialects.penguin.registry_names import OPERAND_COUNTS, REGISTRY_NAMES
from neuron_opt.passes.lower_macros.registry import (
    Arguments,
    InternalKernelConfig,
    get_internal_kernel_registry,
    not_registered,
)

CONV = "neuronxcc.private_nkl.conv"
ROWS: dict[str, InternalKernelConfig] = {
    "SelectAndScatter": InternalKernelConfig(
        "neuronxcc.private_nkl.select_and_scatter", "select_and_scatter_kernel", 2, Arguments.NONE
    ),
    "ResizeNearest": InternalKernelConfig(
        "neuronxcc.private_nkl.resize", "resize_nearest_fixed_dma_kernel", 1, Arguments.RESIZE
    ),
    "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1": InternalKernelConfig(
        "neuronxcc.nki._private_kernels.conv", "conv2d_pbp_0f1b_0i1o_01fb_experimental_1", None, Arguments.ATTRS
    ),
    # The kernel's function has a word that its name lacks.
    "Conv2d_pbp_fb01_io01_01bf_experimental_1": InternalKernelConfig(
        "neuronxcc.nki._private_kernels.conv", "conv2d_pbp_fb01_io01_01bf_kernel_experimental_1", None, Arguments.ATTRS
    ),
    "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh": InternalKernelConfig(
        CONV, "conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh", 2, Arguments.ATTRS_AND_OUT_SHAPE
    ),
    "Conv1d_depthwise_bf01_oi01_bf01": InternalKernelConfig(
        CONV, "conv1d_depthwise_bf01_oi01_bf01", 2, Arguments.ATTRS_AND_OUT_SHAPE
    ),
    "conv2d_column_packing": InternalKernelConfig(CONV, "conv2d_column_packing", 2, Arguments.ATTRS_AND_OUT_SHAPE),
    "conv2d_column_packing_io10": InternalKernelConfig(
        CONV, "conv2d_column_packing_io10", 2, Arguments.ATTRS_AND_OUT_SHAPE
    ),
    "conv2d_column_packing_1": InternalKernelConfig(CONV, "conv2d_column_packing_1", 2, Arguments.ATTRS_AND_OUT_SHAPE),
    "blockwise_mm": InternalKernelConfig(
        "neuronxcc.nki._private_kernels.blockwise_mm", "blockwise_mm", None, Arguments.ATTRS
    ),
    "conv2d_depthwise_f01b_o01i_bf01": InternalKernelConfig(
        CONV, "conv2d_depthwise_f01b_o01i_bf01", 2, Arguments.ATTRS_AND_OUT_SHAPE
    ),
    "tiled_pf_transpose": InternalKernelConfig(
        "neuronxcc.private_nkl.transpose", "tiled_pf_transpose", None, Arguments.ATTRS, requires_multicore_grid=True
    ),
    "tiled_dve_transpose_10": InternalKernelConfig(
        "neuronxcc.private_nkl.transpose", "tiled_dve_transpose_10", None, Arguments.ATTRS, requires_multicore_grid=True
    ),
}


def test_the_table_is_the_public_one() -> None:
    assert get_internal_kernel_registry() == ROWS


def test_the_names_of_the_dialect_are_those_of_the_registry_in_its_order() -> None:
    assert list(get_internal_kernel_registry()) == list(ROWS) == list(REGISTRY_NAMES)
    assert len(ROWS) == 13
    assert {name: config.operand_count for name, config in ROWS.items()} == OPERAND_COUNTS


def test_it_is_built_once() -> None:
    assert get_internal_kernel_registry() is get_internal_kernel_registry()


@pytest.mark.parametrize("name", ["MLP", "QKV", "mlp", "fused_mlp_isa_kernel", "NAIVE_SCANNING", ""])
def test_library_kernels_are_not_in_it(name: str) -> None:
    assert name not in get_internal_kernel_registry()
    assert not_registered(name) == (
        f"Internal NKI kernel '{name}' is not registered. Available kernels: "
        "['SelectAndScatter', 'ResizeNearest', 'Conv2d_pbp_0f1b_0i1o_01fb_experimental_1', "
        "'Conv2d_pbp_fb01_io01_01bf_experimental_1', 'Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh', "
        "'Conv1d_depthwise_bf01_oi01_bf01', 'conv2d_column_packing', 'conv2d_column_packing_io10', "
        "'conv2d_column_packing_1', 'blockwise_mm', 'conv2d_depthwise_f01b_o01i_bf01', 'tiled_pf_transpose', "
        "'tiled_dve_transpose_10']"
    )
