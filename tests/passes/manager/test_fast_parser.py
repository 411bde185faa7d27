"""The fast lexer and the parser's memory of texts against the slow ways, on whole files and on broken ones.

The reference is the same parser on xDSL's lexer, reading every attribute anew, and, for texts that are good,
xDSL's own parser.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from parsing import make_context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.fast_lexer import (
    ATTRIBUTE_TEXT,
    FastLexer,
    balanced_text,
    function_type_text,
    generic_beginning,
)
from neuron_opt.passes.manager.parser import OptParser, ReferenceParser, decode_source, parse_module
from neuron_opt.passes.manager.printer import operation_text
from neuron_opt.passes.manager.sources import SourceFile
from neuron_opt.passes.manager.split_input import split_input
from neuron_opt.passes.manager.xdsl_interface import TokenLexer

ROOT = Path(__file__).resolve().parents[3]
OURS = {"bir": BIR, "neuron": NEURON, "penguin": PENGUIN}

GENERATED = [
    """
    #map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 mod 4)>
    #set = affine_set<(d0) : (d0 >= 0, -d0 + 8 >= 0)>
    !t = memref<4x?xf32, strided<[?, 1], offset: 3>, 2 : i32>
    func.func private @declared(i32, !t) -> (f32, () -> ())
    func.func @f(%a: i32, %m: !t) -> i32 attributes {a = #map, b = #set, c = [1, 2.5, "x", @y::@z, true, unit, i32]} {
      %0:2 = "u.two"(%a, %a) <{p = 3 : i8, q = {r = [[1], []]}}> ({
      ^bb0(%q: i32, %r: vector<[4]x2xi8>):
        "u.z"(%q)[^one, ^two] : (i32) -> ()
      ^one:
        "u.z"(%q, %0#1) : (i32, memref<4xf32>) -> () // comment "with < [
      ^two:
        "u.z"() {loc} : () -> ()
      }, {}) {d = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, e = dense<0> : tensor<2xi8>, f = array<i64: 1, -2>} :
        (i32, i32) -> (i32, memref<4xf32>)
      %1, %2:2 = "u.three"() : () -> (i32, tuple<i32, f32>, complex<f32>)
      %3 = arith.addi %0#0, %1 : i32 loc("x":1:2)
      %4 = "arith.addi"(%3, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %5 = "arith.addi"(%3,%3) <{overflowFlags=#arith.overflow<none>}>:(i32,i32)->i32
      %6 = "u.hex"() {a = 0x1F : i32, b = 0x7FC00000 : f32, c = -1 : index, d = 1.5e-3 : f16, e = none} : () -> none
      %7 = "u.opaque"() {a = #mine<x [1, "y>"] -> {z}>, b = !mine.t<"s", 5>} : () -> !mine.t<"s", 5>
      %8 = "u.string"() {a = "esc\\22\\n", b = "plain", "quoted name" = 1 : i8} : () -> i32
      func.return %3 : i32
    }
    """,
    '"u.a"() : () -> (i32, i32)\n"u.b"() : () -> ((i32) -> i32)\n"u.c"() {x = tensor<*xi8>} : () -> ()',
    "".join(f'%{n} = "arith.constant"() <{{value = {n % 7} : i32}}> : () -> i32\n' for n in range(40)),
]


@cache
def corpus() -> tuple[str, ...]:
    """Pieces of the tests and examples of the project that parse, and generated ones."""
    texts: list[str] = list(GENERATED)
    for folder in ("test/lit", "examples"):
        for file in sorted((ROOT / folder).rglob("*.mlir")):
            source = SourceFile(file.name, file.read_text(encoding="utf-8"))
            texts.extend(chunk.text for chunk in split_input(source))
    # xDSL keeps resources for the whole process: read again, they have another name.
    return tuple(text for text in texts if "dense_resource" not in text)


@cache
def shared_context() -> OptContext:
    """One context for all texts, since loading the dialects takes longer than parsing most of them."""
    context = make_context(allow_unregistered=True)
    for name, dialect in OURS.items():
        context.register_dialect(name, lambda dialect=dialect: dialect)
    return context


def outcome(text: str, parser_class: type[OptParser]) -> tuple[str | None, str]:
    """What parsing gives: the text of the module with locations, and all that was reported."""
    context, stream = shared_context(), StringIO()
    context.diagnostics = DiagnosticEngine(stream=stream, colour=False)
    source = decode_source(text.encode(), "t.mlir", context.diagnostics)
    assert source is not None
    module = parse_module(context, source, parser_class=parser_class, allow_empty=True)
    printed = None if module is None else operation_text(module, generic=True, debug_info=True)
    return printed, stream.getvalue()


def xdsl_text(text: str) -> str | None:
    """The text of the module that xDSL's own parser makes, without locations; None when it refuses."""
    try:
        module = Parser(shared_context(), text, "t.mlir").parse_module()
    except (ParseError, VerifyException, NotImplementedError):
        return None
    return operation_text(module, generic=True)


def test_whole_files() -> None:
    good = 0
    for text in corpus():
        fast, reference = outcome(text, OptParser), outcome(text, ReferenceParser)
        assert fast == reference, text
        good += fast[0] is not None
    assert good >= len(GENERATED)


def without_locations(printed: str | None) -> str | None:
    return None if printed is None else re.sub(r" loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)", "", printed)


def test_xdsl_reads_the_same() -> None:
    compared = 0
    for text in corpus():
        ours = outcome(text, OptParser)[0]
        # Only texts that we accept: on some of the others xDSL would exhaust the memory.
        expected = None if ours is None else xdsl_text(text)
        if expected is not None:
            compared += 1
            assert without_locations(ours) == without_locations(expected), text
    assert compared >= len(GENERATED)


TOKENS = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%#!@^]?[\w$.-]+|->|//[^\n]*|\s+|.', re.DOTALL)
STRAY = ["", " ", "(", ")", "<", ">", "[", "]", "{", "}", ",", ":", "=", "->", '"', "\\", "%a", "#b", "!c", "@d", "^e",
         "5", "0x", "1.", "loc", "//", "\n", "-", "é", "\0", "x", "i32", '"u.v"', "?", "*", "..", "..."]  # fmt: skip


def mutations(text: str, count: int, choose: random.Random) -> Iterator[str]:
    """Copies of a text with a token or two taken out, doubled, swapped, replaced, or the end cut off."""
    tokens = TOKENS.findall(text)
    for _ in range(count):
        changed = list(tokens)
        for _ in range(choose.choice((1, 1, 1, 2, 3))):
            place = choose.randrange(len(changed))
            match choose.randrange(6):
                case 0:
                    del changed[place]
                case 1:
                    changed.insert(place, changed[place])
                case 2:
                    other = choose.randrange(len(changed))
                    changed[place], changed[other] = changed[other], changed[place]
                case 3:
                    changed[place] = choose.choice(STRAY)
                case 4:
                    changed.insert(place, choose.choice(STRAY))
                case _:
                    del changed[place + 1 :]
            if not changed:
                break
        yield "".join(changed)


def test_broken_texts() -> None:
    choose = random.Random(20_240)
    texts = [text for text in corpus() if 0 < len(text) < 3000]
    failures = 0
    for number in range(450):
        text = GENERATED[0] if number % 3 == 0 else choose.choice(texts)
        for broken in mutations(text, 1, choose):
            fast, reference = outcome(broken, OptParser), outcome(broken, ReferenceParser)
            assert fast == reference, broken
            failures += fast[0] is None
            assert (fast[0] is None) == bool(fast[1]), broken
            assert "Traceback" not in fast[1]
    assert failures > 250


def tokens_of(lexer_class: type[MLIRLexer], text: str) -> list[tuple[MLIRTokenKind, int, int]] | str:
    """The tokens of a text, or the error that ends them."""
    lexer = lexer_class(Input(text, "t"))
    tokens: list[tuple[MLIRTokenKind, int, int]] = []
    try:
        while True:
            token = lexer.lex()
            tokens.append((token.kind, token.span.start, token.span.end))
            if token.kind is MLIRTokenKind.EOF:
                return tokens
    except ParseError as error:
        return f"{error.span.start}: {error.msg}"


def test_lexers_agree_on_random_text() -> None:
    choose = random.Random(3)
    pieces = [
        *STRAY, "a.b$c", "%0", "%a-b", "#1", "#-}", "{-#", "0xFF", "0xg", "12", "1.5e+3", "1e5", "'", "`", "~", "é1",
        "²", '"a\\22"', '"\\xx"', '"a\tb"', '@"q r"', "!a.b<c>", "^bb0", "_x", "->", "-1", "\t", "\r\n", "// é \"\n",
    ]  # fmt: skip
    for _ in range(6000):
        text = "".join(choose.choices(pieces, k=choose.randrange(1, 10)))
        fast, slow = tokens_of(FastLexer, text), tokens_of(TokenLexer, text)
        assert fast == slow, repr(text)
        plain = tokens_of(MLIRLexer, text)
        if text.isascii() and isinstance(plain, list):
            assert isinstance(slow, list)
            # xDSL's end of the text lies one behind the end.
            assert slow[:-1] == plain[:-1]
        elif text.isascii():
            assert isinstance(slow, str)


def test_patterns_are_linear_on_hostile_text() -> None:
    """Nothing here may take more than a moment: no pattern may try the same text in many ways."""
    hostile = [
        "memref<" + "<" * 50_000,
        "memref<" + "-" * 100_000,
        "[" + "[]" * 50_000,
        "[" * 5 + "a" * 100_000,
        '["' + "\\" * 99_999,
        "{" + "a = 1, " * 20_000,
        "(" + "i32, " * 20_000 + ") -> ",
        '"a"(' + "%a, " * 20_000,
        "%a, " * 20_000,
        "[" + "-" * 1000 + "([" * 2000,
        " " * 100_000 + "é",
        ("//" + "x" * 50 + "\n") * 2000 + "é",
    ]
    for text in hostile:
        for pattern in (ATTRIBUTE_TEXT, function_type_text(), balanced_text(), generic_beginning()):
            pattern.match(text)
        tokens_of(FastLexer, text)


@pytest.mark.parametrize("tail", ["", " ", "<2>", " <2>", "::@b", " : i32", "x", "// c\n", " -> i32"])
def test_what_follows_a_known_text_is_still_read(tail: str) -> None:
    for head in (
        "#mine.a",
        "!mine.t",
        "@a",
        '"s"',
        "i32",
        "1 : i32",
        "[1]",
        "{a = 1}",
        "true",
        "memref<1xi32>",
        "none",
    ):
        text = f'"u.a"() {{x = {head}, y = {head}}} : () -> ()\n"u.b"() {{x = {head}{tail}}} : () -> ()\n'
        assert outcome(text, OptParser) == outcome(text, ReferenceParser), text


def test_formats_may_have_texts_remembered() -> None:
    context = make_context()
    parser = OptParser(context, context.sources.add("t", "{a = 1} {a = 1} {a = 1} {a = 2} [1]"))
    assert parser.recall_braces("one") is None
    start = parser.pos
    value = parser.parse_attribute()
    parser.remember_braces("one", start, value)
    # Another owner reads the same text in another way.
    assert parser.recall_braces("other") is None
    assert parser.recall_braces("one") is value
    assert parser.recall_braces("one") is value
    assert parser.recall_braces("one") is None
    assert str(parser.parse_attribute()) == "{a = 2 : i64}"
    # Something was read that ends elsewhere: that is not remembered.
    parser.remember_braces("one", start, "wrong")
    assert parser.recall_braces("one") is None
    assert str(parser.parse_attribute()) == "[1 : i64]"
    reference = ReferenceParser(context, context.sources.add("t", "{a} {a}"))
    start = reference.pos
    reference.remember_braces("one", start, reference.parse_attribute())
    assert reference.recall_braces("one") is None


def test_what_is_remembered_is_not_shared_between_operations() -> None:
    context = make_context(allow_unregistered=True)
    source = context.sources.add("t", '"u.a"() {a = 1 : i8} : () -> ()\n"u.b"() {a = 1 : i8} : () -> ()')
    module = parse_module(context, source)
    assert isinstance(module, ModuleOp)
    first, second = module.body.block.ops
    assert first.attributes["a"] is second.attributes["a"]
    del first.attributes["a"]
    assert "a" in second.attributes
