"""What the verifier finds that xDSL does not, and that it finds all of it in one run."""

from __future__ import annotations

from textwrap import dedent

import pytest
from driving import drive, registry_of
from example_passes import AnywherePass
from parsing import parse
from xdsl.dialects import arith, cf, func, scf
from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.traits import IsolatedFromAbove, SymbolTable

from neuron_opt.passes.manager.verifier import verify
from neuron_opt.passes.manager.xdsl_interface import linear_traits, looks_at_types_and_attributes_only
from neuron_opt.passes.verify import VerifyPass


def errors_of(text: str) -> list[str]:
    """The first lines of the errors and notes that verifying a text gives."""
    parsed = parse(text, allow_unregistered=True)
    is_valid = verify(parsed.context, parsed.ok)
    assert is_valid == (parsed.errors == "")
    return [line for line in parsed.errors.splitlines() if line.startswith(("t.mlir:", "note:"))]


VALID = {
    "a later block that its definition dominates": """
        func.func @f(%c: i1) {
          %x = arith.constant 1 : i32
          cf.cond_br %c, ^a, ^b
        ^a:
          %y = arith.addi %x, %x : i32
          cf.br ^b
        ^b:
          %z = arith.addi %x, %x : i32
          func.return
        }
    """,
    "a definition further down the text that dominates all the same": """
        func.func @f() {
          cf.br ^b
        ^a:
          %z = arith.addi %x, %x : i32
          func.return
        ^b:
          %x = arith.constant 1 : i32
          cf.br ^a
        }
    """,
    "a loop": """
        func.func @f(%c: i1, %n: i32) {
          cf.br ^head(%n : i32)
        ^head(%i: i32):
          %j = arith.addi %i, %i : i32
          cf.cond_br %c, ^head(%j : i32), ^end
        ^end:
          %k = arith.addi %j, %i : i32
          func.return
        }
    """,
    "anything in a block that nothing leads to": """
        func.func @f() {
          func.return
        ^dead:
          %y = arith.addi %x, %x : i32
          cf.br ^dead2
        ^dead2:
          %x = arith.constant 1 : i32
          cf.br ^dead
        }
    """,
    "a nested region": """
        func.func @f(%c: i1, %a: i32) {
          %x = arith.addi %a, %a : i32
          scf.if %c {
            %y = arith.addi %x, %a : i32
          }
          func.return
        }
    """,
    "any order where order means nothing": """
        "u.use"(%x) : (i32) -> ()
        %x = "u.def"() : () -> i32
        "u.graph"() ({
          "u.use"(%y, %x) : (i32, i32) -> ()
          %y = "u.def"() : () -> i32
        }) : () -> ()
    """,
    "equal symbols in different tables": """
        module { func.func private @f() -> () }
        module { func.func private @f() -> () }
    """,
    "a call": """
        func.func @f() {
          func.call @g() : () -> ()
          func.return
        }
        func.func private @g() -> ()
    """,
}


@pytest.mark.parametrize("text", VALID.values(), ids=VALID.keys())
def test_valid(text: str) -> None:
    assert errors_of(text) == []


INVALID: dict[str, tuple[str, list[str]]] = {
    "a use before its definition in the same block": (
        """
        func.func @f() {
          %y = arith.addi %x, %x : i32
          %x = arith.constant 1 : i32
          func.return
        }
        """,
        [
            "t.mlir:2:19: error: 'arith.addi' op operand #0 does not dominate this use",
            "t.mlir:3:8: note: operand defined here (op in the same block)",
        ],
    ),
    "a definition on one of two ways": (
        """
        func.func @f(%c: i1) {
          cf.cond_br %c, ^a, ^b
        ^a:
          %x = arith.constant 1 : i32
          cf.br ^b
        ^b:
          %y = arith.addi %x, %x : i32
          func.return
        }
        """,
        [
            "t.mlir:7:19: error: 'arith.addi' op operand #0 does not dominate this use",
            "t.mlir:4:8: note: operand defined here (op in the same region)",
        ],
    ),
    "an argument of a block that does not dominate": (
        """
        func.func @f(%c: i1, %n: i32) {
          cf.cond_br %c, ^a(%n : i32), ^b
        ^a(%i: i32):
          func.return
        ^b:
          %y = arith.addi %i, %i : i32
          func.return
        }
        """,
        [
            "t.mlir:6:19: error: 'arith.addi' op operand #0 does not dominate this use",
            "t.mlir:3:4: note: operand defined here (op in the same region)",
        ],
    ),
    "a value of a later nested region": (
        """
        func.func @f(%c: i1) {
          %y = arith.addi %x, %x : i32
          scf.if %c {
            %x = arith.constant 1 : i32
          }
          func.return
        }
        """,
        [
            "t.mlir:2:19: error: 'arith.addi' op operand #0 does not dominate this use",
            "t.mlir:4:10: note: operand defined here (in a region that does not surround this use)",
        ],
    ),
    "an operation that uses its own result": (
        """
        func.func @f(%c: i1) {
          %x = arith.addi %x, %x : i32
          func.return
        }
        """,
        [
            "t.mlir:2:19: error: 'arith.addi' op operand #0 does not dominate this use",
            "t.mlir:2:8: note: operand defined here (by the operation itself)",
        ],
    ),
    "a region that uses the result of its operation": (
        """
        func.func @f(%c: i1) {
          %x = scf.if %c -> (i32) {
            scf.yield %x : i32
          } else {
            scf.yield %x : i32
          }
          func.return
        }
        """,
        [
            "t.mlir:3:15: error: 'scf.yield' op operand #0 does not dominate this use",
            "t.mlir:2:8: note: operand defined here (by an operation around this use)",
            "t.mlir:5:15: error: 'scf.yield' op operand #0 does not dominate this use",
            "t.mlir:2:8: note: operand defined here (by an operation around this use)",
        ],
    ),
    "many errors of many kinds at once": (
        """
        func.func @f() {
          %0 = "arith.addi"(%1, %1) : (i32, i32) -> i32
          %1 = arith.constant 1 : i32
          func.return %1 : i32
        }
        func.func @f() {
          %a = arith.constant 1.0 : f32
          %b = "arith.addi"(%a, %a) : (f32, f32) -> f32
          func.call @missing() : () -> ()
          func.return
        }
        func.func private @g() -> ()
        func.func private @g() -> ()
        """,
        [
            "t.mlir:2:21: error: 'arith.addi' op operand #0 does not dominate this use",
            "t.mlir:3:8: note: operand defined here (op in the same block)",
            "t.mlir:4:3: error: 'func.return' op Expected arguments to have the same types as the function output "
            "types: expected [], got [i32]",
            "t.mlir:8:21: error: 'arith.addi' op operand 'lhs' at position 0 does not verify: Unexpected attribute f32",
            "t.mlir:9:3: error: 'func.call' op '@missing' could not be found in symbol table",
            "t.mlir:6:1: error: 'func.func' op redefinition of symbol '@f'",
            "t.mlir:1:1: note: first defined here",
            "t.mlir:13:1: error: 'func.func' op redefinition of symbol '@g'",
            "t.mlir:12:1: note: first defined here",
        ],
    ),
    "a block without a terminator": (
        """
        func.func @f() {
          %x = arith.constant 1 : i32
        }
        """,
        [
            "t.mlir:2:8: error: 'arith.constant' op ends a block but is not a terminator",
            "note: required by the region of 'func.func'",
        ],
    ),
    "a terminator in the middle": (
        """
        func.func @f() {
          func.return
          func.return
        }
        """,
        ["t.mlir:2:3: error: 'func.return' op must be the last operation in its parent block"],
    ),
    "a branch in the middle": (
        """
        func.func @f() {
          "u.branch"() [^a] : () -> ()
          func.return
        ^a:
          func.return
        }
        """,
        ["t.mlir:2:3: error: 'u.branch' op with successors must terminate its block"],
    ),
    "an empty block": (
        """
        func.func @f() {
          cf.br ^a
        ^a:
        }
        """,
        ["t.mlir:1:1: error: 'func.func' op has an empty block; a block needs at least a terminator"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), INVALID.values(), ids=INVALID.keys())
def test_invalid(text: str, expected: list[str]) -> None:
    assert errors_of(text) == expected


def test_isolation_that_a_pass_has_broken() -> None:
    parsed = parse(
        """
        func.func @f(%a: i32) {
          %0 = arith.addi %a, %a : i32
          func.return
        }
        func.func @g(%b: i32) {
          %1 = arith.addi %b, %b : i32
          func.return
        }
        """
    )
    first, second = parsed.ok.body.block.ops
    assert isinstance(first, func.FuncOp) and isinstance(second, func.FuncOp)
    user = second.body.block.first_op
    assert user is not None
    user.operands[1] = first.body.block.args[0]
    assert not verify(parsed.context, parsed.ok)
    assert "t.mlir:6:23: error: 'arith.addi' op operand #1 does not dominate this use" in parsed.errors


def test_isolation_from_a_surrounding_value() -> None:
    parsed = parse(
        """
        %a = "u.def"() : () -> i32
        func.func @f(%b: i32) {
          %0 = arith.addi %b, %b : i32
          func.return
        }
        """,
        allow_unregistered=True,
    )
    definition, function = parsed.ok.body.block.ops
    user = function.regions[0].block.first_op
    assert user is not None
    user.operands[0] = definition.results[0]
    assert not verify(parsed.context, parsed.ok)
    assert parsed.errors.splitlines()[0] == (
        "t.mlir:3:19: error: 'arith.addi' op operand #0 is defined outside of 'func.func', which is isolated from above"
    )
    # The same when only the function is verified.
    again = parse("module {}")
    assert not verify(again.context, function)
    assert "isolated from above" in again.errors


def test_a_part_may_use_values_from_around_it() -> None:
    parsed = parse(
        """
        func.func @f(%c: i1, %a: i32) {
          scf.if %c {
            %x = arith.addi %a, %a : i32
          }
          func.return
        }
        """
    )
    inner = parsed.ok.body.block.first_op
    assert inner is not None
    condition = inner.regions[0].block.first_op
    assert condition is not None
    assert verify(parsed.context, condition), parsed.errors


def test_values_that_were_erased() -> None:
    parsed = parse('%a = "u.def"() : () -> i32\n"u.use"(%a) : (i32) -> ()', allow_unregistered=True)
    definition = parsed.ok.body.block.first_op
    assert definition is not None
    definition.detach()
    definition.erase(safe_erase=False)
    assert not verify(parsed.context, parsed.ok)
    assert parsed.errors.splitlines()[0] == "t.mlir:2:9: error: 'u.use' op operand #0 is a value that was erased"


def test_successors_of_another_region() -> None:
    parsed = parse(
        """
        func.func @f() {
          cf.br ^a
        ^a:
          func.return
        }
        func.func @g() {
          cf.br ^a
        ^a:
          func.return
        }
        """
    )
    first, second = parsed.ok.body.block.ops
    branch = first.regions[0].blocks[0].last_op
    assert branch is not None
    branch.successors[0] = second.regions[0].blocks[1]
    assert not verify(parsed.context, parsed.ok)
    assert "'cf.br' op successor #0 is a block of another region" in parsed.errors


def test_a_verifier_that_stumbles_gives_an_error() -> None:
    class Stumbling(ModuleOp):
        def verify_(self) -> None:
            raise KeyError("missing")

    parsed = parse("module {}")
    parsed.ok.body.block.add_op(Stumbling([]))
    assert not verify(parsed.context, parsed.ok)
    assert parsed.errors == (
        "<unknown>: error: 'builtin.module' op is not valid\nnote: its verifier failed with KeyError: 'missing'\n"
    )


def test_the_traits_are_xdsls_again_afterwards() -> None:
    before = IsolatedFromAbove.verify, SymbolTable.verify, SymbolTable.lookup_symbol
    errors_of(dedent(VALID["a call"]))
    assert (IsolatedFromAbove.verify, SymbolTable.verify, SymbolTable.lookup_symbol) == before


def test_nested_symbols_are_found() -> None:
    # The look-up is ours while verifying; it has to follow nested references as xDSL's does.
    parsed = parse("module @a { func.func private @f() -> () }\nfunc.func private @g() -> ()")

    module = parsed.ok
    references = [
        "g",
        SymbolRefAttr("g"),
        SymbolRefAttr("a", ["f"]),
        SymbolRefAttr("a", ["g"]),
        SymbolRefAttr("g", ["f"]),
        SymbolRefAttr("missing", ["f"]),
    ]
    plain = [SymbolTable.lookup_symbol(module, reference) for reference in references]
    with linear_traits():
        assert [SymbolTable.lookup_symbol(module, reference) for reference in references] == plain
    assert plain[0] is not None and plain[2] is not None


def test_ten_thousand_nested_regions() -> None:
    text = '"u.r"() ({ ' * 10_000 + "}) : () -> () " * 10_000
    parsed = parse(text.encode(), allow_unregistered=True)
    assert verify(parsed.context, parsed.ok)


class TestRepetition:
    """The own verifier of an operation runs once for equal types and attributes, if it looks at nothing else."""

    TEXT = """
        func.func @f(%a: i32, %b: f32) {
          %0 = arith.addi %a, %a : i32
          %1 = arith.addi %0, %a : i32
          %2 = "arith.addi"(%1, %a) {mark} : (i32, i32) -> i32
          func.return
        }
    """

    @staticmethod
    def count(monkeypatch: pytest.MonkeyPatch) -> list[str]:
        seen: list[str] = []
        plain = arith.AddiOp.verify_

        def verify_(self: arith.AddiOp) -> None:
            seen.append(self.name)
            plain(self)

        monkeypatch.setattr(arith.AddiOp, "verify_", verify_)
        monkeypatch.setattr(arith.AddiOp, "VERIFIES_TYPES_AND_ATTRIBUTES_ONLY", True, raising=False)
        return seen

    def test_equal_operations_are_verified_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seen = self.count(monkeypatch)
        parsed = parse(self.TEXT)
        assert verify(parsed.context, parsed.ok)
        assert len(seen) == 2
        assert verify(parsed.context, parsed.ok)
        assert len(seen) == 2
        assert verify(parsed.context, parsed.ok, everything=True)
        assert len(seen) == 5

    @pytest.mark.parametrize(
        ("flags", "verifications"),
        [
            # Of the input, after the pass; of the input, by a pass itself; and all of it.
            (["--anywhere"], 2),
            (["--verify", "--verify-each=false"], 2),
            (["--anywhere", "--verify"], 4),
        ],
    )
    def test_a_flag_turns_the_whole_check_on(
        self, flags: list[str], verifications: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen = self.count(monkeypatch)
        registry = registry_of(AnywherePass, VerifyPass)
        assert drive(flags, self.TEXT, registry=registry).code == 0
        assert len(seen) == 2
        seen.clear()
        assert drive([*flags, "--verify-everything"], self.TEXT, registry=registry).code == 0
        assert len(seen) == 3 * verifications

    def test_a_change_is_noticed(self) -> None:
        parsed = parse(self.TEXT)
        module = parsed.ok
        assert verify(parsed.context, module)
        function = module.body.block.first_op
        assert isinstance(function, func.FuncOp)
        add = function.body.block.first_op
        assert add is not None
        add.operands = [function.body.block.args[1], function.body.block.args[1]]
        assert not verify(parsed.context, module)
        assert not verify(parsed.context, module)
        assert parsed.errors.count("'arith.addi' op operand 'lhs' at position 0 does not verify") == 2

    def test_which_classes_look_at_nothing_else(self) -> None:
        assert looks_at_types_and_attributes_only(arith.AddiOp)
        assert looks_at_types_and_attributes_only(arith.MulfOp)
        # These look at what is around them, or at their regions, or have verifiers written by hand.
        for op_type in (func.CallOp, func.ReturnOp, func.FuncOp, ModuleOp, cf.ConditionalBranchOp, scf.IfOp):
            assert not looks_at_types_and_attributes_only(op_type)
