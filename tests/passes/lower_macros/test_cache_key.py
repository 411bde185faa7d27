"""The key of a registry kernel's trace: what it depends on, what it does not, and the artefact it names."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macro_instances import lowered, module_of, tensor, through_text, tile
from xdsl.dialects.builtin import StringAttr, bf16, f32
from xdsl.ir import Attribute, SSAValue

from neuron_opt.dialects.neuron.op_format import OperandLike
from neuron_opt.dialects.neuron.target import TargetAttr
from neuron_opt.dialects.penguin import accesses
from neuron_opt.dialects.penguin.macros.kernels import NativeKernelOp
from neuron_opt.passes.lower_macros.cache_key import artefact_name, cache_key, key_components


def transpose(source: OperandLike | None = None, result: OperandLike | None = None, **attrs: Any) -> NativeKernelOp:
    """A transpose of 16x8 to 8x16, unless other operands are given."""
    return NativeKernelOp(
        "tiled_pf_transpose",
        ins=[tensor(16, 8) if source is None else source],
        outs=[tensor(8, 16) if result is None else result],
        attrs=attrs,
    )


def key_of(macro: NativeKernelOp, target: TargetAttr | None = None) -> str:
    module_of(macro, target=target)
    return cache_key(key_components(macro))


PLAIN = key_of(transpose())


def test_components_are_the_public_ones() -> None:
    macro = transpose(accesses.sub_tensor(tensor(32, 8, dtype=f32), [16, 0], [16, 8]), perm=[1, 0], b=True, f=0.5)
    module_of(macro, target=TargetAttr("trn3", lnc=2))
    assert key_components(macro) == {
        "kernel_name": "tiled_pf_transpose",
        "operands": {"shapes": [[16, 8]], "dtypes": ["float32"]},
        "results": {"shapes": [[8, 16]], "dtypes": ["bfloat16"]},
        "attrs": {"b": True, "f": 0.5, "perm": [1, 0]},
        "target": "CoreV4",
        "num_neuroncores": 2,
    }


def test_the_key_is_the_hash_of_the_sorted_components() -> None:
    components = {"b": 1, "a": [2, "x"]}
    assert cache_key(components) == sha256(b"[('a', [2, 'x']), ('b', 1)]").hexdigest()
    assert cache_key(dict(reversed(components.items()))) == cache_key(components)


def test_a_key_does_not_change_from_one_version_to_the_next() -> None:
    """Artefacts are found by their names, so that a key that changed would be a trace that is made again."""
    assert PLAIN == "67b45dd1aa6b3515b66718a3a473f879d5cdf5db0df8cc16e477cec156035ecf"


@pytest.mark.parametrize(
    "other",
    [
        lambda: transpose(tensor(8, 16), tensor(16, 8)),
        lambda: transpose(tensor(16, 8, dtype=f32), tensor(8, 16, dtype=f32)),
        lambda: transpose(tensor(16, 8), tensor(8, 16, dtype=f32)),
        lambda: transpose(perm=[1, 0]),
        # What is accessed counts, not what it is a part of.
        lambda: transpose(accesses.sub_tensor(tensor(16, 8), [0, 0], [8, 8])),
        lambda: transpose(None, accesses.tile(tensor(8, 16), [0, 0], [4, 16])),
        lambda: transpose(accesses.opaque(tensor(16, 8), 64)),
        lambda: NativeKernelOp("tiled_dve_transpose_10", ins=[tensor(16, 8)], outs=[tensor(8, 16)]),
    ],
)
def test_what_makes_another_trace(other: Any) -> None:
    assert key_of(other()) != PLAIN


@pytest.mark.parametrize("target", [TargetAttr("trn1"), TargetAttr("trn3"), TargetAttr("trn2", lnc=2)])
def test_the_target_makes_another_trace(target: TargetAttr) -> None:
    assert key_of(transpose(), target) != PLAIN


@pytest.mark.parametrize(
    "same",
    [
        # A view with the shape of the whole is the same kernel, wherever it starts and whatever it is a part of.
        lambda: transpose(accesses.sub_tensor(tensor(64, 64), [8, 8], [16, 8], [2, 3])),
        lambda: transpose(accesses.tile(tensor(32, 8), [16, 0], [16, 8])),
        lambda: transpose(accesses.opaque(tensor(16, 8))),
        lambda: transpose(tile(16, 8), tile(8, 16)),
    ],
)
def test_what_is_the_same_trace(same: Any) -> None:
    assert key_of(same()) == PLAIN


def test_the_target_that_is_assumed_is_the_default_one() -> None:
    assert key_of(transpose(), TargetAttr("trn2", lnc=1)) == PLAIN
    assert key_of(transpose(), TargetAttr("cayman")) == PLAIN


NAMES = st.text("abcdef", min_size=1, max_size=3)
ATTRS = st.recursive(
    st.one_of(st.booleans(), st.integers(-100, 100), st.floats(width=32, allow_nan=False), st.text("xyz", max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=6,
)


def reordered(value: Any) -> Any:
    """The same value, all dictionaries written backwards."""
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value)
        return {name: reordered(entry) for name, entry in reversed(entries.items())}
    return [reordered(entry) for entry in cast("list[Any]", value)] if isinstance(value, list) else value


@given(st.dictionaries(NAMES, ATTRS, max_size=4))
def test_the_order_of_attributes_does_not_count(attrs: dict[str, Any]) -> None:
    assert key_of(transpose(**reordered(attrs))) == key_of(transpose(**attrs))


@given(st.dictionaries(NAMES, ATTRS, max_size=4))
def test_a_key_survives_the_text(attrs: dict[str, Any]) -> None:
    macro = transpose(**attrs)
    module = module_of(macro)
    key = cache_key(key_components(macro))
    again = through_text(module).body.block.last_op
    assert isinstance(again, NativeKernelOp)
    assert cache_key(key_components(again)) == key


def resize(image: SSAValue, out: OperandLike) -> NativeKernelOp:
    return NativeKernelOp("ResizeNearest", ins=[image], outs=[out])


def test_only_a_resize_has_its_output_shape_among_the_components() -> None:
    out = accesses.sub_tensor(tensor(1, 4, 16, 16), [0, 0, 0, 0], [1, 4, 8, 8])
    macro = resize(tensor(1, 4, 4, 4), out)
    module_of(macro)
    assert key_components(macro)["out_shape"] == [1, 4, 8, 8]
    other = transpose()
    module_of(other)
    assert "out_shape" not in key_components(other)


@pytest.mark.parametrize(("frontend", "ending"), [("beta3", "bir.json"), ("beta2", "klir")])
def test_artefacts_are_named_after_kernel_and_key(frontend: str, ending: str) -> None:
    node = lowered(transpose(), nki_frontend=frontend)
    name = f"tiled_pf_transpose-{PLAIN}.{ending}"
    assert node.properties["klir_binary"] == StringAttr(name)
    assert node.attributes["neuron.cache_key"] == StringAttr(PLAIN)
    assert artefact_name("tiled_pf_transpose", PLAIN, frontend) == name


def test_the_key_of_a_type_is_its_text() -> None:
    """An attribute that is no number, string, list or dictionary still counts."""
    keys = {key_of(transpose(dtype=cast(Attribute, dtype))) for dtype in (bf16, f32)}
    assert len(keys) == 2
