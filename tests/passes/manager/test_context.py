"""Dialects that load by name, names that do not exist, and what a context carries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from parsing import make_context
from xdsl.dialects import test as xdsl_test
from xdsl.dialects.builtin import UnregisteredAttr, UnregisteredOp
from xdsl.dialects.test import Test
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.utils.exceptions import UnregisteredConstructException

from neuron_opt.passes.manager.context import OptContext


class ByName(Dialect):
    """A dialect that is asked by name, and remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__("test")
        self.asked: list[str] = []

    def find_operation(self, name: str) -> type[Operation] | None:
        self.asked.append(name)
        return xdsl_test.TestOp if name == xdsl_test.TestOp.name else None

    def find_attribute(self, name: str) -> type[Attribute] | None:
        self.asked.append(name)
        return xdsl_test.TestType if name == xdsl_test.TestType.name else None

    @property
    def operation_names(self) -> tuple[str, ...]:
        return ("test.op", "test.pure")

    @property
    def attribute_names(self) -> tuple[str, ...]:
        return ("test.type",)

    @property
    def operations(self) -> Iterator[type[Operation]]:
        self.asked.append("everything")
        return Test.operations

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        return Test.attributes


@pytest.fixture
def by_name() -> tuple[OptContext, ByName]:
    dialect = ByName()
    context = OptContext()
    context.register_dialect("test", lambda: dialect)
    return context, dialect


def test_only_what_is_named_is_loaded(by_name: tuple[OptContext, ByName]) -> None:
    context, dialect = by_name
    assert context.get_optional_op("test.op") is xdsl_test.TestOp
    assert context.get_optional_op("test.op") is xdsl_test.TestOp
    assert context.get_optional_op("op", dialect_stack=["builtin", "test"]) is xdsl_test.TestOp
    assert context.get_optional_type("test.type") is xdsl_test.TestType
    assert context.get_optional_attr("test.type") is None
    assert context.get_optional_dialect("test") is dialect
    assert dialect.asked.count("test.op") == 1
    assert "everything" not in dialect.asked
    assert context.suggest_operation("test.poure") == "; did you mean 'test.pure'?"
    assert context.suggest_attribute("test.tipe", is_type=True) == "; did you mean 'test.type'?"
    assert "everything" not in dialect.asked


def test_a_whole_dialect_can_be_loaded_after_parts_of_it(by_name: tuple[OptContext, ByName]) -> None:
    context, dialect = by_name
    context.get_optional_op("test.op")
    context.load_registered_dialect("test")
    assert dialect.asked.count("everything") == 1
    assert {op.name for op in context.loaded_ops} >= {"test.op", "test.pureop"}
    with pytest.raises(UnregisteredConstructException, match="'nowhere' dialect is not registered"):
        context.load_registered_dialect("nowhere")


def test_names_that_a_registered_dialect_lacks_are_never_unregistered() -> None:
    context = make_context(allow_unregistered=True)
    assert context.get_optional_op("arith.adi") is None
    assert context.get_optional_attr("arith.fastmth") is None
    assert context.get_optional_type("llvm.pointer") is None
    op = context.get_optional_op("mine.op")
    attribute = context.get_optional_attr("mine.attribute")
    assert op is not None and issubclass(op, UnregisteredOp)
    assert attribute is not None and issubclass(attribute, UnregisteredAttr)
    strict = make_context()
    assert strict.get_optional_op("mine.op") is None
    assert strict.get_optional_type("mine.type") is None


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("arith.adi", "arith.addi"),
        ("arth.addi", "arith.addi"),
        ("arth.adi", "arith.addi"),
        ("nothing.like.it", None),
        ("undotted", None),
    ],
)
def test_suggestions(name: str, suggestion: str | None) -> None:
    expected = "" if suggestion is None else f"; did you mean '{suggestion}'?"
    assert make_context().suggest_operation(name) == expected


def test_a_finder_is_asked_once_for_each_dialect_that_nobody_registered() -> None:
    asked: list[str] = []

    def find(name: str) -> Callable[[], Dialect] | None:
        asked.append(name)
        return (lambda: Test) if name == "test" else None

    context = OptContext(dialect_finder=find)
    assert context.get_optional_op("test.op") is xdsl_test.TestOp
    assert context.get_optional_op("other.op") is None
    assert context.get_optional_op("other.op2") is None
    assert context.get_optional_type("other.type") is None
    assert asked == ["test", "other"]


def test_a_clone_reports_to_the_same_place() -> None:
    context = make_context(allow_unregistered=True)
    context.get_optional_op("arith.addi")
    copy = context.clone()
    assert copy is not context
    assert copy.diagnostics is context.diagnostics
    assert copy.statistics is context.statistics
    assert copy.allow_unregistered
    assert copy.get_optional_op("arith.addi") is context.get_optional_op("arith.addi")
    assert copy.get_optional_op("func.func") is not None
