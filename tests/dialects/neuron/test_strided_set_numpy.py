"""The algebra against numpy: a plain random loop over sets, and chains of views against numpy's strides.

numpy is the oracle twice. Its indexing enumerates a set: an array whose values are their own addresses is viewed with
the set's shape and steps, and read out in row-major order. And its views give starts and strides to compare with.

numpy gives the stride of a unit dimension no meaning (it may be anything), so only dimensions of two or more are
compared. Broadcast arrays (stride 0) are reshaped by numpy without a copy by the same rule as all others: neighbours of
stride 0 satisfy `outer == inner * num` and merge, a zero beside a non-zero stride does not.
"""

import math
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from neuron_opt.dialects.neuron.strided_set import StridedSet, StridedSetError, first_difference, nest

IntArray = npt.NDArray[np.int64]

ADDRESSES: IntArray = np.arange(1 << 15, dtype=np.int64)
MIDDLE = 1 << 14
ITEM = 8
SETS = 20_000


def random_set(rng: random.Random, largest: int = 240) -> StridedSet:
    """Rank 0 to 6; units, zero, negative and colliding steps, and mergeable neighbours are all common."""
    pairs: list[tuple[int, int]] = []
    count = 1
    for _ in range(rng.randint(0, 6)):
        num = rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 8, 12))
        if count * num > largest:
            num = 1
        count *= num
        inner_step, inner_num = pairs[0] if pairs else (1, 1)
        step = rng.choice((inner_step * inner_num, inner_step, 0, 1, -1, rng.randint(-30, 30)))
        if abs(step) > 400:
            step = rng.randint(-30, 30)
        pairs.insert(0, (step, num))
    return StridedSet(pairs, MIDDLE + rng.randint(-50, 50))


def numpy_view(strided_set: StridedSet) -> IntArray:
    return np.ndarray(
        strided_set.shape,
        dtype=np.int64,
        buffer=ADDRESSES,
        offset=strided_set.start * ITEM,
        strides=[step * ITEM for step in strided_set.steps],
    )


def address_of(array: npt.NDArray[Any]) -> int:
    return int(array.__array_interface__["data"][0])


def enumeration(strided_set: StridedSet) -> list[int]:
    return numpy_view(strided_set).ravel().tolist()


def reshape_without_copy(view: IntArray, shape: tuple[int, ...]) -> IntArray | None:
    """numpy's answer: it copies only when it must, and a copy lives elsewhere."""
    reshaped = view.reshape(shape)
    return reshaped if address_of(reshaped) == address_of(view) else None


def random_shape(rng: random.Random, count: int) -> tuple[int, ...]:
    sizes: list[int] = []
    while count > 1:
        sizes.append(rng.choice([size for size in range(2, count + 1) if count % size == 0]))
        count //= sizes[-1]
    for _ in range(rng.choice((0, 0, 1, 2))):
        sizes.insert(rng.randint(0, len(sizes)), 1)
    rng.shuffle(sizes)
    return tuple(sizes)


def assert_unit_steps_follow_the_rule(strided_set: StridedSet) -> None:
    pairs = strided_set.pairs
    for position, (step, num) in enumerate(pairs):
        if num == 1:
            inner = pairs[position + 1] if position + 1 < len(pairs) else (1, 1)
            assert step == inner[0] * inner[1]


def test_random_sets_obey_every_law():
    rng = random.Random(20240611)
    splits = failed_splits = reshapes = failed_reshapes = collisions = 0
    previous = StridedSet(start=MIDDLE)
    previous_values = [MIDDLE]
    for _ in range(SETS):
        strided_set = random_set(rng)
        values = enumeration(strided_set)
        count = len(values)

        # sizes and bounds
        assert list(strided_set.elements()) == values
        assert strided_set.num_input_elts == strided_set.input_hull_size == count
        assert strided_set.num_result_elts == len(set(values))
        assert (strided_set.minimum, strided_set.maximum) == (min(values), max(values))
        assert strided_set.result_hull_size == max(values) - min(values) + 1
        assert strided_set.is_singleton == (count == 1)
        assert strided_set.is_contiguous == (values == list(range(values[0], values[0] + count)))
        collisions += len(set(values)) != count
        index = rng.randrange(count)
        assert strided_set.element_at(index) == values[index]
        assert list(strided_set.elements(limit=index)) == values[:index]

        # flat form
        flat = strided_set.flatten()
        assert list(flat.elements()) == values
        assert flat.flatten() is flat and flat.is_flat
        assert flat.rank <= strided_set.squeeze().rank

        # split: a size of each kind, whether or not it divides
        size = rng.choice((rng.randint(1, count + 2), rng.choice((2, 3, 4, 6, 8)), rng.choice(flat.splittable_sizes())))
        blocks = [values[at : at + size] for at in range(0, count, size)]
        pattern = [value - values[0] for value in blocks[0]]
        same_pattern = count % size == 0 and all([value - block[0] for value in block] == pattern for block in blocks)
        if strided_set.can_split(size):
            splits += 1
            outer, inner = strided_set.split(size)
            assert inner.num_input_elts == size and inner.start == 0 and outer.start == strided_set.start
            assert inner.is_flat and outer.is_flat
            assert nest(outer, inner).same_order(strided_set)
            assert same_pattern and list(inner.elements()) == pattern
            assert list(outer.elements()) == values[::size]
            assert size in strided_set.splittable_sizes()
        else:
            failed_splits += 1
            with pytest.raises(StridedSetError) as caught:
                strided_set.split(size)
            assert size not in (caught.value.splittable_sizes or (size,))

        # reshape: exactly numpy's copy-free reshapes
        shape = random_shape(rng, count)
        expected = reshape_without_copy(numpy_view(strided_set), shape)
        try:
            reshaped = strided_set.reshape(shape)
        except StridedSetError:
            failed_reshapes += 1
            assert expected is None
        else:
            reshapes += 1
            assert expected is not None
            assert reshaped.shape == shape and reshaped.same_order(strided_set)
            assert_same_strides(reshaped, expected, ITEM)
            assert_unit_steps_follow_the_rule(reshaped)

        # comparison with the previous set, and with a near copy of this one
        near = StridedSet(flat.pairs[1:], flat.start) if rng.random() < 0.5 else flat.shift(rng.choice((0, 1)))
        for other, other_values in ((previous, previous_values), (near, enumeration(near))):
            assert strided_set.same_order(other) == (values == other_values)
            padded = [*values, None] + [None] * len(other_values), [*other_values, None] + [None] * len(values)
            parted = [at for at in range(max(count, len(other_values))) if padded[0][at] != padded[1][at]]
            difference = first_difference(strided_set, other)
            if parted:
                assert difference == (parted[0], padded[0][parted[0]], padded[1][parted[0]])
            else:
                assert difference is None
        previous, previous_values = strided_set, values
    # The loop must have exercised each outcome, not just the easy ones.
    assert min(splits, failed_splits, reshapes, failed_reshapes, collisions) > SETS // 20


def assert_same_strides(strided_set: StridedSet, view: npt.NDArray[Any], item: int) -> None:
    assert strided_set.shape == view.shape
    for (step, num), stride in zip(strided_set.pairs, view.strides, strict=True):
        assert num == 1 or step * item == stride


def base_array(shape: tuple[int, ...], item: int) -> npt.NDArray[Any]:
    count = math.prod(shape)
    return np.arange(count, dtype=f"u{item}").reshape(shape)


def one_view(
    rng: random.Random, strided_set: StridedSet, view: npt.NDArray[Any], item: int
) -> tuple[StridedSet, npt.NDArray[Any], int] | None:
    """One random view operation on both sides; None when both sides refuse it."""
    kind = rng.choice(
        ("slice", "span", "select", "permute", "broadcast", "expand", "squeeze", "reshape", "reinterpret")
    )
    if kind == "expand":
        at = rng.randint(0, view.ndim)
        return strided_set.expand(at), np.expand_dims(view, at), item
    if kind == "reshape":
        shape = random_shape(rng, view.size)
        expected = reshape_without_copy(view, shape)
        if expected is None:
            with pytest.raises(StridedSetError):
                strided_set.reshape(shape)
            return None
        return strided_set.reshape(shape), expected, item
    if kind == "reinterpret":
        other = rng.choice([size for size in (1, 2, 4, 8) if size != item])
        try:
            expected = view.view(f"u{other}")
        except ValueError:
            expected = None
        # numpy counts strides in bytes and may point inside an element of the new type; a pattern may not.
        offset = strided_set.start * item
        whole = expected is not None and offset % other == 0
        if expected is not None and whole:
            whole = all(
                stride % other == 0 for stride, num in zip(expected.strides, expected.shape, strict=True) if num > 1
            )
        if expected is None or not whole:
            with pytest.raises(StridedSetError):
                strided_set.reinterpret(item, other)
            return None
        return strided_set.reinterpret(item, other), expected, other
    if kind == "permute":
        order = list(range(view.ndim))
        rng.shuffle(order)
        return strided_set.permute(order), view.transpose(order), item
    if view.ndim == 0:
        return None
    at = rng.randrange(view.ndim)
    size = view.shape[at]
    before = (slice(None),) * at
    if kind == "slice":
        start = rng.randrange(size)
        end = rng.randint(start + 1, size)
        step = rng.randint(1, 3)
        return strided_set.slice(at, start, end, step), view[(*before, slice(start, end, step))], item
    if kind == "span":
        start = rng.randrange(size)
        return strided_set.span(at, start, -1, start + 1), view[(*before, slice(start, None, -1))], item
    if kind == "select":
        position = rng.randrange(size)
        return strided_set.select(at, position), view[(*before, slice(position, position + 1))].squeeze(axis=at), item
    if kind == "squeeze":
        if size != 1:
            with pytest.raises(StridedSetError):
                strided_set.squeeze(at)
            return strided_set.squeeze(), view.squeeze(), item
        return strided_set.squeeze(at), view.squeeze(axis=at), item
    num = rng.randint(2, 4)
    if size != 1:
        with pytest.raises(StridedSetError):
            strided_set.broadcast(at, num)
        return None
    return (
        strided_set.broadcast(at, num),
        np.broadcast_to(view, (*view.shape[:at], num, *view.shape[at + 1 :])),
        item,
    )


def test_chains_of_views_keep_numpys_strides():
    rng = random.Random(7)
    applied = 0
    for _ in range(2_500):
        item = rng.choice((1, 2, 4, 8))
        shape = tuple(rng.choice((1, 2, 3, 4, 6, 8)) for _ in range(rng.randint(0, 4)))
        base = base_array(shape, item)
        view = base
        strided_set = StridedSet.row_major(shape)
        for _ in range(rng.randint(1, 8)):
            outcome = one_view(rng, strided_set, view, item)
            if outcome is None:
                continue
            if outcome[1].size > 400:
                break
            strided_set, view, item = outcome
            applied += 1
            assert strided_set.start * item == address_of(view) - address_of(base)
            assert_same_strides(strided_set, view, item)
        contents = base.reshape(-1).view(f"u{item}")
        assert contents[list(strided_set.elements())].tolist() == view.ravel().tolist()
    assert applied > 5_000


def test_index_spans_compose_as_in_klr():
    """(outer after inner).start = outer.step * inner.start + outer.start, steps multiply; the layout follows suit."""
    rng = random.Random(3)
    for _ in range(2_000):
        shape = tuple(rng.randint(1, 12) for _ in range(rng.randint(1, 4)))
        layout = StridedSet.row_major(shape, start=rng.randint(0, 9)).permute(rng.sample(range(len(shape)), len(shape)))
        at = rng.randrange(layout.rank)

        def span_within(size: int) -> tuple[int, int, int]:
            start = rng.randrange(size)
            step = rng.choice((-3, -2, -1, 1, 2, 3))
            room = start // -step if step < 0 else (size - 1 - start) // step
            return start, step, rng.randint(1, room + 1)

        outer_start, outer_step, outer_num = span_within(layout.shape[at])
        inner_start, inner_step, inner_num = span_within(outer_num)
        composed = (outer_step * inner_start + outer_start, outer_step * inner_step, inner_num)
        chained = layout.span(at, outer_start, outer_step, outer_num).span(at, inner_start, inner_step, inner_num)
        assert chained == layout.span(at, *composed)
        step = layout.steps[at]
        assert chained.start == layout.start + step * composed[0]
        assert chained.pairs[at] == (step * composed[1], inner_num)
        # the same law on the line of positions itself
        line = StridedSet([(1, layout.shape[at])])
        positions = list(line.span(0, outer_start, outer_step, outer_num).elements())
        again = [
            positions[position]
            for position in line.span(0, 0, 1, outer_num).span(0, inner_start, inner_step, inner_num).elements()
        ]
        assert again == list(line.span(0, *composed).elements())


def test_a_layout_after_one_span_per_dimension():
    """offset' = offset + sum(step_i * start_i) and step_i' = step_i * span_i.step."""
    rng = random.Random(4)
    for _ in range(500):
        shape = tuple(rng.randint(2, 9) for _ in range(3))
        layout = StridedSet.row_major(shape, start=5)
        spans = [(rng.randrange(size // 2), rng.choice((1, 2)), 1 + rng.randrange(size // 4 + 1)) for size in shape]
        spanned = layout
        for dimension, span in enumerate(spans):
            spanned = spanned.span(dimension, *span)
        assert spanned.start == layout.start + sum(
            step * start for step, (start, _, _) in zip(layout.steps, spans, strict=True)
        )
        assert spanned.steps == tuple(
            step * span_step for step, (_, span_step, _) in zip(layout.steps, spans, strict=True)
        )


@pytest.mark.parametrize("steps", [(0, 0, 0), (0, 0, 1), (4, 0, 1), (0, 4, 1), (0, 1, 0), (-4, 0, 0), (-4, -1, 0)])
def test_reshape_of_broadcasts_is_numpys(steps: tuple[int, ...]):
    strided_set = StridedSet(list(zip(steps, (2, 6, 4), strict=True)), MIDDLE)
    view = numpy_view(strided_set)
    for shape in ((48,), (12, 4), (2, 24), (4, 12), (2, 3, 2, 4), (2, 6, 1, 2, 2), (1, 48, 1), (8, 6)):
        expected = reshape_without_copy(view, shape)
        if expected is None:
            with pytest.raises(StridedSetError):
                strided_set.reshape(shape)
        else:
            assert_same_strides(strided_set.reshape(shape), expected, ITEM)
