"""What a misspelt word was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def edit_distance(left: str, right: str, limit: int) -> int:
    """The number of insertions, deletions, replacements and swaps of neighbours between two words.

    Every distance above `limit` comes back as `limit + 1`.
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before_previous: list[int] = []
    previous = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        current = [row]
        for column, other in enumerate(right, 1):
            cost = min(
                previous[column] + 1,
                current[column - 1] + 1,
                previous[column - 1] + (letter != other),
            )
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before_previous[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before_previous, previous = previous, current
    return min(previous[-1], limit + 1)


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to a misspelt word, or None when nothing is near enough to be worth saying.

    A third of the letters may differ. Case and the difference between `-` and `_` count for nothing. Of one
    or two letters nothing can be told.
    """
    folded = word.lower().replace("-", "_")
    if not 3 <= len(folded) <= 200:
        return None
    best: str | None = None
    best_distance = max(1, len(folded) // 3) + 1
    for candidate in candidates:
        distance = edit_distance(folded, candidate.lower().replace("-", "_"), best_distance - 1)
        if distance < best_distance:
            best, best_distance = candidate, distance
            if distance == 0:
                break
    return best


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest candidate, or nothing."""
    found = closest(word, candidates)
    return "" if found is None else f"; did you mean '{found}'?"
