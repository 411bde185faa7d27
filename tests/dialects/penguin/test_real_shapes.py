"""The macros accept every public model: shapes of dense layers, of experts and of convolutions, built in Python."""

from itertools import product
from typing import Any, NamedTuple

import pytest
from xdsl.dialects import test as test_dialect
from xdsl.dialects.builtin import Float8E4M3Type, IntegerType, bf16, f32, i8, i32
from xdsl.ir import Attribute, SSAValue

from neuron_opt.dialects.neuron.memory import hbm
from neuron_opt.dialects.penguin.macros.kernels import NativeKernelOp
from neuron_opt.dialects.penguin.macros.mlp import MLPOp
from neuron_opt.dialects.penguin.macros.moe import ExpertMLPsOp, RouterTopKOp
from neuron_opt.dialects.penguin.macros.qkv import QKVOp
from neuron_opt.dialects.penguin.macros.rmsnorm_quant import RMSNormQuantOp

FP8 = Float8E4M3Type()
PREFILL = [(1, sequence) for sequence in (1024, 8192, 10240, 32768)]
DECODE = list(product((1, 4, 16, 64), (1, 5)))


class Layer(NamedTuple):
    """One dense layer of a model, as one rank sees it."""

    name: str
    hidden: int
    intermediate: int
    query_heads: int
    key_heads: int


LAYERS = (
    Layer("Llama-3.1-8B TP8", 4096, 1792, 4, 1),
    Layer("Llama-3.1-8B TP32", 4096, 448, 1, 1),
    Layer("Llama-3.1-70B TP4", 8192, 7168, 16, 2),
    Layer("Llama-3.1-70B TP8", 8192, 3584, 8, 1),
    Layer("Llama-3.1-70B TP16", 8192, 1792, 4, 1),
    Layer("Llama-3.1-70B TP32", 8192, 896, 2, 1),
    Layer("Llama-3.1-70B TP64", 8192, 448, 1, 1),
    Layer("Llama-3.1-70B TP128", 8192, 224, 1, 1),
    Layer("Qwen3-8B TP8", 4096, 1536, 4, 1),
    Layer("Qwen3-8B TP32", 4096, 384, 1, 1),
    Layer("row quantisation", 16384, 896, 1, 1),
)


def tensor(*shape: int, dtype: Attribute = bf16) -> SSAValue:
    return test_dialect.TestOp(result_types=[hbm(*shape, dtype=dtype)]).results[0]


@pytest.fixture(params=LAYERS, ids=lambda layer: layer.name)
def layer(request: pytest.FixtureRequest) -> Layer:
    return request.param


@pytest.mark.parametrize(("batch", "sequence"), PREFILL + DECODE)
def test_mlp(layer: Layer, batch: int, sequence: int) -> None:
    hidden, inner = layer.hidden, layer.intermediate
    rows = (batch, sequence, hidden)
    weights: dict[str, Any] = {
        "norm_weight": tensor(1, hidden),
        "gate": tensor(hidden, inner),
        "up": tensor(hidden, inner),
        "down": tensor(inner, hidden),
        "norm_type": "rms_norm",
    }
    plain = MLPOp(hidden=tensor(*rows), out=tensor(*rows), **weights)
    plain.verify_()
    assert plain.kernel_name == "MLP"
    assert plain.dimensions() == {"B": batch, "S": sequence, "H": hidden, "I": inner}
    added = MLPOp(hidden=tensor(*rows), attn_out=tensor(*rows), out=tensor(*rows), add_out=tensor(*rows), **weights)
    added.verify_()
    assert added.emitter == "mlp_fused_add_kernel"


@pytest.mark.parametrize("container", [i8, FP8], ids=["int8", "fp8"])
@pytest.mark.parametrize("prequantised", [False, True])
def test_quantised_mlp(layer: Layer, container: Attribute, prequantised: bool) -> None:
    hidden, inner = layer.hidden, layer.intermediate
    x = tensor(1, 1024, hidden + 4, dtype=container) if prequantised else tensor(1, 1024, hidden)
    op = MLPOp(
        hidden=x,
        norm_weight=tensor(1, hidden),
        gate=tensor(hidden, inner, dtype=container),
        gate_scale=tensor(128, inner, dtype=f32),
        up=tensor(hidden, inner, dtype=container),
        up_scale=tensor(128, inner, dtype=f32),
        down=tensor(inner, hidden, dtype=container),
        down_scale=tensor(128, hidden, dtype=f32),
        out=tensor(1, 1024, hidden),
        norm_type="rms_norm",
        quantization="row",
        lower_bound=1200.0,
    )
    op.verify_()
    assert op.emitter == "quant_mlp_kernel"
    assert op.is_prequantised == prequantised


@pytest.mark.parametrize(("batch", "sequence"), PREFILL + DECODE)
@pytest.mark.parametrize("layout", ["bsd", "nbsd", "nbds"])
def test_qkv(layer: Layer, batch: int, sequence: int, layout: str) -> None:
    hidden, heads = layer.hidden, layer.query_heads + 2 * layer.key_heads
    out = {
        "bsd": (batch, sequence, heads * 128),
        "nbsd": (heads, batch, sequence, 128),
        "nbds": (heads, batch, 128, sequence),
    }[layout]
    x = tensor(batch, sequence, hidden)
    arguments: dict[str, Any] = {
        "hidden": x,
        "weight": tensor(hidden, heads * 128),
        "norm_weight": tensor(1, hidden),
        "out": tensor(*out),
        "norm_type": "rms_norm",
        "output_layout": layout,
        "num_q_heads": layer.query_heads,
        "num_kv_heads": layer.key_heads,
        "head_dim": 128,
    }
    QKVOp(**arguments).verify_()
    added = QKVOp(**arguments, mlp_prev=tensor(batch, sequence, hidden), attn_prev=tensor(batch, sequence, hidden))
    added.verify_()
    # The fused add writes its first operand: the write edge is there although nobody asked for it.
    assert added.operands[added.group_range("hidden_out")[0]] is x
    assert added.emitter == "qkv_fused_add_kernel"


@pytest.mark.parametrize(("sequence", "hidden"), [(2, 16384), (160, 16384), (2048, 16384), (256, 8192)])
@pytest.mark.parametrize("container", [i8, FP8], ids=["int8", "fp8"])
def test_rmsnorm_quant(sequence: int, hidden: int, container: Attribute) -> None:
    x, gamma = tensor(1, sequence, hidden), tensor(1, hidden)
    row = RMSNormQuantOp(
        hidden=x, norm_weight=gamma, out=tensor(1, sequence, hidden + 4, dtype=container), dst_dtype="bfloat16"
    )
    row.verify_()
    assert row.dst_dtype == bf16
    RMSNormQuantOp(
        hidden=x,
        norm_weight=gamma,
        in_scale=tensor(128, 1, dtype=f32),
        out=tensor(1, sequence, hidden, dtype=container),
        quantization="static",
    ).verify_()


@pytest.mark.parametrize(
    ("hidden", "experts", "best", "act_fn"),
    [
        pytest.param(4096, 8, 2, "softmax", id="Mixtral-8x7B"),
        pytest.param(6144, 16, 4, "softmax", id="DBRX"),
        pytest.param(2048, 128, 8, "softmax", id="Qwen3-30B-A3B"),
        pytest.param(4096, 128, 8, "softmax", id="Qwen3-235B-A22B"),
        pytest.param(3072, 128, 4, "softmax", id="gpt-oss-120b"),
        pytest.param(5120, 16, 1, "sigmoid", id="Llama-4-16"),
        pytest.param(5120, 128, 1, "sigmoid", id="Llama-4-128"),
    ],
)
@pytest.mark.parametrize("tokens", [1, 2, 4, 128, 1024, 8192])
@pytest.mark.parametrize("layout", ["t_h", "h_t"])
def test_router(hidden: int, experts: int, best: int, act_fn: str, tokens: int, layout: str) -> None:
    op = RouterTopKOp(
        x=tensor(tokens, hidden) if layout == "t_h" else tensor(hidden, tokens),
        weight=tensor(hidden, experts),
        router_logits=tensor(tokens, experts, dtype=f32),
        expert_affinities=tensor(tokens, experts, dtype=f32),
        expert_index=tensor(tokens, best, dtype=i32),
        k=best,
        act_fn=act_fn,
        x_hbm_layout=layout,
    )
    op.verify_()
    assert op.dimensions() == {"H": hidden, "E": experts, "T": tokens, "K": best}


@pytest.mark.parametrize(
    ("hidden", "inner", "experts", "local", "best"),
    [
        pytest.param(4096, 1792, 8, 8, 2, id="Mixtral-8x7B TP8"),
        pytest.param(4096, 448, 8, 8, 2, id="Mixtral-8x7B TP32"),
        pytest.param(6144, 1344, 16, 16, 4, id="DBRX TP8"),
        pytest.param(6144, 336, 16, 16, 4, id="DBRX TP32"),
        pytest.param(2048, 192, 128, 128, 8, id="Qwen3-30B-A3B TP4"),
        *[
            pytest.param(4096, 1536, 128, local, 8, id=f"Qwen3-235B-A22B with {local} experts")
            for local in (2, 4, 8, 16, 32, 64)
        ],
    ],
)
@pytest.mark.parametrize("tokens", [1, 2, 4, 128])
def test_experts(hidden: int, inner: int, experts: int, local: int, best: int, tokens: int) -> None:
    arguments: dict[str, Any] = {
        "hidden": tensor(tokens, hidden),
        "gate_up": tensor(local, hidden, 2, inner),
        "down": tensor(local, inner, hidden),
        "expert_affinities": tensor(tokens, experts, dtype=f32),
        "expert_index": tensor(tokens, best, dtype=i32),
        "out": tensor(tokens, hidden),
        "expert_affinities_scaling_mode": "post_scale",
    }
    ExpertMLPsOp(**arguments).verify_()
    rank = tensor(1, 1, dtype=IntegerType(32))
    ExpertMLPsOp(**arguments, rank_id=rank, is_all_expert=True).verify_()


@pytest.mark.parametrize("block_size", [128, 256, 512, 1024])
def test_blockwise_mm(block_size: int) -> None:
    tokens, experts, best, hidden, inner = 4096, 8, 2, 4096, 1792
    blocks = -(-tokens * best // block_size) + experts - 1
    NativeKernelOp(
        "blockwise_mm",
        ins=[
            tensor(tokens + 1, hidden),
            tensor((tokens + 1) * experts, 1),
            tensor(experts, hidden, 2, inner),
            tensor(experts, inner, hidden),
            tensor(blocks * block_size, dtype=i32),
            tensor(blocks, 1, dtype=i32),
        ],
        outs=[tensor(tokens + 1, hidden)],
        attrs={"block_size": block_size},
    ).verify_()


@pytest.mark.parametrize(("channels", "extent"), [(96, 56), (192, 28), (384, 14), (768, 7)])
@pytest.mark.parametrize("batch", [1, 8])
def test_convnext_stages(channels: int, extent: int, batch: int) -> None:
    image = (batch, channels, extent, extent)
    names = ["conv2d_depthwise_f01b_o01i_bf01"] + (["conv2d_column_packing_1"] if batch == 1 else [])
    for name in names:
        op = NativeKernelOp(
            name,
            ins=[tensor(*image), tensor(channels, 1, 7, 7)],
            outs=[tensor(*image)],
            attrs={"stride": [1, 1], "padding": [[3, 3], [3, 3]], "feature_group_count": channels},
        )
        op.verify_()
        assert op.out_shape == image
