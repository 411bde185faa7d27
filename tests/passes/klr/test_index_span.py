"""The laws of index spans and layouts: those that KLR proves in Lean, checked against Python's ranges and numpy."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuron_opt.passes.klr.errors import KlrError
from neuron_opt.passes.klr.index_span import IndexSpan, Layout


@st.composite
def spans(draw: st.DrawFn, most: int = 12) -> IndexSpan:
    """A span whose indices are all at least 0."""
    num = draw(st.integers(0, most))
    step = draw(st.integers(-5, 5).filter(bool))
    least = -step * max(num - 1, 0) if step < 0 else 0
    return IndexSpan.checked(draw(st.integers(least, least + 20)), step, num)


@given(spans(), spans())
def test_composition_is_indexing_clipped_to_the_first_break(outer: IndexSpan, inner: IndexSpan) -> None:
    expected: list[int] = []
    for position in inner.indices():
        if not 0 <= position < outer.num:
            break
        expected.append(outer.indices()[position])
    assert list(outer.after(inner).indices()) == expected


@given(spans(), spans())
def test_composition_is_that_of_affine_functions(outer: IndexSpan, inner: IndexSpan) -> None:
    composed = outer.after(inner)
    for position in range(-3, 15):
        assert composed.at(position) == outer.at(inner.at(position))


@given(spans(), spans(), spans())
def test_composition_is_associative_where_nothing_is_clipped_in_between(
    first: IndexSpan, second: IndexSpan, third: IndexSpan
) -> None:
    left = list(first.after(second).after(third).indices())
    right = list(first.after(second.after(third)).indices())
    # What is clipped away in between is lost, even where the third span would have come back inside.
    assert left == right[: len(left)]
    if first.after(second).num == second.num:
        assert left == right


def test_what_is_clipped_in_between_is_lost() -> None:
    first, second, third = IndexSpan(0, 1, 11), IndexSpan(12, -2, 3), IndexSpan(1, 1, 2)
    assert list(first.after(second).after(third).indices()) == []
    assert list(first.after(second.after(third)).indices()) == [10, 8]


@given(spans())
def test_the_full_span_changes_nothing(span: IndexSpan) -> None:
    assert span.after(IndexSpan.full(span.num)) == span
    size = max(span.indices(), default=0) + 1
    assert list(IndexSpan.full(size).after(span).indices()) == list(span.indices())


@given(st.integers(0, 20), st.integers(0, 20), st.integers(-5, 5).filter(bool))
def test_a_slice_has_the_indices_of_a_range(start: int, stop: int, step: int) -> None:
    assert list(IndexSpan.slice(start, stop, step).indices()) == list(range(start, stop, step))


def test_a_negative_step_that_does_not_divide_is_not_rounded_down() -> None:
    # KLR's own size of this slice is 10 // 3, although index 1 is one of a range.
    assert list(IndexSpan.slice(10, 0, -3).indices()) == [10, 7, 4, 1]


@pytest.mark.parametrize(
    ("start", "step", "num", "message"),
    [
        (0, 0, 4, "Step size cannot be 0"),
        (0, 1, -1, "a span cannot have -1 indices"),
        (3, -2, 3, "the span from 3 by -2, 3 times, reaches -1"),
        (-1, 1, 2, "the span from -1 by 1, 2 times, reaches -1"),
    ],
)
def test_what_is_no_span(start: int, step: int, num: int, message: str) -> None:
    with pytest.raises(KlrError) as raised:
        IndexSpan.checked(start, step, num)
    assert str(raised.value) == message


def test_a_slice_without_a_step() -> None:
    with pytest.raises(KlrError, match=r"^Step size cannot be 0$"):
        IndexSpan.slice(0, 4, 0)


@st.composite
def sliced_shapes(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]:
    """A shape, and for each dimension a slice that keeps at least one index."""
    shape = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=4)))
    slices: list[tuple[int, int, int]] = []
    for size in shape:
        first, last = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
        step = draw(st.integers(1, 3))
        slices.append((first, last + 1, step) if first <= last else (first, last - 1, -step))
    return shape, tuple(slices)


@given(sliced_shapes())
def test_a_layout_of_spans_is_numpys_slicing(case: tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]) -> None:
    shape, slices = case
    layout = Layout.row_major(shape).after([IndexSpan.slice(*each) for each in slices])
    where = numpy.arange(int(numpy.prod(shape))).reshape(shape)
    # A stop of -1 would count from the end in numpy.
    expected = where[tuple([slice(start, None if stop < 0 else stop, step) for start, stop, step in slices])]
    assert layout.nums == expected.shape
    found = [layout.at(coordinate) for coordinate in numpy.ndindex(*layout.nums)]
    assert found == expected.ravel().tolist()


def test_a_layout_needs_one_span_a_dimension() -> None:
    with pytest.raises(KlrError, match=r"^1 indices for 2 dimensions$"):
        Layout.row_major((2, 3)).after([IndexSpan.full(2)])
