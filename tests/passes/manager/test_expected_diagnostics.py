"""`expected-…` comments: what they match, what they miss, and how that is said."""

from __future__ import annotations

import subprocess
from io import StringIO
from pathlib import Path

import pytest
from parsing import make_context

from neuron_opt.passes.manager.diagnostics import Diagnostic, DiagnosticEngine, Severity, note
from neuron_opt.passes.manager.expected_diagnostics import ExpectedDiagnostics
from neuron_opt.passes.manager.parser import parse_module
from neuron_opt.passes.manager.sources import Location, SourceChunk
from neuron_opt.passes.manager.verifier import verify


def check(text: str, *diagnostics: Diagnostic, only_expected: bool = False) -> tuple[bool, str]:
    """Whether a text expects just these diagnostics, and what is said about it."""
    stream = StringIO()
    engine = DiagnosticEngine(stream=stream, colour=False)
    source = engine.sources.add("f", text)
    expected = ExpectedDiagnostics(engine, source, only_expected=only_expected)
    with expected:
        for diagnostic in diagnostics:
            engine.emit(diagnostic)
    return expected.finish(), stream.getvalue()


def error(message: str, line: int, *notes: Diagnostic) -> Diagnostic:
    return Diagnostic(Severity.ERROR, message, Location("f", line, 1), notes)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("// expected-error {{bad}}", 1),
        ("op // expected-error   {{bad}}   ", 1),
        ("// expected-error@+1 {{bad}}\nop", 2),
        ("// expected-error @+2{{bad}}\n\nop", 3),
        ("op\n// expected-error@-1 {{bad}}", 1),
        ("// expected-error @below {{bad}}\nop", 2),
        ("op\n// expected-error @above {{bad}}", 1),
        ("// expected-error @below {{bad}}\n// expected-note @-7 {{never}}\nop", 3),
        ("op\n// expected-note @+7 {{never}}\n// expected-error @above {{bad}}", 1),
        ("// expected-error-re {{b{{[a-c]}}d}}", 1),
        ("// expected-error-re {{({{.*}}) bad}}", 1),
        ('op "// not a comment {{" // expected-error {{bad}}', 1),
        ("//expected-error{{bad}}", 1),
    ],
)
def test_places_and_texts_that_match(text: str, line: int) -> None:
    ok, said = check(text, error("a (very) bad thing", line))
    missing_notes = text.count("never")
    assert ok == (not missing_notes)
    assert said.count("was not produced") == missing_notes
    assert "unexpected" not in said


def test_wrong_line_text_or_kind() -> None:
    text = "// expected-error {{bad}}\nop\n"
    assert check(text, error("bad", 2)) == (
        False,
        "f:2:1: error: unexpected error: bad\nop\n^\n"
        'f:1:4: error: expected error "bad" was not produced\n// expected-error {{bad}}\n   ^\n',
    )
    ok, said = check(text, error("good", 1))
    assert not ok and "unexpected error: good" in said and 'expected error "bad" was not produced' in said
    ok, said = check(text, Diagnostic(Severity.WARNING, "bad", Location("f", 1, 1)))
    assert not ok and "'warning' diagnostic emitted when expecting a 'error': bad" in said


def test_nothing_came() -> None:
    ok, said = check("// expected-remark@+3 {{seen}}")
    assert not ok
    assert said.startswith('f:1:4: error: expected remark "seen" was not produced\n')


def test_every_expectation_stands_for_one_diagnostic() -> None:
    twice = "// expected-error {{bad}}"
    ok, said = check(twice, error("bad", 1), error("bad", 1))
    assert not ok and said.count("unexpected error") == 1
    assert check("// expected-error @+2 {{bad}}\n// expected-error @+1 {{bad}}\nop", error("bad", 3), error("bad", 3))[
        0
    ]


def test_notes() -> None:
    text = "// expected-error {{bad}}\n// expected-note @-1 {{because}}\n// expected-note {{there}}"
    placed = note("there it is", Location("f", 3, 1))
    assert check(text, error("bad", 1, note("because"), placed)) == (True, "")
    ok, said = check("// expected-error {{bad}}", error("bad", 1, note("because")))
    assert not ok and "unexpected note: because" in said


def test_diagnostics_without_a_place_and_in_other_files() -> None:
    text = "// expected-error@unknown {{lost}}"
    assert check(text, Diagnostic(Severity.ERROR, "lost")) == (True, "")
    assert check(text, Diagnostic(Severity.ERROR, "lost", Location("f", 0, 0))) == (True, "")
    ok, said = check(text, Diagnostic(Severity.ERROR, "lost", Location("g", 1, 1)))
    assert not ok and said.startswith("g:1:1: error: unexpected error: lost")


def test_only_what_is_expected_can_be_asked_for() -> None:
    text = "// expected-error {{bad}}"
    assert check(text, error("bad", 1, note("why")), error("other", 2), only_expected=True) == (True, "")
    assert not check(text, error("other", 2), only_expected=True)[0]


@pytest.mark.parametrize(
    "text",
    [
        "// expected-error@+1 bad",
        "// expected-error@+1 {{bad}",
        "// expected-error@+x {{bad}}",
        "// expected-eror@+1 {{bad}}",
        "// expected-error@+1 2 {{bad}}",
        "// expected-error {{bad}} and more",
        "// expected-error",
    ],
)
def test_a_comment_that_is_nearly_an_expectation_is_an_error(text: str) -> None:
    ok, said = check(text)
    assert not ok
    assert said.startswith("f:1:4: error: malformed expectation")


@pytest.mark.parametrize(
    "text",
    ["// an expected-error comment says what will come", 'op "expected-error {{bad}}"', "expected-error {{bad}}"],
)
def test_other_text_is_none(text: str) -> None:
    assert check(text) == (True, "")


def test_a_regular_expression_that_is_none() -> None:
    ok, said = check("// expected-error-re {{a {{[}} b}}")
    assert not ok
    assert said.startswith("f:1:4: error: invalid regular expression: ")


def test_lines_of_a_piece_are_those_of_the_file() -> None:
    stream = StringIO()
    engine = DiagnosticEngine(stream=stream, colour=False)
    file = engine.sources.add("f", "// expected-error {{other piece}}\n// -----\nop // expected-error {{bad}}\n")
    expected = ExpectedDiagnostics(engine, SourceChunk(file, 43))
    assert expected.expects_anything
    with expected:
        engine.emit(error("bad", 3))
    assert expected.finish(), stream.getvalue()
    # Outside of it diagnostics are shown again.
    engine.emit(error("later", 3))
    assert "error: later" in stream.getvalue()


SHARED_WITH_MLIR_OPT = [
    """
    // expected-error @+1 {{redefinition of}}
    module @a {} module @b { func.func private @f() func.func private @f() }
    """,
    """
    func.func @f() { return }
    // expected-note @above {{defin}}
    // expected-error @below {{redefinition of}}
    func.func @f() { return }
    """,
    """
    // expected-error @+1 {{never}}
    module {}
    """,
    """
    func.func @f(%a: i32) {
      // expected-error @below {{use of}}
      "arith.addi"(%a, %q) : (i32, i32) -> i32
      return
    }
    """,
    """
    func.func @f(%a: i32) {
      "arith.addi"(%a, %q) : (i32, i32) -> i32
      return
    }
    """,
    """
    func.func @f() { return }
    // expected-error-re @below {{redef{{[a-z]+}} of}}
    func.func @f() { return } // expected-note @-2 {{defin}}
    """,
]


@pytest.mark.parametrize("text", SHARED_WITH_MLIR_OPT)
def test_agrees_with_mlir_opt(text: str, mlir_opt: Path, tmp_path: Path) -> None:
    context = make_context()
    source = context.sources.add("f", text)
    expected = ExpectedDiagnostics(context.diagnostics, source, only_expected=True)
    with expected:
        module = parse_module(context, source)
        if module is not None:
            verify(context, module)
    ours = expected.finish()
    file = tmp_path / "f.mlir"
    file.write_text(text)
    theirs = subprocess.run(
        [str(mlir_opt), "--verify-diagnostics=only-expected", str(file)], capture_output=True, text=True, check=False
    )
    assert ours == (theirs.returncode == 0), theirs.stderr
