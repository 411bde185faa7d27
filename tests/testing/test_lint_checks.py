"""Finding CHECK lines that check nothing, and having none."""

from __future__ import annotations

from pathlib import Path

import pytest

from neuron_opt.testing.lint_checks import findings
from neuron_opt.tools.lint_checks_main import run

ROOT = Path(__file__).resolve().parents[2]
RUN = "// RUN: neuron-opt %s | filecheck %s\n// CHECK: start\n"


def test_our_own_suite_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(ROOT / "test" / "lit")]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("// CHEK: a", "'CHEK' is no directive; did you mean 'CHECK'?"),
        ("// CHECKS: a", "'CHECKS' is no directive; did you mean 'CHECK'?"),
        ("// CHECK_NEXT: a", "'CHECK_NEXT' is no directive; did you mean 'CHECK-NEXT'?"),
        ("// CHECK NEXT: a", "'CHECK NEXT' is no directive; did you mean 'CHECK-NEXT'?"),
        ("// CHECK-NXT: a", "'CHECK-NXT' is no directive; did you mean 'CHECK-NEXT'?"),
        ("// CHECK-LABLE: a", "'CHECK-LABLE' is no directive; did you mean 'CHECK-LABEL'?"),
        ("// check: a", "'check' is no directive; did you mean 'CHECK'?"),
        ("// CHECK-NEXT a", "'CHECK-NEXT' has no ':' behind it and checks nothing"),
        ("// CHECK-SAME : a", "there is a blank between 'CHECK-SAME' and its ':', so that it checks nothing"),
        ("// OTHER-NEXT: a", "'OTHER-NEXT' checks nothing: no RUN line uses the prefix OTHER"),
        ("// SANITYCHECK: a", "'SANITYCHECK' checks nothing: no RUN line uses the prefix SANITYCHECK"),
        ("// CHECK: {{.*}}", "'CHECK: {{.*}}' can never fail: the pattern matches nothing at all too"),
        ("// CHECK-SAME: {{(a|b)?}}", "can never fail"),
        ("// CHECK-DAG: [[X:.*]]", "can never fail"),
        ("// CHECK: [[Y]]", "variable 'Y' is used, and no line before sets it"),
        ("// CHECK: [[#N+1]]", "variable 'N' is used, and no line before sets it"),
        ("// expected-error @+1 {{x}}", "'expected-error' checks nothing: no RUN line has --verify-diagnostics"),
        ("// expected-eror @+1 {{x}}", "'expected-eror' expects nothing; did you mean 'expected-error'?"),
    ],
)
def test_what_is_found(line: str, message: str) -> None:
    found = findings(f"{RUN}{line}\n")
    assert len(found) == 1, found
    assert found[0].line == 3
    assert message in found[0].message


@pytest.mark.parametrize(
    "line",
    [
        "// CHECK-NEXT: {{.*}}",  # there has to be a line
        "// CHECK-NOT: {{.*}}",
        "// CHECK-EMPTY:",
        "// CHECK-COUNT-2: a",
        "// CHECK-DAG{LITERAL}: [[Y]]",
        "// CHECK: a{{.*}}",
        "// CHECK: [[X:a.*]] [[X]]",
        "// CHECK: [[#N:]] [[#N + 1]] [[# @LINE + 1]]",
        "// COM: CHECK: {{.*}}",
        "// NOTE: the lines above",
        "// A sentence: it has a colon.",
        "// HBM: where tensors lie",
        "// LATER: check: all of it",
        "CHEK: not in a comment",
    ],
)
def test_what_is_fine(line: str) -> None:
    assert findings(f"{RUN}{line}\n") == []


def test_prefixes_without_lines_and_lines_without_prefixes() -> None:
    text = "// RUN: neuron-opt %s | filecheck %s --check-prefixes=ONE,TWO\n// ONE: a\n// CHECK: b\n"
    assert [(each.line, each.column, each.message) for each in findings(text)] == [
        (1, 59, "there is no line with the prefix TWO, which this RUN line uses"),
        (3, 4, "'CHECK' checks nothing: no RUN line uses the prefix CHECK"),
    ]
    alone = findings("// CHECK: a\n")
    assert [each.message for each in alone] == [
        "'CHECK' checks nothing: there is no RUN line, let alone one for the prefix CHECK"
    ]


def test_the_first_directive_of_a_call() -> None:
    text = "// RUN: neuron-opt %s | filecheck %s --check-prefixes=ONE,TWO\n// ONE: a\n// TWO-NEXT: b\n"
    assert findings(text) == []
    first = findings("// RUN: neuron-opt %s | filecheck %s\n// CHECK-NEXT: b\n")
    assert [each.message for each in first] == ["'CHECK-NEXT' comes first: there is no match that it could follow"]


def test_run_lines_of_all_kinds() -> None:
    text = (
        "# RUN: neuron-opt %s \\\n# RUN:   | not FileCheck %s --check-prefix ONE -DX=1 --input-file=%t\n"
        "# RUN: neuron-opt 'a | filecheck %s --check-prefix=QUOTED' && env A=1 filecheck --check-prefix=TWO %s < %t\n"
        "# ONE: [[X]]\n# TWO: a\n"
    )
    assert findings(text) == []


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.mlir"
    bad.write_text(f"{RUN}// CHEK: a\n")
    (tmp_path / "Inputs").mkdir()
    (tmp_path / "Inputs" / "bad.mlir").write_text(f"{RUN}// CHEK: a\n")
    assert run([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{bad}:3:4: error: 'CHEK' is no directive; did you mean 'CHECK'?\n"
    assert run([str(tmp_path / "missing.mlir")]) == 1
    assert "cannot read" in capsys.readouterr().err
