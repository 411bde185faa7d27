"""Every assertion of neuronx_cc about macros is reached by a FileCheck test, or stands in a table with the reason."""

from pathlib import Path

import pytest

from neuron_opt.dialects.penguin.unreachable_contracts import UNREACHABLE_CONTRACTS

# The fixed parts of the assertions, from the reverse-engineering notes on neuronx_cc 2.24 and the public kernels.
CONTRACTS = (
    " must be all tensors or all tiles, not a mix of both",
    "Inputs/outputs to quant_mlp_fused_add_kernel must be all tensors or all tiles, not a mix of both",
    "Expected to get an AttentionMMSoftmaxMM or TiledNativeKernelAttention but got ",
    "CausalAttentionMMSoftmaxMMWithoutSwap only supports scale equal to 1.0",
    "Softmax caching not supported yet for tiled attention_kernel. Pass in tensors instead of tiles.",
    "Backwards Attention BIR kernel only supports softmax scale = 1.0",
    "Backwards Attention BIR kernel does not currently support non zero dropout prob",
    "Prefix caching is not implemented for this kernel name ",
    "Fused add requires both mlp_out and attn_out to be provided or neither of them",
    "MLP kernel cannot have both fused residual add and sequence parallel RMSnorm!",
    "Unsupported hidden dimension ",
    "Fused add cannot be done without fused RMSNorm.",
    "fused_add_qkv only support for nbsd layout",
    "Expecting eps input to have type float",
    "dst_dtype must be float32 or bfloat16.",
    "quantized_mlp_kernel must be enabled to use rmsnorm_quantize_kernel!",
    "Must be RowTiledMM but got ",
    "Must be ColumnTiledMM but got ",
    "Must be CaymanPackedPETranspose but got ",
    "Result buffer of matmult must be psum!",
    "first F dim of LHS and RHS of the double_row matmult must be 2",
    "perf_mode=`double_row_gen3` is not supported on ",
    " must have indexing i * 32 + j at partition dimension for src tensor with more than 32 partitions but got ",
    "Unexpected double row index size",
    " must be <= gemm_moving_fmax (512)",
    " must be a multiple of pmax (128)",
    "x_sb_layout must be 0, 1 or 2",
    "Only support block_size in [128, 256, 512, 1024], found ",
    "expect small conv window",
    "Only support stride of size 1",
    "depthwise conv only",
    "H_filter > 128",
    "BIR requires access shape and symbolic ap dim matching for access: ",
    "The input and output tensor of a NKI kernel must be in shared_hbm address space",
    "' is not registered. Available kernels: ",
    "fail to locate KLIR artifact",
    "Wrong KLR version",
    "Wrong KLIR content type",
    " input cannot be found ",
    " output cannot be found ",
    "NeuronCoreId must be set when the LNC count is greater than 1",
    "The kernel is compiled for LNC count lower than the current core_id ",
    " because the allocation status of the kernel is not consistent with the current location of the pass",
    "Unrecognized kernel source encountered.",
    "BirKernel has static IO which cannot have CCop Fusion.",
)


@pytest.fixture(scope="module")
def lit_expectations(repository: Path) -> str:
    """Every line of the FileCheck tests that says what has to come out."""
    marks = ("expected-error", "expected-note", "CHECK")
    return "\n".join(
        line
        for path in sorted((repository / "test" / "lit").rglob("*.mlir"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if any(mark in line for mark in marks)
    )


@pytest.mark.parametrize("contract", CONTRACTS)
def test_contract_is_reached_or_explained(contract: str, lit_expectations: str) -> None:
    assert contract in lit_expectations or contract in UNREACHABLE_CONTRACTS


def test_table_explains_only_contracts() -> None:
    assert set(UNREACHABLE_CONTRACTS) <= set(CONTRACTS)
    assert all(UNREACHABLE_CONTRACTS.values())


@pytest.mark.parametrize("contract", UNREACHABLE_CONTRACTS)
def test_dialects_do_not_raise_what_is_unreachable(contract: str, repository: Path) -> None:
    sources = [
        path
        for path in (repository / "dialects" / "penguin").rglob("*.py")
        if path.name != "unreachable_contracts.py" and contract in path.read_text(encoding="utf-8")
    ]
    assert sources == []
