"""A whole model in one module: 80 decoder layers, lowered in one go."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region
from xdsl.printer import Printer

from neuron_opt.dialects.bir.kernel_nodes import BirKernelOp
from neuron_opt.dialects.neuron.target import TARGET_ATTRIBUTE, TargetAttr
from neuron_opt.passes.lower_macros.lower_macros import LowerMacrosPass
from neuron_opt.passes.manager.context import OptContext

LAYERS = 80


def whole_model(generate: ModuleType) -> ModuleOp:
    """Llama-3.1-70B at tensor parallelism 32: the layers one behind the other in one function."""
    block = Block()
    for index in range(LAYERS):
        layer: Any = generate.fused_residuals(generate.LLAMA_70B_TP32, 8192)
        for argument in layer.block.args:
            moved = block.insert_arg(argument.type, len(block.args))
            moved.name_hint = f"layer{index}_{argument.name_hint}"
            argument.replace_all_uses_with(moved)
        for op in list(layer.block.ops):
            op.detach()
            block.add_op(op)
    block.add_op(ReturnOp())
    types = [argument.type for argument in block.args]
    function = FuncOp("model", FunctionType.from_lists(types, []), Region(block))
    return ModuleOp([function], {TARGET_ATTRIBUTE: TargetAttr("trn2", lnc=2)})


def kernels(module: ModuleOp) -> Counter[str]:
    """How often each kernel is called."""
    names: Counter[str] = Counter()
    for op in module.walk():
        if op.name.startswith("bir."):
            names[op.kernel_name.data if isinstance(op, BirKernelOp) else str(op.properties["func"])] += 1
    return names


EXPECTED = Counter(
    {
        "QKV": LAYERS,
        "CausalAttentionMMSoftmaxMMWithoutSwap": LAYERS,
        "MLP": LAYERS,
        "@rotary_embedding": LAYERS,
        "@output_projection_all_reduce": LAYERS,
    }
)


@pytest.fixture(scope="module")
def model(generate: ModuleType) -> ModuleOp:
    """The model before it is lowered; a test that changes it takes a clone."""
    return whole_model(generate)


def test_a_whole_model_lowers_from_python(model: ModuleOp) -> None:
    module = model.clone()
    module.verify()
    context = OptContext()
    LowerMacrosPass().apply(context, module)
    module.verify()
    assert context.diagnostics.error_count == 0
    assert kernels(module) == EXPECTED
    assert not any(op.name.startswith("penguin.") for op in module.walk())


def test_a_whole_model_lowers_from_its_text(model: ModuleOp, tmp_path: Path) -> None:
    stream = StringIO()
    Printer(stream).print_op(model)
    source, result = tmp_path / "model.mlir", tmp_path / "lowered.mlir"
    source.write_text(stream.getvalue(), encoding="utf-8")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "neuron_opt.tools.opt_main", str(source), "--lower-macros"),
            *("--mlir-pass-statistics", "-o", str(result)),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    assert f"{2 * LAYERS} num-common-native" in run.stderr
    assert f"{LAYERS} num-common-attention" in run.stderr
    assert f"{2 * LAYERS} num-external" in run.stderr
    text = result.read_text(encoding="utf-8")
    assert "penguin." not in text
    assert text.count('bir.bir_kernel "QKV"') == text.count('bir.bir_kernel "MLP"') == LAYERS
    # Every layer reads its own weights.
    assert text.count("%layer79_w_qkv : ") == 1
