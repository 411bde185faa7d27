"""Macros that say the same become the same node, whatever their operands; those that do not, do not."""

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.parser import Parser

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.passes.lower_macros.lower_macros import LowerMacrosPass

HEAD = """
!h = memref<1x16x128xbf16, #neuron.memory<hbm>>
!w = memref<128x64xbf16, #neuron.memory<hbm>>
!d = memref<64x128xbf16, #neuron.memory<hbm>>
"""
MLP = "penguin.mlp hidden({x} : !h) gate(%g : !w) up(%u : !w) down(%d : !d) -> out({y} : !h) {{{attributes}}}\n"


def lowered(body: str, *, target: str = "trn2") -> ModuleOp:
    """The module of one function, its macros lowered by plain xDSL."""
    context = Context()
    for dialect in (Builtin, Func):
        context.load_dialect(dialect)
    for name, dialect in (("neuron", NEURON), ("penguin", PENGUIN), ("bir", BIR)):
        context.register_dialect(name, lambda dialect=dialect: dialect)
    arguments = "%x0: !h, %x1: !h, %y0: !h, %y1: !h, %g: !w, %u: !w, %d: !d"
    text = (
        f"{HEAD}module attributes {{neuron.target = #neuron.target<{target}>}} {{\n"
        f"func.func @f({arguments}) {{\n{body}return\n}}\n}}"
    )
    module = Parser(context, text).parse_module()
    LowerMacrosPass().apply(context, module)
    module.verify()
    return module


def nodes(module: ModuleOp) -> "list[tuple[list[str | None], dict[str, str]]]":
    """The operands' names and the properties of every library node."""
    return [
        ([operand.name_hint for operand in op.operands], {k: str(v) for k, v in op.properties.items()})
        for op in module.walk()
        if op.name == "bir.bir_kernel"
    ]


def test_a_repeated_macro_keeps_its_own_operands() -> None:
    first = MLP.format(x="%x0", y="%y0", attributes="eps = 1.0e-5")
    second = MLP.format(x="%x1", y="%y1", attributes="eps = 1.0e-5")
    one, other = nodes(lowered(first + second))
    assert one[0] == ["x0", "g", "u", "d", "y0"]
    assert other[0] == ["x1", "g", "u", "d", "y1"]
    assert one[1] == other[1]


def test_other_attributes_make_another_node() -> None:
    first = MLP.format(x="%x0", y="%y0", attributes="eps = 1.0e-5")
    second = MLP.format(x="%x0", y="%y0", attributes="eps = 2.0e-5")
    one, other = nodes(lowered(first + second))
    assert one[1] != other[1]
    assert other[1] == nodes(lowered(second))[0][1]


def test_discardable_attributes_are_those_of_each_macro() -> None:
    body = "".join(MLP.format(x="%x0", y="%y0", attributes=f"neuron.layer = {layer} : i64") for layer in range(3))
    kept = [str(op.attributes["neuron.layer"]) for op in lowered(body).walk() if op.name == "bir.bir_kernel"]
    assert kept == ["0 : i64", "1 : i64", "2 : i64"]


def test_the_target_counts() -> None:
    body = MLP.format(x="%x0", y="%y0", attributes="")
    assert nodes(lowered(body))[0][1]["lnc_size"] != nodes(lowered(body, target="trn2, lnc = 2"))[0][1]["lnc_size"]


def test_one_node_can_be_changed_without_the_other() -> None:
    body = MLP.format(x="%x0", y="%y0", attributes="") * 2
    first, second = [op for op in lowered(body).walk() if op.name == "bir.bir_kernel"]
    del first.properties["kernel_attrs"]
    assert "kernel_attrs" in second.properties
