from __future__ import annotations

import pytest

from neuron_opt.passes.manager.flags import (
    CommandLineError,
    Flag,
    FlagKind,
    ParsedArguments,
    PassFlag,
    parse_arguments,
)

FLAGS = (
    Flag("o", "", FlagKind.STRING, metavar="file"),
    Flag("quick", "", aliases=("q",)),
    Flag("careful", "", default=True),
    Flag("count", "", FlagKind.INTEGER),
    Flag("mode", "", FlagKind.CHOICE, choices=("fast", "slow"), default="fast"),
    Flag("marker", "", FlagKind.OPTIONAL_STRING, bare="// -----"),
    Flag("level", "", FlagKind.OPTIONAL_STRING, bare="all", choices=("all", "some")),
    Flag("name", "", FlagKind.STRING, repeats=True),
)


def parse(*arguments: str) -> ParsedArguments:
    return parse_arguments(
        arguments,
        FLAGS,
        lambda name: name in ("cse", "lower-macros"),
        lambda: ("cse", "lower-macros"),
        {"emit-bytecode": "there is none"},
    )


def test_defaults() -> None:
    parsed = parse()
    assert not parsed.boolean("quick")
    assert parsed.boolean("careful")
    assert parsed.integer("count") is None
    assert parsed.text("mode") == "fast"
    assert parsed.text("marker") == ""
    assert parsed.optional_text("o") is None
    assert parsed.texts("name") == []
    assert parsed.files == []
    assert not parsed.is_given("careful")


def test_one_and_two_hyphens_values_with_and_without_equals() -> None:
    parsed = parse("-quick", "--count=3", "-o", "out", "--mode", "slow", "in.mlir")
    assert parsed.boolean("quick")
    assert parsed.integer("count") == 3
    assert parsed.text("o") == "out"
    assert parsed.text("mode") == "slow"
    assert parsed.files == ["in.mlir"]


def test_booleans_take_a_value_only_with_equals() -> None:
    parsed = parse("--careful=false", "-q", "false")
    assert not parsed.boolean("careful")
    assert parsed.is_given("careful")
    assert parsed.boolean("quick")
    assert parsed.files == ["false"]


def test_an_optional_value_is_never_the_next_argument() -> None:
    parsed = parse("--marker", "in.mlir")
    assert parsed.text("marker") == "// -----"
    assert parsed.files == ["in.mlir"]
    assert parse("--marker=// x").text("marker") == "// x"
    assert parse("--marker=").text("marker") == ""


def test_standard_input_and_the_end_of_flags() -> None:
    assert parse("-", "--", "--quick", "-x").files == ["-", "--quick", "-x"]


def test_repeated_flags_keep_their_order() -> None:
    assert parse("--name=a", "--name", "b").texts("name") == ["a", "b"]


def test_passes_keep_their_order_and_their_text() -> None:
    parsed = parse("--lower-macros=a=1 b=2", "--quick", "--cse", "--lower-macros{a=x}", "-lower-macros={a=1}")
    assert parsed.passes == [
        PassFlag("lower-macros", "a=1 b=2", "--lower-macros=a=1 b=2"),
        PassFlag("cse", None, "--cse"),
        PassFlag("lower-macros", "{a=x}", "--lower-macros{a=x}"),
        PassFlag("lower-macros", "{a=1}", "-lower-macros={a=1}"),
    ]


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("--csee", "unknown flag '--csee'; did you mean '--cse'?"),
        ("-csee", "unknown flag '-csee'; did you mean '-cse'?"),
        ("--low", "unknown flag '--low'; did you mean '--lower-macros'?"),
        ("--zzzzzz", "unknown flag '--zzzzzz'"),
        ("--emit-bytecode", "there is no flag '--emit-bytecode': there is none"),
        ("--count=three", "flag '--count' takes an integer, not 'three'"),
        ("--mode=slwo", "flag '--mode' takes one of 'fast', 'slow', not 'slwo'; did you mean 'slow'?"),
        ("--level=none", "flag '--level' takes one of 'all', 'some', not 'none'"),
        ("--quick=maybe", "flag '--quick' takes 'true' or 'false', not 'maybe'"),
        ("-o", "flag '-o' needs a value: -o <file>"),
        ("--count", "flag '--count' needs a value: --count=<value>"),
    ],
)
def test_errors(argument: str, message: str) -> None:
    with pytest.raises(CommandLineError) as caught:
        parse(argument)
    assert str(caught.value) == message


def test_a_flag_given_twice() -> None:
    with pytest.raises(CommandLineError, match="flag '--mode' is given twice"):
        parse("--mode=fast", "--mode=slow")


def test_synopses() -> None:
    assert [flag.synopsis for flag in FLAGS[:7]] == [
        "-o <file>",
        "--quick",
        "--careful",
        "--count=<value>",
        "--mode=<fast|slow>",
        "--marker[=<value>]",
        "--level[=<all|some>]",
    ]
