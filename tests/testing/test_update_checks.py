"""Writing and refreshing CHECK lines."""

from __future__ import annotations

import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from neuron_opt.testing.update_checks import NOTE, UpdateError, updated_text
from neuron_opt.tools.update_checks_main import run

FUNCTION = """
func.func @f(%a : i32, %q : i32) -> i32 {
  %b = arith.addi %a, %q : i32
  %dead = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  return %b : i32
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "case.mlir"


def _updated(file: Path, text: str, *prefixes: str) -> str:
    file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return updated_text(file, only_prefixes=prefixes).text


def test_a_test_is_written_whole(file: Path) -> None:
    text = _updated(file, f"// What it is about.\n// RUN: neuron-opt %s | filecheck %s\n{FUNCTION}")
    assert text == (
        "// What it is about.\n"
        "// RUN: neuron-opt %s | filecheck %s\n"
        "\n"
        f"// {NOTE.format(prefix='CHECK')}\n"
        "// CHECK: module {\n"
        "// CHECK-LABEL: func.func @f(\n"
        "// CHECK-SAME: %[[A:.*]]: i32, %[[Q:.*]]: i32) -> i32 {\n"
        "// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[Q]] : i32\n"
        "// CHECK-NEXT: %[[DEAD:.*]] = arith.constant dense<{{\\[\\[}}1, 2], [3, 4]]> : tensor<2x2xi32>\n"
        "// CHECK-NEXT: return %[[B]] : i32\n"
        "// CHECK-NEXT: }\n"
        "// CHECK-NEXT: }\n" + FUNCTION
    )


def test_a_second_time_changes_nothing(file: Path) -> None:
    once = _updated(file, f"// RUN: neuron-opt %s | filecheck %s\n{FUNCTION}")
    file.write_text(once)
    assert updated_text(file).text == once


def test_generated_lines_follow_the_output_and_others_stay(file: Path) -> None:
    once = _updated(file, f"// RUN: neuron-opt %s | filecheck %s\n{FUNCTION}")
    changed = once.replace("addi", "muli").replace("// CHECK: module {\n", "").replace("muli %a", "addi %a")
    changed += "\n// CHECK: by hand, at the end\n"
    file.write_text(changed.replace("// CHECK: by hand, at the end", "// CHECK-NOT: arith.subi"))
    text = updated_text(file).text
    assert "muli" not in text
    assert text.count("// CHECK: module {") == 1
    assert text.endswith("// CHECK-NOT: arith.subi\n")
    assert text.count("NOTE") == 1


def test_the_generated_lines_fail_on_another_output(file: Path, llvm_filecheck: Path) -> None:
    """Also with LLVM's FileCheck."""
    file.write_text(_updated(file, f"// RUN: neuron-opt %s | filecheck %s\n{FUNCTION}"))
    good = file.with_name("good.mlir")
    assert run_neuron_opt(file, good) == 0
    output = good.read_text()
    renamed = output.replace("%a", "%first").replace("%b", "%sum")
    swapped = output.replace("%a, %q :", "%q, %a :")
    assert swapped != output != renamed
    for text, is_good in ((output, True), (renamed, True), (swapped, False), (output.replace("addi", "muli"), False)):
        for checker in (["filecheck"], [str(llvm_filecheck)]):
            result = subprocess.run([*checker, str(file)], input=text, capture_output=True, text=True, check=False)
            assert (result.returncode == 0) == is_good, result.stderr


def run_neuron_opt(source: Path, output: Path) -> int:
    from neuron_opt.tools.opt_main import run as run_opt

    return run_opt([str(source), "-o", str(output)])


def test_prefixes(file: Path) -> None:
    text = _updated(
        file,
        "// RUN: neuron-opt %s | filecheck %s --check-prefixes=BOTH,PLAIN\n"
        "// RUN: neuron-opt %s --canonicalize | filecheck %s --check-prefixes=BOTH,CANONICAL\n"
        f"// RUN: neuron-opt %s --verify-each=false | filecheck %s --check-prefix PLAIN\n{FUNCTION}",
    )
    assert "BOTH:" not in text.replace("RUN", "")
    assert "// PLAIN-NEXT: %[[DEAD:.*]]" in text
    assert "// CANONICAL-NEXT: return %[[B]]" in text
    assert "// CANONICAL-NEXT: %[[DEAD:.*]]" not in text
    assert text.count("NOTE: the") == 2


def test_a_prefix_shared_by_equal_outputs_is_written_once(file: Path) -> None:
    text = _updated(
        file,
        "// RUN: neuron-opt %s | filecheck %s --check-prefixes=BOTH,ONE\n"
        "// RUN: neuron-opt %s --cse | filecheck %s --check-prefixes=BOTH,TWO\nfunc.func private @f()\n",
    )
    assert text.count("NOTE: the BOTH lines") == text.count("NOTE: the") == 1


def test_lines_by_hand_are_left_alone(file: Path) -> None:
    by_hand = "// RUN: neuron-opt %s | filecheck %s\n// CHECK: func.func @f\n"
    with pytest.raises(UpdateError, match="every prefix has lines written by hand"):
        _updated(file, by_hand + FUNCTION)
    behind = f"// RUN: neuron-opt %s | filecheck %s\n{FUNCTION}// CHECK-NOT: arith.subi\n"
    text = _updated(file, behind, "CHECK")
    assert text.endswith("// CHECK-NOT: arith.subi\n")
    assert "NOTE: the CHECK lines" in text
    with pytest.raises(UpdateError, match="filecheck does not accept the lines that were written"):
        _updated(file, by_hand + FUNCTION, "CHECK")  # what is above comes after the lines that are written below
    other = "// RUN: neuron-opt %s --canonicalize | filecheck %s --check-prefix=AFTER\n"
    file.write_text(other + by_hand + FUNCTION)
    updated = updated_text(file)
    assert "NOTE: the AFTER lines" in updated.text
    assert "NOTE: the CHECK lines" not in updated.text
    assert updated.remarks == ("CHECK: left alone, its lines are written by hand (--prefix=CHECK adds to them)",)


def test_pieces_of_the_input_have_blocks_of_their_own(file: Path) -> None:
    text = _updated(
        file,
        """
        // RUN: neuron-opt %s --split-input-file | filecheck %s
        func.func private @f()

        // -----

        func.func private @g(i32)
        """,
    )
    first, second = text.split("// -----")
    assert "// CHECK-LABEL: func.func private @f(" in first
    assert "// CHECK-LABEL: func.func private @g(" in second
    assert "@g" not in first
    file.write_text(text)
    assert updated_text(file).text == text


def test_places_of_diagnostics_are_relative(file: Path) -> None:
    text = _updated(
        file,
        """
        // RUN: not neuron-opt %s 2>&1 | filecheck %s
        func.func @f() {
          return %x : i32
        }
        """,
    )
    lines = text.splitlines()
    check = next(number for number, line in enumerate(lines, start=1) if "error:" in line)
    place = next(
        number for number, line in enumerate(lines, start=1) if line.endswith("return %x : i32") and "//" not in line
    )
    assert lines[check - 1] == (
        f"// CHECK: {{{{.*}}}}case.mlir:[[# @LINE + {place - check}]]:10: error: use of undefined value '%[[X:.*]]'"
    )


def test_results_with_counts_and_names_alike(file: Path) -> None:
    text = _updated(
        file,
        """
        // RUN: neuron-opt --allow-unregistered-dialect %s | filecheck %s
        %a.b, %a_b = "t.t"() : () -> (i32, i32)
        "t.u"(%a_b, %a.b) : (i32, i32) -> ()
        %0 = "t.t"() : () -> i32
        """,
    )
    assert '"t.u"(%[[A_B_1]], %[[A_B]])' in text
    assert "%[[VALUE_0:.*]] =" in text


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ("// nothing\n", "no RUN line pipes something into filecheck"),
        ("// RUN: neuron-opt --nonsense %s | filecheck %s\n", "exits with 1: .*unknown flag '--nonsense'"),
        ("// RUN: not neuron-opt %s | filecheck %s\n", "exits with 0"),
        ("// RUN: neuron-opt %s -o /dev/null | filecheck %s\n", "prints nothing"),
        ("// RUN: no-such-command %s | filecheck %s\n", "cannot be run"),
        (
            "// RUN: neuron-opt %s | filecheck %s\n// RUN: neuron-opt --canonicalize %s | filecheck %s\n",
            "RUN lines that share the prefix CHECK print different things",
        ),
    ],
)
def test_errors(file: Path, runs: str, message: str) -> None:
    with pytest.raises(UpdateError, match=message):
        _updated(file, runs + FUNCTION)


def test_the_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(f"// RUN: neuron-opt %s | filecheck %s\n{FUNCTION}")
    assert run(["--check", str(file)]) == 1
    assert capsys.readouterr().err == f"{file}: error: its generated lines are out of date\n"
    assert "NOTE" not in file.read_text()
    assert run([str(file)]) == 0
    assert "NOTE" in file.read_text()
    assert run(["--check", str(file)]) == 0
    assert run([str(file), "--prefix=OTHER"]) == 1
    assert capsys.readouterr().err == f"{file}: error: no RUN line uses the prefix OTHER; there is CHECK\n"
    assert run([str(file.with_name("missing.mlir"))]) == 1
    assert "cannot read" in capsys.readouterr().err
    file.write_text("// a line\n// RUN: neuron-opt --nonsense %s | filecheck %s\n")
    assert run([str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:2: error: 'neuron-opt --nonsense %s' exits with 1: ")
