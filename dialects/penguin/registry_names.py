"""The kernels of the internal registry, by name, and how many of their operands each one reads.

Public source: reverse-engineering notes on neuronx_cc 2.24 (`_INTERNAL_KERNEL_REGISTRY`). Only names stand here, so
that verifiers can tell a registry kernel from a library kernel; the table with modules and functions belongs to the
lowering and is built when it is first needed.
"""

OPERAND_COUNTS: dict[str, int | None] = {
    "SelectAndScatter": 2,
    "ResizeNearest": 1,
    "Conv2d_pbp_0f1b_0i1o_01fb_experimental_1": None,
    "Conv2d_pbp_fb01_io01_01bf_experimental_1": None,
    "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh": 2,
    "Conv1d_depthwise_bf01_oi01_bf01": 2,
    "conv2d_column_packing": 2,
    "conv2d_column_packing_io10": 2,
    "conv2d_column_packing_1": 2,
    "blockwise_mm": None,
    "conv2d_depthwise_f01b_o01i_bf01": 2,
    "tiled_pf_transpose": None,
    "tiled_dve_transpose_10": None,
}
"""How many inputs a kernel takes, None for all that are given; in the order of the registry."""

REGISTRY_NAMES: tuple[str, ...] = tuple(OPERAND_COUNTS)
"""The names of the registry, in its order."""
