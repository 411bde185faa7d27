"""The printer against xDSL's own, and where it differs on purpose."""

from __future__ import annotations

from io import StringIO
from itertools import product

import pytest
from parsing import parse
from xdsl.dialects import test
from xdsl.dialects.builtin import ModuleOp, StringAttr, i32
from xdsl.ir import Block, ErasedSSAValue, Operation, Region
from xdsl.irdl import IRDLOperation, irdl_op_definition, region_def, traits_def
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, NoTerminator

from neuron_opt.passes.manager.printer import OptPrinter, operation_text
from neuron_opt.passes.manager.printing import PrintOptions, text_of

TEXTS = [
    "module {}",
    'module @name attributes {a, b = 1 : i8, c = "q\\22\\0A", "d e" = @x::@"y z"} { module { } }',
    """
    func.func @f(%a: i32, %b: memref<4x?xf32, strided<[1, ?], offset: 3>>) -> (i32, f32) {
      %0 = arith.constant 1.5 : f32
      %a_1 = arith.addi %a, %a : i32
      %x:2 = "u.two"(%a_1) <{p = #arith.fastmath<none>}> ({
      ^bb0(%q: i32):
        "u.z"(%q)[^bb1] : (i32) -> ()
      ^bb1:
        "u.z"() : () -> ()
      }, {}) {d = dense<[1, 2]> : tensor<2xi32>, u} : (i32) -> (i32, () -> ())
      cf.cond_br %c, ^next, ^bb7(%a : i32)
    ^next:
      %c = arith.constant true
      func.return %a, %0 : i32, f32
    ^bb7(%y: i32):
      func.return %y, %0 : i32, f32
    }
    func.func private @g() -> ()
    """,
    '"u.op"() {l = loc("a":1:2), m = [loc(unknown)]} : () -> ((i32) -> i32) loc(fused["a", callsite("b" at "c")])',
    '"u.op"() {a = !mine.type<"x">, b = #mine<attr 5>, c = opaque<"x", "y">} : () -> !mine.other',
]


def xdsl_text(
    op: Operation, print_generic_format: bool, print_debuginfo: bool, print_properties_as_attributes: bool
) -> str:
    stream = StringIO()
    Printer(
        stream=stream,
        print_generic_format=print_generic_format,
        print_debuginfo=print_debuginfo,
        print_properties_as_attributes=print_properties_as_attributes,
    ).print_op(op)
    return stream.getvalue()


def our_text(op: Operation, **options: bool) -> str:
    printer = OptPrinter(**options)
    printer.print_op(op)
    return printer.text()


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("generic", "debug_info", "as_attributes", "memoizes"), list(product([False, True], repeat=4)))
def test_the_text_is_that_of_xdsl_but_for_default_dialects(
    text: str, generic: bool, debug_info: bool, as_attributes: bool, memoizes: bool
) -> None:
    module = parse(text, allow_unregistered=True).ok
    options = {
        "print_generic_format": generic,
        "print_debuginfo": debug_info,
        "print_properties_as_attributes": as_attributes,
    }
    expected = xdsl_text(module, **options)
    if not generic:
        expected = expected.replace("builtin.module", "module").replace("func.return", "return")
    assert our_text(module, **options, memoizes=memoizes) == expected
    again = parse(our_text(module, **options), allow_unregistered=True).ok
    assert our_text(again, **options) == expected


def test_an_empty_module_is_printed_as_mlir_opt_does() -> None:
    assert operation_text(parse("module {}").ok) == "module {\n}\n"
    assert operation_text(parse("module {}").ok, generic=True) == '"builtin.module"() ({\n^bb0:\n}) : () -> ()\n'


def test_the_dialect_is_only_left_out_where_it_is_the_default() -> None:
    module = parse('"u.r"() ({ module {} }) : () -> ()\nmodule {}', allow_unregistered=True).ok
    assert operation_text(module) == (
        'module {\n  "u.r"() ({\n    builtin.module {\n    }\n  }) : () -> ()\n  module {\n  }\n}\n'
    )


def test_the_operation_is_not_touched_while_it_is_printed() -> None:
    op = parse('"u.op"() {a} : () -> ()', allow_unregistered=True).ok.body.block.first_op
    assert op is not None
    attributes = dict(op.attributes)
    assert our_text(op) == '"u.op"() {a} : () -> ()'
    assert op.attributes == attributes


def test_a_property_and_an_attribute_of_one_name_cannot_become_attributes() -> None:
    op = parse('"u.op"() <{a = 1 : i8}> {a = 2 : i8} : () -> ()', allow_unregistered=True).ok.body.block.first_op
    assert op is not None
    with pytest.raises(ValueError, match="a: both a property and an attribute"):
        our_text(op, print_properties_as_attributes=True)


def test_equal_text_for_attributes_that_come_and_go() -> None:
    # The memo goes by identity and must therefore keep what it has seen alive.
    printer = OptPrinter()
    for number in range(200):
        printer.print_attribute(StringAttr(f"a{number}"))
    assert printer.text() == "".join(f'"a{number}"' for number in range(200))


def test_resources_are_printed_behind_the_module() -> None:
    parsed = parse(
        """
        "u.op"() {a = dense_resource<blob> : tensor<1xi32>} : () -> ()
        {-# dialect_resources: { builtin: { blob: "0x0400000001000000" } } #-}
        """,
        allow_unregistered=True,
    )
    assert operation_text(parsed.ok).count("\n") == 3
    text = operation_text(parsed.ok, dialects=parsed.context.loaded_dialects)
    assert text.endswith(
        '{-#\n  dialect_resources: {\n    builtin: {\n      blob: "0x0400000001000000"\n    }\n  }\n#-}\n'
    )


@irdl_op_definition
class StumblingOp(IRDLOperation):
    """Prints a region, and then stumbles: values inside of it have got names by then."""

    name = "test.stumbling"
    body = region_def()
    traits = traits_def(IsolatedFromAbove(), NoTerminator())

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        with printer.indented():
            printer.print_region(self.body)
            raise IndexError("there is nothing at this place")


def test_what_a_format_fails_on_is_printed_in_the_generic_form_on_request() -> None:
    def inside() -> Region:
        first, second = test.TestOp(result_types=[i32]), test.TestOp(result_types=[i32])
        return Region(Block([first, second, test.TestOp(operands=[*first.results, *second.results])]))

    module = ModuleOp(
        [test.TestOp(result_types=[i32]), StumblingOp.create(regions=[inside()]), test.TestOp(result_types=[i32])]
    )
    with pytest.raises(IndexError):
        operation_text(module)
    expected = (
        "module {\n"
        '  %0 = "test.op"() : () -> i32\n'
        '  "test.stumbling"() ({\n'
        '    %1 = "test.op"() : () -> i32\n'
        '    %2 = "test.op"() : () -> i32\n'
        '    "test.op"(%1, %2) : (i32, i32) -> ()\n'
        "  }) : () -> ()\n"
        '  %1 = "test.op"() : () -> i32\n'
        "}\n"
    )
    assert operation_text(module, is_forgiving=True) == expected
    unusual = PrintOptions(is_forgiving=True, elide_elements_if_larger=4)
    assert text_of(module, unusual) == expected


def test_an_operand_that_is_gone_can_be_shown() -> None:
    module = parse("func.func @f(%x: i32) {\n  %y = arith.addi %x, %x : i32\n  func.return\n}").ok
    add = next(op for op in module.walk() if op.name == "arith.addi")
    add.operands[0] = ErasedSSAValue(i32, add.operands[0])
    assert "arith.addi" in operation_text(module, is_forgiving=True)
