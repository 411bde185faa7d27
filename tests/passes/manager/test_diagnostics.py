"""How diagnostics look, where they go, and how verifiers' exceptions become diagnostics."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from parsing import make_context, parse
from xdsl.context import Context
from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
)
from xdsl.utils.exceptions import VerifyException

from neuron_opt.passes.manager.diagnostics import (
    Diagnostic,
    DiagnosticEngine,
    Location,
    Severity,
    emit_error,
    emit_remark,
    emit_warning,
    note,
    render,
    report_exception,
)
from neuron_opt.passes.manager.sources import SourceManager


def shown(text: str, column: int) -> list[str]:
    """The source line and the caret line of an error in a text of one line."""
    sources = SourceManager()
    sources.add("f", text)
    lines = render(Diagnostic(Severity.ERROR, "m", Location("f", 1, column)), sources).split("\n")
    assert lines[0] == f"f:1:{column}: error: m"
    assert lines[-1] == ""
    return lines[1:-1]


def test_an_error_with_notes() -> None:
    sources = SourceManager()
    sources.add("f", "one two\nthree")
    diagnostic = Diagnostic(
        Severity.ERROR,
        "wrong",
        Location("f", 1, 5),
        (note("because"), note("see here", Location("f", 2, 1)), note("elsewhere", Location("g", 3, 1))),
    )
    assert render(diagnostic, sources) == (
        "f:1:5: error: wrong\none two\n    ^\nnote: because\nf:2:1: note: see here\nthree\n^\ng:3:1: note: elsewhere\n"
    )


def test_places_that_are_not_known() -> None:
    assert render(Diagnostic(Severity.ERROR, "m")) == "<unknown>: error: m\n"
    assert render(Diagnostic(Severity.WARNING, "m", Location("f", 0, 0)), SourceManager()) == "f: warning: m\n"
    assert render(Diagnostic(Severity.NOTE, "m")) == "note: m\n"


def test_tabs_become_blanks_and_the_caret_stays_under_its_character() -> None:
    assert shown("\tx\ty", 4) == ["        x       y", "                ^"]


def test_wide_and_combining_characters_count_as_they_show() -> None:
    assert shown("漢字 = x", 6) == ["漢字 = x", "       ^"]
    assert shown("e\N{COMBINING ACUTE ACCENT}x", 3)[1] == " ^"


def test_control_characters_are_not_sent_to_the_terminal() -> None:
    line, caret = shown("a\x1b[31mb\x00", 7)
    assert "\x1b" not in line and "\x00" not in line
    assert caret == "      ^"


def test_control_characters_of_a_message_are_not_sent_either() -> None:
    shown_text = render(Diagnostic(Severity.ERROR, "there is no '\x1b[31m'\nhere"))
    assert shown_text == "<unknown>: error: there is no '\N{REPLACEMENT CHARACTER}[31m'\nhere\n"


def test_a_very_long_message_is_cut_in_the_middle() -> None:
    text = render(Diagnostic(Severity.ERROR, f"there is no '{'x' * 1000000}' here"))
    assert len(text) < 4100
    assert text.startswith("<unknown>: error: there is no 'xxx")
    assert " ... xxx" in text
    assert text.endswith("x' here\n")


def test_a_very_long_line_is_cut_around_the_place() -> None:
    line, caret = shown("x" * 10_000 + "HERE" + "y" * 10_000, 10_001)
    assert len(line) < 250
    assert line.startswith("... xxx") and line.endswith("yyy ...")
    assert line[caret.index("^") :].startswith("HERE")


def test_a_column_behind_the_end_of_the_line() -> None:
    assert shown("ab", 99) == ["ab", "  ^"]


def test_colour_only_when_asked_or_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    diagnostic = Diagnostic(Severity.ERROR, "m", Location("f", 1, 1))
    for stream, colour, has_colour in (
        (StringIO(), None, False),
        (StringIO(), True, True),
        (Terminal(), None, True),
        (Terminal(), False, False),
    ):
        engine = DiagnosticEngine(stream=stream, colour=colour)
        engine.sources.add("f", "abc")
        engine.emit(diagnostic)
        assert ("\x1b[" in stream.getvalue()) == has_colour
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    DiagnosticEngine(stream=stream).emit(diagnostic)
    assert stream.getvalue() == "f:1:1: error: m\n"


def test_a_stream_that_cannot_encode_the_line() -> None:
    raw = BytesIO()
    stream = TextIOWrapper(raw, encoding="ascii")
    engine = DiagnosticEngine(stream=stream, colour=False)
    engine.error("value 'é' is wrong")
    stream.flush()
    assert raw.getvalue() == b"<unknown>: error: value '\\xe9' is wrong\n"


def test_handlers_are_asked_newest_first_and_errors_counted() -> None:
    stream = StringIO()
    engine = DiagnosticEngine(stream=stream)
    taken: list[str] = []

    def old(diagnostic: Diagnostic) -> bool:
        taken.append(f"old {diagnostic.message}")
        return False

    def new(diagnostic: Diagnostic) -> bool:
        taken.append(f"new {diagnostic.message}")
        return diagnostic.severity is Severity.ERROR

    engine.add_handler(old)
    engine.add_handler(new)
    engine.error("a")
    engine.warning("b")
    engine.remove_handler(new)
    engine.error("c", notes=["d"])
    assert taken == ["new a", "new b", "old b", "old c"]
    assert stream.getvalue() == "<unknown>: warning: b\n<unknown>: error: c\nnote: d\n"
    assert (engine.error_count, engine.warning_count) == (2, 1)


def test_pass_errors_carry_the_name_and_place_of_the_operation() -> None:
    parsed = parse('\n  "u.op"() : () -> ()\n', allow_unregistered=True)
    op = parsed.ok.body.block.first_op
    assert op is not None
    emit_error(parsed.context, op, "is wrong", notes=["why"])
    emit_warning(parsed.context, op, "is odd")
    emit_remark(parsed.context, op, "was seen")
    assert parsed.errors == (
        "t.mlir:1:1: error: 'u.op' op is wrong\n"
        '"u.op"() : () -> ()\n'
        "^\n"
        "note: why\n"
        "t.mlir:1:1: warning: 'u.op' op is odd\n"
        '"u.op"() : () -> ()\n'
        "^\n"
        "t.mlir:1:1: remark: 'u.op' op was seen\n"
        '"u.op"() : () -> ()\n'
        "^\n"
    )


def test_carets_go_to_operands_and_properties() -> None:
    parsed = parse(
        """
        %a, %b = "u.def"() : () -> (i32, i32)
        "u.op"(%a, %b, %a) <{p = 1 : i8, "q" = 2 : i8}> {r, s = {p = 5}} : (i32, i32, i32) -> ()
        """,
        allow_unregistered=True,
    )
    op = parsed.ok.body.block.last_op
    assert op is not None
    for index in range(3):
        location = parsed.context.operand_location(op, index)
        assert location == Location("t.mlir", 2, 8 + 4 * index)
    line = '"u.op"(%a, %b, %a) <{p = 1 : i8, "q" = 2 : i8}> {r, s = {p = 5}} : (i32, i32, i32) -> ()'
    for name, text in (("p", "1 :"), ("q", "2 :"), ("s", "{p")):
        assert parsed.context.property_location(op, name) == Location("t.mlir", 2, line.rindex(text) + 1)
    assert parsed.context.property_location(op, "r") is not None
    assert parsed.context.property_location(op, "missing") is None
    assert parsed.context.operand_location(op, 3) is None
    emit_error(parsed.context, op, "bad", operand=1)
    emit_error(parsed.context, op, "bad", property_name="q")
    assert [text.split(": ")[0] for text in parsed.errors.splitlines() if "error" in text] == [
        "t.mlir:2:12",
        f"t.mlir:2:{line.index('2 :') + 1}",
    ]


def test_operands_that_a_pass_replaced_have_no_place() -> None:
    parsed = parse('%a = "u.def"() : () -> i32\n"u.op"(%a, %a) : (i32, i32) -> ()', allow_unregistered=True)
    op = parsed.ok.body.block.last_op
    assert op is not None
    op.operands = op.operands[:1]
    assert parsed.context.operand_location(op, 0) is None


def test_a_spelled_location_does_not_give_a_wrong_caret() -> None:
    parsed = parse('%a = "u.def"() : () -> i32\n"u.op"(%a) : (i32) -> () loc("t.mlir":1:1)', allow_unregistered=True)
    op = parsed.ok.body.block.last_op
    assert op is not None
    assert parsed.context.operand_location(op, 0) is None


def test_call_sites_fused_and_named_locations() -> None:
    def place(name: str, line: int) -> FileLineColLoc:
        return FileLineColLoc(StringAttr(name), IntAttr(line), IntAttr(1))

    stream = StringIO()
    context = make_context(stream=stream)
    op = ModuleOp([])
    op.location = CallSiteLoc(
        NameLoc(StringAttr("n"), FusedLoc((NameLoc(StringAttr("x"), NoneAttr()), place("inner", 1)), NoneAttr())),
        CallSiteLoc(place("caller", 2), place("main", 3)),
    )
    emit_error(context, op, "bad")
    assert stream.getvalue() == (
        "inner:1:1: error: 'builtin.module' op bad\ncaller:2:1: note: called from\nmain:3:1: note: called from\n"
    )


def test_in_a_plain_context_errors_are_raised_and_the_rest_dropped() -> None:
    op = ModuleOp([])
    emit_warning(Context(), op, "odd")
    emit_remark(Context(), op, "seen")
    with pytest.raises(VerifyException, match=r"'builtin\.module' op bad") as caught:
        emit_error(Context(), op, "bad", notes=["why", note("how")])
    assert caught.value.__notes__ == ["why", "how"]


def test_exceptions_of_verifiers() -> None:
    stream = StringIO()
    context = make_context(stream=stream)
    op = ModuleOp([])

    simple = VerifyException("'builtin.module' op already says whose")
    simple.add_note("first")
    simple.add_note("second")
    report_exception(context, op, simple)

    several = VerifyException("many")
    several.errors = (VerifyException("one"), VerifyException("two"))  # type: ignore[attr-defined]
    report_exception(context, op, several)

    report_exception(context, op, VerifyException("operand 'x' at position 1 does not verify:\nbecause\n"))
    assert stream.getvalue() == (
        "<unknown>: error: 'builtin.module' op already says whose\nnote: first\nnote: second\n"
        "<unknown>: error: 'builtin.module' op one\n"
        "<unknown>: error: 'builtin.module' op two\n"
        "<unknown>: error: 'builtin.module' op operand 'x' at position 1 does not verify: because\n"
    )
