from __future__ import annotations

import string

import pytest
from driving import registry_of
from example_passes import EXAMPLE_CLASSES
from hypothesis import given
from hypothesis import strategies as st

from neuron_opt.passes.manager.flags import PassFlag
from neuron_opt.passes.manager.pipeline import PassPipeline, PassStep, PipelineError

REGISTRY = registry_of(*EXAMPLE_CLASSES)
DEFAULTS = "number=1 ratio=0.5 force=false label=plain mode=fast sizes={} names={} limit=none"


def parse(text: str) -> PassPipeline:
    return PassPipeline.parse(text, REGISTRY)


def error_of(text: str) -> PipelineError:
    with pytest.raises(PipelineError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("builtin.module()", "builtin.module()"),
        ("any(anywhere)", "any(anywhere)"),
        (" any ( func.func ( on-functions , anywhere ) ) ", "any(func.func(on-functions,anywhere))"),
        ("builtin.module(any(anywhere),scf.for(anywhere{}))", "builtin.module(any(anywhere),scf.for(anywhere))"),
        ("builtin.module(all-options)", f"builtin.module(all-options{{{DEFAULTS}}})"),
    ],
)  # fmt: skip
def test_what_is_parsed_and_printed(text: str, printed: str) -> None:
    assert str(parse(text)) == printed
    assert parse(printed) == parse(text) or str(parse(printed)) == printed


@pytest.mark.parametrize(
    ("options", "name", "value"),
    [
        ("number=-7", "number", -7),
        ("number=0x10", "number", 16),
        ("number=+3", "number", 3),
        ("ratio=1e-5", "ratio", 1e-5),
        ("ratio=2", "ratio", 2.0),
        ("force", "force", True),
        ("force=true", "force", True),
        ("force=0", "force", False),
        ("label=a-b.c/d", "label", "a-b.c/d"),
        ('label="a b, {c} )"', "label", "a b, {c} )"),
        ("label='it is \"so\"'", "label", 'it is "so"'),
        (r'label="a\"b\\c"', "label", 'a"b\\c'),
        ("label={a b}", "label", "a b"),
        ("label={x=1 y={2}}", "label", "x=1 y={2}"),
        ("label=", "label", ""),
        ("mode=slow", "mode", "slow"),
        ("sizes=1,2,3", "sizes", (1, 2, 3)),
        ("sizes={1, 2,3}", "sizes", (1, 2, 3)),
        ("sizes={}", "sizes", ()),
        ("sizes=", "sizes", ()),
        ("names=a,'b,c',{d,e},\"f g\"", "names", ("a", "b,c", "d,e", "f g")),
        ("limit=3", "limit", 3),
        ("limit=none", "limit", None),
        ("limit", "limit", None),
    ],
)
def test_values_of_options(options: str, name: str, value: object) -> None:
    step = parse(f"builtin.module(all-options{{{options}}})").steps[0]
    assert isinstance(step, PassStep)
    found = dict(step.values)[name]
    assert found == value
    assert type(found) is type(value)


def test_underscores_are_hyphens() -> None:
    assert str(parse("builtin.module(two-words{long_name=3})")) == "builtin.module(two-words{long-name=3})"


def test_what_differs_from_the_default_is_what_a_banner_shows() -> None:
    step = parse("builtin.module(all-options{mode=slow number=1 sizes=4})").steps[0]
    assert isinstance(step, PassStep)
    assert step.spell(all_options=False) == "all-options{mode=slow sizes=4}"


_CHOICE = "option 'mode' takes one of 'fast', 'slow', not 'fsat'; did you mean 'fast'?"
_OPTION = "pass 'two-words' has no option 'long-nmae'; did you mean 'long-name'?"
_TEXTS = st.text(alphabet=string.ascii_letters + string.digits + " \"'{}()[],=\\-_.\n\t", max_size=8)


@given(
    number=st.integers(),
    ratio=st.floats(allow_nan=False),
    force=st.booleans(),
    label=_TEXTS,
    mode=st.sampled_from(["fast", "slow"]),
    sizes=st.lists(st.integers(), max_size=3).map(tuple),
    names=st.lists(_TEXTS, max_size=3).map(tuple),
    limit=st.none() | st.integers(),
)
def test_what_is_printed_parses_back(
    number: int,
    ratio: float,
    force: bool,
    label: str,
    mode: str,
    sizes: tuple[int, ...],
    names: tuple[str, ...],
    limit: int | None,
) -> None:
    entry = REGISTRY.find_pass("all-options")
    assert entry is not None
    values = {
        "number": number,
        "ratio": ratio,
        "force": force,
        "label": label,
        "mode": mode,
        "sizes": sizes,
        "names": names,
        "limit": limit,
    }
    step = PassStep(entry, tuple(values.items()))
    again = parse(f"builtin.module({step})").steps[0]
    assert isinstance(again, PassStep)
    assert dict(again.values) == values


@given(st.text(alphabet="ab(){},= \"'\\.-_c", max_size=24))
def test_any_text_is_a_pipeline_or_a_located_error(text: str) -> None:
    try:
        PassPipeline.parse(f"builtin.module({text}", REGISTRY)
    except PipelineError as error:
        assert error.location.line >= 1
        assert error.location.column >= 1


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "the pipeline is empty; write 'builtin.module()' for one that does nothing"),
        ("anywhere", 1, "the pipeline must be wrapped in the operation that it runs on"),
        ("func.func(anywhere)", 1, "the outermost anchor must be 'builtin.module' or 'any', not 'func.func'"),
        (
            "builtin.modul(anywhere)",
            1,
            "the outermost anchor must be 'builtin.module' or 'any', not 'builtin.modul'; "
            "did you mean 'builtin.module'?",
        ),
        ("builtin.module(", 15, "this '(' is not closed"),
        ("builtin.module(anywhere", 15, "this '(' is not closed"),
        ("builtin.module(anywhere,)", 25, "expected the name of a pass or of an operation, not ')'"),
        ("builtin.module(anywhere anywhere)", 25, "expected ',' or ')' after 'anywhere', not 'a'"),
        ("builtin.module(anywhere))", 25, "expected ',' or the end after 'builtin.module', not ')'"),
        ("builtin.module(anywere)", 16, "there is no pass or pipeline called 'anywere'; did you mean 'anywhere'?"),
        ("builtin.module(func.func)", 16, "'func.func' needs the passes that run on it, in parentheses"),
        ("builtin.module(func(anywhere))", 16, "'func' is not the name of an operation"),
        ("builtin.module(anywhere(anywhere))", 16, "'anywhere' is a pass, not an operation; options go in braces"),
        ("builtin.module(on-functions)", 16, "pass 'on-functions' runs on 'func.func', not on 'builtin.module'"),
        ("any(on-functions)", 5, "pass 'on-functions' runs on 'func.func', not on 'any'"),
        ("any(func.func(all-options))", 15, "pass 'all-options' runs on 'builtin.module', not on 'func.func'"),
        ("builtin.module(anywhere{x})", 25, "pass 'anywhere' has no options"),
        ("builtin.module(two-words{long-nmae})", 26, _OPTION),
        ("builtin.module(two-words{x=3})", 26, "pass 'two-words' has no option 'x'"),
        ("builtin.module(two-words{long-name=1 long_name=1})", 38, "option 'long-name' is given twice"),
        ("builtin.module(two-words{long-name})", 26, "option 'long-name' needs a value: an integer"),
        ("builtin.module(two-words{long-name=1_0})", 36, "option 'long-name' takes an integer, not '1_0'"),
        ("builtin.module(two-words{long-name=1.5})", 36, "option 'long-name' takes an integer, not '1.5'"),
        ("builtin.module(two-words{long-name=none})", 36, "option 'long-name' takes an integer, not 'none'"),
        ("builtin.module(two-words{=1})", 26, "expected the name of an option, not '='"),
        ("builtin.module(needs-one)", 16, "pass 'needs-one' needs option 'must' (a string)"),
        ("builtin.module(all-options{mode=fsat})", 33, _CHOICE),
        ("builtin.module(all-options{sizes=1,x,3})", 36, "option 'sizes' takes a list of integers, not 'x'"),
        ("builtin.module(all-options{sizes={1,y}})", 37, "option 'sizes' takes a list of integers, not 'y'"),
        ("builtin.module(all-options{ratio=fast})", 34, "option 'ratio' takes a number, not 'fast'"),
        ("builtin.module(all-options{force=yes})", 34, "option 'force' takes 'true' or 'false', not 'yes'"),
        ("builtin.module(all-options{label='x})", 34, "this quote is not closed"),
        ("builtin.module(all-options{label={x)", 34, "this '{' is not closed"),
        ("builtin.module(all-options{number=1)", 27, "this '{' is not closed"),
    ],
)  # fmt: skip
def test_errors_point_to_the_place(text: str, column: int, message: str) -> None:
    error = error_of(text)
    assert error.message == message
    assert (error.location.line, error.location.column) == (1, column)
    assert error.source.text == text


def test_notes_say_what_to_write() -> None:
    assert error_of("builtin.module(on-functions)").notes == ("write 'func.func(on-functions)'",)
    assert error_of("builtin.module(func.func(all-options))").notes == (
        "move it out of 'func.func(…)', directly into 'builtin.module(…)'",
    )
    assert error_of("builtin.module(two-words{x=3})").notes == ("its options are long-name",)


def test_a_bare_list_nests_what_does_not_run_on_modules() -> None:
    pipeline = PassPipeline.parse_elements("anywhere,on-functions,two-words", REGISTRY)
    assert str(pipeline) == "builtin.module(anywhere,func.func(on-functions),two-words{long-name=96})"


def test_flags_that_nest_in_the_same_operation_nest_together() -> None:
    flags = [
        PassFlag("on-functions", None, "--on-functions"),
        PassFlag("on-functions", None, "--on-functions"),
        PassFlag("two-words", "long-name=3", "--two-words=long-name=3"),
        PassFlag("on-functions", None, "--on-functions"),
    ]
    assert str(PassPipeline.from_flags(flags, REGISTRY)) == (
        "builtin.module(func.func(on-functions,on-functions),two-words{long-name=3},func.func(on-functions))"
    )


def test_an_error_in_a_flag_points_into_the_flag() -> None:
    flag = PassFlag("two-words", "long-name=x", "--two-words=long-name=x")
    with pytest.raises(PipelineError) as caught:
        PassPipeline.from_flags([flag], REGISTRY)
    assert str(caught.value.location) == "--two-words:1:23"
    assert caught.value.source.text == flag.text


def test_a_registered_pipeline_stands_for_its_passes() -> None:
    assert str(parse("builtin.module(both{times=3},anywhere)")) == (
        "builtin.module(two-words{long-name=3},func.func(anywhere),anywhere)"
    )
    flags = [PassFlag("both", "times=4", "--both=times=4")]
    assert str(PassPipeline.from_flags(flags, REGISTRY)) == "builtin.module(two-words{long-name=4},func.func(anywhere))"


def test_an_error_inside_a_registered_pipeline_points_to_its_name() -> None:
    error = error_of("builtin.module(anywhere,broken)")
    assert error.message == "there is no pass or pipeline called 'no-such-pass'"
    assert error.location.column == 25
    assert error.notes[-1] == "in the pipeline 'broken', which stands for 'no-such-pass'"


def test_a_pipeline_that_contains_itself() -> None:
    error = error_of("builtin.module(endless)")
    assert error.message == "pipeline 'endless' contains itself"


def test_a_deeply_nested_pipeline() -> None:
    depth = 150
    text = "builtin.module(" * depth + ")" * depth
    assert str(parse(text)) == text
    error = error_of("builtin.module(" * 3000 + ")" * 3000)
    assert error.message == "pipelines are nested more than 200 deep"
    assert error.location.column == 201 * len("builtin.module(")
