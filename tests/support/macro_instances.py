"""One small instance of every macro, on tensors and, where it has a tiled twin, on tiles; lowering one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from typing import Any

from xdsl.context import Context
from xdsl.dialects import test as test_dialect
from xdsl.dialects.builtin import Builtin, ModuleOp, bf16, f32, i8, i32
from xdsl.dialects.func import Func
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.neuron.memory import hbm, psum, sbuf
from neuron_opt.dialects.neuron.target import TARGET_ATTRIBUTE, TargetAttr
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.dialects.penguin.operation import MacroOp
from neuron_opt.passes.lower_macros.lower_macros import LowerMacrosPass


def value(type: Attribute) -> SSAValue:
    """A value of a type, out of nowhere."""
    return test_dialect.TestOp(result_types=[type]).results[0]


def tensor(*shape: int, dtype: Attribute = bf16, shared: bool = False) -> SSAValue:
    """A tensor in HBM."""
    return value(hbm(*shape, dtype=dtype, shared=shared))


def tile(*shape: int, dtype: Attribute = bf16) -> SSAValue:
    """A tile in SBUF."""
    return value(sbuf(*shape, dtype=dtype))


@dataclass(frozen=True)
class Instance:
    """A macro's name and what its constructor needs: operands, and the properties that have no default."""

    op: str
    arguments: Callable[[], dict[str, Any]]
    positional: tuple[str, ...] = ()

    def build(self, **properties: Any) -> MacroOp:
        """The macro with some more properties."""
        op_class = PENGUIN.find_operation(self.op)
        assert op_class is not None
        arguments = {**self.arguments(), **properties}
        first = [arguments.pop(name) for name in self.positional]
        made = op_class(*first, **arguments)
        assert isinstance(made, MacroOp)
        return made


def _attention(make: Callable[..., SSAValue], *batch: int) -> Callable[[], dict[str, Any]]:
    return lambda: {
        "variant": "CausalAttentionMMSoftmaxMMWithoutSwap",
        "q": make(*batch, 64, 256),
        "k": make(*batch, 64, 256),
        "v": make(*batch, 256, 64) if batch else make(128, 128),
        "out": make(*batch, 64, 256),
    }


def _probe(**extra: Any) -> dict[str, Any]:
    return {
        "stationary": tile(32, 64),
        "moving": tile(32, 96),
        "psum": value(psum(64, 96, dtype=f32)),
        **extra,
    }


INSTANCES: dict[str, Instance] = {
    "mlp": Instance(
        "penguin.mlp",
        lambda: {
            "attn_out": tensor(1, 200, 256),
            "hidden": tensor(1, 200, 256),
            "gate": tensor(256, 24),
            "up": tensor(256, 24),
            "down": tensor(24, 256),
            "out": tensor(1, 200, 256),
        },
    ),
    "mlp on tiles": Instance(
        "penguin.mlp",
        lambda: {
            "hidden": tile(128, 256),
            "gate": tile(128, 2, 24),
            "up": tile(128, 2, 24),
            "down": tile(24, 256),
            "out": tile(128, 256),
        },
    ),
    "qkv": Instance(
        "penguin.qkv",
        lambda: {"hidden": tensor(1, 200, 256), "weight": tensor(256, 384), "out": tensor(1, 200, 384)},
    ),
    "qkv on tiles": Instance(
        "penguin.qkv", lambda: {"hidden": tile(128, 256), "weight": tile(128, 2, 384), "out": tile(128, 384)}
    ),
    "rmsnorm_quant": Instance(
        "penguin.rmsnorm_quant",
        lambda: {
            "hidden": tensor(1, 16, 128),
            "norm_weight": tensor(1, 128),
            "out": tensor(1, 16, 132, dtype=i8),
        },
    ),
    "rmsnorm_quant on tiles": Instance(
        "penguin.rmsnorm_quant",
        lambda: {"hidden": tile(16, 128), "norm_weight": tile(1, 128), "out": tile(16, 132, dtype=i8)},
    ),
    "attention": Instance("penguin.attention", _attention(tensor, 2)),
    "attention on tiles": Instance("penguin.attention", _attention(tile)),
    "attention_tkg_fwd": Instance(
        "penguin.attention_tkg_fwd",
        lambda: {
            "q": tensor(2, 4, 1, 64),
            "k_active": tensor(2, 1, 1, 64),
            "v_active": tensor(2, 1, 1, 64),
            "k_prior": tensor(2, 1, 64, 32),
            "v_prior": tensor(2, 1, 32, 64),
            "out": tensor(2, 4, 64, 1),
        },
    ),
    "prefix_caching_attention": Instance(
        "penguin.prefix_caching_attention",
        lambda: {
            "variant": "V2CausalAttentionMMSoftmaxMMWithoutSwap",
            "q": tensor(2, 64, 32),
            "k_active": tensor(2, 32, 64),
            "v_active": tensor(2, 32, 64),
            "k_prior": tensor(2, 128, 64),
            "v_prior": tensor(2, 128, 64),
            "attention_mask": tensor(1, 128, dtype=i32),
            "out": tensor(2, 64, 32),
        },
    ),
    "backwards_attention": Instance(
        "penguin.backwards_attention",
        lambda: {
            **{name: tensor(2, 64, 256) for name in ("q", "k", "v", "out", "dout", "dq", "dk", "dv")},
            "neg_max": tensor(2, 128, 2, dtype=f32),
            "recip": tensor(2, 128, 2, dtype=f32),
        },
    ),
    "router_topk": Instance(
        "penguin.router_topk",
        lambda: {
            "x": tensor(16, 128),
            "weight": tensor(128, 8),
            "router_logits": tensor(16, 8),
            "expert_affinities": tensor(16, 8),
            "expert_index": tensor(16, 2, dtype=i32),
            "k": 2,
            "x_hbm_layout": "t_h",
        },
    ),
    "expert_mlps": Instance(
        "penguin.expert_mlps",
        lambda: {
            "hidden": tensor(16, 128),
            "gate_up": tensor(4, 128, 2, 24),
            "down": tensor(4, 24, 128),
            "expert_affinities": tensor(16, 8),
            "expert_index": tensor(16, 2, dtype=i32),
            "out": tensor(16, 128),
        },
    ),
    "row_tiled_mm": Instance("penguin.row_tiled_mm", _probe),
    "column_tiled_mm": Instance("penguin.column_tiled_mm", _probe),
    "cayman_packed_pe_transpose": Instance("penguin.cayman_packed_pe_transpose", _probe),
    "bir_kernel": Instance(
        "penguin.bir_kernel",
        lambda: {"kernel_name": "softmax", "ins": [tensor(16)], "outs": [tensor(16)]},
        positional=("kernel_name",),
    ),
    "native_kernel": Instance(
        "penguin.native_kernel",
        lambda: {"func_name": "tiled_pf_transpose", "ins": [tensor(16, 8)], "outs": [tensor(8, 16)]},
        positional=("func_name",),
    ),
    "nki_kernel": Instance(
        "penguin.nki_kernel",
        lambda: {
            "func": "scale",
            "ins": [tensor(16, shared=True), tensor(16, shared=True)],
            "outs": [tensor(16, shared=True), tensor(16, shared=True)],
        },
        positional=("func",),
    ),
    "nki_klir_kernel": Instance(
        "penguin.nki_klir_kernel",
        lambda: {
            "func": "scale",
            "ins": [tensor(16, shared=True), tensor(16, shared=True)],
            "outs": [tensor(16, shared=True), tensor(16, shared=True)],
            "klir_binary": "scale.bir.json",
        },
        positional=("func",),
    ),
}
"""The instances, by what they are."""


def module_of(*macros: Operation, target: TargetAttr | None = None) -> ModuleOp:
    """A module of macros and of what their operands come from."""
    owners: dict[int, Operation] = {}
    for macro in macros:
        for operand in macro.operands:
            owner = operand.owner
            assert isinstance(owner, Operation)
            if owner.parent is not None:
                owner.detach()
            owners[id(owner)] = owner
    attributes: dict[str, Attribute] = {} if target is None else {TARGET_ATTRIBUTE: target}
    return ModuleOp([*owners.values(), *macros], attributes)


def lowered(macro: MacroOp, *, target: TargetAttr | None = None, **options: Any) -> Operation:
    """The node that a macro becomes, in a plain xDSL context, where errors are raised."""
    module = module_of(macro, target=target)
    LowerMacrosPass(**options).apply(Context(), module)
    node = module.body.block.last_op
    assert node is not None
    return node


def context() -> Context:
    """A plain xDSL context that knows what these modules consist of."""
    made = Context()
    for dialect in (Builtin, Func, test_dialect.Test, NEURON, PENGUIN, BIR):
        made.load_dialect(dialect)
    return made


def text_of(module: ModuleOp) -> str:
    """The text of a module."""
    stream = StringIO()
    Printer(stream).print_op(module)
    return stream.getvalue()


def through_text(module: ModuleOp) -> ModuleOp:
    """The module that the text of a module is read as."""
    return Parser(context(), text_of(module)).parse_module()
