from __future__ import annotations

import re
from pathlib import Path

import pytest
from driving import Outcome, drive, registry_of
from example_passes import EXAMPLE_CLASSES
from xdsl.dialects.builtin import Builtin, ModuleOp, UnitAttr
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition
from xdsl.parser import Parser
from xdsl.printer import Printer

from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine, emit_error
from neuron_opt.passes.manager.driver import Extension
from neuron_opt.passes.manager.flags import CommandLineError, Flag, FlagKind, ParsedArguments

SUM = """func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  return %a : i32
}
"""


def run(*arguments: str, text: str | bytes = SUM, extensions: tuple[Extension, ...] = ()) -> Outcome:
    return drive(arguments, text, registry=registry_of(*EXAMPLE_CLASSES), extensions=extensions)


def test_without_passes_the_input_comes_back() -> None:
    code, output, errors = run()
    assert (code, errors) == (0, "")
    assert output == "module {\n  " + SUM.replace("\n", "\n  ").rstrip() + "\n}\n"


def test_a_pass_runs() -> None:
    code, output, errors = run("--multiply")
    assert (code, errors) == (0, "")
    assert "arith.muli" in output and "arith.addi" not in output


def test_options_reach_the_pass() -> None:
    code, _, errors = run("--all-options=number=3 names=a,b mode=slow limit=7")
    assert code == 0
    assert errors == '<stdin>: remark: \'builtin.module\' op all-options{number=3 mode="slow" names="a","b" limit=7}\n'


def test_a_registered_pipeline_is_a_flag() -> None:
    code, _, errors = run("--both=times=3", "--dump-pass-pipeline")
    assert code == 0
    assert errors.startswith("builtin.module(two-words{long-name=3},func.func(anywhere))\n")
    assert "<stdin>:1:1: remark: 'func.func' op is here" in errors


def test_passes_stop_at_the_first_that_fails() -> None:
    code, output, errors = run("--complain", "--anywhere", text='"test.op"() : () -> ()\n"test.op"() : () -> ()\n')
    assert (code, output) == (1, "")
    assert [line for line in errors.splitlines() if ": " in line and 'test.op"' not in line] == [
        "<stdin>:1:1: remark: 'test.op' op is looked at",
        "<stdin>:1:1: warning: 'test.op' op is doubtful",
        "<stdin>:1:1: error: 'test.op' op is wrong",
        "note: it is a test operation",
        "<stdin>:2:1: remark: 'test.op' op is looked at",
        "<stdin>:2:1: warning: 'test.op' op is doubtful",
        "<stdin>:2:1: error: 'test.op' op is wrong",
        "note: it is a test operation",
    ]


def test_a_pass_that_leaves_invalid_ir_fails() -> None:
    code, output, errors = run("--break", "--anywhere")
    assert (code, output) == (1, "")
    assert "<stdin>:2:23: error: 'arith.addi' op operand 'rhs' at position 1 does not verify" in errors
    assert "is here" not in errors


def test_a_module_that_passes_on_its_functions_make_invalid_fails(tmp_path: Path) -> None:
    two = SUM + SUM.replace("@f", "@g")
    reproducer = tmp_path / "r.mlir"
    code, output, errors = run(
        "--pass-pipeline=builtin.module(func.func(rename))",
        "--mlir-print-ir-after-failure",
        f"--mlir-pass-pipeline-crash-reproducer={reproducer}",
        "--mlir-timing",
        text=two,
    )
    assert (code, output) == (1, "")
    assert "<stdin>:5:1: error: 'func.func' op redefinition of symbol '@same'" in errors
    assert "// -----// IR Dump After Rename Failed (rename) //----- //\nmodule {\n" in errors
    assert "test-opt: pass 'rename' failed on 'func.func' operation: @same: reproducer generated at" in errors
    assert "@f(" in reproducer.read_text() and "@g(" in reproducer.read_text()
    code, _, errors = run("--run-reproducer", text=reproducer.read_text())
    assert code == 1 and "redefinition of symbol '@same'" in errors


def test_verification_between_passes_can_be_switched_off() -> None:
    code, _, errors = run("--break", "--anywhere", "--verify-each=false")
    assert code == 0
    assert "is here" in errors


def test_what_a_verifier_raises_is_an_error_of_the_pass() -> None:
    code, output, errors = run("--raise-verify")
    assert (code, output) == (1, "")
    assert errors == (
        "<stdin>: error: pass 'raise-verify' failed: the input is not to my taste\nnote: I like it smaller\n"
    )


def test_what_a_pass_of_xdsl_raises_on_purpose_is_an_error() -> None:
    code, output, errors = run("-p", "foreign-failure")
    assert (code, output) == (1, "")
    assert errors == "<stdin>: error: pass 'foreign-failure' failed: no luck\n"


def test_patterns_that_do_not_converge() -> None:
    code, _, errors = run("--ping-pong")
    assert code == 1
    assert "patterns did not converge after 100 rewrites; these keep firing: " in errors


def reproducer_of(errors: str) -> Path:
    found = re.search(r"reproducer generated at '([^']+)'", errors)
    assert found is not None, errors
    return Path(found[1])


@pytest.fixture
def temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that temporary files of this test go to."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("temporary_files")
def test_a_defect_of_a_pass_is_a_message_with_a_reproducer() -> None:
    code, output, errors = run("--multiply", "--die")
    assert (code, output) == (1, "")
    assert errors.splitlines()[0] == (
        "<stdin>: error: internal error in pass 'die' on 'builtin.module': KeyError: 'a key that is not there'"
    )
    assert "Traceback" not in errors
    assert errors.splitlines()[-1] == "note: this is a defect of the program or of the pass, not of the input"
    path = reproducer_of(errors)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// test-opt --multiply --die\n// Traceback (most recent call last):\n")
    assert 'pipeline: "builtin.module(multiply,die)"' in text
    again = run("--run-reproducer", text=text)
    assert again.code == 1
    assert "internal error in pass 'die' on 'builtin.module': KeyError" in again.errors


@pytest.mark.usefixtures("temporary_files")
def test_a_defect_of_a_pattern_names_the_pattern() -> None:
    code, _, errors = run("--die-in-pattern")
    assert code == 1
    assert "internal error in pass 'die-in-pattern'" in errors
    assert "ZeroDivisionError: nothing divides by zero\n" in errors
    assert "note: while the pattern 'DyingPattern' rewrote 'arith.addi'\n" in errors


def test_a_crash_reproducer_takes_the_place_of_the_temporary_one(tmp_path: Path) -> None:
    path = tmp_path / "crash.mlir"
    code, _, errors = run("--die", f"--mlir-pass-pipeline-crash-reproducer={path}")
    assert code == 1
    assert errors.count("reproducer generated") == 1
    assert f"test-opt: pass 'die' failed on 'builtin.module' operation: reproducer generated at '{path}'" in errors
    assert 'pipeline: "builtin.module(die)"' in path.read_text(encoding="utf-8")


def test_a_reproducer_that_cannot_be_written_is_no_failure_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "crash.mlir"
    code, _, errors = run("--complain", f"--mlir-pass-pipeline-crash-reproducer={path}", text='"test.op"() : () -> ()')
    assert code == 1
    assert f"no reproducer: cannot write '{path}': No such file or directory" in errors


def test_pieces_go_on_after_one_with_errors() -> None:
    text = f'{SUM}// -----\n"test.op"() : () -> (\n// -----\n{SUM}'
    code, output, errors = run("--split-input-file", text=text)
    assert code == 1
    assert output.count("module {") == 2
    assert errors.startswith("<stdin>:6:22: error: ")


def test_a_line_that_nearly_splits_is_pointed_out() -> None:
    code, output, errors = run("--split-input-file", text=f"{SUM}//-----\n{SUM.replace('@f', '@g')}")
    assert code == 0
    assert output.count("module {") == 1
    assert errors.startswith("<stdin>:5:1: warning: this line does not split the input: it is not quite '// -----'\n")


def test_expected_diagnostics_decide() -> None:
    good = "// expected-error @+3 {{wrong}}\n// expected-note @+2 {{a test}}\n// expected-warning @+1 {{doubtful}}\n"
    text = f'{good}"test.op"() : () -> ()\n'
    code, _, errors = run("--complain", "--verify-diagnostics=only-expected", text=text)
    assert (code, errors) == (0, "")
    code, _, errors = run("--complain", "--verify-diagnostics", text=text)
    assert code == 1
    assert errors.splitlines()[0] == "<stdin>:4:1: error: unexpected remark: 'test.op' op is looked at"
    code, _, errors = run("--verify-diagnostics", text=text)
    assert code == 1
    assert 'error: expected error "wrong" was not produced' in errors


@pytest.mark.usefixtures("temporary_files")
def test_a_defect_is_never_an_expected_diagnostic() -> None:
    code, _, errors = run(
        "--die", "--verify-diagnostics", text="// expected-error @unknown {{internal error}}\nmodule {}"
    )
    assert code == 1
    assert "internal error in pass 'die'" in errors


def test_statistics_add_up_over_anchors_and_pieces() -> None:
    code, _, errors = run(
        "--pass-pipeline=builtin.module(two-words,two-words)",
        "--mlir-pass-statistics",
        "--split-input-file",
        text=f"{SUM}// -----\n{SUM}",
    )
    assert code == 0
    assert (
        errors.splitlines()[3:]
        == [
            "TwoWords",
            "  (S) 6 num-seen  - Number of operations seen",
            "  (S) 0 num-never - Number of things that never happen",
        ]
        * 2
    )
    code, _, errors = run(
        "--pass-pipeline=builtin.module(two-words,two-words)",
        "--mlir-pass-statistics",
        "--mlir-pass-statistics-display=list",
    )
    assert "  (S) 6 num-seen  - Number of operations seen\n" in errors


def test_flags_that_have_no_effect_are_pointed_out() -> None:
    assert "changes nothing: no flag asks for a dump" in run("--anywhere", "--mlir-print-ir-module-scope").errors
    assert "the pipeline does not run 'die'" in run("--anywhere", "--mlir-print-ir-after=die").errors


@irdl_op_definition
class ForgetfulOp(IRDLOperation):
    """Does not print what it has."""

    name = "odd.forgetful"

    @classmethod
    def parse(cls, parser: Parser) -> ForgetfulOp:
        return cls.create()

    def print(self, printer: Printer) -> None:
        pass


@irdl_op_definition
class UnreadableOp(IRDLOperation):
    """Prints what cannot be read."""

    name = "odd.unreadable"

    @classmethod
    def parse(cls, parser: Parser) -> UnreadableOp:
        return cls.create()

    def print(self, printer: Printer) -> None:
        printer.print_string(" <<")


@irdl_op_definition
class UnprintableOp(IRDLOperation):
    """Cannot be printed."""

    name = "odd.unprintable"

    @classmethod
    def parse(cls, parser: Parser) -> UnprintableOp:
        return cls.create()

    def print(self, printer: Printer) -> None:
        raise IndexError("there is no such operand")


ODD = {
    "builtin": lambda: Builtin,
    "odd": lambda: Dialect("odd", [ForgetfulOp, UnreadableOp, UnprintableOp]),
}


def test_a_format_that_fails_on_what_verifies_is_a_defect() -> None:
    """It is printed in dumps all the same, and in the output of a run that does not verify."""
    text = '"odd.unprintable"() : () -> ()'
    code, output, errors = drive([], text, dialects=ODD)
    assert (code, output) == (1, "")
    assert "internal error: IndexError: there is no such operand" in errors
    assert text in reproducer_of(errors).read_text()
    assert drive(["--verify-each=false"], text, dialects=ODD) == (0, f"module {{\n  {text}\n}}\n", "")
    registry = registry_of(*EXAMPLE_CLASSES)
    dumps = drive(["--anywhere", "--mlir-print-ir-before-all"], text, dialects=ODD, registry=registry)
    assert f"(anywhere) //----- //\nmodule {{\n  {text}\n}}\n" in dumps.errors


def test_roundtrip() -> None:
    dialects = ODD

    def roundtrip(text: str) -> Outcome:
        return drive(["--verify-roundtrip"], text, dialects=dialects)

    assert run("--verify-roundtrip").code == 0
    assert roundtrip('"odd.forgetful"() : () -> ()').code == 0
    code, output, errors = roundtrip('"odd.forgetful"() {x = 1 : i32} : () -> ()')
    assert (code, output) == (1, "")
    assert errors == (
        "<stdin>: error: the usual form of the module reads back as another one\n"
        'note: written: "odd.forgetful"() {x = 1 : i32} : () -> ()\n'
        'note: read:    "odd.forgetful"() : () -> ()\n'
    )
    code, output, errors = roundtrip('"odd.unreadable"() : () -> ()')
    assert (code, output) == (1, "")
    assert errors.startswith("<stdin>: error: the usual form of the module cannot be read back\nnote: ")
    assert errors.endswith(": odd.unreadable <<\n")
    assert roundtrip('"odd.unprintable"() : () -> ()') == (
        1,
        "",
        "<stdin>: error: the usual form of the module cannot be printed\nnote: IndexError: there is no such operand\n",
    )


class Marker(Extension):
    """Everything that an extension can do."""

    flags = (Flag("mark", "Mark the module", FlagKind.STRING, metavar="word"), Flag("say", "Say something"))

    def __init__(self) -> None:
        self.calls: list[str] = []

    def run_instead(self, arguments: ParsedArguments) -> str | None:
        return "something\n" if arguments.boolean("say") else None

    def check(self, arguments: ParsedArguments) -> None:
        if arguments.text("mark") == "bad":
            raise CommandLineError("--mark: not this word")

    def configure(self, context: OptContext, arguments: ParsedArguments) -> None:
        self.calls.append("configure")

    def prepare(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> None:
        self.calls.append("prepare")
        if arguments.is_given("mark"):
            module.attributes[f"test.{arguments.text('mark')}"] = UnitAttr()
        if arguments.text("mark") == "wrong":
            emit_error(context, module, "is not to be marked")

    def verify_module(self, context: OptContext, module: Operation) -> None:
        self.calls.append("verify")
        if arguments_of(module) == ["test.unverified"]:
            emit_error(context, module, "does not verify")

    def print_module(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> str | None:
        return "printed\n" if arguments_of(module) == ["test.printed"] else None

    def finish(self, engine: DiagnosticEngine, arguments: ParsedArguments) -> None:
        self.calls.append("finish")


def arguments_of(module: Operation) -> list[str]:
    return list(module.attributes)


def test_what_an_extension_can_do() -> None:
    marker = Marker()
    code, output, _ = run("--mark=here", "--anywhere", extensions=(marker,))
    assert code == 0
    assert output.startswith("module attributes {test.here} {")
    assert marker.calls == ["configure", "prepare", "verify", "verify", "finish"]
    assert run("--say", extensions=(marker,)).output == "something\n"
    assert run("--mark=printed", extensions=(marker,)).output == "printed\n"
    assert run("--mark=bad", extensions=(marker,)).errors == "test-opt: error: --mark: not this word\n"
    for word, message in (("wrong", "is not to be marked"), ("unverified", "does not verify")):
        code, output, errors = run(f"--mark={word}", extensions=(marker,))
        assert (code, output) == (1, "")
        assert errors == f"<stdin>: error: 'builtin.module' op {message}\n"
    assert "--mark=<word>" in run("--help", extensions=(marker,)).output


@pytest.mark.usefixtures("temporary_files")
def test_a_defect_outside_of_passes_is_a_message_too() -> None:
    class Dies(Extension):
        """Has a defect."""

        def prepare(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> None:
            raise LookupError("lost")

        def finish(self, engine: DiagnosticEngine, arguments: ParsedArguments) -> None:
            if arguments.boolean("dump-pass-pipeline"):
                raise LookupError("lost again")

    code, output, errors = run(extensions=(Dies(),))
    assert (code, output) == (1, "")
    assert errors.startswith("<stdin>:1:1: error: internal error: LookupError: lost\n")
    reproducer = reproducer_of(errors).read_text(encoding="utf-8")
    assert "LookupError: lost" in reproducer
    assert SUM in reproducer
    code, _, errors = run("--dump-pass-pipeline", text=b"", extensions=(Dies(),))
    assert code == 1
    assert "test-opt: error: internal error: LookupError: lost again\nnote: the traceback is in '" in errors


def test_deep_nesting_works() -> None:
    depth = 3000
    text = "module {" * depth + "}" * depth
    code, output, errors = run("--multiply", text=text)
    assert (code, errors) == (0, "")
    assert output.count("module") == depth


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"module {", b"ML\xefR\x01", b"\x00\x01\x02", b'"a', b"{-#"])
def test_broken_inputs_give_an_error_and_no_traceback(content: bytes) -> None:
    code, output, errors = run("--multiply", text=content)
    assert (code, output) == (1, "")
    assert re.match(r"<stdin>(:\d+:\d+)?: error: .", errors)
    assert "Traceback" not in errors


def test_output_files_are_written_only_on_success(tmp_path: Path) -> None:
    path = tmp_path / "out.mlir"
    path.write_text("before")
    path.chmod(0o640)
    assert run("--complain", "-o", str(path), text='"test.op"() : () -> ()').code == 1
    assert path.read_text() == "before"
    code, output, _ = run("--multiply", "-o", str(path))
    assert (code, output) == (0, "")
    assert "arith.muli" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_an_output_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "target.mlir"
    target.write_text("before")
    link = tmp_path / "link.mlir"
    link.symlink_to(target)
    assert run("-o", str(link)).code == 0
    assert link.is_symlink()
    assert "module {" in target.read_text()


def test_two_runs_in_one_process_do_not_know_of_each_other() -> None:
    first = run("--complain", "--verify-diagnostics", text="// expected-error {{never}}")
    second = run("--multiply")
    assert first.code == 1
    assert second == run("--multiply")
    assert second.errors == ""
