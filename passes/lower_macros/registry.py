"""The internal kernel registry: the thirteen kernels whose Backend IR is traced from NKI source.

Public source: reverse-engineering notes on neuronx_cc 2.24 (`_INTERNAL_KERNEL_REGISTRY`, `InternalKernelConfig`). The
table is built on the first look-up, and nothing on the way to a library node touches it.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from ...dialects.penguin.registry_names import OPERAND_COUNTS


class Arguments(StrEnum):
    """What a kernel takes besides its operands."""

    NONE = "none"
    ATTRS = "attrs"
    ATTRS_AND_OUT_SHAPE = "attrs and out_shape"
    RESIZE = "results, access_shape and out_shape"


@dataclass(frozen=True)
class InternalKernelConfig:
    """One entry of the registry: where the kernel is, how many operands it reads, what else it takes, its grid."""

    module: str
    function: str
    operand_count: int | None
    arguments: Arguments
    requires_multicore_grid: bool = False


_CONV = "neuronxcc.private_nkl.conv"
_PRIVATE_CONV = "neuronxcc.nki._private_kernels.conv"
_TRANSPOSE = "neuronxcc.private_nkl.transpose"

_ROWS: tuple[tuple[str, str, str, Arguments, bool], ...] = (
    # name, module, function, arguments, requires_multicore_grid
    (
        "SelectAndScatter",
        "neuronxcc.private_nkl.select_and_scatter",
        "select_and_scatter_kernel",
        Arguments.NONE,
        False,
    ),
    ("ResizeNearest", "neuronxcc.private_nkl.resize", "resize_nearest_fixed_dma_kernel", Arguments.RESIZE, False),
    (
        "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1",
        _PRIVATE_CONV,
        "conv2d_pbp_0f1b_0i1o_01fb_experimental_1",
        Arguments.ATTRS,
        False,
    ),
    (
        "Conv2d_pbp_fb01_io01_01bf_experimental_1",
        _PRIVATE_CONV,
        "conv2d_pbp_fb01_io01_01bf_kernel_experimental_1",
        Arguments.ATTRS,
        False,
    ),
    (
        "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh",
        _CONV,
        "conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh",
        Arguments.ATTRS_AND_OUT_SHAPE,
        False,
    ),
    (
        "Conv1d_depthwise_bf01_oi01_bf01",
        _CONV,
        "conv1d_depthwise_bf01_oi01_bf01",
        Arguments.ATTRS_AND_OUT_SHAPE,
        False,
    ),
    ("conv2d_column_packing", _CONV, "conv2d_column_packing", Arguments.ATTRS_AND_OUT_SHAPE, False),
    ("conv2d_column_packing_io10", _CONV, "conv2d_column_packing_io10", Arguments.ATTRS_AND_OUT_SHAPE, False),
    ("conv2d_column_packing_1", _CONV, "conv2d_column_packing_1", Arguments.ATTRS_AND_OUT_SHAPE, False),
    ("blockwise_mm", "neuronxcc.nki._private_kernels.blockwise_mm", "blockwise_mm", Arguments.ATTRS, False),
    (
        "conv2d_depthwise_f01b_o01i_bf01",
        _CONV,
        "conv2d_depthwise_f01b_o01i_bf01",
        Arguments.ATTRS_AND_OUT_SHAPE,
        False,
    ),
    ("tiled_pf_transpose", _TRANSPOSE, "tiled_pf_transpose", Arguments.ATTRS, True),
    ("tiled_dve_transpose_10", _TRANSPOSE, "tiled_dve_transpose_10", Arguments.ATTRS, True),
)


@cache
def get_internal_kernel_registry() -> dict[str, InternalKernelConfig]:
    """The registry, by kernel name; built on the first call."""
    return {
        name: InternalKernelConfig(module, function, OPERAND_COUNTS[name], arguments, multicore)
        for name, module, function, arguments, multicore in _ROWS
    }


def not_registered(name: str) -> str:
    """The error of a look-up that misses: there is no fallback."""
    return f"Internal NKI kernel '{name}' is not registered. Available kernels: {list(get_internal_kernel_registry())}"


def near_misses(name: str) -> str:
    """What was probably meant by a name that the registry does not have."""
    from ...dialects.neuron.errors import did_you_mean

    near = did_you_mean(name, get_internal_kernel_registry()).removeprefix("; ")
    return near or f'a kernel of the library is written penguin.bir_kernel "{name}"'
