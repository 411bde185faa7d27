"""What parsing gives: positions on everything, and one clear error for every kind of broken text."""

from __future__ import annotations

from textwrap import dedent

import pytest
from parsing import Parsed, parse
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from neuron_opt.passes.manager.parser import OptParser, ReferenceParser
from neuron_opt.passes.manager.printer import operation_text
from neuron_opt.passes.manager.sources import Location
from neuron_opt.passes.manager.xdsl_interface import resolve_location

BOTH = pytest.mark.parametrize("parser_class", [OptParser, ReferenceParser], ids=["fast", "reference"])


def place(op: Operation) -> Location | None:
    return resolve_location(op.location)[0]


def first_error(parsed: Parsed) -> str:
    assert parsed.module is None
    assert parsed.context.diagnostics.error_count > 0
    return parsed.errors


# Locations.


@BOTH
def test_operations_and_block_arguments_have_places(parser_class: type[OptParser]) -> None:
    module = parse(
        """
        func.func @f(%a: i32, %b: f32) -> i32 {
          %0 = arith.addi %a, %a : i32
          %x:2, %y = "u.two"(%0) ({
            ^bb0(%q: i32, %r: i32 loc("other.py":7:8)):
              "u.z"(%q) : (i32) -> () loc("there":1:2)
          }) : (i32) -> (i32, i32, i32)
          cf.br ^bb1(%0 : i32)
        ^bb1(%s: i32):
          func.return %s : i32 loc(unknown)
        }
        """,
        allow_unregistered=True,
        parser_class=parser_class,
    ).ok
    assert operation_text(module, debug_info=True) == dedent(
        """\
        module {
          func.func @f(%a: i32 loc("t.mlir":1:14), %b: f32 loc("t.mlir":1:23)) -> i32 {
            %0 = arith.addi %a, %a : i32 loc("t.mlir":2:8)
            %x, %x_1, %y = "u.two"(%0) ({
            ^bb0(%q: i32 loc("t.mlir":4:10), %r: i32 loc("other.py":7:8)):
              "u.z"(%q) : (i32) -> () loc("there":1:2)
            }) : (i32) -> (i32, i32, i32) loc("t.mlir":3:14)
            cf.br ^bb1(%0 : i32) loc("t.mlir":7:3)
          ^bb1(%s: i32 loc("t.mlir":8:6)):
            return %s : i32 loc(unknown)
          } loc("t.mlir":1:1)
        } loc("t.mlir":0:0)
        """
    )


@BOTH
@pytest.mark.parametrize(
    ("spelled", "printed"),
    [
        ('"a.py":1:2', '"a.py":1:2'),
        ('"a.py":1:2 to 3:4', '"a.py":1:2'),
        ('"a.py":1:2 to :4', '"a.py":1:2'),
        ('"name"', '"name"'),
        ('"name"("a.py":1:2)', '"name"("a.py":1:2)'),
        ("unknown", "unknown"),
        ('callsite("f" at "a.py":1:2)', 'callsite("f" at "a.py":1:2)'),
        ('fused["x", "a.py":1:2]', 'fused["x", "a.py":1:2]'),
        ('fused<"why">["x"]', 'fused<"why">["x"]'),
        ("#before", '"before.py":1:1'),
        ("#after", '"after.py":2:2'),
    ],
)
def test_every_kind_of_location(parser_class: type[OptParser], spelled: str, printed: str) -> None:
    text = f"""
        #before = loc("before.py":1:1)
        "u.op"() : () -> () loc({spelled})
        #after = loc("after.py":2:2)
    """
    module = parse(text, allow_unregistered=True, parser_class=parser_class).ok
    assert operation_text(module, debug_info=True).splitlines()[1] == f'  "u.op"() : () -> () loc({printed})'


def test_block_arguments_may_use_a_later_location_alias() -> None:
    module = parse('"u.op"() ({ ^bb0(%a: i32 loc(#l)): }) : () -> ()\n#l = loc("x":3:4)', allow_unregistered=True).ok
    assert '^bb0(%a: i32 loc("x":3:4)):' in operation_text(module, debug_info=True)


def test_an_explicit_module_is_not_wrapped() -> None:
    module = parse("\n\n  module @name { module {} }").ok
    assert place(module) == Location("t.mlir", 1, 1)
    assert isinstance(module.body.block.first_op, ModuleOp)
    assert place(parse("module {} module {}").ok) == Location("t.mlir", 0, 0)


def test_external_resources_are_kept_for_tools() -> None:
    parsed = parse(
        """
        module {}
        {-#
          external_resources: {
            mlir_reproducer: { pipeline: "builtin.module(cse)", disable_threading: true, "verify-each": 1 }
          }
        #-}
        """
    )
    assert parsed.ok
    assert parsed.context.external_resources == {
        "mlir_reproducer": {"pipeline": "builtin.module(cse)", "disable_threading": "true", "verify-each": "1"}
    }


# Scopes.


@BOTH
def test_names_do_not_leak_between_isolated_operations(parser_class: type[OptParser]) -> None:
    parsed = parse(
        """
        func.func @f(%a: i32) {
          %0 = arith.addi %a, %y : i32
          %1 = arith.addi %alpha, %z : i32
          func.return
        }
        func.func @g(%y: i32, %alhpa: i32) {
          func.func @h() {
            "u.use"(%y) : (i32) -> ()
            func.return
          }
          "u.use"(%alpha, %z#1) : (i32, i32) -> ()
          func.return
        }
        """,
        allow_unregistered=True,
        parser_class=parser_class,
    )
    errors = [line for line in first_error(parsed).splitlines() if "t.mlir:" in line]
    assert errors == [
        "t.mlir:2:23: error: use of undefined value '%y'",
        "t.mlir:3:19: error: use of undefined value '%alpha'",
        "t.mlir:3:27: error: use of undefined value '%z'",
        "t.mlir:8:13: error: use of undefined value '%y'",
        "t.mlir:6:14: note: it is defined here, outside of an operation that is isolated from above",
        "t.mlir:11:11: error: use of undefined value '%alpha'; did you mean '%alhpa'?",
        "t.mlir:11:19: error: use of undefined value '%z'",
    ]


def test_an_undefined_value_at_the_end_of_the_module() -> None:
    parsed = parse('"u.a"(%later, %never) : (i32, i32) -> ()\n%later = "u.b"() : () -> i32', allow_unregistered=True)
    assert first_error(parsed).splitlines()[0] == "t.mlir:1:15: error: use of undefined value '%never'"
    assert parsed.context.diagnostics.error_count == 1


@BOTH
def test_names_end_with_their_region_and_may_come_back(parser_class: type[OptParser]) -> None:
    text = """
        func.func @f(%c: i1, %a: i32) {
          scf.if %c {
            %x = arith.addi %a, %a : i32
          }
          scf.if %c {
            %x = arith.muli %a, %a : i32
          }
          %x = arith.addi %a, %a : i32
          func.return
        }
        func.func @g(%a: i32) { func.return }
    """
    assert parse(text, parser_class=parser_class).ok


def test_an_isolated_operation_may_redefine_outer_names() -> None:
    assert parse('%a = "u.a"() : () -> i32\nfunc.func @f(%a: i32) { func.return }', allow_unregistered=True).ok


def test_values_named_by_numbers_and_result_groups() -> None:
    module = parse('%0:2 = "u.a"() : () -> (i32, f32)\n"u.b"(%0#1, %0) : (f32, i32) -> ()', allow_unregistered=True).ok
    assert '"u.b"(%1, %0) : (f32, i32) -> ()' in operation_text(module)


# Errors.

ERRORS: list[tuple[str, str]] = [
    # Nothing, or nothing that is text.
    ("", "t.mlir:1:1: error: expected an operation, but the input ends here"),
    ("// only a comment\n\n", "t.mlir:1:18: error: expected an operation, but the input ends here"),
    ("\0", "t.mlir:1:1: error: unexpected character U+0000"),
    ("module {\n \x07 }", "t.mlir:2:2: error: unexpected character U+0007"),
    ("module {} é", "t.mlir:1:11: error: unexpected character 'é'"),
    ("module {} ²", "t.mlir:1:11: error: unexpected character '²'"),
    # Strings and names.
    ('"abc', "t.mlir:1:1: error: string literal is not closed by '\"' on its line"),
    ('"abc\n"', "t.mlir:1:1: error: string literal is not closed by '\"' on its line"),
    ('"a\\q"', "t.mlir:1:3: error: unknown escape in string literal; expected "),
    ('"a\\', "t.mlir:1:3: error: unknown escape in string literal; expected "),
    # xDSL's own expression takes exponential time for this one.
    (f'"{"x" * 5000}', "t.mlir:1:1: error: string literal is not closed by '\"' on its line"),
    ("@", "t.mlir:1:1: error: expected a name or a string after '@'"),
    ('@"x', "t.mlir:1:2: error: string literal is not closed by '\"' on its line"),
    ("% 5", "t.mlir:1:1: error: expected a name or a number after '%'"),
    ("..", "t.mlir:1:1: error: unexpected '.'; an ellipsis has three dots"),
    # What is not an operation.
    ("5", "t.mlir:1:1: error: expected an operation"),
    ("}", "t.mlir:1:1: error: expected an operation"),
    ("^bb0", "t.mlir:1:1: error: expected an operation"),
    ("%a = ", "t.mlir:1:5: error: expected an operation after '=', but the input ends here"),
    ("%a = 5", "t.mlir:1:6: error: expected an operation after '='"),
    ("%a, = x", "t.mlir:1:5: error: expected the name of a result"),
    ("%a : x", "t.mlir:1:6: error: expected the number of results behind ':'"),
    ("%a:0 = x", "t.mlir:1:4: error: expected at least one result"),
    ("%a %b", "t.mlir:1:4: error: expected '=' behind the names of the results"),
    ('""() : () -> ()', "t.mlir:1:1: error: the name of an operation must not be empty"),
    ("%a = arith.constant 1 : i32 garbage", "t.mlir:1:29: error: expected the end of the operation, not 'garbage'"),
    ("%a = arith.constant 1 : i32 , 5", "t.mlir:1:29: error: expected the end of operation 'arith.constant'"),
    ("module {\n  module {}\n  5\n}", "t.mlir:3:3: error: expected the end of operation 'builtin.module'"),
    ("module {\n  5\n}", "t.mlir:2:3: error: expected an operation or '}'"),
    # Operations that there are not.
    (
        "%a = arith.constnt 1 : i32",
        "t.mlir:1:6: error: dialect 'arith' has no operation 'arith.constnt'; did you mean 'arith.constant'?",
    ),
    (
        '"arith.constnt"() : () -> ()',
        "t.mlir:1:1: error: dialect 'arith' has no operation 'arith.constnt'; did you mean 'arith.constant'?",
    ),
    (
        '"arth.constant"() : () -> ()',
        "t.mlir:1:1: error: dialect 'arth' of operation 'arth.constant' is not registered; "
        "did you mean 'arith.constant'?",
    ),
    ("mine.op 5", "t.mlir:1:1: error: dialect 'mine' of operation 'mine.op' is not registered"),
    ('"plain"() : () -> ()', "t.mlir:1:1: error: the dialect of operation 'plain' is not registered"),
    (
        "func.func @f() {\n  retrun\n}",
        "t.mlir:2:3: error: operation 'retrun' is unknown (tried 'func.retrun', 'builtin.retrun' as well); "
        "did you mean 'return'?",
    ),
    # Values and blocks.
    (
        "%a = arith.constant 1 : i32\n%a = arith.constant 1 : i32",
        "t.mlir:2:1: error: redefinition of value '%a'\n%a = arith.constant 1 : i32\n^\n"
        "t.mlir:1:1: note: first defined here",
    ),
    ("%a:2 = arith.constant 1 : i32", "t.mlir:1:1: error: operation 'arith.constant' has 1 result, but 2 are named"),
    ("%a = module {}", "t.mlir:1:1: error: operation 'builtin.module' has no results to name"),
    (
        "%x = arith.addi %y, %y : i32\n%y = arith.constant 1.0 : f32",
        "t.mlir:1:17: error: value '%y' is used with type 'i32', but has type 'f32'\n"
        "%x = arith.addi %y, %y : i32\n                ^\nt.mlir:2:1: note: it gets its type here",
    ),
    (
        "%y = arith.constant 1.0 : f32\n%x = arith.addi %y, %y : i32",
        "t.mlir:2:17: error: value '%y' is used with type 'i32', but has type 'f32'\n"
        "%x = arith.addi %y, %y : i32\n                ^\nt.mlir:1:1: note: it got its type here",
    ),
    (
        "%x = arith.addi %y#3, %y#3 : i32\n%y = arith.constant 1 : i32",
        "t.mlir:1:17: error: '%y' has 1 result; there is no",
    ),
    (
        "%y = arith.constant 1 : i32\n%x = arith.addi %y#1, %y : i32",
        "t.mlir:2:17: error: '%y' has 1 result; there is no",
    ),
    ("%x = arith.addi %y#a, %y : i32", "t.mlir:1:19: error: expected the number of a result behind '#'"),
    (
        "func.func @f() {\n  cf.br ^end\n^ende:\n  func.return\n}",
        "t.mlir:2:9: error: reference to undefined block '^end'; did you mean '^ende'?",
    ),
    (
        "func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n^a:\n  func.return\n}",
        "t.mlir:5:1: error: redefinition of block '^a'\n^a:\n^\nt.mlir:3:1: note: first defined here",
    ),
    (
        "func.func @f(%a: i32) {\n^bb0:\n  func.return\n}",
        "t.mlir:2:1: error: the first block must not have a label here",
    ),
    # Generic syntax.
    ('"arith.addi" %a', "t.mlir:1:14: error: expected '(' and the operands of the operation"),
    ('"arith.addi"(%a, : () -> ()', "t.mlir:1:18: error: expected an operand"),
    ('"arith.addi"(%a : () -> ()', "t.mlir:1:17: error: expected ',' or ')' in the operands of the operation"),
    ('"arith.addi"(%a, %a) : (i32) -> i32', "t.mlir:1:24: error: expected 2 operand types, not 1"),
    ('"arith.addi"()', "t.mlir:1:15: error: expected ':' and the type of the operation, but the input ends here"),
    ('"arith.addi"() : i32', "t.mlir:1:18: error: expected a function type"),
    ('"arith.addi"() : (i32 -> i32', "t.mlir:1:23: error: expected ')'"),
    ('"arith.addi"() : (i32) -> ', "t.mlir:1:26: error: expected a type, but the input ends here"),
    ('"arith.addi"() <{a = 1} : () -> ()', "t.mlir:1:25: error: expected '>' at the end of the properties"),
    ('"arith.addi"() <a> : () -> ()', "t.mlir:1:17: error: expected '{' and the properties of the operation"),
    (
        '"arith.addi"() {a = 1, a = 2} : () -> ()',
        "t.mlir:1:24: error: 'a' is given twice\n"
        '"arith.addi"() {a = 1, a = 2} : () -> ()\n                       ^\nt.mlir:1:17: note: first given here',
    ),
    (
        '"arith.constant"() <{value = 1 : i32}> {value = 1 : i32} : () -> i32',
        "t.mlir:1:1: error: property 'value' is given twice",
    ),
    ('"arith.addi"() {5} : () -> ()', "t.mlir:1:17: error: expected the name of an entry"),
    ('"arith.addi"() {a = [1, 2} : () -> ()', "t.mlir:1:26: error: expected ']'"),
    ('"builtin.module"() ({ ^bb0(%a): }) : () -> ()', "t.mlir:1:30: error: expected ':' behind the block argument"),
    ('"builtin.module"() ({ ^bb0 }) : () -> ()', "t.mlir:1:28: error: expected ':' behind the label of the block"),
    # Truncated.
    (
        "module {\n  module {\n",
        "t.mlir:2:11: error: expected '}' at the end of the region, but the input ends here\n"
        "  module {\n          ^\nt.mlir:2:10: note: the region starts here",
    ),
    ("func.func @f(%a: i32", "t.mlir:1:21: error: expected ')', but the input ends here"),
    ("%x = arith.constant 1.0 : memref<3xi32", "t.mlir:1:39: error: expected '>' after builtin parameter list"),
    # Attributes, types and aliases.
    ("%a = arith.constant 300 : i8", "t.mlir:1:21: error: '300 : i8': Integer value 300 is out of range for type i8"),
    ("func.func @f(%a: i16777216) { func.return }", "t.mlir:1:18: error: integer types are at most 16777215 bits wide"),
    ("func.func @f(%a: si99999999999) { func.return }", "t.mlir:1:18: error: integer types are at most 16777215 bits"),
    (f"%a = arith.constant 1 : i{'9' * 5000}", "t.mlir:1:25: error: integer types are at most 16777215 bits wide"),
    (f"%a = arith.constant {'9' * 5000} : i32", "t.mlir:1:21: error: number of 5000 digits is too long; at most 4300"),
    (
        f"%a = arith.constant 0x{'f' * 5000} : i32",
        "t.mlir:1:21: error: number of 5000 digits is too long; at most 3500",
    ),
    (
        "%a = arith.constant dense<1> : tensor<99999999xi32>",
        "t.mlir:1:32: error: dense literal of 99999999 elements; at most",
    ),
    (
        "#a = #arith.fastmth<none>",
        "t.mlir:1:6: error: dialect 'arith' has no attribute '#arith.fastmth'; did you mean 'arith.fastmath'?",
    ),
    ("!a = !mine.type", "t.mlir:1:6: error: dialect 'mine' of type '!mine.type' is not registered"),
    ("#a = #arith.fastmath<none", "t.mlir:1:26: error: expected '>', but the input ends here"),
    ("#a = #b", "t.mlir:1:6: error: alias '#b' is not defined"),
    ("!hidden = i32\n!b = !hiden", "t.mlir:2:6: error: alias '!hiden' is not defined; did you mean '!hidden'?"),
    ("#a = 5\n#a = 6", "t.mlir:2:1: error: redefinition of alias '#a'"),
    ("#a.b = 5", "t.mlir:1:1: error: alias '#a.b' must not have a '.' in its name"),
    ("!a = 5", "t.mlir:1:6: error: expected a type"),
    ("#a 5", "t.mlir:1:4: error: expected '=' in alias definition"),
    ('"arith.addi"() : () -> () loc(#nowhere)', "t.mlir:1:31: error: location alias '#nowhere' is never defined"),
    ('#l = 5\n"arith.addi"() : () -> () loc(#l)', "t.mlir:2:31: error: '#l' is not a location"),
    ('"arith.addi"() : () -> () loc(5)', "t.mlir:1:31: error: expected a location: unknown"),
    ('"arith.addi"() : () -> () loc "a"', "t.mlir:1:31: error: expected '(' after 'loc'"),
    ("{-# nonsense: {} #-}", "t.mlir:1:15: error: got an unexpected key in file metadata: nonsense"),
    ("{-# external_resources: { a: { b: [] } } #-}", "t.mlir:1:35: error: expected a string, a number, true or false"),
    (f"#a = {'[' * 3000}", "t.mlir:1:2006: error: attributes and types are nested more than 2000 deep"),
    (
        f"#a = affine_map<(d0) -> ({' + '.join(['d0 mod 3'] * 5000)})>",
        "t.mlir:1:17: error: affine expression is nested more than 2000 deep",
    ),
]


@BOTH
@pytest.mark.parametrize(("text", "expected"), ERRORS, ids=[repr(text[:40]) for text, _ in ERRORS])
def test_errors(parser_class: type[OptParser], text: str, expected: str) -> None:
    parsed = parse(text.encode(), parser_class=parser_class)
    assert first_error(parsed).startswith(expected)
    assert "Traceback" not in parsed.errors
    assert parsed.context.diagnostics.error_count == 1


def test_the_other_way_out_is_named() -> None:
    for text in ("mine.op", '"mine.op"() : () -> ()', "#a = #mine.attribute"):
        parsed = parse(text)
        assert ("--allow-unregistered-dialect accepts it" in first_error(parsed)) == (text != "mine.op")


@BOTH
def test_a_typing_mistake_in_a_registered_dialect_is_an_error_even_if_others_may_be_unregistered(
    parser_class: type[OptParser],
) -> None:
    for text in ('"arith.adi"() : () -> ()', "#a = #arith.fastmth<none>", "!a = !llvm.pointer"):
        assert "did you mean" in first_error(parse(text, allow_unregistered=True, parser_class=parser_class)) or (
            text.startswith("!")
        )
    assert parse('"mine.op"() {a = #mine.x<1>} : () -> !mine.t', allow_unregistered=True).ok


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xff\xfe1", "t.mlir:1:1: error: the input is not UTF-8 text: byte 0xFF at offset 0\n"),
        (b"module {\n\xc3\xa9 \xc3(", "t.mlir:2:3: error: the input is not UTF-8 text: byte 0xC3 at offset 12\n"),
        (b"module {} // \xc3", "t.mlir:1:14: error: the input is not UTF-8 text: byte 0xC3 at offset 13\n"),
        (b"ML\xefR\x01\x02", "t.mlir: error: this is MLIR bytecode, not text\nnote: mlir-opt turns it into text\n"),
        (b"\x7fELF\x02\x01\x01\x00", "t.mlir:1:1: error: unexpected character U+007F\n"),
    ],
)
def test_binary_input(data: bytes, expected: str) -> None:
    assert first_error(parse(data)).startswith(expected)


def test_a_byte_order_mark_is_dropped() -> None:
    module = parse(b"\xef\xbb\xbfmodule {}").ok
    assert place(module) == Location("t.mlir", 1, 1)


def test_carriage_returns_are_blanks() -> None:
    assert place(parse(b"\r\n\r\n  module {\r\n}\r\n").ok) == Location("t.mlir", 3, 3)


@BOTH
def test_an_empty_text_can_be_an_empty_module(parser_class: type[OptParser]) -> None:
    for text in ("", "\n// nothing\n"):
        module = parse(text, allow_empty=True, parser_class=parser_class).ok
        assert operation_text(module) == "module {\n}\n"


@BOTH
@pytest.mark.parametrize("depth", [200, 10_000])
def test_regions_may_be_nested_deeply(parser_class: type[OptParser], depth: int) -> None:
    text = '"u.r"() ({ ' * depth + "}) : () -> () " * depth
    module = parse(text.encode(), allow_unregistered=True, parser_class=parser_class).ok
    op: Operation | None = module.body.block.first_op
    levels = 0
    while op is not None:
        levels += 1
        op = op.regions[0].block.first_op if op.regions[0].blocks else None
    assert levels == depth


@BOTH
def test_attributes_may_be_nested_two_thousand_deep(parser_class: type[OptParser]) -> None:
    text = f'"u.op"() {{a = {"[" * 1900}{"]" * 1900}}} : () -> ()'
    first, second = (parse(text, allow_unregistered=True, parser_class=parser_class).ok for _ in range(2))
    assert first.is_structurally_equivalent(second)
    assert operation_text(first) == operation_text(second)


def test_whatever_a_format_raises_becomes_an_error_at_the_operation() -> None:
    parsed = parse("module {\n  memref.store %a, %b[] : i32\n}")
    assert first_error(parsed).startswith("t.mlir:2:3: error: 'memref.store' op ") or "t.mlir:2:" in parsed.errors
    assert "Traceback" not in parsed.errors
