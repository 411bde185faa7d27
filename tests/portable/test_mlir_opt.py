"""Real mlir-opt as the judge of the portable form and of our dialects in IRDL."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from portable import Dialects, parsed, portable_pieces, read_back

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.passes.portable.irdl_export import irdl_text
from neuron_opt.passes.portable.variadic import VARIADIC_DIALECT, VariadicDialect, has_mixed_group, portable_name

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.mlir"))
LIT_TESTS = ROOT / "test" / "lit"


def _is_valid_input(path: Path) -> bool:
    """Whether a FileCheck test is about modules that are accepted."""
    runs = [line for line in path.read_text(encoding="utf-8").splitlines() if "RUN:" in line]
    return bool(runs) and not any(re.search(r"\bnot\b|verify-diagnostics", line) for line in runs)


VALID = [path for path in sorted((LIT_TESTS / "dialects").rglob("*.mlir")) if _is_valid_input(path)]
LOWERED = [path for path in sorted((LIT_TESTS / "passes" / "lower-macros").rglob("*.mlir")) if _is_valid_input(path)]


def _id(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.fixture(scope="session")
def dialects(mlir_opt: Path, tmp_path_factory: pytest.TempPathFactory) -> Dialects:
    """Real mlir-opt with our dialects loaded."""
    definitions = tmp_path_factory.mktemp("irdl") / "neuron.irdl"
    definitions.write_text(irdl_text((NEURON, PENGUIN)), encoding="utf-8")
    return Dialects(mlir_opt, definitions)


def _check_round_trip(dialects: Dialects, path: Path, flags: tuple[str, ...], directory: Path) -> None:
    pieces = portable_pieces(path, flags, directory)
    assert pieces
    for original, portable in pieces:
        through_mlir = dialects.accept(portable)
        returned = read_back(through_mlir, directory)
        assert parsed(original).is_structurally_equivalent(parsed(returned)), f"{original}\n!=\n{returned}"


def test_there_are_inputs() -> None:
    assert len(EXAMPLES) >= 10
    assert len(VALID) >= 20
    assert len(LOWERED) >= 10


@pytest.mark.parametrize("path", EXAMPLES, ids=_id)
def test_examples_come_back_the_same(dialects: Dialects, path: Path, tmp_path: Path) -> None:
    _check_round_trip(dialects, path, (), tmp_path)


@pytest.mark.parametrize("path", EXAMPLES, ids=_id)
def test_lowered_examples_come_back_the_same(dialects: Dialects, path: Path, tmp_path: Path) -> None:
    _check_round_trip(dialects, path, ("--lower-macros",), tmp_path)


@pytest.mark.parametrize("path", VALID, ids=_id)
def test_inputs_of_dialect_tests_come_back_the_same(dialects: Dialects, path: Path, tmp_path: Path) -> None:
    _check_round_trip(dialects, path, (), tmp_path)


@pytest.mark.parametrize("path", LOWERED, ids=_id)
def test_lowered_results_come_back_the_same(dialects: Dialects, path: Path, tmp_path: Path) -> None:
    _check_round_trip(dialects, path, ("--lower-macros",), tmp_path)


PRELUDE = """
!x = memref<1x128x512xbf16, #neuron.memory<"hbm", false, 0>>
!u = memref<512x1024xbf16, #neuron.memory<"hbm", false, 0>>
!d = memref<1024x512xbf16, #neuron.memory<"hbm", false, 0>>
"""


def _in_function(op: str) -> str:
    return f"{PRELUDE}func.func @f(%x : !x, %u : !u, %d : !d, %y : !x, %i : index, %v : f32) {{\n{op}\nreturn\n}}\n"


@pytest.fixture(scope="session")
def good_mlp() -> str:
    """A valid MLP in the portable form, made from the definition so that it follows it."""
    from neuron_opt.dialects.neuron.op_format import layout_of
    from neuron_opt.dialects.penguin.macros.mlp import MLPOp

    present = {"hidden": "%x", "up": "%u", "down": "%d", "out": "%y"}
    groups = layout_of(MLPOp).groups
    operands = [present[name] for name in groups if name in present]
    sizes = ", ".join("1" if name in present else "0" for name in groups)
    assert len(operands) == len(present)
    return (
        f'"penguin.mlp"({", ".join(operands)}) {{operandSegmentSizes = array<i32: {sizes}>}} : (!x, !u, !d, !x) -> ()'
    )


def test_mlir_opt_takes_the_valid_operation(dialects: Dialects, good_mlp: str) -> None:
    assert '"penguin.mlp"' in dialects.accept(_in_function(good_mlp))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"t.t"() {a = #neuron.memory<"sram", false, 0>} : () -> ()', "'\"sram\"' does not satisfy the constraint"),
        ('"t.t"() {a = #neuron.memory<"sbuf", false>} : () -> ()', "expected 3 type arguments, but had 2"),
        ('"t.t"() {a = #neuron.target<"trn9", 1, unit, unit, unit>} : () -> ()', "does not satisfy the constraint"),
        ('"t.t"() {a = #penguin.act_fn<"sulu">} : () -> ()', "'\"sulu\"' does not satisfy the constraint"),
        ('"t.t"() {a = #penguin.act_fun<"silu">} : () -> ()', "expected dynamic attribute"),
        (
            '"t.t"() {a = #neuron.interval<0, "many", unit, bf16>} : () -> ()',
            "expected base attribute 'builtin.integer' but got 'builtin.string'",
        ),
        ('"penguin.mpl"() : () -> ()', "unregistered operation 'penguin.mpl'"),
        (
            '"penguin.router_topk"(%x) {operandSegmentSizes = array<i32: 1>, k = 2 : i64} : (!x) -> ()',
            "operandSegmentSizes",
        ),
    ],
)
def test_mlir_opt_refuses_what_the_definitions_do_not_allow(dialects: Dialects, text: str, message: str) -> None:
    assert message in dialects.refuse(_in_function(text))


def test_mlir_opt_refuses_wrong_operands(dialects: Dialects, good_mlp: str) -> None:
    missing = good_mlp.replace(", %y)", ")").replace(", !x) ->", ") ->")
    assert missing != good_mlp
    assert (
        "sum of elements in 'operandSegmentSizes' attribute must be equal to the number of operands"
        in dialects.refuse(_in_function(missing))
    )
    scalar = good_mlp.replace("(%x", "(%v").replace("(!x", "(f32")
    assert scalar != good_mlp
    expected = "expected base type 'builtin.memref' but got 'builtin.f32'"
    assert expected in dialects.refuse(_in_function(scalar))


def test_a_required_word_is_required_there_too(dialects: Dialects) -> None:
    op = '"penguin.tensor_reduce"(%x, %y) {operandSegmentSizes = array<i32: 1, 1>, ATTRIBUTES} : (!x, !x) -> ()'
    good = 'op = #penguin.reduce_op<"add">, reduce_size = 8 : i64'
    assert '"penguin.tensor_reduce"' in dialects.accept(_in_function(op.replace("ATTRIBUTES", good)))
    without = dialects.refuse(_in_function(op.replace("ATTRIBUTES", "reduce_size = 8 : i64")))
    assert 'attribute "op" is expected but not provided' in without
    wrong_kind = dialects.refuse(_in_function(op.replace("ATTRIBUTES", good.replace("8 : i64", '"eight"'))))
    assert "expected base attribute 'builtin.integer' but got 'builtin.string'" in wrong_kind


def test_every_operation_is_described_or_goes_by_its_second_name() -> None:
    text = irdl_text((NEURON, PENGUIN))
    described = {f"penguin.{name}" for name in re.findall(r"irdl\.operation @(\w+)", text)}
    renamed = {op_type.name for op_type in PENGUIN.operations if has_mixed_group(op_type)}
    assert described | renamed == set(PENGUIN.operation_names)
    assert not described & renamed
    assert "penguin.mlp" in described
    assert "penguin.native_kernel" in renamed
    attributes = set(re.findall(r"irdl\.attribute @(\w+)", text))
    assert {name.partition(".")[2] for name in (*NEURON.attribute_names, *PENGUIN.attribute_names)} == attributes


def test_second_names_lead_back() -> None:
    dialect = VariadicDialect()
    assert set(dialect.operation_names) == {portable_name(op_type) for op_type in dialect.operations}
    for op_type in dialect.operations:
        assert dialect.find_operation(portable_name(op_type)) is op_type
        assert portable_name(op_type).startswith(f"{VARIADIC_DIALECT}.")
    assert dialect.find_operation(f"{VARIADIC_DIALECT}.mlp") is None
    assert dialect.find_operation(f"{VARIADIC_DIALECT}.nothing") is None
    kernel = BIR.find_operation("bir.bir_kernel")
    assert kernel is not None
    assert portable_name(kernel) == "bir.bir_kernel"


def test_mlir_opt_prints_our_irdl_back(mlir_opt: Path) -> None:
    text = irdl_text((NEURON, PENGUIN))
    result = subprocess.run([str(mlir_opt)], input=text, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.count("irdl.operation") == text.count("irdl.operation @")
