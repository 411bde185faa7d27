"""The algebra by example: every operation once with numbers a reader can follow, and every refusal with its message."""

import ast
import copy
import pickle
from pathlib import Path

import pytest

from neuron_opt.dialects.neuron import strided_set
from neuron_opt.dialects.neuron.strided_set import (
    Difference,
    StridedSet,
    StridedSetError,
    Unknown,
    divisors,
    first_difference,
    nest,
)

HUGE = 2**40


def refusal(action: object) -> str:
    assert callable(action)
    with pytest.raises(StridedSetError) as caught:
        action()
    return str(caught.value)


# ------------------------------------------------------------------------------------------------ construction


def test_the_map_is_row_major_with_the_last_pair_fastest():
    assert list(StridedSet([(3, 2), (1, 3)]).elements()) == [0, 1, 2, 3, 4, 5]
    assert list(StridedSet([(1, 2), (10, 3)], start=7).elements()) == [7, 17, 27, 8, 18, 28]


def test_no_pairs_is_the_one_element_start():
    point = StridedSet(start=9)
    assert list(point.elements()) == [9]
    assert (point.num_input_elts, point.num_result_elts, point.result_hull_size) == (1, 1, 1)
    assert point.is_singleton and point.is_flat and point.is_contiguous


def test_lists_are_taken_for_pairs_and_other_integers_for_integers():
    class Four:
        def __index__(self) -> int:
            return 4

    made = StridedSet([[1, Four()]])  # pyright: ignore[reportArgumentType]
    assert made == StridedSet([(1, 4)])
    assert type(made.shape[0]) is int


def test_what_has_no_meaning_is_refused():
    assert refusal(lambda: StridedSet([(4, 0)])) == "the num of [4, 0] must be at least 1"
    assert refusal(lambda: StridedSet([(4, -2)])) == "the num of [4, -2] must be at least 1"
    assert refusal(lambda: StridedSet([(4, 2.0)])) == "a num must be an integer, not 2.0"  # pyright: ignore
    assert refusal(lambda: StridedSet([(True, 2)])) == "a step must be an integer, not True"
    assert refusal(lambda: StridedSet([], start="0")) == "a start must be an integer, not '0'"  # pyright: ignore
    assert refusal(lambda: StridedSet([(1, 2, 3)])) == "(1, 2, 3) is not a [step, num] pair"
    assert refusal(lambda: StridedSet([5])) == "5 is not a [step, num] pair"  # pyright: ignore


def test_row_major():
    assert StridedSet.row_major((128, 4, 8)) == StridedSet([(32, 128), (8, 4), (1, 8)])
    assert StridedSet.row_major((1, 4, 1), start=3) == StridedSet([(4, 1), (1, 4), (1, 1)], start=3)
    assert StridedSet.row_major(()) == StridedSet()
    assert refusal(lambda: StridedSet.row_major((4, 0))) == "the size 0 of shape [4, 0] must be at least 1"


def test_a_set_is_an_immutable_value():
    one, same = StridedSet([(2, 3)], 5), StridedSet([[2, 3]], 5)
    assert one == same and hash(one) == hash(same) and one != StridedSet([(2, 3)]) and one != "[[2, 3]]"
    assert {one: "kept"}[same] == "kept"
    with pytest.raises(AttributeError, match=r"a StridedSet is immutable: 'start' cannot be assigned"):
        one.start = 6
    with pytest.raises(AttributeError, match=r"a StridedSet is immutable: 'pairs' cannot be deleted"):
        del one.pairs
    with pytest.raises(AttributeError):
        one.colour = "red"  # pyright: ignore[reportAttributeAccessIssue]
    assert copy.deepcopy(one) == one and pickle.loads(pickle.dumps(one)) == one
    assert repr(one) == "StridedSet([[2, 3]], start=5)"
    assert str(one) == "[[2, 3]] from 5" and str(StridedSet([(2, 3), (0, 2)])) == "[[2, 3], [0, 2]]"


# ------------------------------------------------------------------------------------------------ sizes


def test_sizes_of_a_set_with_a_negative_step():
    backwards = StridedSet([(-10, 3), (1, 4)], start=100)
    assert (backwards.minimum, backwards.maximum, backwards.result_hull_size) == (80, 103, 24)
    assert backwards.num_input_elts == backwards.input_hull_size == backwards.num_result_elts == 12
    assert backwards.steps == (-10, 1) and backwards.shape == (3, 4) and backwards.rank == 2


def test_colliding_steps_are_counted_once():
    assert StridedSet([(0, 8), (1, 64)]).num_result_elts == 64
    assert StridedSet([(1, 5), (1, 3)]).num_result_elts == 7
    # 0 2 4 6, 3 5 7 9, 6 8 10 12: 6 comes twice
    assert StridedSet([(3, 3), (2, 4)]).num_result_elts == 11
    assert StridedSet([(3, 3), (2, 4)]).is_injective() is False
    assert StridedSet([(3, 2), (2, 3)]).is_injective() is True


def test_huge_sets_are_counted_by_arithmetic():
    assert StridedSet([(HUGE, HUGE), (0, HUGE), (1, HUGE)]).num_result_elts == HUGE**2
    overlapping = StridedSet([(1000, HUGE), (1, 2000)])
    assert overlapping.num_result_elts == 1000 * (HUGE - 1) + 2000
    coprime = StridedSet([(HUGE + 1, HUGE), (HUGE - 1, HUGE)])
    assert coprime.count_results(budget=0) == HUGE**2  # both steps are prime to one another, no chain is long enough
    assert list(StridedSet([(0, HUGE), (1, HUGE)]).elements(limit=3)) == [0, 1, 2]
    assert list(StridedSet([(1, HUGE), (0, HUGE**2)]).elements(limit=3)) == [0, 0, 0]


def test_a_count_beyond_the_budget_is_unknown_and_says_why():
    tangled = StridedSet([(1009, 900), (1013, 900), (1019, 900)])
    answer = tangled.count_results(budget=100)
    assert answer == Unknown(
        "the steps [1009, 1013, 1019] interfere, and 729000000 elements over 2733860 addresses exceed the budget of 100"
    )
    with pytest.raises(TypeError, match="an unknown answer has no truth value: the steps"):
        bool(answer)
    assert isinstance(tangled.count_results(), int)
    huge = StridedSet([(step * HUGE + 1, HUGE) for step in (3, 4, 5)])
    assert refusal(lambda: huge.num_result_elts).startswith("the distinct elements of [[")


def test_element_at():
    assert StridedSet([(1, 2), (10, 3)], start=7).element_at(4) == 18
    assert StridedSet([(3, HUGE), (0, HUGE)]).element_at(HUGE * 5 + 2) == 15
    assert refusal(lambda: StridedSet([(1, 2)], 4).element_at(2)) == "index 2 is outside [0, 2) of [[1, 2]] from 4"
    assert refusal(lambda: StridedSet().element_at(-1)) == "index -1 is outside [0, 1) of []"


# ------------------------------------------------------------------------------------------------ order


def test_the_flat_form_drops_units_and_merges_neighbours():
    assert StridedSet([(512, 128), (99, 1), (64, 8), (1, 64)]).flatten() == StridedSet([(1, 65536)])
    assert StridedSet([(0, 3), (0, 4)]).flatten() == StridedSet([(0, 12)])
    assert StridedSet([(-8, 2), (-2, 4)], 20).flatten() == StridedSet([(-2, 8)], 20)
    assert StridedSet([(7, 1)], 3).flatten() == StridedSet(start=3)
    flat = StridedSet([(1024, 128), (2, 512)]).flatten()
    assert flat.flatten() is flat and flat == StridedSet([(2, 65536)])


def test_same_order_is_equality_of_flat_forms_and_starts():
    tile = StridedSet.row_major((128, 4, 8))
    assert tile.same_order(StridedSet([(1, 4096)]))
    assert not tile.same_order(StridedSet([(1, 4096)], 1))
    assert not tile.same_order(tile.permute((0, 2, 1)))
    assert tile.same_elements(tile.permute((0, 2, 1))) is True


def test_split_cuts_where_it_must():
    # reduce the last dimension of (128, 4, 8): the free part is [[8, 4], [1, 8]]
    free = StridedSet([(8, 4), (1, 8)], start=100)
    assert free.split(8) == (StridedSet([(8, 4)], 100), StridedSet([(1, 8)]))
    assert free.split(16) == (StridedSet([(16, 2)], 100), StridedSet([(1, 16)]))
    assert free.split(1) == (StridedSet([(1, 32)], 100), StridedSet())
    assert free.split(32) == (StridedSet(start=100), StridedSet([(1, 32)]))
    gap = StridedSet([(100, 6), (1, 8)])
    assert gap.split(16) == (StridedSet([(200, 3)]), StridedSet([(100, 2), (1, 8)]))
    # the double-row pattern of a (128, 2, 512) operand: the halves are 512 apart
    assert StridedSet([(512, 2), (1, 512)]).split(512) == (StridedSet([(512, 2)]), StridedSet([(1, 512)]))
    # and of a padded (128, 2, 16) tile with one column
    assert StridedSet([(16, 2), (1, 1)]).split(1) == (StridedSet([(16, 2)]), StridedSet())


def test_a_failed_split_says_which_factor_and_which_sizes():
    with pytest.raises(StridedSetError) as caught:
        StridedSet([(8, 4), (1, 8)]).split(5)
    error = caught.value
    assert str(error) == "the trailing 5 elements cannot be split off [[1, 32]]: 5 does not divide 32"
    assert (error.factor, error.extent) == (5, 32)
    assert error.splittable_sizes == (1, 2, 4, 8, 16, 32)

    gap = StridedSet([(100, 6), (1, 8)])
    assert gap.splittable_sizes() == (1, 2, 4, 8, 16, 24, 48)
    assert refusal(lambda: gap.split(12)) == (
        "the trailing 12 elements cannot be split off [[100, 6], [1, 8]]: 8 does not divide 12"
    )
    assert refusal(lambda: gap.split(32)) == (
        "the trailing 32 elements cannot be split off [[100, 6], [1, 8]]: "
        "after the inner 8 elements, 4 does not divide 6"
    )
    assert refusal(lambda: gap.split(96)) == (
        "the trailing 96 elements cannot be split off [[100, 6], [1, 8]]: it has only 48 in all"
    )
    assert refusal(lambda: gap.split(0)) == (
        "the trailing 0 elements cannot be split off [[100, 6], [1, 8]]: a size is at least 1"
    )


def test_splittable_sizes_refuse_what_cannot_be_factored():
    first, second = 2**31 - 1, 2**61 - 1
    with pytest.raises(StridedSetError) as caught:
        StridedSet([(1, first * second)]).splittable_sizes()
    assert str(caught.value) == f"{first * second} is too large to be factored by trial division up to 2097152"
    with pytest.raises(StridedSetError) as caught:
        StridedSet([(1, first * second)]).split(3)
    assert caught.value.splittable_sizes is None
    assert StridedSet([(1, first * second)]).split(second)[0] == StridedSet([(second, first)])
    assert StridedSetError("of no set").splittable_sizes is None


def test_divisors():
    assert divisors(1) == (1,)
    assert divisors(360) == tuple(k for k in range(1, 361) if 360 % k == 0)
    assert divisors(2**31 - 1) == (1, 2**31 - 1)


def test_nest_concatenates_and_adds_starts():
    outer, inner = StridedSet([(100, 2)], 5), StridedSet([(3, 2)], 7)
    assert nest(outer, inner) == StridedSet([(100, 2), (3, 2)], 12)


def test_reshape_refactors_without_moving():
    free = StridedSet([(1, 4096)], 3)
    assert free.reshape((2, 1, 2048, 1)) == StridedSet([(2048, 2), (2048, 1), (1, 2048), (1, 1)], 3)
    assert StridedSet([(100, 6), (1, 8)]).reshape((3, 2, 8)) == StridedSet([(200, 3), (100, 2), (1, 8)])
    assert StridedSet(start=2).reshape((1, 1)) == StridedSet([(1, 1), (1, 1)], 2)
    assert StridedSet([(5, 1)]).reshape(()) == StridedSet()
    assert StridedSet([(HUGE, HUGE), (1, 6)]).reshape((2, HUGE // 2, 3, 2)).shape == (2, HUGE // 2, 3, 2)


def test_reshape_refuses_with_the_numbers():
    gap = StridedSet([(100, 6), (1, 8)])
    assert refusal(lambda: gap.reshape((6, 9))) == (
        "cannot reshape [[100, 6], [1, 8]] to [6, 9]: it has 48 elements, the shape 54"
    )
    assert refusal(lambda: gap.reshape((4, 12))) == (
        "cannot reshape [[100, 6], [1, 8]] to [4, 12] without moving data: "
        "12 (dimension 1) does not divide 8, what is left of the pair it falls in"
    )
    assert refusal(lambda: gap.reshape((-1, 8))) == "the size -1 of shape [-1, 8] must be at least 1"


def test_first_difference_is_decided_on_flat_forms():
    assert first_difference(StridedSet([(4, 2), (1, 4)]), StridedSet([(1, 8)])) is None
    assert first_difference(StridedSet([(1, 8)], 2), StridedSet([(1, 8)])) == Difference(0, 2, 0)
    assert first_difference(StridedSet([(1, 8)]), StridedSet([(1, 6)])) == Difference(6, 6, None)
    assert first_difference(StridedSet(), StridedSet([(1, 6)])) == Difference(1, None, 1)
    wide = StridedSet([(3 * HUGE, 5), (HUGE * 2, HUGE), (1, HUGE)])
    narrow = StridedSet([(3 * HUGE, 6), (HUGE * 2, HUGE), (1, HUGE)])
    assert first_difference(wide, narrow) == Difference(5 * HUGE**2, None, 15 * HUGE)


# ------------------------------------------------------------------------------------------------ views


def test_views_by_the_worked_examples_of_the_documentation():
    square = StridedSet.row_major((16, 16))
    assert square.slice(1, 8, 16) == StridedSet([(16, 16), (1, 8)], 8)
    assert StridedSet.row_major((128, 64)).slice(1, 8, 24) == StridedSet([(64, 128), (1, 16)], 8)
    assert StridedSet.row_major((128, 1024)).slice(1, 0, 1024, 2) == StridedSet([(1024, 128), (2, 512)])
    # HBM [4, P, F] read as [P, 4, F]
    assert StridedSet.row_major((4, 128, 32)).permute((1, 0, 2)) == StridedSet([(32, 128), (4096, 4), (1, 32)])
    # transpose in the free part: (P, F1, F2) read as (P, F2, F1)
    assert StridedSet.row_major((128, 3, 5)).permute((0, 2, 1)) == StridedSet([(15, 128), (1, 5), (5, 3)])
    # (128, 1, 64) broadcast to (128, 8, 64)
    assert StridedSet.row_major((128, 1, 64)).broadcast(1, 8) == StridedSet([(64, 128), (0, 8), (1, 64)])
    # (128, 256) of four bytes seen as two bytes
    assert StridedSet.row_major((128, 256)).reinterpret(4, 2) == StridedSet([(512, 128), (1, 512)])


def test_average_pooling_windows():
    channels, height, width, window = 4, 12, 8, 2
    image = StridedSet.row_major((channels, height, width))
    windows = image.reshape((channels, height // window, window, width // window, window)).permute((0, 1, 3, 2, 4))
    assert windows == StridedSet(
        [
            (height * width, channels),
            (window * width, height // window),
            (window, width // window),
            (width, window),
            (1, window),
        ]
    )


def test_select_expand_squeeze_shift():
    cube = StridedSet.row_major((2, 3, 4))
    assert cube.select(1, 2) == StridedSet([(12, 2), (1, 4)], 8)
    assert cube.expand(1) == StridedSet([(12, 2), (12, 1), (4, 3), (1, 4)])
    assert cube.expand(3) == StridedSet([(12, 2), (4, 3), (1, 4), (1, 1)])
    assert cube.expand(1).squeeze(1) == cube
    assert cube.expand(0).expand(4).squeeze() == cube
    assert cube.shift(-5) == StridedSet(cube.pairs, -5)


def test_a_span_may_run_backwards():
    line = StridedSet([(3, 10)], 100)
    assert line.span(0, 9, -2, 5) == StridedSet([(-6, 5)], 127)
    assert line.span(0, 4, 0, 7) == StridedSet([(0, 7)], 112)


def test_views_refuse_with_the_numbers():
    cube = StridedSet.row_major((2, 3, 4))
    text = "[[12, 2], [4, 3], [1, 4]]"
    assert refusal(lambda: cube.slice(1, 2, 2)) == f"the slice [2, 2) of dimension 1 of {text} is empty"
    assert refusal(lambda: cube.slice(1, 1, 4)) == f"the slice [1, 4) of dimension 1 of {text} is outside [0, 3)"
    assert refusal(lambda: cube.slice(1, -1, 2)) == f"the slice [-1, 2) of dimension 1 of {text} is outside [0, 3)"
    assert refusal(lambda: cube.slice(1, 0, 2, 0)) == "the step of a slice must be at least 1, not 0"
    assert refusal(lambda: cube.slice(3, 0, 1)) == f"{text} has 3 dimensions, so no dimension 3"
    assert refusal(lambda: cube.span(2, 3, -1, 5)) == (
        f"positions 3 to -1 are outside dimension 2 of {text}, which has 4"
    )
    assert refusal(lambda: cube.span(2, 3, -1, 0)) == "a span of 0 positions of dimension 2 is empty"
    assert refusal(lambda: cube.select(0, 2)) == f"position 2 is outside dimension 0 of {text}, which has 2"
    assert refusal(lambda: cube.select(-1, 0)) == f"{text} has 3 dimensions, so no dimension -1"
    assert refusal(lambda: cube.permute((0, 1))) == f"[0, 1] is not a permutation of the 3 dimensions of {text}"
    assert refusal(lambda: cube.permute((0, 1, 1))) == f"[0, 1, 1] is not a permutation of the 3 dimensions of {text}"
    assert refusal(lambda: cube.broadcast(0, 3)) == (
        f"dimension 0 of {text} has 2 positions: only a unit dimension can be broadcast"
    )
    assert refusal(lambda: cube.expand(0).broadcast(0, 0)) == "cannot broadcast dimension 0 to 0"
    assert refusal(lambda: cube.expand(4)) == f"no dimension can be inserted at 4 of {text}"
    assert refusal(lambda: cube.squeeze(2)) == (
        f"dimension 2 of {text} has 4 positions: only a unit dimension can be dropped"
    )


def test_reinterpret_refuses_what_would_point_inside_an_element():
    bytes_of = StridedSet([(6, 2), (1, 4)])
    assert bytes_of.reinterpret(1, 2) == StridedSet([(3, 2), (1, 2)])
    assert bytes_of.reinterpret(1, 1) is bytes_of
    change = "[[6, 2], [1, 4]] cannot change from elements of size 1 to"
    assert refusal(lambda: bytes_of.reinterpret(1, 4)) == f"{change} 4: 4 does not divide 6 * 1, the step of [6, 2]"
    assert refusal(lambda: bytes_of.reinterpret(1, 8)) == f"{change} 8: 8 does not divide 4 * 1, the last dimension"
    assert refusal(lambda: bytes_of.shift(1).reinterpret(1, 2)) == (
        "[[6, 2], [1, 4]] from 1 cannot change from elements of size 1 to 2: 2 does not divide 1 * 1, the start"
    )
    assert refusal(lambda: StridedSet([(2, 4)]).reinterpret(2, 1)) == (
        "[[2, 4]] cannot change from elements of size 2 to 1: its last step must be 1, not 2"
    )
    assert refusal(lambda: bytes_of.reinterpret(4, 3)) == (
        "[[6, 2], [1, 4]] cannot change from elements of size 4 to 3: 3 does not divide 4"
    )
    assert refusal(lambda: StridedSet().reinterpret(4, 2)) == (
        "[] has no last dimension to change from elements of size 4 to 2"
    )
    assert refusal(lambda: bytes_of.reinterpret(0, 2)) == "element sizes must be at least 1, not 0 and 2"
    # a step that is never taken may not veto
    assert StridedSet([(5, 1), (1, 4)]).reinterpret(1, 2) == StridedSet([(2, 1), (1, 2)])


# ------------------------------------------------------------------------------------------------ elements


def test_tiles_of_one_tensor_are_compared_without_enumeration():
    tensor = StridedSet.row_major((HUGE, 4096))
    left = tensor.slice(1, 0, 1024)
    right = tensor.slice(1, 1024, 2048)
    straddling = tensor.slice(1, 1023, 1025)
    assert left.is_disjoint_from(right, budget=0) is True
    assert left.overlaps(straddling, budget=0) is True and right.overlaps(straddling, budget=0) is True
    assert left.is_subset_of(tensor, budget=0) is True
    assert straddling.is_subset_of(left, budget=0) is False
    assert left.slice(0, 5, HUGE, 3).slice(1, 0, 1024, 2).is_subset_of(left, budget=0) is True


def test_interleaved_sets_are_told_apart_by_residues():
    even, odd = StridedSet([(4, HUGE), (2, HUGE)]), StridedSet([(6, HUGE), (2, HUGE)], 1)
    assert even.overlaps(odd, budget=0) is False
    assert even.is_subset_of(StridedSet([(2, HUGE**2)]), budget=0) is True
    assert even.is_subset_of(StridedSet([(8, HUGE**2)]), budget=0) is False


def test_contains():
    corner = StridedSet([(100, 3), (-2, 4)], 50)
    assert corner.contains(144) is True and corner.contains(145) is False and corner.contains(1000) is False
    assert StridedSet(start=4).contains(4) is True and StridedSet(start=4).contains(5) is False


def test_an_unknown_comparison_says_why():
    steps = [(HUGE + k, HUGE) for k in (1, 3, 7, 9)]
    tangled = StridedSet(steps)
    target = sum(step * (num - 1) for step, num in steps) // 2 + 1
    answer = tangled.contains(target, budget=3)
    assert isinstance(answer, Unknown)
    assert answer.reason.endswith("takes more than the budget of 3 search steps")
    subset = StridedSet([(HUGE + 2, 2), *steps]).is_subset_of(StridedSet([*steps, (2 * HUGE, 9)]), budget=3)
    assert isinstance(subset, Unknown)
    assert subset.reason.endswith("exceed the budget of 3")


# ------------------------------------------------------------------------------------------------ walls


def test_the_algebra_imports_neither_xdsl_nor_numpy():
    tree = ast.parse(Path(strided_set.__file__).read_text())
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "collections.abc", "functools", "itertools", "math", "operator", "typing"}
