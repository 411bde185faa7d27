"""The algebra against exhaustive search on small sets, with oracles that know nothing of flat forms or images."""

import itertools
import random
from collections.abc import Iterator

import pytest

from neuron_opt.dialects.neuron.strided_set import StridedSet, StridedSetError, Unknown, nest


def factorisations(count: int) -> Iterator[tuple[int, ...]]:
    """Every way to write `count` as an ordered product of factors of two or more."""
    if count == 1:
        yield ()
    for first in range(2, count + 1):
        if count % first == 0:
            for rest in factorisations(count // first):
                yield (first, *rest)


def representations(values: list[int]) -> list[StridedSet]:
    """Every set without unit pairs that enumerates `values`.

    Tries each shape; the steps are then forced, being the values at the positions one step in.
    """
    found: list[StridedSet] = []
    for shape in factorisations(len(values)):
        pairs: list[tuple[int, int]] = []
        inside = 1
        for num in reversed(shape):
            pairs.insert(0, (values[inside] - values[0], num))
            inside *= num
        candidate = StridedSet(pairs, values[0])
        if by_definition(candidate) == values:
            found.append(candidate)
    return found


def by_definition(strided_set: StridedSet) -> list[int]:
    return [
        strided_set.start + sum(position * step for position, step in zip(positions, strided_set.steps, strict=True))
        for positions in itertools.product(*[range(num) for num in strided_set.shape])
    ]


def every_small_set() -> Iterator[StridedSet]:
    choices = [(step, num) for num in (1, 2, 3) for step in range(-3, 4)]
    for rank in range(4):
        for pairs in itertools.product(choices, repeat=rank):
            yield StridedSet(pairs)


def random_set(rng: random.Random, rank: int, step: int, count: int) -> StridedSet:
    pairs: list[tuple[int, int]] = []
    for _ in range(rng.randint(0, rank)):
        num = rng.randint(1, 6)
        if count // num == 0:
            num = 1
        count //= num
        pairs.append((rng.randint(-step, step), num))
    return StridedSet(pairs, rng.randint(-step, step))


def test_flat_forms_are_unique_and_one_for_each_enumeration():
    flat_of: dict[tuple[int, ...], StridedSet] = {}
    least_rank: dict[tuple[int, ...], int] = {}
    for strided_set in every_small_set():
        values = tuple(by_definition(strided_set))
        assert flat_of.setdefault(values, strided_set.flatten()) == strided_set.flatten()
        least_rank[values] = min(least_rank.get(values, 9), strided_set.rank)
    assert len(set(flat_of.values())) == len(flat_of) > 1_000
    assert all(flat.rank <= least_rank[values] for values, flat in flat_of.items())


def test_the_flat_form_has_least_rank_among_all_representations():
    rng = random.Random(1)
    for _ in range(1_500):
        strided_set = random_set(rng, 4, 6, 48)
        candidates = representations(by_definition(strided_set))
        flat = strided_set.flatten()
        ranks = sorted(candidate.rank for candidate in candidates)
        assert flat in candidates and flat.rank == ranks[0] and ranks.count(flat.rank) == 1
        assert all(candidate.flatten() == flat for candidate in candidates)


def test_split_fails_exactly_when_no_pair_of_sets_nests_to_the_set():
    rng = random.Random(2)
    possible = impossible = 0
    for _ in range(1_000):
        strided_set = random_set(rng, 4, 6, 36)
        values = by_definition(strided_set)
        accepted: list[int] = []
        for size in range(1, len(values) + 3):
            exists = len(values) % size == 0 and any(
                by_definition(nest(outer, inner)) == values
                for outer in representations(values[::size])
                for inner in representations([value - values[0] for value in values[:size]])
            )
            assert strided_set.can_split(size) == exists
            if exists:
                possible += 1
                accepted.append(size)
                outer, inner = strided_set.split(size)
                assert inner.num_input_elts == size and by_definition(nest(outer, inner)) == values
            else:
                impossible += 1
                with pytest.raises(StridedSetError):
                    strided_set.split(size)
        assert strided_set.splittable_sizes() == tuple(accepted)
    assert min(possible, impossible) > 1_000


def test_reshape_succeeds_exactly_when_that_shape_has_a_representation():
    rng = random.Random(3)
    possible = impossible = 0
    for _ in range(400):
        strided_set = random_set(rng, 4, 6, 36)
        values = by_definition(strided_set)
        shapes = {candidate.shape for candidate in representations(values)}
        for shape in factorisations(len(values)):
            if shape in shapes:
                possible += 1
                assert by_definition(strided_set.reshape(shape)) == values
            else:
                impossible += 1
                with pytest.raises(StridedSetError):
                    strided_set.reshape(shape)
    assert min(possible, impossible) > 300


@pytest.mark.parametrize(("rank", "step", "seed"), [(2, 8, 10), (3, 12, 11), (4, 40, 12)])
def test_comparisons_of_elements_agree_with_sets_of_integers(rank: int, step: int, seed: int):
    rng = random.Random(seed)
    outcomes = {(name, answer): 0 for name in ("overlaps", "subset", "same") for answer in (True, False)}
    undecided = 0
    for _ in range(3_000):
        left = random_set(rng, rank, step, 60)
        # an unrelated set, a piece of the first, or the first in another order
        right = rng.choice(
            (
                random_set(rng, rank, step, 60),
                StridedSet(left.pairs[1:], left.start),
                StridedSet([(-s, n) for s, n in left.pairs], left.minimum + left.maximum - left.start),
            )
        )
        if rng.random() < 0.5:
            left, right = right, left
        mine, theirs = set(by_definition(left)), set(by_definition(right))
        truths = {"overlaps": bool(mine & theirs), "subset": mine <= theirs, "same": mine == theirs}
        for name, truth in truths.items():
            outcomes[name, truth] += 1
        assert left.overlaps(right) is truths["overlaps"]
        assert left.is_disjoint_from(right) is not truths["overlaps"]
        assert left.is_subset_of(right) is truths["subset"]
        assert left.same_elements(right) is truths["same"]
        assert left.num_result_elts == len(mine)
        assert left.is_injective() is (len(mine) == left.num_input_elts)
        probe = rng.randint(left.minimum - 1, left.maximum + 1)
        assert left.contains(probe) is (probe in mine)

        # Without any budget, arithmetic alone may not know, but it may not be wrong.
        for budget in (0, 5):
            for truth, answer in (
                (truths["overlaps"], left.overlaps(right, budget)),
                (truths["subset"], left.is_subset_of(right, budget)),
                (truths["same"], left.same_elements(right, budget)),
                (len(mine), left.count_results(budget)),
                (probe in mine, left.contains(probe, budget)),
            ):
                if isinstance(answer, Unknown):
                    undecided += 1
                    assert answer.reason
                else:
                    assert answer == truth
    assert min(outcomes.values()) > 100
    assert undecided < 3_000  # of 30,000 questions


def test_rank_two_is_decided_by_arithmetic_alone():
    """Counting and membership always; overlap while the two smaller of the four nums leave few candidates."""
    rng = random.Random(20)
    for _ in range(3_000):
        left, right = (
            StridedSet([(rng.randint(-60, 60), rng.randint(1, 12)) for _ in range(2)], rng.randint(0, 60))
            for _ in range(2)
        )
        mine, theirs = set(by_definition(left)), set(by_definition(right))
        assert left.count_results(budget=0) == len(mine)
        assert left.overlaps(right, budget=0) is bool(mine & theirs)
        probe = rng.randint(left.minimum, left.maximum)
        assert left.contains(probe, budget=0) is (probe in mine)


def test_bitmaps_and_searches_agree_on_larger_sets():
    """Sets that are too large for a quick search: the bitmap, the search and the truth must be one."""
    rng = random.Random(21)
    searched = 0
    for _ in range(150):
        left, right = (
            StridedSet([(rng.randint(1, 4_000), rng.randint(2, 14)) for _ in range(3)], rng.randint(0, 3_000))
            for _ in range(2)
        )
        mine, theirs = set(by_definition(left)), set(by_definition(right))
        truth = bool(mine & theirs)
        assert left.overlaps(right) is truth
        assert left.count_results() == len(mine)
        for budget in (30, 300):  # too small for the bitmap, so the search has to answer or give up
            answer = left.overlaps(right, budget)
            searched += answer is truth
            assert isinstance(answer, Unknown) or answer is truth
        piece = left.slice(0, 0, left.shape[0], 2).slice(2, 1, left.shape[2])
        assert piece.is_subset_of(left) is True
        assert piece.shift(1).is_subset_of(left) is ({value + 1 for value in by_definition(piece)} <= mine)
    assert searched > 100
