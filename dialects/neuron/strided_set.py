"""The integer-set algebra under every access pattern.

A `StridedSet` is a start and an ordered list of `(step, num)` pairs, outermost first. It stands for the row-major map
from `[0, N)`, where N is the product of the nums, to integers: index `(i_0, ..., i_k)` goes to
`start + i_0 * step_0 + ... + i_k * step_k`, the last pair running fastest. All numbers are counted in elements of
whatever the set addresses. Steps may be zero (broadcast) or negative; a num is at least 1; no pairs at all is the one
element `start`.

Two questions are kept apart throughout:

* *in which order* are elements visited? The flat form decides this in time linear in the rank, without enumeration:
  drop unit pairs and merge neighbours with `outer.step == inner.step * inner.num`. No two flat forms enumerate alike,
  because the innermost num is the length of the first run of constant step, and what remains after dividing the runs
  out is the same question again with one pair less.
* *which* elements are visited? Order and multiplicity do not matter here, so steps may be made positive and pairs
  sorted; see `_image`. Counting, overlap and containment are answered from that form where arithmetic decides, by
  bitmap or enumeration under a budget beyond, and by an `Unknown` that carries its reason otherwise.

The pair notation and the offset rule are those of the AWS Neuron documentation for `NkiTensor.ap`; the composition of
views agrees with the index-span algebra of leanprover/KLR. This module imports neither xDSL nor numpy.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, product
from math import gcd, prod
from operator import index as as_index
from typing import TYPE_CHECKING, NamedTuple, NoReturn, SupportsIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Pairs = tuple[tuple[int, int], ...]

ENUMERATION_BUDGET = 1 << 16
"""Default number of elements (or search steps) that one question may cost when arithmetic does not decide it."""

BITS_PER_BUDGET_UNIT = 64
"""A bitmap handles this many addresses at about the price of visiting one element in a loop."""

_QUICK_SEARCH = 256
"""A search estimated at no more steps than this is run before a bitmap is considered."""

_FACTOR_LIMIT = 1 << 21
"""Largest trial divisor of `divisors`; every num below its square is factored completely."""

_store = object.__setattr__


class StridedSetError(ValueError):
    """An operation of the algebra that has no result.

    The message gives the numbers. For callers that want to say more:

    * `strided_set`: the set the operation was asked of, if there was one;
    * `factor` and `extent`: the number that did not divide, and the number it did not divide, when that was the reason;
    * `splittable_sizes`: the sizes that a failed split would have accepted.
    """

    strided_set: StridedSet | None
    factor: int | None
    extent: int | None

    def __init__(
        self,
        message: str,
        *,
        strided_set: StridedSet | None = None,
        factor: int | None = None,
        extent: int | None = None,
    ) -> None:
        super().__init__(message)
        self.strided_set = strided_set
        self.factor = factor
        self.extent = extent

    @property
    def splittable_sizes(self) -> tuple[int, ...] | None:
        """Sizes that `split` accepts for `strided_set`, ascending; None without a set or beyond factoring."""
        if self.strided_set is None:
            return None
        try:
            return self.strided_set.splittable_sizes()
        except StridedSetError:
            return None


class Unknown:
    """An honest absence of an answer, with the reason. It has no truth value, so that it is never taken for one."""

    __slots__ = ("reason",)

    reason: str

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def __bool__(self) -> NoReturn:
        raise TypeError(f"an unknown answer has no truth value: {self.reason}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unknown) and other.reason == self.reason

    def __hash__(self) -> int:
        return hash((Unknown, self.reason))

    def __repr__(self) -> str:
        return f"Unknown({self.reason!r})"


class Difference(NamedTuple):
    """Where two enumerations part: at `position` one gives `left`, the other `right`; None means already ended."""

    position: int
    left: int | None
    right: int | None


class StridedSet:
    """A start and `(step, num)` pairs, outermost first: the row-major map from `[0, N)` to integers.

    Immutable and hashable. `==` compares start and pairs as written; `same_order` compares what they enumerate.

    Raises `StridedSetError` when a step, a num or the start is not an integer, or a num is less than 1.
    """

    __slots__ = ("_flat", "_hash", "pairs", "start")

    start: int
    """The element that index 0 goes to."""
    pairs: Pairs
    """The `(step, num)` pairs, outermost first."""
    _flat: StridedSet | None
    _hash: int | None

    def __init__(self, pairs: Iterable[Sequence[int]] = (), start: int = 0) -> None:
        checked: list[tuple[int, int]] = []
        for pair in pairs:
            try:
                step, num = pair
            except (TypeError, ValueError):
                raise StridedSetError(f"{pair!r} is not a [step, num] pair") from None
            step = _integer(step, "step")
            num = _integer(num, "num")
            if num < 1:
                raise StridedSetError(f"the num of [{step}, {num}] must be at least 1")
            checked.append((step, num))
        _store(self, "start", _integer(start, "start"))
        _store(self, "pairs", tuple(checked))
        _store(self, "_flat", None)
        _store(self, "_hash", None)

    @classmethod
    def row_major(cls, shape: Iterable[int], start: int = 0) -> StridedSet:
        """The contiguous set of that shape: each step is the product of the sizes inside it.

        Raises `StridedSetError` when a size is less than 1.
        """
        pairs: list[tuple[int, int]] = []
        step = 1
        for size in reversed(_sizes(shape)):
            pairs.append((step, size))
            step *= size
        pairs.reverse()
        return _make(_integer(start, "start"), tuple(pairs))

    # ------------------------------------------------------------------------------------------ value semantics

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a StridedSet is immutable: {name!r} cannot be assigned")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a StridedSet is immutable: {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, StridedSet):
            return NotImplemented
        return self.start == other.start and self.pairs == other.pairs

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = hash((self.start, self.pairs))
            _store(self, "_hash", value)
        return value

    def __reduce__(self) -> tuple[type[StridedSet], tuple[Pairs, int]]:
        return StridedSet, (self.pairs, self.start)

    def __repr__(self) -> str:
        return f"StridedSet({pattern_text(self.pairs)}, start={self.start})"

    def __str__(self) -> str:
        return pattern_text(self.pairs) if self.start == 0 else f"{pattern_text(self.pairs)} from {self.start}"

    # ------------------------------------------------------------------------------------------ sizes and bounds

    @property
    def rank(self) -> int:
        """How many pairs there are."""
        return len(self.pairs)

    @property
    def shape(self) -> tuple[int, ...]:
        """The nums, outermost first."""
        return tuple([num for _, num in self.pairs])

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps, outermost first."""
        return tuple([step for step, _ in self.pairs])

    @property
    def num_input_elts(self) -> int:
        """How many elements are enumerated, repeats included: the product of the nums."""
        return prod([num for _, num in self.pairs])

    @property
    def input_hull_size(self) -> int:
        """The span of the indices, `[0, N)`, hence `num_input_elts` under its other name."""
        return prod([num for _, num in self.pairs])

    @property
    def num_result_elts(self) -> int:
        """How many *distinct* elements are visited.

        Raises `StridedSetError` when that is unknown; `count_results` returns the unknown instead.
        """
        answer = self.count_results()
        if isinstance(answer, Unknown):
            raise StridedSetError(
                f"the distinct elements of {self} cannot be counted: {answer.reason}", strided_set=self
            )
        return answer

    def count_results(self, budget: int = ENUMERATION_BUDGET) -> int | Unknown:
        """How many distinct elements are visited, or why that is unknown.

        Arithmetic decides whenever the steps, once sorted and merged, fall into groups of at most two that do not
        interfere; other sets are counted by bitmap or enumeration under `budget`.
        """
        return _count(_image(self).pairs, budget)

    @property
    def minimum(self) -> int:
        """The least element visited."""
        return self.start + sum([step * (num - 1) for step, num in self.pairs if step < 0])

    @property
    def maximum(self) -> int:
        """The greatest element visited."""
        return self.start + sum([step * (num - 1) for step, num in self.pairs if step > 0])

    @property
    def result_hull_size(self) -> int:
        """The length of the shortest interval that holds every element: maximum - minimum + 1."""
        return 1 + sum([abs(step) * (num - 1) for step, num in self.pairs])

    @property
    def is_singleton(self) -> bool:
        """Whether exactly one element is enumerated."""
        return all(num == 1 for _, num in self.pairs)

    @property
    def is_flat(self) -> bool:
        """Whether the pairs are their own flat form."""
        return self.flatten() is self

    @property
    def is_contiguous(self) -> bool:
        """Whether the enumeration is start, start + 1, start + 2, ... without a gap."""
        pairs = self.flatten().pairs
        return not pairs or (len(pairs) == 1 and pairs[0][0] == 1)

    def is_injective(self, budget: int = ENUMERATION_BUDGET) -> bool | Unknown:
        """Whether no element is visited twice."""
        answer = self.count_results(budget)
        return answer if isinstance(answer, Unknown) else answer == self.num_input_elts

    # ------------------------------------------------------------------------------------------ enumeration

    def elements(self, limit: int | None = None) -> Iterator[int]:
        """The elements in order; at most `limit` of them, when given."""
        flat = self.flatten()
        if limit is None:
            return _enumerate(flat.start, flat.pairs)
        return islice(_enumerate(flat.start, flat.pairs), min(max(limit, 0), self.num_input_elts))

    def element_at(self, index: int) -> int:
        """The element that `index` goes to. Raises `StridedSetError` outside `[0, num_input_elts)`."""
        remaining = index
        value = self.start
        for step, num in reversed(self.pairs):
            remaining, position = divmod(remaining, num)
            value += step * position
        if remaining:
            raise StridedSetError(f"index {index} is outside [0, {self.num_input_elts}) of {self}", strided_set=self)
        return value

    # ------------------------------------------------------------------------------------------ order-keeping forms

    def flatten(self) -> StridedSet:
        """The flat form: the same enumeration with the fewest pairs. It is unique, hence canonical."""
        flat = self._flat
        if flat is None:
            flat = _flatten(self)
            _store(self, "_flat", flat)
        return flat

    def split(self, size: int) -> tuple[StridedSet, StridedSet]:
        """Peel the trailing `size` elements off the flat form: `(outer, inner)`, whose `nest` is this enumeration.

        One pair is cut where it must be: `(step, num)` into `(step * k, num // k)` outside and `(step, k)` inside. The
        outer set keeps the start, the inner one starts at 0; both are flat.

        Raises `StridedSetError`, exactly when no such pair of sets exists, with the factor that did not divide.
        """
        return _split(self.flatten(), size)

    def can_split(self, size: int) -> bool:
        """Whether `split(size)` has a result; cheaper than catching the error."""
        if size < 1:
            return False
        for _, num in reversed(self.flatten().pairs):
            if size % num:
                return num % size == 0
            size //= num
        return size == 1

    def splittable_sizes(self) -> tuple[int, ...]:
        """Every size that `split` accepts, ascending, from 1 to `num_input_elts`.

        Raises `StridedSetError` for a num that is too large to be factored.
        """
        sizes = {1}
        inside = 1
        for _, num in reversed(self.flatten().pairs):
            sizes.update([inside * divisor for divisor in divisors(num)])
            inside *= num
        return tuple(sorted(sizes))

    def reshape(self, shape: Iterable[int]) -> StridedSet:
        """The same enumeration with the nums `shape`; no element moves.

        Succeeds exactly when numpy reshapes the corresponding view without a copy. Unit sizes take step * num of the
        pair inside them, 1 when last.

        Raises `StridedSetError` when the element counts differ or a size would have to straddle two pairs of the flat
        form, with the numbers.
        """
        return _reshape(self.flatten(), tuple(shape))

    # ------------------------------------------------------------------------------------------ views

    def span(self, dimension: int, start: int, step: int, num: int) -> StridedSet:
        """Visit only positions `start + i * step`, `i < num`, of one dimension.

        `step` may be negative or zero. Raises `StridedSetError` when a position lies outside the dimension or the span
        is empty.
        """
        own_step, own_num = self._pair(dimension)
        last = start + step * (num - 1)
        if num < 1:
            raise StridedSetError(f"a span of {num} positions of dimension {dimension} is empty", strided_set=self)
        if not (0 <= start < own_num and 0 <= last < own_num):
            raise StridedSetError(
                f"positions {start} to {last} are outside dimension {dimension} of {self}, which has {own_num}",
                strided_set=self,
            )
        return self._replace(dimension, (own_step * step, num), self.start + own_step * start)

    def slice(self, dimension: int, start: int, end: int, step: int = 1) -> StridedSet:
        """Positions start, start + step, ... below `end` of one dimension, by NKI's rule.

        Raises `StridedSetError` unless `0 <= start < end <= num` and `step >= 1`: an empty slice is an error.
        """
        _, own_num = self._pair(dimension)
        if step < 1:
            raise StridedSetError(f"the step of a slice must be at least 1, not {step}", strided_set=self)
        if not 0 <= start < end <= own_num:
            reason = "is empty" if end <= start else f"is outside [0, {own_num})"
            raise StridedSetError(
                f"the slice [{start}, {end}) of dimension {dimension} of {self} {reason}", strided_set=self
            )
        return self.span(dimension, start, step, (end - start + step - 1) // step)

    def select(self, dimension: int, position: int) -> StridedSet:
        """Fix one dimension at `position` and drop it. Raises `StridedSetError` when it lies outside."""
        step, num = self._pair(dimension)
        if not 0 <= position < num:
            raise StridedSetError(
                f"position {position} is outside dimension {dimension} of {self}, which has {num}", strided_set=self
            )
        pairs = self.pairs
        return _make(self.start + step * position, pairs[:dimension] + pairs[dimension + 1 :])

    def permute(self, dimensions: Sequence[int]) -> StridedSet:
        """Reorder the pairs: pair k of the result is pair `dimensions[k]`.

        Raises `StridedSetError` when `dimensions` is not a permutation.
        """
        pairs = self.pairs
        if sorted(dimensions) != list(range(len(pairs))):
            raise StridedSetError(
                f"{list(dimensions)} is not a permutation of the {len(pairs)} dimensions of {self}", strided_set=self
            )
        return _make(self.start, tuple([pairs[dimension] for dimension in dimensions]))

    def broadcast(self, dimension: int, num: int) -> StridedSet:
        """Repeat a unit dimension `num` times, by step 0.

        Raises `StridedSetError` when the dimension is not a unit or `num` is less than 1.
        """
        _, own_num = self._pair(dimension)
        if own_num != 1:
            raise StridedSetError(
                f"dimension {dimension} of {self} has {own_num} positions: only a unit dimension can be broadcast",
                strided_set=self,
            )
        if num < 1:
            raise StridedSetError(f"cannot broadcast dimension {dimension} to {num}", strided_set=self)
        return self._replace(dimension, (0, num), self.start)

    def expand(self, dimension: int) -> StridedSet:
        """Insert a unit dimension before `dimension` (at the end, when `dimension == rank`).

        Its step is step * num of the pair inside it, 1 when last. Raises `StridedSetError` outside `[0, rank]`.
        """
        pairs = self.pairs
        if not 0 <= dimension <= len(pairs):
            raise StridedSetError(f"no dimension can be inserted at {dimension} of {self}", strided_set=self)
        return _make(self.start, (*pairs[:dimension], (_unit_step(pairs, dimension), 1), *pairs[dimension:]))

    def squeeze(self, dimension: int | None = None) -> StridedSet:
        """Drop one unit dimension, or all of them. Raises `StridedSetError` when the one named is not a unit."""
        pairs = self.pairs
        if dimension is None:
            return _make(self.start, tuple([pair for pair in pairs if pair[1] != 1]))
        _, num = self._pair(dimension)
        if num != 1:
            raise StridedSetError(
                f"dimension {dimension} of {self} has {num} positions: only a unit dimension can be dropped",
                strided_set=self,
            )
        return _make(self.start, pairs[:dimension] + pairs[dimension + 1 :])

    def shift(self, distance: int) -> StridedSet:
        """The same pairs from `start + distance`."""
        return _make(self.start + distance, self.pairs)

    def reinterpret(self, from_size: int, to_size: int) -> StridedSet:
        """Count in elements of another size: numpy's rule for `view(dtype)`, applied to whole elements.

        `from_size` and `to_size` are element sizes in any common unit. With equal sizes nothing changes; otherwise the
        last dimension absorbs the ratio, so it must have step 1 (or be a unit), and every other step and the start
        must come out whole, since a pattern cannot point inside an element.

        Raises `StridedSetError` with the number that does not divide.
        """
        if from_size < 1 or to_size < 1:
            raise StridedSetError(f"element sizes must be at least 1, not {from_size} and {to_size}")
        if from_size == to_size:
            return self
        pairs = self.pairs
        change = f"from elements of size {from_size} to {to_size}"
        if not pairs:
            raise StridedSetError(f"{self} has no last dimension to change {change}", strided_set=self)
        last_step, last_num = pairs[-1]
        if last_num != 1 and last_step != 1:
            raise StridedSetError(
                f"{self} cannot change {change}: its last step must be 1, not {last_step}", strided_set=self
            )
        if to_size < from_size and from_size % to_size:
            raise StridedSetError(
                f"{self} cannot change {change}: {to_size} does not divide {from_size}",
                strided_set=self,
                factor=to_size,
                extent=from_size,
            )

        def convert(count: int, what: str) -> int:
            whole, rest = divmod(count * from_size, to_size)
            if rest:
                raise StridedSetError(
                    f"{self} cannot change {change}: {to_size} does not divide {count} * {from_size}, the {what}",
                    strided_set=self,
                    factor=to_size,
                    extent=count * from_size,
                )
            return whole

        converted: list[tuple[int, int]] = [(1, convert(last_num, "last dimension"))]
        for step, num in reversed(pairs[:-1]):
            if num == 1 and step * from_size % to_size:
                # The step of a unit dimension is never taken, so it may not veto; it gets the conventional one.
                inner_step, inner_num = converted[-1]
                converted.append((inner_step * inner_num, 1))
            else:
                converted.append((convert(step, f"step of [{step}, {num}]"), num))
        converted.reverse()
        return _make(convert(self.start, "start"), tuple(converted))

    # ------------------------------------------------------------------------------------------ comparisons

    def same_order(self, other: StridedSet) -> bool:
        """Whether both visit the same elements in the same order: starts and flat forms are equal."""
        if self is other:
            return True
        return self.start == other.start and self.flatten().pairs == other.flatten().pairs

    def contains(self, element: int, budget: int = ENUMERATION_BUDGET) -> bool | Unknown:
        """Whether `element` is visited."""
        minimum, pairs = _image(self)
        return _reaches(pairs, element - minimum, budget)

    def overlaps(self, other: StridedSet, budget: int = ENUMERATION_BUDGET) -> bool | Unknown:
        """Whether some element is visited by both.

        Exact without enumeration when, in the set of differences, all but two of the merged steps leave few
        candidates (that covers sets of rank 2 with equal or nested steps, whatever their size); by bitmap or search
        under `budget` otherwise.
        """
        minimum, maximum = self.minimum, other.maximum
        if other.minimum > self.maximum or maximum < minimum:
            return False
        # a == b for some a, b iff the sums of both sets' positive steps reach the distance of the opposite ends.
        differences = _merge(_image(self).pairs + _image(other).pairs)
        return _reaches(differences, maximum - minimum, budget)

    def is_disjoint_from(self, other: StridedSet, budget: int = ENUMERATION_BUDGET) -> bool | Unknown:
        """Whether no element is visited by both; see `overlaps`."""
        answer = self.overlaps(other, budget)
        return answer if isinstance(answer, Unknown) else not answer

    def is_subset_of(self, other: StridedSet, budget: int = ENUMERATION_BUDGET) -> bool | Unknown:
        """Whether `other` visits every element that this set visits, in whatever order.

        Decided by hulls and residues, by laying this set's steps out in the other's, by probing corners, and by bitmap
        or enumeration under `budget` otherwise.
        """
        return _is_subset(self, other, budget)

    def same_elements(self, other: StridedSet, budget: int = ENUMERATION_BUDGET) -> bool | Unknown:
        """Whether both visit the same elements, in whatever order and however often."""
        mine, theirs = _image(self), _image(other)
        if mine == theirs:
            return True
        if mine.minimum != theirs.minimum or self.maximum != other.maximum:
            return False
        # Neither answer alone can make an equality, but one "no" settles it even when the other is unknown.
        forward = _is_subset(self, other, budget)
        if forward is False:
            return False
        backward = _is_subset(other, self, budget)
        if backward is False:
            return False
        return forward if isinstance(forward, Unknown) else backward

    # ------------------------------------------------------------------------------------------ helpers

    def _pair(self, dimension: int) -> tuple[int, int]:
        if not 0 <= dimension < len(self.pairs):
            raise StridedSetError(
                f"{self} has {len(self.pairs)} dimensions, so no dimension {dimension}", strided_set=self
            )
        return self.pairs[dimension]

    def _replace(self, dimension: int, pair: tuple[int, int], start: int) -> StridedSet:
        return _make(start, (*self.pairs[:dimension], pair, *self.pairs[dimension + 1 :]))


# ---------------------------------------------------------------------------------------------- public functions


def nest(outer: StridedSet, inner: StridedSet) -> StridedSet:
    """For each element of `outer`, all of `inner`: pairs are concatenated, starts add."""
    return _make(outer.start + inner.start, outer.pairs + inner.pairs)


def first_difference(left: StridedSet, right: StridedSet) -> Difference | None:
    """The first index at which two enumerations part, with both values; None when they are the same.

    Decided on the flat forms in time linear in the rank: whatever the innermost pairs do not settle, the enumerations
    of the run starts do.
    """
    if left.start != right.start:
        return Difference(0, left.start, right.start)
    left_pairs, right_pairs = left.flatten().pairs, right.flatten().pairs
    if left_pairs == right_pairs:
        return None
    run = 1
    for (left_step, left_num), (right_step, right_num) in zip(
        reversed(left_pairs), reversed(right_pairs), strict=False
    ):
        if left_step != right_step:
            break
        if left_num != right_num:
            # The shorter run ends here, and being flat it does not go on by the same step.
            run *= min(left_num, right_num)
            break
        run *= left_num
    return Difference(run, _value_or_end(left, run), _value_or_end(right, run))


def divisors(number: int) -> tuple[int, ...]:
    """The divisors of a positive number, ascending.

    Raises `StridedSetError` for a number with two prime factors beyond 2**21, which trial division does not reach.
    """
    return _divisors(number)


def pattern_text(pairs: Iterable[tuple[int, int]]) -> str:
    """Pairs in the notation of the documentation, `[[step, num], ...]`."""
    return "[" + ", ".join([f"[{step}, {num}]" for step, num in pairs]) + "]"


# ---------------------------------------------------------------------------------------------- construction


def _integer(value: object, what: str) -> int:
    if type(value) is int:
        return value
    # numpy's integers are no ints, but say which int they stand for.
    if not isinstance(value, bool) and isinstance(value, SupportsIndex):
        return as_index(value)
    raise StridedSetError(f"a {what} must be an integer, not {value!r}")


def _sizes(shape: Iterable[int]) -> tuple[int, ...]:
    sizes = tuple([_integer(size, "size") for size in shape])
    for size in sizes:
        if size < 1:
            raise StridedSetError(f"the size {size} of shape {list(sizes)} must be at least 1")
    return sizes


def _make(start: int, pairs: Pairs) -> StridedSet:
    """A set of numbers that are already known to be good; skips the checks of the constructor."""
    made = StridedSet.__new__(StridedSet)
    _store(made, "start", start)
    _store(made, "pairs", pairs)
    _store(made, "_flat", None)
    _store(made, "_hash", None)
    return made


def _unit_step(pairs: Pairs, dimension: int) -> int:
    """The conventional step of a unit dimension that stands before `dimension`."""
    if dimension == len(pairs):
        return 1
    step, num = pairs[dimension]
    return step * num


def _value_or_end(strided_set: StridedSet, index: int) -> int | None:
    return strided_set.element_at(index) if index < strided_set.num_input_elts else None


# ---------------------------------------------------------------------------------------------- order


def _enumerate(start: int, pairs: Pairs) -> Iterator[int]:
    if not pairs:
        yield start
        return
    step, num = pairs[-1]
    for base in _enumerate(start, pairs[:-1]):
        if step:
            yield from range(base, base + step * num, step)
        else:
            # itertools.repeat would refuse a num beyond the machine word.
            yield from (base for _ in range(num))


def _flatten(strided_set: StridedSet) -> StridedSet:
    start, pairs = strided_set.start, strided_set.pairs
    flat_pairs = _flat_pairs(pairs)
    flat = strided_set if flat_pairs == pairs else _make(start, flat_pairs)
    _store(flat, "_flat", flat)
    return flat


@lru_cache(maxsize=1 << 14)
def _flat_pairs(pairs: Pairs) -> Pairs:
    reversed_flat: list[tuple[int, int]] = []
    inner_step, inner_num = 0, 1
    for step, num in reversed(pairs):
        if num == 1:
            continue
        if inner_num == 1:
            inner_step, inner_num = step, num
        elif step == inner_step * inner_num:
            inner_num *= num
        else:
            reversed_flat.append((inner_step, inner_num))
            inner_step, inner_num = step, num
    if inner_num != 1:
        reversed_flat.append((inner_step, inner_num))
    reversed_flat.reverse()
    return tuple(reversed_flat)


@lru_cache(maxsize=1 << 14)
def _split(flat: StridedSet, size: int) -> tuple[StridedSet, StridedSet]:
    pairs = flat.pairs
    if size < 1:
        raise StridedSetError(
            f"the trailing {size} elements cannot be split off {flat}: a size is at least 1", strided_set=flat
        )
    outer_rank = len(pairs)
    remaining = size
    cut: tuple[int, int] | None = None
    while remaining != 1:
        if outer_rank == 0:
            count = flat.num_input_elts
            raise StridedSetError(
                f"the trailing {size} elements cannot be split off {flat}: it has only {count} in all",
                strided_set=flat,
                factor=size,
                extent=count,
            )
        outer_rank -= 1
        step, num = pairs[outer_rank]
        if remaining % num == 0:
            remaining //= num
        elif num % remaining == 0:
            cut = (step, remaining)
            break
        else:
            inside = size // remaining
            after = "" if inside == 1 else f"after the inner {inside} elements, "
            factor, extent = min(remaining, num), max(remaining, num)
            raise StridedSetError(
                f"the trailing {size} elements cannot be split off {flat}: {after}{factor} does not divide {extent}",
                strided_set=flat,
                factor=factor,
                extent=extent,
            )
    if cut is None:
        outer_pairs, inner_pairs = pairs[:outer_rank], pairs[outer_rank:]
    else:
        step, inner_num = cut
        num = pairs[outer_rank][1]
        outer_pairs = (*pairs[:outer_rank], (step * inner_num, num // inner_num))
        inner_pairs = (cut, *pairs[outer_rank + 1 :])
    outer, inner = _make(flat.start, outer_pairs), _make(0, inner_pairs)
    # Parts of a flat list stay flat: the cut pair keeps its neighbours' relation on either side.
    _store(outer, "_flat", outer)
    _store(inner, "_flat", inner)
    return outer, inner


@lru_cache(maxsize=1 << 14)
def _reshape(flat: StridedSet, shape: tuple[int, ...]) -> StridedSet:
    sizes = _sizes(shape)
    count = flat.num_input_elts
    if prod(sizes) != count:
        raise StridedSetError(
            f"cannot reshape {flat} to {list(sizes)}: it has {count} elements, the shape {prod(sizes)}",
            strided_set=flat,
            factor=prod(sizes),
            extent=count,
        )
    sources = reversed(flat.pairs)
    reversed_pairs: list[tuple[int, int]] = []
    step, left = 1, 1
    for position in range(len(sizes) - 1, -1, -1):
        size = sizes[position]
        if size == 1:
            inner_step, inner_num = reversed_pairs[-1] if reversed_pairs else (1, 1)
            reversed_pairs.append((inner_step * inner_num, 1))
            continue
        if left == 1:
            step, left = next(sources)
        if left % size:
            raise StridedSetError(
                f"cannot reshape {flat} to {list(sizes)} without moving data: {size} (dimension {position}) "
                f"does not divide {left}, what is left of the pair it falls in",
                strided_set=flat,
                factor=size,
                extent=left,
            )
        reversed_pairs.append((step, size))
        step *= size
        left //= size
    reversed_pairs.reverse()
    reshaped = _make(flat.start, tuple(reversed_pairs))
    _store(reshaped, "_flat", flat)
    return reshaped


@lru_cache(maxsize=1 << 12)
def _divisors(number: int) -> tuple[int, ...]:
    found = [1]
    rest = number
    prime = 2
    while prime * prime <= rest:
        if prime > _FACTOR_LIMIT:
            raise StridedSetError(f"{number} is too large to be factored by trial division up to {_FACTOR_LIMIT}")
        if rest % prime == 0:
            base = found
            power = 1
            while rest % prime == 0:
                rest //= prime
                power *= prime
                found = found + [divisor * power for divisor in base]
        prime += 1 if prime == 2 else 2
    if rest > 1:
        found = found + [divisor * rest for divisor in found]
    return tuple(sorted(found))


# ---------------------------------------------------------------------------------------------- elements without order


class _Image(NamedTuple):
    """The elements of a set as such: the least one, and pairs of positive step, ascending, merged where they fuse."""

    minimum: int
    pairs: Pairs


@lru_cache(maxsize=1 << 14)
def _image(strided_set: StridedSet) -> _Image:
    # Walking a pair backwards visits the same elements, so negative steps turn positive from the least element on.
    return _Image(
        strided_set.minimum, _merge(tuple([(abs(step), num) for step, num in strided_set.pairs if step and num > 1]))
    )


def _merge(pairs: Pairs) -> Pairs:
    """Sort pairs of positive step, and fuse two whose sums are the multiples of the smaller step without a gap.

    {i*a + j*q*a : i < m, j < n} is a * [0, m + q*(n-1)) exactly when q <= m.
    """
    merged = sorted(pairs)
    position = 0
    while position < len(merged):
        step, num = merged[position]
        for other in range(position + 1, len(merged)):
            other_step, other_num = merged[other]
            quotient, rest = divmod(other_step, step)
            if rest == 0 and quotient <= num:
                merged[position] = (step, num + quotient * (other_num - 1))
                del merged[other]
                break
        else:
            position += 1
    return tuple(merged)


def _span_of(pairs: Pairs) -> int:
    return sum([step * (num - 1) for step, num in pairs])


def _gcd_of(pairs: Pairs) -> int:
    return gcd(*[step for step, _ in pairs])


def _gap_of(pairs: Pairs) -> int:
    """A lower bound of the distance between two different sums of ascending pairs (0 when none is known)."""
    below = 0
    narrow = pairs[0][0]
    for step, num in pairs:
        narrow = min(narrow, step - below)
        below += step * (num - 1)
    return max(narrow, _gcd_of(pairs))


def _count(pairs: Pairs, budget: int) -> int | Unknown:
    """The number of different sums of ascending, merged pairs."""
    if not pairs:
        return 1
    if len(pairs) == 1:
        return pairs[0][1]
    for cut in range(1, len(pairs)):
        low, high = pairs[:cut], pairs[cut:]
        if _gap_of(high) > _span_of(low):
            # Copies of the low sums hang off the high sums without touching.
            low_count = _count(low, budget)
            if isinstance(low_count, Unknown):
                return low_count
            high_count = _count(high, budget)
            if isinstance(high_count, Unknown):
                return high_count
            return low_count * high_count
    if len(pairs) == 2:
        # i*a + j*b repeats exactly along (i + b/g, j - a/g): each chain of equal sums has one more member than links.
        (first, first_num), (second, second_num) = pairs
        common = gcd(first, second)
        return first_num * second_num - max(0, first_num - second // common) * max(0, second_num - first // common)
    if _bitmap_fits(pairs, budget):
        return _bitmap(pairs, _gcd_of(pairs)).bit_count()
    total = prod([num for _, num in pairs])
    if total <= budget:
        return len(set(_enumerate(0, pairs)))
    return Unknown(
        f"the steps {[step for step, _ in pairs]} interfere, and {total} elements over {_span_of(pairs) + 1} addresses "
        f"exceed the budget of {budget}"
    )


def _bitmap_fits(pairs: Pairs, budget: int) -> bool:
    return _span_of(pairs) // _gcd_of(pairs) < budget * BITS_PER_BUDGET_UNIT


def _bitmap(pairs: Pairs, unit: int) -> int:
    """Bit k is set iff k * unit is a sum of the pairs; `unit` divides every step."""
    bits = 1
    for step, num in pairs:
        distance = step // unit
        have = 1
        while have < num:
            more = min(have, num - have)
            bits |= bits << (more * distance)
            have += more
    return bits


def _reaches(pairs: Pairs, target: int, budget: int) -> bool | Unknown:
    """Whether `target` is a sum of the ascending, merged pairs."""
    if target < 0 or target > _span_of(pairs):
        return False
    if not pairs:
        return True  # the span is 0, and so is the target
    unit = _gcd_of(pairs)
    if target % unit:
        return False
    order, cost = _search_order(pairs)
    if cost <= _QUICK_SEARCH:
        allowed = cost * len(pairs)  # every level counts its candidates, and no level has more than `cost`
    elif _bitmap_fits(pairs, budget):
        return bool(_bitmap(pairs, unit) >> (target // unit) & 1)
    else:
        allowed = budget
    answer = _Search(order, allowed).reaches(len(order), target)
    if answer is None:
        return Unknown(
            f"whether the steps {[step for step, _ in pairs]} reach {target} takes more than the budget of "
            f"{budget} search steps"
        )
    return answer


def _search_order(pairs: Pairs) -> tuple[Pairs, int]:
    """The order in which to search, and the most candidates it can meet.

    Either the largest steps are tried first, where the rest leaves little room, or the smallest nums, so that the two
    largest nums are solved in closed form.
    """
    by_num = tuple(sorted(pairs, key=lambda pair: pair[1], reverse=True))
    return min(((order, _search_cost(order)) for order in (pairs, by_num)), key=lambda choice: choice[1])


def _search_cost(order: Pairs) -> int:
    cost = 1
    for depth in range(2, len(order)):
        step, num = order[depth]
        below = order[:depth]
        common = _gcd_of(below)
        stride = common // gcd(step, common)
        cost *= min(num, _span_of(below) // step + 1) // stride + 1
    return cost


class _Search:
    """Depth-first search for a sum, last pair of the order first, pruned by what the pairs below can still reach."""

    def __init__(self, pairs: Pairs, budget: int) -> None:
        self.pairs = pairs
        self.budget = budget
        self.spans = [_span_of(pairs[:depth]) for depth in range(len(pairs) + 1)]
        self.commons = [_gcd_of(pairs[:depth]) for depth in range(len(pairs) + 1)]

    def reaches(self, depth: int, target: int) -> bool | None:
        """Whether the first `depth` pairs sum to `target`; None when the budget ran out first."""
        if depth == 0:
            return target == 0
        step, num = self.pairs[depth - 1]
        if depth == 1:
            return target % step == 0 and 0 <= target // step < num
        # position * step == target modulo what the pairs below can produce, and the rest within their span
        below = self.commons[depth - 1]
        common = gcd(step, below)
        if target % common:
            return False
        stride = below // common
        first = max(0, -((self.spans[depth - 1] - target) // step))
        last = min(num - 1, target // step)
        residue = target // common * pow(step // common, -1, stride) % stride
        first += (residue - first) % stride
        if depth == 2:
            # Below is one pair: divisibility and range already hold, so any candidate at all is a solution.
            return first <= last
        for position in range(first, last + 1, stride):
            self.budget -= 1
            if self.budget < 0:
                return None
            answer = self.reaches(depth - 1, target - position * step)
            if answer is not False:
                return answer
        return False


def _is_subset(small: StridedSet, large: StridedSet, budget: int) -> bool | Unknown:
    if small.minimum < large.minimum or small.maximum > large.maximum:
        return False
    small_minimum, small_pairs = _image(small)
    large_minimum, large_pairs = _image(large)
    offset = small_minimum - large_minimum
    if not small_pairs:
        return _reaches(large_pairs, offset, budget)
    common = _gcd_of(large_pairs)
    if offset % common or any(step % common for step, _ in small_pairs):
        return False
    if len(large_pairs) == 1 or _lies_within(offset, small_pairs, large_pairs):
        return True
    if len(small_pairs) <= 4:
        for positions in product(*[{0, 1, num - 1} for _, num in small_pairs]):
            probe = offset + sum([step * at for (step, _), at in zip(small_pairs, positions, strict=True)])
            if _reaches(large_pairs, probe, min(budget, _QUICK_SEARCH)) is False:
                return False
    if _bitmap_fits(large_pairs, budget):
        return _bitmap(small_pairs, common) << (offset // common) & ~_bitmap(large_pairs, common) == 0
    total = prod([num for _, num in small_pairs])
    _, cost = _search_order(large_pairs)
    if total * cost <= budget:
        for element in _enumerate(offset, small_pairs):
            answer = _reaches(large_pairs, element, budget)
            if answer is not True:
                return answer
        return True
    return Unknown(
        f"{total} elements searched for in the steps {[step for step, _ in large_pairs]} over "
        f"{_span_of(large_pairs) + 1} addresses exceed the budget of {budget}"
    )


def _lies_within(offset: int, small_pairs: Pairs, large_pairs: Pairs) -> bool:
    """Whether writing offset and steps in the larger set's steps, largest first, keeps every position in range.

    Sufficient, not necessary; this is what tells that a tile lies in its tensor, whatever their sizes.
    """
    columns = [(offset, 2), *small_pairs]
    for step, num in reversed(large_pairs):
        room = num - 1
        rests: list[tuple[int, int]] = []
        for distance, count in columns:
            quotient, rest = divmod(distance, step)
            room -= quotient * (count - 1)
            rests.append((rest, count))
        if room < 0:
            return False
        columns = rests
    return not any(rest for rest, _ in columns)
