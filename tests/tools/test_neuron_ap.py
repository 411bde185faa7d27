"""`neuron-ap` as a library: pictures, drawings and comparisons against what patterns enumerate."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import f32

from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr
from neuron_opt.dialects.neuron.strided_set import StridedSet
from neuron_opt.tools.access_patterns.differences import compare
from neuron_opt.tools.access_patterns.drawing import MAX_RUNS, DrawingError, runs, svg
from neuron_opt.tools.access_patterns.explanation import loop_nest, walk_set
from neuron_opt.tools.access_patterns.picture import picture
from neuron_opt.tools.access_patterns.reading import Subject
from neuron_opt.tools.ap_main import run

TILE = "#neuron.ap<partition = [[32, 128]], free = [[8, 4], [2, 3]], dtype = f32>"

pairs = st.lists(st.tuples(st.integers(-6, 6), st.integers(1, 4)), max_size=3).map(tuple)


@st.composite
def patterns(draw: st.DrawFn) -> AccessPatternAttr:
    return AccessPatternAttr(f32, free=draw(pairs), reduce=draw(pairs), offset=draw(st.integers(0, 40)))


def loops_run(pattern: AccessPatternAttr) -> list[int]:
    """What the printed loop nest visits when it is run as a program."""
    program = ["visited = []"]
    for line in loop_nest(pattern):
        depth = " " * (len(line) - len(line.lstrip()))
        if line.lstrip().startswith("for "):
            head = line.split(":")[0].split()
            program.append(f"{depth}for {head[1]} in range(int({head[5]}) + 1):")
        else:
            program.append(f"{depth}visited.append({line.split('element ')[1]})")
    scope: dict[str, list[int]] = {}
    exec("\n".join(program), scope)
    return scope["visited"]


@settings(max_examples=150, deadline=None)
@given(patterns())
def test_the_loop_nest_is_a_program_that_visits_the_elements(pattern: AccessPatternAttr) -> None:
    assert loops_run(pattern) == list(pattern.set.elements())


@settings(max_examples=150, deadline=None)
@given(patterns(), patterns())
def test_a_difference_is_where_the_enumerations_part(left: AccessPatternAttr, right: AccessPatternAttr) -> None:
    same, said = compare(Subject("A", left), Subject("B", right))
    first, second = list(left.set.elements()), list(right.set.elements())
    assert same == (first == second)
    if not same:
        part = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
        position = min(len(first), len(second)) if part is None else part
        assert said[0].startswith(f"they part at position {position}: ")
        assert (said[-1] == "the elements are the same, in another order or another number of times") == (
            set(first) == set(second)
        )
        assert (said[-1] == "no element is visited by both") == (not set(first) & set(second))


@settings(max_examples=100, deadline=None)
@given(pairs, st.integers(0, 20))
def test_runs_are_the_elements(inside: tuple[tuple[int, int], ...], start: int) -> None:
    walk = StridedSet(inside, start)
    found = runs(walk)
    covered = [address for first, count in found for address in range(first, first + count)]
    assert covered == sorted(set(walk.elements()))
    assert all(first + count < second for (first, count), (second, _) in pairwise(found))


def test_a_picture_shows_the_first_visit() -> None:
    # Every second element of four, and those again: the second visit is not shown.
    lines = list(picture(StridedSet(((8, 2),)), StridedSet(((0, 2), (2, 4))), 64, 8, on_chip=True))
    assert lines == [
        "partition   0  1  2  3  4  5  6  7",
        "       64   0  ·  1  ·  2  ·  3  ·",
        "       65   8  ·  9  · 10  · 11  ·",
    ]


def test_a_picture_starts_where_the_pattern_does() -> None:
    lines = list(picture(StridedSet(((128, 100),)), StridedSet(((1, 2),), 40), 0, 128, on_chip=True))
    assert lines[0].split()[1:3] == ["32", "33"]
    assert lines[1].split()[9:11] == ["0", "1"]
    assert lines[-1].strip() == "…"


def test_a_picture_of_memory_without_partitions_has_rows() -> None:
    lines = list(picture(StridedSet(), StridedSet(((10, 3),), 5), 0, 10, on_chip=False))
    assert lines == [
        "      row  0 1 2 3 4 5 6 7 8 9",
        "        0  · · · · · 0 · · · ·",
        "        1  · · · · · 1 · · · ·",
        "        2  · · · · · 2 · · · ·",
    ]


def test_a_drawing_has_a_bar_for_each_run_of_each_partition(tmp_path: Path) -> None:
    file = tmp_path / "tile.svg"
    assert run(["explain", TILE, "--svg", str(file), "--operand", "dma"]) == 0
    root = ElementTree.parse(file).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    bars = [bar for bar in root.iter("{http://www.w3.org/2000/svg}rect") if bar.get("class") == "run"]
    # Twelve single elements in each of 128 partitions.
    assert len(bars) == 12 * 128
    assert len({bar.get("y") for bar in bars}) == 128
    assert root.findtext("{http://www.w3.org/2000/svg}title") == TILE


def test_a_drawing_of_one_run_is_one_bar_a_partition() -> None:
    text = svg("<title>", StridedSet(((64, 4),)), StridedSet(((8, 4), (1, 8)), 16), 32, 64, on_chip=True)
    root = ElementTree.fromstring(text)
    bars = [bar for bar in root.iter("{http://www.w3.org/2000/svg}rect") if bar.get("class") == "run"]
    assert {(bar.get("x"), bar.get("width")) for bar in bars} == {("304.00", "480.00")}
    assert [bar.get("y") for bar in bars] == ["56.5", "62.5", "68.5", "74.5"]
    assert "p32" in text
    assert "p35" in text
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "<title>"


def test_too_many_runs_are_refused() -> None:
    with pytest.raises(DrawingError) as raised:
        runs(StridedSet(((2, MAX_RUNS + 1),)))
    assert str(raised.value) == "4097 runs a partition are too many to draw, 4096 are not"


def test_a_walk_set_of_an_interval() -> None:
    from neuron_opt.dialects.neuron.access_pattern import IntervalAttr

    assert list(walk_set(IntervalAttr(f32, start=3, count=4)).elements()) == [3, 4, 5, 6]


def test_output_that_nobody_reads_is_no_error() -> None:
    command = [sys.executable, "-m", "neuron_opt.tools.ap_main", "explain", TILE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_terminal_that_has_only_ascii() -> None:
    command = [sys.executable, "-m", "neuron_opt.tools.ap_main", "explain", TILE]
    done = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False)
    assert done.returncode == 0
    assert b"partition   0" in done.stdout
    assert done.stderr == b""


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert "explain" in capsys.readouterr().out
    assert run([]) == 1
    assert "the following arguments are required: command" in capsys.readouterr().err
