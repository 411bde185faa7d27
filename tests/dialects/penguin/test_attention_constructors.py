"""Building the attention macros in Python: keywords by the names of the text, errors before anything is verified."""

from io import StringIO
from typing import Any

import pytest
from xdsl.dialects import test as test_dialect
from xdsl.dialects.builtin import MemRefType, bf16, f32, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from neuron_opt.dialects.neuron.errors import OperationError
from neuron_opt.dialects.neuron.memory import MemoryAttr
from neuron_opt.dialects.neuron.target import TargetAttr
from neuron_opt.dialects.penguin.accesses import sub_tensor, tile
from neuron_opt.dialects.penguin.macros.attention import AttentionOp, AttentionVariantAttr
from neuron_opt.dialects.penguin.macros.attention_tkg import AttentionTkgFwdOp
from neuron_opt.dialects.penguin.macros.backwards_attention import BackwardsAttentionOp
from neuron_opt.dialects.penguin.macros.prefix_caching import PrefixCachingAttentionOp

CAUSAL = "CausalAttentionMMSoftmaxMMWithoutSwap"


def value(*shape: int, element: Attribute = bf16, space: str = "hbm") -> SSAValue:
    return test_dialect.TestOp(result_types=[MemRefType(element, shape, memory_space=MemoryAttr(space))]).results[0]


def text_of(op: Operation) -> str:
    stream = StringIO()
    Printer(stream).print_op(op)
    return stream.getvalue()


def prefill(**changes: Any) -> AttentionOp:
    arguments: dict[str, Any] = {
        "variant": CAUSAL,
        "q": value(4, 128, 512),
        "k": value(4, 128, 512),
        "v": value(4, 512, 128),
        "out": value(4, 128, 512),
    }
    return AttentionOp(**{**arguments, **changes})


def test_attention_prints_what_was_given() -> None:
    op = prefill(use_dma_transpose=True)
    op.verify()
    assert text_of(op).startswith(f"penguin.attention {CAUSAL} q(%")
    assert text_of(op).endswith("{use_dma_transpose = true}")
    assert op.kernel_name == CAUSAL
    assert op.emitter == "attention_kernel"
    assert op.dimensions() == {"B": 4, "d": 128, "Sq": 512, "Bkv": 4, "Sk": 512}


@pytest.mark.parametrize("variant", AttentionVariantAttr.WORDS)
def test_variant_says_whether_attention_is_causal(variant: str) -> None:
    op = prefill(variant=variant)
    op.verify()
    assert op.is_causal == variant.removeprefix("V2").startswith("Causal")
    assert op.kernel_name == variant


def test_variant_in_the_class_is_an_attribute_too() -> None:
    full = "AttentionMMSoftmaxMMWithoutSwap"
    assert prefill(variant=full).variant.data == full


def test_tiled_attention_has_the_name_of_the_tiled_kernel() -> None:
    tiles: dict[str, Any] = {name: value(128, 1024, space="sbuf") for name in ("q", "k", "v")}
    op = prefill(**tiles, out=tile(value(128, 2048, space="sbuf"), [0, 1024], [128, 1024]))
    op.verify()
    assert op.is_tiled
    assert op.kernel_name == "TiledNativeKernelAttention"
    assert " tile<offsets = [0, 1024], shape = [128, 1024]> : memref<128x2048xbf16" in text_of(op)


def test_defaults_are_not_stored() -> None:
    stored = set(prefill(scale=1.0, q_layout="d_s", cache_softmax=False).properties)
    assert stored == {"variant", "operandSegmentSizes"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variant": "CausalAttention"}, "attribute 'variant' of penguin.attention: unknown penguin.attention_variant"),
        ({"q_layout": "bsd"}, "unknown penguin.sequence_layout 'bsd'"),
        ({"global_n_tiles": 33}, "33 is not a 64-bit integer from 1 to 32"),
        ({"sliding_window": -1}, "-1 is not a 64-bit integer from 0 to 131072"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_at_once(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        prefill(**changes)


def test_a_missing_operand_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="AttentionOp needs operand 'v'"):
        prefill(v=None)


def test_errors_know_their_place() -> None:
    with pytest.raises(OperationError) as failure:
        prefill(k=value(4, 64, 512)).verify_()
    assert failure.value.operand_index == 1
    with pytest.raises(OperationError) as failure:
        prefill(scale=0.5).verify_()
    assert failure.value.property_name == "scale"
    assert str(failure.value) == f"{CAUSAL} only supports scale equal to 1.0"


@pytest.mark.parametrize(("generation", "refused"), [("inf1", True), ("trn1", True), ("trn2", False), ("trn3", False)])
def test_windows_and_sinks_depend_on_the_target(generation: str, refused: bool) -> None:
    ops = {"sliding_window": prefill(sliding_window=128), "sink": prefill(sink=value(4, 1))}
    for word, op in ops.items():
        op.verify()
        if not refused:
            op.verify_target(TargetAttr(generation))
            continue
        with pytest.raises(VerifyException, match=f"^{word} argument is not supported by {generation}$"):
            op.verify_target(TargetAttr(generation))


def test_plain_attention_runs_on_every_target() -> None:
    for generation in ("inf1", "trn1", "trn2", "trn3"):
        prefill().verify_target(TargetAttr(generation))


def test_backwards_attention() -> None:
    queries: dict[str, Any] = {name: value(4, 128, 512) for name in ("q", "out", "dout", "dq")}
    keys: dict[str, Any] = {name: value(4, 128, 1024) for name in ("k", "v", "dk", "dv")}
    statistics: dict[str, Any] = {name: value(4, 128, 4, element=f32) for name in ("neg_max", "recip")}
    op = BackwardsAttentionOp(**queries, **keys, **statistics)
    op.verify()
    assert op.kernel_name == "BackwardsAttention"
    assert [op.operand_name(index) for index in op.output_indices()] == ["dq", "dk", "dv"]
    assert [op.operand_name(index) for index in op.input_indices()] == [
        "q", "k", "v", "out", "dout", "neg_max", "recip",
    ]  # fmt: skip


def decode(**changes: Any) -> AttentionTkgFwdOp:
    arguments: dict[str, Any] = {
        "q": value(1, 4, 1, 128),
        "k_active": value(1, 1, 1, 128),
        "v_active": value(1, 1, 1, 128),
        "k_prior": value(1, 1, 8192, 128),
        "v_prior": value(1, 1, 8192, 128),
        "out": value(1, 4, 128, 1),
        "tp_k_prior": True,
    }
    return AttentionTkgFwdOp(**{**arguments, **changes})


def test_decode_attention() -> None:
    op = decode(
        pos_id=value(1, 1, element=i32),
        inv_freqs=value(64, 1, element=f32),
        rope_pos_ids=value(1, 1, element=f32),
        k_out=value(1, 1, 128, 1),
        curr_sprior=4096,
        full_sprior=8192,
        fuse_rope=True,
        use_pos_id=True,
    )
    op.verify()
    assert op.kernel_name == "AttentionTkgFwd"
    assert op.dimensions() == {"B": 1, "nq": 4, "s": 1, "d": 128, "nkv": 1, "P": 8192}


def test_decode_attention_reads_a_part_of_the_cache() -> None:
    part = ([0, 0, 0, 0], [1, 1, 4096, 128])
    op = decode(
        k_prior=sub_tensor(value(1, 1, 8192, 128), *part),
        v_prior=sub_tensor(value(1, 1, 8192, 128), *part),
        full_sprior=8192,
    )
    op.verify()
    assert op.dimensions()["P"] == 4096


def test_decode_attention_compares_only_what_has_a_shape() -> None:
    decode(q=value(128, 4, space="sbuf")).verify()
    with pytest.raises(VerifyException, match='operand "q" has rank 2, expected rank 4'):
        decode(q=value(128, 4)).verify_()


def test_prefix_caching_attention() -> None:
    op = PrefixCachingAttentionOp(
        variant="V2CausalAttentionMMSoftmaxMMWithoutSwap",
        q=value(8, 128, 512),
        k_active=value(2, 512, 128),
        v_active=value(2, 512, 128),
        k_prior=value(2, 4096, 128),
        v_prior=value(2, 4096, 128),
        attention_mask=value(2, 4096, element=i32),
        out=value(8, 128, 512),
    )
    op.verify()
    assert op.kernel_name == "V2CausalAttentionMMSoftmaxMMWithoutSwap"
    assert op.is_causal
