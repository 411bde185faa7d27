"""Writes the example modules of this folder: real models' layers as Penguin macros, built with the Python API.

    python examples/generate.py            writes the modules
    python examples/generate.py --check    says whether they are fresh, for the tests

Shapes are those of public model configurations, sharded as AWS neuronx-distributed-inference shards them. What the
macros do not cover (rotary embedding with a change of layout, the output projection, a reduction over ranks) is a
user's kernel of its own, `penguin.nki_kernel`.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TypedDict

from xdsl.dialects.builtin import FunctionType, ModuleOp, bf16, f32, i8, i32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.printer import Printer

from neuron_opt.dialects.neuron.memory import hbm, sbuf
from neuron_opt.dialects.neuron.target import TARGET_ATTRIBUTE, TargetAttr
from neuron_opt.dialects.penguin.accesses import tile
from neuron_opt.dialects.penguin.macros.attention import AttentionOp
from neuron_opt.dialects.penguin.macros.attention_tkg import AttentionTkgFwdOp
from neuron_opt.dialects.penguin.macros.kernels import NativeKernelOp, NKIKernelOp
from neuron_opt.dialects.penguin.macros.mlp import MLPOp
from neuron_opt.dialects.penguin.macros.moe import ExpertMLPsOp, RouterTopKOp
from neuron_opt.dialects.penguin.macros.prefix_caching import PrefixCachingAttentionOp
from neuron_opt.dialects.penguin.macros.qkv import QKVOp
from neuron_opt.dialects.penguin.macros.rmsnorm_quant import RMSNormQuantOp

HERE = Path(__file__).parent
WIDTH = 110


@dataclass
class Model:
    """A decoder's configuration as one rank sees it."""

    name: str
    hidden: int
    intermediate: int
    query_heads: int
    head_dim: int = 128
    kv_heads: int = 1

    @property
    def fused_qkv(self) -> int:
        """Columns of the fused query, key and value projection."""
        return (self.query_heads + 2 * self.kv_heads) * self.head_dim


@dataclass
class Layer:
    """A function under construction: tensors become arguments, operations are appended in order."""

    name: str
    aliases: dict[Attribute, str] = field(default_factory=dict[Attribute, str])
    block: Block = field(default_factory=Block)

    def argument(self, name: str, type: Attribute, alias: str | None = None) -> SSAValue:
        """An argument of the function, its type under an alias."""
        self.aliases.setdefault(type, alias or name)
        value = self.block.insert_arg(type, len(self.block.args))
        value.name_hint = name
        return value

    def tensor(self, name: str, *shape: int, dtype: Attribute = bf16, alias: str | None = None) -> SSAValue:
        """A tensor in the HBM that kernels share."""
        return self.argument(name, hbm(*shape, dtype=dtype, shared=True), alias)

    def add(self, *operations: Operation) -> None:
        """Append operations."""
        self.block.add_ops(operations)

    def function(self) -> FuncOp:
        """The finished function."""
        self.block.add_op(ReturnOp())
        types = [argument.type for argument in self.block.args]
        return FuncOp(self.name, FunctionType.from_lists(types, []), Region(self.block))


def qkv_projection(layer: Layer, model: Model, hidden: SSAValue, tokens: int, batch: int = 1) -> SSAValue:
    """Norm and fused query, key and value projection; returns [B, S, F]."""
    fused = layer.tensor("qkv", batch, tokens, model.fused_qkv)
    layer.add(
        QKVOp(
            hidden=hidden,
            weight=layer.tensor("w_qkv", model.hidden, model.fused_qkv),
            norm_weight=layer.tensor("attention_norm", 1, model.hidden, alias="norm"),
            out=fused,
            norm_type="rms_norm",
            eps=1e-5,
        )
    )
    return fused


def rotary_embedding(layer: Layer, model: Model, fused: SSAValue, tokens: int, repeat_kv: int) -> list[SSAValue]:
    """A user's kernel: rotate queries and keys, repeat keys and values, bring all three into the attention's layout."""
    outputs = [
        layer.tensor("q", model.query_heads, model.head_dim, tokens, alias="heads_d_s"),
        layer.tensor("k", repeat_kv, model.head_dim, tokens, alias="heads_d_s"),
        layer.tensor("v", repeat_kv, tokens, model.head_dim, alias="heads_s_d"),
    ]
    layer.add(
        NKIKernelOp(
            "rotary_embedding",
            ins=[fused, layer.tensor("cos_sin", tokens, model.head_dim, dtype=f32)],
            outs=outputs,
            func_args=["qkv", "cos_sin"],
            func_outs=["q", "k", "v"],
        )
    )
    return outputs


def output_projection(layer: Layer, model: Model, heads: SSAValue, tokens: int, batch: int = 1) -> SSAValue:
    """A user's kernel: the output projection and its reduction over the ranks."""
    projected = layer.tensor("projected", batch, tokens, model.hidden, alias="hidden")
    layer.add(
        NKIKernelOp(
            "output_projection_all_reduce",
            ins=[heads, layer.tensor("w_o", model.query_heads * model.head_dim, model.hidden)],
            outs=[projected],
            func_args=["heads", "w_o"],
            func_outs=["projected"],
        )
    )
    return projected


class MLPWeights(TypedDict):
    """The weights of an MLP by the names of the operands that they are."""

    norm_weight: SSAValue
    gate: SSAValue
    up: SSAValue
    down: SSAValue


def mlp_weights(layer: Layer, model: Model) -> MLPWeights:
    """Norm weight and the three projections."""
    return {
        "norm_weight": layer.tensor("mlp_norm", 1, model.hidden, alias="norm"),
        "gate": layer.tensor("w_gate", model.hidden, model.intermediate, alias="w_up"),
        "up": layer.tensor("w_up", model.hidden, model.intermediate),
        "down": layer.tensor("w_down", model.intermediate, model.hidden),
    }


def prefill(model: Model, tokens: int, name: str = "prefill_layer") -> Layer:
    """One decoder layer over a whole prompt: projections apart, residuals added where they are needed."""
    layer = Layer(name)
    hidden = layer.tensor("hidden", 1, tokens, model.hidden)
    fused = qkv_projection(layer, model, hidden, tokens)
    q, k, v = rotary_embedding(layer, model, fused, tokens, model.query_heads)
    heads = layer.tensor("attention", model.query_heads, model.head_dim, tokens, alias="heads_d_s")
    layer.add(
        AttentionOp(variant="CausalAttentionMMSoftmaxMMWithoutSwap", q=q, k=k, v=v, out=heads, use_dma_transpose=True)
    )
    projected = output_projection(layer, model, heads, tokens)
    out = layer.tensor("out", 1, tokens, model.hidden, alias="hidden")
    sum_out = layer.tensor("residual_out", 1, tokens, model.hidden, alias="hidden")
    layer.add(
        MLPOp(
            attn_out=projected,
            hidden=hidden,
            **mlp_weights(layer, model),
            out=out,
            add_out=sum_out,
            norm_type="rms_norm",
            eps=1e-5,
        )
    )
    return layer


def decode(model: Model, batch: int, cached: int) -> Layer:
    """One decoder layer for one new token a sequence, against a cache."""
    layer = Layer("decode_layer")
    hidden = layer.tensor("hidden", batch, 1, model.hidden)
    fused = qkv_projection(layer, model, hidden, 1, batch)
    heads_shape = (batch, model.query_heads, 1, model.head_dim)
    q = layer.tensor("q", *heads_shape)
    k = layer.tensor("k", batch, model.kv_heads, 1, model.head_dim, alias="kv")
    v = layer.tensor("v", batch, model.kv_heads, 1, model.head_dim, alias="kv")
    layer.add(NKIKernelOp("split_heads", ins=[fused], outs=[q, k, v], func_args=["qkv"], func_outs=["q", "k", "v"]))
    heads = layer.tensor("attention", batch, model.query_heads, model.head_dim, 1)
    layer.add(
        AttentionTkgFwdOp(
            q=q,
            k_active=k,
            v_active=v,
            k_prior=layer.tensor("k_cache", batch, model.kv_heads, cached, model.head_dim, alias="cache"),
            v_prior=layer.tensor("v_cache", batch, model.kv_heads, cached, model.head_dim, alias="cache"),
            pos_id=layer.tensor("pos_id", batch, 1, dtype=i32),
            active_mask=layer.tensor("active_mask", 1, batch, model.query_heads, 1),
            inv_freqs=layer.tensor("inv_freqs", model.head_dim // 2, 1, dtype=f32),
            rope_pos_ids=layer.tensor("rope_pos_ids", batch, 1, dtype=f32),
            out=heads,
            k_out=layer.tensor("k_out", batch, model.kv_heads, model.head_dim, 1),
            curr_sprior=cached,
            full_sprior=cached,
            tp_k_prior=True,
            use_pos_id=True,
            fuse_rope=True,
        )
    )
    projected = output_projection(layer, model, heads, 1, batch)
    layer.add(
        MLPOp(
            attn_out=projected,
            hidden=hidden,
            **mlp_weights(layer, model),
            out=layer.tensor("out", batch, 1, model.hidden, alias="hidden"),
            add_out=layer.tensor("residual_out", batch, 1, model.hidden, alias="hidden"),
            norm_type="rms_norm",
            eps=1e-5,
        )
    )
    return layer


def fused_residuals(model: Model, tokens: int) -> Layer:
    """A layer whose residual adds are all fused: QKV adds the two of the layer before and writes its input."""
    layer = Layer("fused_residual_layer")
    hidden = layer.tensor("hidden", 1, tokens, model.hidden)
    mlp_prev = layer.tensor("mlp_prev", 1, tokens, model.hidden, alias="hidden")
    attn_prev = layer.tensor("attn_prev", 1, tokens, model.hidden, alias="hidden")
    heads_all = model.query_heads + 2 * model.kv_heads
    fused = layer.tensor("qkv", heads_all, 1, tokens, model.head_dim)
    layer.add(
        QKVOp(
            hidden=hidden,
            mlp_prev=mlp_prev,
            attn_prev=attn_prev,
            weight=layer.tensor("w_qkv", model.hidden, model.fused_qkv),
            norm_weight=layer.tensor("attention_norm", 1, model.hidden, alias="norm"),
            out=fused,
            norm_type="rms_norm",
            eps=1e-5,
            output_layout="nbsd",
        )
    )
    q, k, v = rotary_embedding(layer, model, fused, tokens, model.query_heads)
    heads = layer.tensor("attention", model.query_heads, model.head_dim, tokens, alias="heads_d_s")
    layer.add(AttentionOp(variant="CausalAttentionMMSoftmaxMMWithoutSwap", q=q, k=k, v=v, out=heads))
    projected = output_projection(layer, model, heads, tokens)
    layer.add(
        MLPOp(
            attn_out=projected,
            hidden=hidden,
            **mlp_weights(layer, model),
            out=layer.tensor("out", 1, tokens, model.hidden, alias="hidden"),
            norm_type="rms_norm",
            eps=1e-5,
        )
    )
    return layer


def quantised_mlp(model: Model, tokens: int) -> Layer:
    """Sequence-parallel norm with row quantisation, and the quantised block on the gathered rows."""
    ranks = 32
    layer = Layer("quantised_mlp")
    shard = layer.tensor("hidden_shard", 1, tokens // ranks, model.hidden)
    gamma = layer.tensor("mlp_norm", 1, model.hidden, alias="norm")
    rows = layer.tensor("quantised_shard", 1, tokens // ranks, model.hidden + 4, dtype=i8)
    layer.add(
        RMSNormQuantOp(hidden=shard, norm_weight=gamma, out=rows, eps=1e-5, lower_bound=1200.0, quantization="row")
    )
    gathered = layer.tensor("quantised", 1, tokens, model.hidden + 4, dtype=i8)
    layer.add(NKIKernelOp("all_gather_rows", ins=[rows], outs=[gathered], func_args=["shard"], func_outs=["gathered"]))
    gate_scale = layer.tensor("gate_scale", 128, model.intermediate, dtype=f32, alias="scale_up")
    up_scale = layer.tensor("up_scale", 128, model.intermediate, dtype=f32, alias="scale_up")
    layer.add(
        MLPOp(
            hidden=gathered,
            norm_weight=gamma,
            gate=layer.tensor("w_gate", model.hidden, model.intermediate, dtype=i8, alias="w_up"),
            up=layer.tensor("w_up", model.hidden, model.intermediate, dtype=i8),
            down=layer.tensor("w_down", model.intermediate, model.hidden, dtype=i8),
            down_scale=layer.tensor("down_scale", 128, model.hidden, dtype=f32),
            gate_scale=gate_scale,
            up_scale=up_scale,
            out=layer.tensor("out", 1, tokens, model.hidden),
            quantization="row",
            lower_bound=1200.0,
        )
    )
    return layer


def mixture_of_experts(hidden: int, experts: int, chosen: int, intermediate: int, tokens: int) -> Layer:
    """The router and the experts of one token-generation step."""
    layer = Layer("experts")
    x = layer.tensor("x", tokens, hidden, alias="tokens")
    affinities = layer.tensor("affinities", tokens, experts, alias="logits")
    index = layer.tensor("index", tokens, chosen, dtype=i32)
    layer.add(
        RouterTopKOp(
            x=x,
            weight=layer.tensor("w_router", hidden, experts),
            router_logits=layer.tensor("logits", tokens, experts),
            expert_affinities=affinities,
            expert_index=index,
            k=chosen,
            act_fn="softmax",
            x_hbm_layout="t_h",
        ),
        ExpertMLPsOp(
            hidden=x,
            gate_up=layer.tensor("w_gate_up", experts, hidden, 2, intermediate),
            down=layer.tensor("w_down", experts, intermediate, hidden),
            expert_affinities=affinities,
            expert_index=index,
            out=layer.tensor("out", tokens, hidden, alias="tokens"),
            expert_affinities_scaling_mode="post_scale",
        ),
    )
    return layer


def prefix_caching(model: Model, tokens: int, cached: int) -> Layer:
    """Attention of new tokens against a cached prefix and themselves."""
    layer = Layer("prefix_caching")
    heads, dim = model.query_heads, model.head_dim
    layer.add(
        PrefixCachingAttentionOp(
            variant="V2CausalAttentionMMSoftmaxMMWithoutSwap",
            q=layer.tensor("q", heads, dim, tokens, alias="heads_d_s"),
            k_active=layer.tensor("k", heads, tokens, dim, alias="active"),
            v_active=layer.tensor("v", heads, tokens, dim, alias="active"),
            k_prior=layer.tensor("k_prior", heads, cached, dim, alias="prior"),
            v_prior=layer.tensor("v_prior", heads, cached, dim, alias="prior"),
            attention_mask=layer.tensor("mask", 1, cached),
            out=layer.tensor("out", heads, dim, tokens, alias="heads_d_s"),
        )
    )
    return layer


def flux_attention() -> Layer:
    """The joint attention of a diffusion transformer: not causal, so that the scale may stay in the kernel."""
    layer = Layer("flux_attention")
    heads, dim, tokens = 24, 128, 4096 + 512
    layer.add(
        AttentionOp(
            variant="AttentionMMSoftmaxMMWithoutSwap",
            q=layer.tensor("q", heads, dim, tokens, alias="heads_d_s"),
            k=layer.tensor("k", heads, dim, tokens, alias="heads_d_s"),
            v=layer.tensor("v", heads, tokens, dim, alias="heads_s_d"),
            out=layer.tensor("out", heads, tokens, dim, alias="heads_s_d"),
            scale=dim**-0.5,
            out_layout="s_d",
        )
    )
    return layer


def convolution(
    name: str, image: SSAValue, kernel: SSAValue, out: SSAValue, padding: int, groups: int = 1
) -> NativeKernelOp:
    """A convolution of the registry with the attributes that the compiler's convolution matcher writes."""
    return NativeKernelOp(
        name,
        ins=[image, kernel],
        outs=[out],
        attrs={
            "stride": [1, 1],
            "padding": [[padding, padding], [padding, padding]],
            "rhs_dilation": [1, 1],
            "lhs_dilation": [1, 1],
            "in_perm": [0, 1, 2, 3],
            "kern_perm": [0, 1, 2, 3],
            "out_perm": [0, 1, 2, 3],
            "batch_group_count": 1,
            "feature_group_count": groups,
        },
    )


def unet_blocks() -> Layer:
    """Pieces of a diffusion UNet and its decoder: the first convolution, an up-sampling, the last convolution."""
    layer = Layer("unet_blocks")
    layer.add(
        convolution(
            "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh",
            layer.tensor("latent", 4, 2, 64, 64),
            layer.tensor("w_in", 4, 320, 3, 3),
            layer.tensor("features", 64, 64, 2, 320),
            padding=1,
        ),
        NativeKernelOp(
            "ResizeNearest",
            ins=[layer.tensor("small", 2, 640, 32, 32)],
            outs=[layer.tensor("large", 2, 640, 64, 64)],
        ),
        convolution(
            "Conv2d_dw_fb01_io01_01bf_rep_nhwc_Pcinh",
            layer.tensor("decoded", 128, 1, 512, 512),
            layer.tensor("w_out", 128, 3, 3, 3),
            layer.tensor("image", 512, 512, 1, 3),
            padding=1,
        ),
    )
    return layer


def convnext_depthwise() -> Layer:
    """The 7x7 depthwise convolution of a ConvNeXt stage, for a batch and for one image."""
    layer = Layer("convnext_depthwise")
    layer.add(
        convolution(
            "conv2d_depthwise_f01b_o01i_bf01",
            layer.tensor("batch", 96, 56, 56, 8),
            layer.tensor("w_batch", 96, 7, 7, 1),
            layer.tensor("batch_out", 8, 96, 56, 56),
            padding=3,
            groups=96,
        ),
        convolution(
            "conv2d_column_packing_1",
            layer.tensor("one", 1, 96, 56, 56),
            layer.tensor("w_one", 96, 1, 7, 7),
            layer.tensor("one_out", 1, 96, 56, 56, alias="one"),
            padding=3,
            groups=96,
        ),
    )
    return layer


def tiled_layer() -> Layer:
    """Projection, attention and block on tiles in SBUF: 128 tokens of a small model."""
    layer = Layer("tiled_layer")
    hidden, fused, intermediate = 1024, 384, 512

    def on_chip(name: str, *shape: int, alias: str | None = None) -> SSAValue:
        return layer.argument(name, sbuf(*shape, dtype=bf16), alias)

    x = on_chip("x", 128, 2 * hidden)
    out = on_chip("out", 128, hidden)
    gamma = on_chip("gamma", 1, hidden)
    weight = on_chip("w_qkv", 128, hidden // 128, fused)
    qkv = on_chip("qkv", 128, fused)
    layer.add(
        QKVOp(
            hidden=tile(x, [0, 0], [128, hidden]),
            weight=weight,
            norm_weight=gamma,
            out=qkv,
            norm_type="rms_norm",
            eps=1e-5,
        ),
        AttentionOp(
            variant="CausalAttentionMMSoftmaxMMWithoutSwap",
            q=tile(qkv, [0, 0], [128, 128]),
            k=tile(qkv, [0, 128], [128, 128]),
            v=tile(qkv, [0, 256], [128, 128]),
            out=on_chip("heads", 128, 128),
        ),
        MLPOp(
            hidden=tile(x, [0, hidden], [128, hidden]),
            norm_weight=gamma,
            gate=on_chip("w_gate", 128, hidden // 128, intermediate, alias="w_up"),
            up=on_chip("w_up", 128, hidden // 128, intermediate),
            down=on_chip("w_down", 128, intermediate // 128, hidden),
            out=out,
            norm_type="rms_norm",
            eps=1e-5,
        ),
    )
    return layer


def users_kernel() -> Layer:
    """A user's own kernel."""
    layer = Layer("users_kernel")
    layer.add(
        NKIKernelOp(
            "gelu_and_mul",
            ins=[
                layer.tensor("gate", 4096, 1024, alias="half"),
                layer.tensor("value", 4096, 1024, alias="half"),
            ],
            outs=[layer.tensor("out", 4096, 1024, alias="half")],
            func_args=["gate", "value"],
            func_outs=["out"],
        )
    )
    return layer


LLAMA_8B = Model("Llama-3.1-8B at TP 8", 4096, 1792, 4)
LLAMA_70B_TP32 = Model("Llama-3.1-70B at TP 32", 8192, 896, 2)
LLAMA_70B_TP64 = Model("Llama-3.1-70B at TP 64", 8192, 448, 1)
QWEN3_8B = Model("Qwen3-8B at TP 8", 4096, 1536, 4)


@dataclass(frozen=True)
class Example:
    """One module: its file, what it is, its target, and the layers in it."""

    file: str
    title: str
    layers: tuple[Callable[[], Layer], ...]
    target: TargetAttr = TargetAttr("trn2", 2)


EXAMPLES: tuple[Example, ...] = (
    Example(
        "llama-3.1-8b-tp8-prefill.mlir",
        "One decoder layer of Llama-3.1-8B at tensor parallelism 8, prefill of 8192 tokens.",
        (lambda: prefill(LLAMA_8B, 8192),),
    ),
    Example(
        "llama-3.1-8b-tp8-decode.mlir",
        "One decoder layer of Llama-3.1-8B at tensor parallelism 8, one new token against 8192 cached ones.",
        (lambda: decode(LLAMA_8B, 1, 8192),),
    ),
    Example(
        "llama-3.1-70b-tp32-fused.mlir",
        "One decoder layer of Llama-3.1-70B at tensor parallelism 32, all residual adds fused.",
        (lambda: fused_residuals(LLAMA_70B_TP32, 8192),),
    ),
    Example(
        "llama-3.1-70b-tp64-fused.mlir",
        "One decoder layer of Llama-3.1-70B at tensor parallelism 64, all residual adds fused, 10240 tokens.",
        (lambda: fused_residuals(LLAMA_70B_TP64, 10240),),
    ),
    Example(
        "llama-3.1-70b-tp32-quantised-mlp.mlir",
        "A row-quantised MLP of Llama-3.1-70B at tensor parallelism 32 with RMSNormQuant before it.",
        (lambda: quantised_mlp(LLAMA_70B_TP32, 8192),),
    ),
    Example(
        "qwen3-8b-tp8.mlir",
        "One decoder layer of Qwen3-8B at tensor parallelism 8: prefill of 4096 tokens, and decode.",
        (lambda: prefill(QWEN3_8B, 4096), lambda: decode(QWEN3_8B, 1, 4096)),
    ),
    Example(
        "mixtral-8x7b-experts.mlir",
        "Router and experts of Mixtral-8x7B at tensor parallelism 8, 64 tokens.",
        (lambda: mixture_of_experts(4096, 8, 2, 1792, 64),),
    ),
    Example(
        "prefix-caching.mlir",
        "Attention of 512 new tokens of Llama-3.1-8B at tensor parallelism 8 against a cached prefix of 4096.",
        (lambda: prefix_caching(LLAMA_8B, 512, 4096),),
    ),
    Example("flux-attention.mlir", "Joint attention of a diffusion transformer (flux).", (flux_attention,)),
    Example(
        "diffusion-unet.mlir",
        "Resize and convolutions of a diffusion UNet and its decoder, by registry kernels.",
        (unet_blocks,),
    ),
    Example(
        "convnext-depthwise.mlir",
        "The depthwise convolution of a ConvNeXt-T stage, by registry kernels.",
        (convnext_depthwise,),
    ),
    Example("tiled-layer.mlir", "Macros on tiles in SBUF.", (tiled_layer,)),
    Example("users-kernel.mlir", "A user's own kernel.", (users_kernel,)),
)


class AliasPrinter(Printer):
    """Prints types that have an alias by it."""

    def __init__(self, stream: StringIO, aliases: dict[Attribute, str]):
        super().__init__(stream=stream)
        self.aliases = aliases

    def print_attribute(self, attribute: Attribute) -> None:
        alias = self.aliases.get(attribute)
        if alias is None:
            super().print_attribute(attribute)
        else:
            self.print_string(f"!{alias}")


def unique_aliases(layers: list[Layer]) -> dict[Attribute, str]:
    """One alias a type over all functions; a name that means two types gets a number."""
    aliases: dict[Attribute, str] = {}
    for layer in layers:
        for type, name in layer.aliases.items():
            if type in aliases:
                continue
            taken = set(aliases.values())
            number = 2
            unique = name
            while unique in taken:
                unique, number = f"{name}_{number}", number + 1
            aliases[type] = unique
    return aliases


def wrapped(line: str) -> Iterator[str]:
    """A long line of the module in several, broken between operands and attributes, never inside `<>` or `[]`."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    while len(line) > WIDTH:
        between_groups = between_entries = depth = 0
        brackets = 0
        for index, character in enumerate(line[:WIDTH]):
            opens = character in "<[({"
            closes = character in "])}" or (character == ">" and line[index - 1] != "-")
            depth += opens - closes
            brackets += (character in "<[") - (closes and character in ">]")
            if character == " " and index > len(indent) and not brackets:
                previous, following = line[index - 1], line[index + 1]
                if depth == 0 and (previous in "),}" or (previous.isalnum() and following.isalpha())):
                    between_groups = index
                elif line[index - 1] == ",":
                    between_entries = index
        place = between_groups or between_entries
        if not place:
            break
        yield line[:place]
        line = indent + line[place + 1 :]
    yield line


def text_of(example: Example) -> str:
    """The module's text."""
    layers = [make() for make in example.layers]
    module = ModuleOp([layer.function() for layer in layers], {TARGET_ATTRIBUTE: example.target})
    module.verify()
    aliases = unique_aliases(layers)
    out = StringIO()
    out.write(f"// {example.title}\n// Written by examples/generate.py.\n\n")
    plain = Printer(stream=out)
    for type, name in aliases.items():
        out.write(f"!{name} = ")
        plain.print_attribute(type)
        out.write("\n")
    out.write("\n")
    body = StringIO()
    AliasPrinter(body, aliases).print_op(module)
    for line in body.getvalue().splitlines():
        # The short spelling, as people write it.
        line = line.replace("builtin.module", "module", 1).replace("func.return", "return", 1)
        for piece in wrapped(line):
            out.write(piece + "\n")
    return out.getvalue()


def main(arguments: list[str]) -> int:
    """Write the modules, or with --check say which are stale; returns the exit code."""
    stale: list[str] = []
    for example in EXAMPLES:
        text = text_of(example)
        path = HERE / example.file
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(example.file)
    for name in stale:
        print(f"examples/{name} is stale: run python examples/generate.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
