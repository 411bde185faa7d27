"""Everything that a macro says reaches its node: in a field, in the bag, as the kernel's name, or as an attribute."""

from __future__ import annotations

import math
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macro_instances import INSTANCES, Instance, lowered, module_of
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    bf16,
    f32,
    i1,
)
from xdsl.ir import Attribute, Operation

from neuron_opt.dialects.neuron.op_format import layout_of
from neuron_opt.dialects.neuron.properties import (
    AttributeForm,
    FlagForm,
    IntegerForm,
    PropertyForm,
    RealForm,
    ShapeForm,
    TextForm,
    WordForm,
)
from neuron_opt.dialects.neuron.target import TargetAttr
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.dialects.penguin.macros.kernels import NamesForm
from neuron_opt.dialects.penguin.macros.rmsnorm_quant import ElementTypeForm
from neuron_opt.dialects.penguin.operation import MacroOp
from neuron_opt.passes.lower_macros.lower_macros import FAMILIES, LowerMacrosPass

# Every gate is open here, and a decode kernel can shard H = 256 over the cores.
TARGET = TargetAttr("trn3", lnc=2)

WORDS_OF_KERNELS = {"silu": "SiLU", "gelu": "GELU", "gelu_tanh_approx": "GELU_Tanh_Approx", "swish": "Swish"}
NORM_TYPES = {"no_norm": 0, "rms_norm": 1, "layer_norm": 2, "rms_norm_skip_gamma": 3}
OUTPUT_LAYOUTS = {"bsd": 0, "nbsd": 1, "nbds": 2}

NAMED_BY_FAMILY: dict[str, tuple[str, ...]] = {
    "penguin.mlp": (
        "fused_rmsnorm",
        "norm_type",
        "store_add",
        "quant_kernel",
        "lower_bound",
        "skip_gate",
        "act_fn",
        "up_bias",
        "down_bias",
        "is_tkg",
    ),
    "penguin.qkv": ("fused_rmsnorm", "norm_type", "output_layout", "lnc_size", "useTkgQKVKernel"),
    "penguin.rmsnorm_quant": ("lower_bound", "lnc_size"),
    "penguin.attention": ("cache_softmax", "use_flash", "use_dma_transpose"),
    "penguin.backwards_attention": ("is_causal",),
    "penguin.attention_tkg_fwd": ("is_tkg",),
}
"""The roster of named attributes in the public notes on the compiler: a minimum."""


def plain(attr: Attribute) -> Any:
    """The Python value of an attribute of a node."""
    if isinstance(attr, IntegerAttr):
        integer = cast("IntegerAttr[Any]", attr)
        return bool(integer.value.data) if integer.type == i1 else integer.value.data
    if isinstance(attr, FloatAttr):
        return cast("FloatAttr[Any]", attr).value.data
    if isinstance(attr, StringAttr):
        return attr.data
    if isinstance(attr, SymbolRefAttr):
        return attr.root_reference.data
    if isinstance(attr, DenseArrayBase):
        return list(cast("DenseArrayBase[Any]", attr).get_values())
    if isinstance(attr, ArrayAttr):
        return [plain(entry) for entry in cast("ArrayAttr[Attribute]", attr)]
    if isinstance(attr, DictionaryAttr):
        return {key: plain(entry) for key, entry in attr.data.items()}
    raise AssertionError(f"a node holds {attr}")


def says(node: Operation) -> dict[str, Any]:
    """All that a node says: its fields with their defaults, over them its bag, and what is ours, without the prefix."""
    op_class = cast(Any, type(node))
    layout = layout_of(op_class)
    fields = {**layout.defaults, **node.properties}
    result = {
        name: plain(attr)
        for name, attr in fields.items()
        if name in layout.forms and attr is not None and name != "kernel_attrs" and not name.endswith("_val")
    }
    for name, attr in node.attributes.items():
        result[name.removeprefix("neuron.")] = plain(attr)
    bag = node.properties.get("kernel_attrs")
    if isinstance(bag, DictionaryAttr):
        assert not set(bag.data) & set(node.properties), "said twice"
        result.update({name: plain(attr) for name, attr in bag.data.items()})
    return result


SCALARS = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(width=32, allow_nan=False),
    st.text("abc_", max_size=5),
)
BAGS = st.dictionaries(st.text("abcXYZ", min_size=1, max_size=4), st.one_of(SCALARS, st.lists(SCALARS, max_size=3)))


def values(name: str, form: PropertyForm) -> st.SearchStrategy[Any]:
    """Python values that a property takes."""
    if isinstance(form, FlagForm):
        return st.booleans()
    if isinstance(form, IntegerForm):
        return st.integers(form.minimum or 0, form.maximum if form.maximum is not None else 1 << 20)
    if isinstance(form, RealForm):
        return st.floats(0, 1e6, width=32)
    if isinstance(form, WordForm):
        return st.sampled_from([member.value for member in form.attribute.WORDS])
    if isinstance(form, ShapeForm):
        length = form.length or 2
        return st.lists(st.integers(form.minimum or 0, 4096), min_size=length, max_size=length)
    if isinstance(form, AttributeForm):
        return BAGS
    if isinstance(form, ElementTypeForm):
        return st.sampled_from([f32, bf16])
    if isinstance(form, NamesForm):
        # Two operands on either side.
        return st.lists(st.text("abc", min_size=1, max_size=3), min_size=2, max_size=2, unique=True)
    if isinstance(form, TextForm):
        return st.just("1.0.0") if "version" in name else st.text("abc./", min_size=1, max_size=6)
    raise AssertionError(f"what does '{name}' take?")


FIXED = {"kernel_name", "func_name", "func", "variant", "kernel_format"}
"""What selects the kernel."""


@st.composite
def properties_of(draw: st.DrawFn, instance: Instance, *, all_of_them: bool) -> dict[str, Any]:
    op_class = PENGUIN.find_operation(instance.op)
    assert op_class is not None
    forms = layout_of(cast(Any, op_class)).forms
    chosen: dict[str, Any] = {}
    for name, form in forms.items():
        if name not in FIXED and (all_of_them or draw(st.booleans())):
            chosen[name] = draw(values(name, form))
    return chosen


def expected(macro: MacroOp, properties: dict[str, Any]) -> dict[str, Any]:
    """What the node has to say about properties that a macro was given, by the name that the node knows them by."""
    result: dict[str, Any] = {}
    for name in properties:
        given_value: Any = properties[name]
        if name == "norm_type":
            result[name] = NORM_TYPES[given_value]
        elif name == "output_layout":
            result[name] = OUTPUT_LAYOUTS[given_value]
        elif name == "act_fn":
            result[name] = WORDS_OF_KERNELS.get(given_value, given_value)
        elif name == "use_tkg_qkv_kernel":
            result["useTkgQKVKernel"] = given_value
        elif name == "dst_dtype":
            result[name] = {f32: "float32", bf16: "bfloat16"}[given_value]
        elif name == "auto_cast" and given_value == "none" and macro.name not in OF_OTHER_NODES:
            # That nothing is cast is what a library node says by having no policy.
            continue
        elif name in ("func_args", "func_outs"):
            section = "ins" if name == "func_args" else "outs"
            result[name] = {formal: f"{section}[{index}]" for index, formal in enumerate(given_value)}
        elif name == "kernel_attrs":
            result.update(cast("dict[str, Any]", given_value))
        else:
            result[name] = given_value
    return result


OF_OTHER_NODES = {"penguin.native_kernel", "penguin.nki_kernel", "penguin.nki_klir_kernel"}


def check(instance: Instance, properties: dict[str, Any]) -> None:
    macro = instance.build(**properties)
    if macro.name == "penguin.qkv":
        # What the choice of the kernel refuses, and what would need other operands, is tested elsewhere.
        if not macro.is_tiled:
            properties = {**properties, "output_layout": "bsd", "quantization": "row"}
        elif properties.get("output_layout") == "nbds" or properties.get("quantization") == "mx":
            properties = {**properties, "use_tkg_qkv_kernel": False}
        macro = instance.build(**properties)
    wanted = expected(macro, properties)
    node = lowered(macro, target=TARGET)
    found = says(node)
    for name, value in wanted.items():
        assert name in found, f"'{name}' of {macro.name} is lost"
        assert found[name] == value, f"'{name}' of {macro.name}"
    for name in NAMED_BY_FAMILY.get(macro.name, ()):
        assert name in found, f"'{name}' is on the roster of {macro.name}"
    if node.name == "bir.bir_kernel":
        assert "fused_rmsnorm" in node.properties
        assert found["lnc_size"] == properties.get("lnc_size", 2)


@pytest.mark.parametrize("name", INSTANCES)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_every_property_reaches_the_node(name: str, data: st.DataObject) -> None:
    check(INSTANCES[name], data.draw(properties_of(INSTANCES[name], all_of_them=True)))


@pytest.mark.parametrize("name", INSTANCES)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_some_properties_reach_the_node(name: str, data: st.DataObject) -> None:
    check(INSTANCES[name], data.draw(properties_of(INSTANCES[name], all_of_them=False)))


@pytest.mark.parametrize("name", INSTANCES)
def test_defaults_are_said_too(name: str) -> None:
    """A reader of the node need not know the defaults of the macro, which are not those of the kernels."""
    instance = INSTANCES[name]
    macro = instance.build()
    layout = layout_of(type(macro))
    found = says(lowered(macro))
    renamed = {"attrs": "attrs", "use_tkg_qkv_kernel": "useTkgQKVKernel"}
    for property_name, default in layout.defaults.items():
        if default is not None and property_name not in (*FIXED, "kernel_attrs"):
            assert renamed.get(property_name, property_name) in found, property_name


@pytest.mark.parametrize("name", INSTANCES)
def test_operands_reach_the_node_in_their_order(name: str) -> None:
    macro = INSTANCES[name].build()
    inputs = [macro.operands[index] for index in macro.input_indices()]
    outputs = [macro.operands[index] for index in macro.output_indices()]
    node = lowered(macro)
    assert list(node.operands) == inputs + outputs
    node.verify()
    if "neuron.operands" in node.attributes:
        before, _, behind = cast(StringAttr, node.attributes["neuron.operands"]).data.partition(" -> ")
        assert (len(before.split()), len(behind.split())) == (len(inputs), len(outputs))


def test_every_macro_has_an_instance_and_a_pattern() -> None:
    """Three tables that have to agree: the dialect's macros, the patterns, and the instances of these tests."""
    macros = {name for name in PENGUIN.operation_names if issubclass(PENGUIN.find_operation(name) or object, MacroOp)}
    assert set(FAMILIES) == macros
    assert {instance.op for instance in INSTANCES.values()} == macros


@pytest.mark.parametrize("name", INSTANCES)
def test_the_instances_are_valid(name: str) -> None:
    macro = INSTANCES[name].build()
    module = module_of(macro)
    module.verify()
    LowerMacrosPass().apply(Context(), module)
    module.verify()


def test_the_decoder_of_nodes_sees_nothing_that_is_not_there() -> None:
    found = says(lowered(INSTANCES["bir_kernel"].build()))
    assert "eps" not in found
    assert math.isclose(found["lower_bound"], 0.0)
