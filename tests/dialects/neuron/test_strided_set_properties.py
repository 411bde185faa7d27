"""Laws of the algebra as properties, so that a counter-example arrives shrunk."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from neuron_opt.dialects.neuron.strided_set import StridedSet, StridedSetError, Unknown, first_difference, nest

NUMS = st.one_of(st.just(1), st.integers(1, 5))
STEPS = st.one_of(st.integers(-3, 3), st.integers(-40, 40))
SETS = st.builds(StridedSet, st.lists(st.tuples(STEPS, NUMS), max_size=4), st.integers(-20, 20))
HUGE_SETS = st.builds(
    StridedSet,
    st.lists(st.tuples(st.integers(-(2**70), 2**70), st.integers(1, 2**70)), max_size=6),
    st.integers(-(2**70), 2**70),
)

laws = settings(max_examples=300, deadline=None)


@laws
@given(SETS)
def test_flattening_keeps_the_enumeration(strided_set: StridedSet):
    flat = strided_set.flatten()
    count = strided_set.num_input_elts
    assert [flat.element_at(at) for at in range(count)] == [strided_set.element_at(at) for at in range(count)]
    assert all(outer[0] != inner[0] * inner[1] for outer, inner in zip(flat.pairs, flat.pairs[1:], strict=False))
    assert 1 not in flat.shape


@laws
@given(SETS, SETS)
def test_equal_flat_forms_are_equal_enumerations(left: StridedSet, right: StridedSet):
    assert left.same_order(right) == (list(left.elements()) == list(right.elements()))
    assert (first_difference(left, right) is None) == left.same_order(right)


@laws
@given(SETS, SETS)
def test_split_undoes_nest(outer: StridedSet, inner: StridedSet):
    nested = nest(outer, inner)
    again_outer, again_inner = nested.split(inner.num_input_elts)
    assert again_outer == StridedSet(outer.flatten().pairs, outer.start + inner.start)
    assert again_inner == StridedSet(inner.flatten().pairs)


@laws
@given(HUGE_SETS, st.data())
def test_nest_undoes_split_however_large(strided_set: StridedSet, data: st.DataObject):
    pairs = strided_set.flatten().pairs
    inside = 1
    sizes = [1]
    for _, num in reversed(pairs):
        inside *= num
        sizes.append(inside)
    size = data.draw(st.sampled_from(sizes))
    outer, inner = strided_set.split(size)
    assert inner.num_input_elts == size
    assert nest(outer, inner).flatten() == strided_set.flatten()
    assert first_difference(nest(outer, inner), strided_set) is None


@laws
@given(SETS, st.integers(-1, 130))
def test_split_and_its_question_agree(strided_set: StridedSet, size: int):
    try:
        strided_set.split(size)
    except StridedSetError as error:
        assert not strided_set.can_split(size)
        assert error.splittable_sizes == strided_set.splittable_sizes()
        assert size not in strided_set.splittable_sizes()
    else:
        assert strided_set.can_split(size) and size in strided_set.splittable_sizes()


@laws
@given(SETS)
def test_reshape_to_ones_own_shape_and_to_a_line(strided_set: StridedSet):
    again = strided_set.reshape(strided_set.shape)
    assert again.shape == strided_set.shape and again.same_order(strided_set)
    assert again.reshape(again.shape) == again
    line = (strided_set.num_input_elts,)
    try:
        assert strided_set.reshape(line).same_order(strided_set)
    except StridedSetError:
        assert strided_set.flatten().rank > 1


@laws
@given(HUGE_SETS, HUGE_SETS)
def test_huge_first_differences_are_differences(left: StridedSet, right: StridedSet):
    difference = first_difference(left, right)
    if difference is None:
        assert left.flatten() == right.flatten()
        return
    at = difference.position
    for strided_set, value in ((left, difference.left), (right, difference.right)):
        inside = at < strided_set.num_input_elts
        assert value == (strided_set.element_at(at) if inside else None)
    assert difference.left != difference.right
    for before in {0, at // 2, at - 1}:
        if 0 <= before < at:
            assert left.element_at(before) == right.element_at(before)


@laws
@given(SETS)
def test_walking_backwards_visits_the_same_elements(strided_set: StridedSet):
    backwards = strided_set
    for dimension, num in enumerate(strided_set.shape):
        backwards = backwards.span(dimension, num - 1, -1, num)
    assert list(backwards.elements()) == list(strided_set.elements())[::-1]
    assert backwards.same_elements(strided_set) is True
    assert backwards.num_result_elts == strided_set.num_result_elts


@laws
@given(SETS, st.integers(1, 4), st.integers(1, 4))
def test_reinterpreting_there_and_back(strided_set: StridedSet, large: int, factor: int):
    assume(strided_set.rank > 0)
    pairs = (*strided_set.pairs[:-1], (1, strided_set.shape[-1]))
    contiguous = StridedSet(pairs, strided_set.start)
    smaller = contiguous.reinterpret(large * factor, large)
    assert smaller.num_input_elts == contiguous.num_input_elts * factor
    covered = {value * factor + part for value in contiguous.elements() for part in range(factor)}
    assert set(smaller.elements()) == covered
    assert smaller.reinterpret(large, large * factor).same_order(contiguous)


@laws
@given(SETS, SETS)
def test_comparisons_agree_with_sets_of_integers(left: StridedSet, right: StridedSet):
    mine, theirs = set(left.elements()), set(right.elements())
    assert left.overlaps(right) is bool(mine & theirs)
    assert left.is_subset_of(right) is (mine <= theirs)
    assert left.same_elements(right) is (mine == theirs)
    assert left.num_result_elts == len(mine)


@laws
@given(HUGE_SETS, HUGE_SETS)
def test_huge_comparisons_end_and_are_consistent(left: StridedSet, right: StridedSet):
    overlap = left.overlaps(right, budget=200)
    subset = left.is_subset_of(right, budget=200)
    if subset is True:
        assert isinstance(overlap, Unknown) or overlap
    assert left.overlaps(left.shift(0), budget=200) is not False
    assert left.contains(left.element_at(left.num_input_elts // 2), budget=200) is not False
    count = left.count_results(budget=200)
    if not isinstance(count, Unknown):
        assert 1 <= count <= min(left.num_input_elts, left.result_hull_size)
