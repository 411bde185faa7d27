"""Building the other macros in Python: keywords by the names of the text, errors before anything is verified."""

from io import StringIO
from typing import Any

import pytest
from xdsl.dialects import test as test_dialect
from xdsl.dialects.builtin import Float8E4M3Type, MemRefType, StringAttr, bf16, f32, i8, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.printer import Printer

from neuron_opt.dialects.neuron.errors import OperationError
from neuron_opt.dialects.neuron.memory import hbm, psum, sbuf
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.dialects.penguin.accesses import opaque, sub_tensor, tile
from neuron_opt.dialects.penguin.macros.kernels import (
    KERNEL_SHAPES,
    UNIT_STRIDE,
    BIRKernelOp,
    NativeKernelOp,
    NKIKernelOp,
    NKIKLIRKernelOp,
)
from neuron_opt.dialects.penguin.macros.matmul_probes import CaymanPackedPETransposeOp, ColumnTiledMMOp, RowTiledMMOp
from neuron_opt.dialects.penguin.macros.moe import RouterTopKOp
from neuron_opt.dialects.penguin.macros.qkv import QKVOp
from neuron_opt.dialects.penguin.macros.rmsnorm_quant import EPS_TYPE, RMSNormQuantOp
from neuron_opt.dialects.penguin.operation import MacroOp
from neuron_opt.dialects.penguin.registry_names import OPERAND_COUNTS, REGISTRY_NAMES

X, Y = hbm(128, 512, dtype=bf16), hbm(128, 512, dtype=f32)
SHARED = hbm(128, 512, dtype=bf16, shared=True)


def value(type: "MemRefType[Attribute]") -> SSAValue:
    return test_dialect.TestOp(result_types=[type]).results[0]


def text_of(op: Operation) -> str:
    stream = StringIO()
    Printer(stream).print_op(op)
    return stream.getvalue()


def attributes_of(op: Operation) -> str:
    return text_of(op).rpartition(") ")[2]


def test_bir_kernel() -> None:
    op = BIRKernelOp("softmax", ins=[value(X)], outs=[value(Y)], kernel_attrs={"axis": 1, "mode": "fast"})
    op.verify_()
    assert op.kernel_name == "softmax"
    assert attributes_of(op) == '{kernel_attrs = {axis = 1 : i64, mode = "fast"}}'


def test_accesses_stand_beside_operands() -> None:
    weight = value(sbuf(16, 16, dtype=bf16))
    op = BIRKernelOp(
        "RowTiledMM",
        ins=[sub_tensor(weight, [0, 8], [16, 8]), tile(weight, [0, 0], [16, 8]), opaque(weight, 64)],
        outs=[value(psum(8, 8, dtype=f32))],
    )
    op.verify_()
    for note in ("[0, 8][16, 8][1, 1]", " tile<offsets = [0, 0], shape = [16, 8]>", " opaque<nelements = 64>"):
        assert f"{note} : memref<16x16xbf16" in text_of(op)


def test_native_kernel_knows_its_out_shape() -> None:
    op = NativeKernelOp(
        "ResizeNearest",
        ins=[value(hbm(2, 640, 32, 32, dtype=bf16))],
        outs=[opaque(value(hbm(2, 640, 64, 64, dtype=bf16)))],
        attrs={"scale": [2, 2]},
    )
    op.verify_()
    assert op.out_shape == (2, 640, 64, 64)
    assert op.integers("scale") == [2, 2]
    assert op.integers("stride") is None


def test_native_kernel_leaves_unknown_names_to_the_lowering() -> None:
    NativeKernelOp("NoSuchKernel", ins=[], outs=[value(X)]).verify_()


@pytest.mark.parametrize("name", REGISTRY_NAMES)
def test_library_macro_refuses_registry_kernels(name: str) -> None:
    with pytest.raises(OperationError, match=f"'{name}', a kernel of the internal registry"):
        BIRKernelOp(name, ins=[value(X)], outs=[value(Y)]).verify_()


def test_registry_has_thirteen_kernels() -> None:
    assert len(REGISTRY_NAMES) == 13
    assert set(KERNEL_SHAPES) <= set(REGISTRY_NAMES)
    assert set(REGISTRY_NAMES) >= UNIT_STRIDE
    # What says how many operands a kernel takes agrees with what says how they look.
    for name, shapes in KERNEL_SHAPES.items():
        assert OPERAND_COUNTS[name] in (None, len(shapes.ins))


def test_user_kernel() -> None:
    op = NKIKernelOp("scale", ins=[value(SHARED)], outs=[value(SHARED)], func_args=["x"], func_outs=["y"])
    op.verify_()
    assert text_of(op).startswith("penguin.nki_kernel @scale ins(%")
    assert op.formal_names("ins") == ("x",)
    assert op.formal_names("outs") == ("y",)


def test_user_kernel_counts_its_parameters() -> None:
    op = NKIKernelOp("scale", ins=[value(SHARED), value(SHARED)], outs=[value(SHARED)])
    op.verify_()
    assert op.formal_names("ins") == ("arg0", "arg1")
    assert op.formal_names("outs") == ("out0",)


def test_compiled_user_kernel() -> None:
    op = NKIKLIRKernelOp("scale", ins=[value(SHARED)], outs=[value(SHARED)], klir_binary="scale.bir.json")
    op.verify_()
    assert op.kernel_format.data == "bir"
    assert attributes_of(op) == '{klir_binary = "scale.bir.json"}'


@pytest.mark.parametrize("bad", ["x", [1], 3])
def test_user_kernel_takes_lists_of_names(bad: Any) -> None:
    with pytest.raises(TypeError, match=r"attribute 'func_args' of penguin\.nki_kernel: expected a list of str"):
        NKIKernelOp("scale", ins=[value(SHARED)], outs=[value(SHARED)], func_args=bad)


def norm(**changes: Any) -> RMSNormQuantOp:
    arguments: dict[str, Any] = {
        "hidden": value(X),
        "norm_weight": value(hbm(512, dtype=bf16)),
        "out": value(hbm(128, 516, dtype=i8)),
    }
    return RMSNormQuantOp(**{**arguments, **changes})


def test_rmsnorm_quant_takes_types_by_name_and_by_type() -> None:
    assert attributes_of(norm(dst_dtype="bfloat16")) == attributes_of(norm(dst_dtype=bf16)) == "{dst_dtype = bf16}"
    with pytest.raises(ValueError, match="unknown element type 'bf17'"):
        norm(dst_dtype="bf17")
    with pytest.raises(TypeError, match="expected an element type, got 16"):
        norm(dst_dtype=16)
    with pytest.raises(TypeError, match="expected an element type"):
        norm(dst_dtype=StringAttr("bf16"))


@pytest.mark.parametrize("eps", ["1e-5", True])
def test_rmsnorm_quant_needs_a_float_for_eps(eps: Any) -> None:
    with pytest.raises(TypeError, match=EPS_TYPE):
        norm(eps=eps)


def test_rmsnorm_quant_names_its_tiled_twin() -> None:
    assert norm().kernel_name == "RMSNormQuant"
    tiled = RMSNormQuantOp(
        hidden=value(sbuf(128, 512, dtype=bf16)), out=value(sbuf(128, 516, dtype=i8)), norm_type="no_norm"
    )
    tiled.verify_()
    assert tiled.kernel_name == "TiledNativeKernelRMSNormQuant"


def decode(**changes: Any) -> QKVOp:
    arguments: dict[str, Any] = {
        "hidden": value(hbm(4, 1, 4096, dtype=bf16)),
        "weight": value(hbm(4096, 384, dtype=bf16)),
        "out": value(hbm(3, 4, 128, 1, dtype=bf16)),
        "output_layout": "nbds",
    }
    return QKVOp(**{**arguments, **changes})


def test_qkv_checks_the_kernel_once_it_is_chosen() -> None:
    op = decode()
    op.verify_()
    op.verify_kernel_choice(False)
    with pytest.raises(OperationError, match="is nbds, which the decode kernel cannot write"):
        op.verify_kernel_choice(True)


def test_qkv_lets_the_decode_kernel_have_a_wide_weight() -> None:
    wide: dict[str, Any] = {
        "weight": value(hbm(4096, 4224, dtype=bf16)),
        "out": value(hbm(4, 1, 4224, dtype=bf16)),
        "output_layout": "bsd",
    }
    op = decode(**wide)
    op.verify_()
    op.verify_kernel_choice(True)
    decode(**wide, use_tkg_qkv_kernel=True).verify_()
    with pytest.raises(OperationError, match="has F = 4224, at most 4096 is supported"):
        op.verify_kernel_choice(False)
    with pytest.raises(OperationError, match="has F = 4224, at most 4096 is supported"):
        decode(**wide, use_tkg_qkv_kernel=False).verify_()


@pytest.mark.parametrize("probe", [RowTiledMMOp, ColumnTiledMMOp])
def test_matmul_probes(probe: "type[RowTiledMMOp] | type[ColumnTiledMMOp]") -> None:
    op = probe(
        stationary=value(sbuf(64, 32, dtype=bf16)),
        moving=value(sbuf(64, 512, dtype=bf16)),
        psum=value(psum(32, 512, dtype=f32)),
        tile_position=(64, 32),
        tile_size=(64, 32),
    )
    op.verify_()
    assert attributes_of(op) == "{tile_position = [64, 32], tile_size = [64, 32]}"


def test_matmul_probes_put_the_partition_dimension_first() -> None:
    op = RowTiledMMOp(
        stationary=value(sbuf(32, 64, dtype=bf16, partition_dim=1)),
        moving=value(sbuf(64, 2, 256, dtype=bf16)),
        psum=value(psum(32, 512, dtype=f32)),
    )
    op.verify_()
    assert op.matmul_shape("stationary") == (64, 32)
    assert op.matmul_shape("moving") == (64, 512)


def test_packed_transpose_halves_the_free_dimensions() -> None:
    fp8 = Float8E4M3Type()
    op = CaymanPackedPETransposeOp(
        stationary=value(sbuf(64, 2, 128, dtype=fp8)),
        moving=value(sbuf(64, 2, 512, dtype=fp8)),
        psum=value(psum(128, 512, dtype=f32)),
        perf_mode="double_row_gen3",
        double_row_indices=(1, 0),
    )
    op.verify_()
    assert op.is_double_row


def test_router_wants_its_number_of_experts() -> None:
    with pytest.raises(TypeError, match="RouterTopKOp needs attribute 'k'"):
        RouterTopKOp(
            x=value(X),
            weight=value(hbm(512, 8, dtype=bf16)),
            router_logits=value(hbm(128, 8, dtype=f32)),
            expert_affinities=value(hbm(128, 8, dtype=f32)),
            expert_index=value(hbm(128, 2, dtype=i32)),
            k=None,  # pyright: ignore[reportArgumentType]
        )


def test_every_macro_names_its_kernel_and_its_emitter() -> None:
    """The base class cannot say either, so each macro has to."""
    macros = [op for op in PENGUIN.operations if issubclass(op, MacroOp)]
    assert len(macros) >= 16
    for macro in macros:
        for member in ("kernel_name", "emitter"):
            assert getattr(macro, member) is not getattr(MacroOp, member), (macro.name, member)
